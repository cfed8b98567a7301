package recheck

import "chesscensus/recheck/internal/board"

// # ManyMen, ManyPawns
//
// A side has at most 16 men and at most 8 pawns.
//
// Proof. It begins with 16 men, 8 of them pawns. No move adds a man or a pawn.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR b KQkq -
//	legal    rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq -
//	game     1. Na3

// sides holds White's color and Black's: true is Black.
var sides = [2]bool{false, true}

// manyMen confirms that a side has more than 16 men.
func manyMen(q *question) error {
	return eitherSide(func(c bool) bool { return menCount(&q.setup, c) > 16 }, "%d and %d men", menCount(&q.setup, false), menCount(&q.setup, true))
}

// manyPawns confirms that a side has more than 8 pawns.
func manyPawns(q *question) error {
	return eitherSide(func(c bool) bool { return q.setup.Count(board.Man('P', c)) > 8 }, "no more than eight pawns")
}

// menCount returns the number of men of a side.
func menCount(s *board.Setup, black bool) (n int) {
	for _, role := range []byte("PNBRQK") {
		n += s.Count(board.Man(role, black))
	}
	return n
}

// eitherSide returns nil if the condition holds for one of the sides, and otherwise an [ErrWrong] with the given text.
func eitherSide(holds func(black bool) bool, otherwise string, args ...any) error {
	if holds(false) || holds(true) {
		return nil
	}
	return wrong(otherwise, args...)
}

// # ManyPromotions
//
// The pawns of a side and its men that must be promoted are together at most 8. These men must be promoted: the queens beyond one, and the
// rooks and knights beyond two. For the bishops on squares of one color there are three bounds, of which the largest counts: those beyond
// one; all of them if the original bishop was taken in its cage (theorem CagedBishop); and those that stand in cages of the other side.
//
// Proof. Bishops keep the color of their squares, so one of each color is original, at most. Every other man beyond the original ones was
// one of 8 pawns, each a different one.
//
//	illegal  rnbqkbnr/1ppppppp/1p6/8/3Q4/8/PPPPPPPP/1NBQKBNR b Kkq -
//	legal    rnbqkbnr/1ppppppp/1p6/8/3Q4/8/1PPPPPPP/1NBQKBNR b Kk -
//	game     1. a4 Nc6 2. Ra3 Nb8 3. Rb3 Na6 4. Rb6 axb6 5. a5 Nc5 6. a6 Nh6 7. a7 Rb8 8. a8=Q Ng8 9. Qa4 Ra8 10. Qd4 Na6 11. Qf6 Nb8 12. Qd4

// manyPromotions confirms that a side has more pawns and promoted men than it had pawns.
func manyPromotions(q *question) error {
	return eitherSide(func(c bool) bool { return newArmy(&q.setup, c).spare() < 0 }, "there are pawns enough")
}

// An army holds the numbers of men of a side. Arrays are for bishops on light and on dark squares.
type army struct {
	men, pawns int
	officers   int    // queens, rooks and knights that must be promoted
	bishops    [2]int // bishops that must be promoted
	shown      [2]int // bishops that the setup shows
	began      [2]int // 0 if the original bishop of the color was taken in its cage, else 1
}

// spare returns how many pawns at most were captured as pawns.
func (a *army) spare() int { return 8 - a.pawns - a.promoted() }

// promoted returns how many men at least must be promoted.
func (a *army) promoted() int { return a.officers + a.bishops[0] + a.bishops[1] }

// missing returns how many men the side has lost.
func (a *army) missing() int { return 16 - a.men }

// newArmy counts the men of a side of a setup.
func newArmy(s *board.Setup, black bool) *army {
	count := func(role byte) int { return s.Count(board.Man(role, black)) }
	a := &army{men: menCount(s, black), pawns: count('P')}
	a.officers = max(0, count('Q')-1) + max(0, count('R')-2) + max(0, count('N')-2)
	bishops := s.SquaresWith(board.Man('B', black))
	taken := board.Homes('B', black) & cages(s, black) &^ bishops
	inCages := bishops & board.RowSet(board.HomeRow(!black)) & cages(s, !black)
	for color, squares := range board.Colors {
		a.shown[color] = board.Size(bishops & squares)
		a.began[color] = 1 - board.Size(taken&squares)
		a.bishops[color] = max(0, a.shown[color]-a.began[color], board.Size(inCages&squares))
	}
	return a
}
