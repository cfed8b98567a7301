package cage

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// This file plays all games of a corner and compares them with what Lemma 17 excludes. It knows squares 0 to 63, and shares no
// code with the package; setups are made as FEN.

// A cornerMoment is a moment of a game: the rows of Black's pawns of files a and b (6 is that of the start), whether c7xd6 was
// played, and the squares of the bishop of c8, a knight of Black and White's dark bishop, -1 for outside. All other men are
// elsewhere and in no man's way.
type cornerMoment struct {
	aPawnRow, bPawnRow          int8
	captured                    bool
	bishop, knight, whiteBishop int8
}

// inCornerPocket reports whether a square is one of a6 to d8, without d7, where a pawn stays.
func inCornerPocket(sq int) bool { return sq >= 40 && sq < 64 && sq%8 < 4 && sq != 51 }

// occupied returns the squares of pawns and of the king on e8.
func (m cornerMoment) occupied() (set uint64) {
	set = 1<<51 | 1<<52 | 1<<60 | 1<<(8*m.aPawnRow) | 1<<(8*m.bPawnRow+1)
	if m.captured {
		return set | 1<<43
	}
	return set | 1<<50
}

// destinations returns the places to which a man goes from a place, one step at a time.
func (m cornerMoment) destinations(role byte, from int8) (to []int8) {
	full := m.occupied()
	for _, other := range [...]int8{m.bishop, m.knight, m.whiteBishop} {
		if other >= 0 {
			full |= 1 << other
		}
	}
	steps := func(sq int) []int {
		return destinations(role, sq, 1, func(t int) bool { return full>>t&1 != 0 })
	}
	if from >= 0 {
		for _, t := range steps(int(from)) {
			if inCornerPocket(t) {
				to = append(to, int8(t))
			} else {
				to = append(to, -1)
			}
		}
		return to
	}
	for sq := range 64 {
		if inCornerPocket(sq) && full>>sq&1 == 0 {
			for _, t := range steps(sq) {
				if !inCornerPocket(t) {
					to = append(to, int8(sq))
					break
				}
			}
		}
	}
	return to
}

// reachableMoments returns all moments that can follow from the initial position. If mayTakeBishop is set, White may take the bishop.
func reachableMoments(mayTakeBishop bool) map[cornerMoment]bool {
	seen := map[cornerMoment]bool{}
	var list []cornerMoment
	add := func(m cornerMoment) {
		full := m.occupied()
		for _, sq := range [...]int8{m.bishop, m.knight, m.whiteBishop} {
			if sq >= 0 && full>>sq&1 != 0 {
				return
			}
		}
		if !seen[m] {
			seen[m] = true
			list = append(list, m)
		}
	}
	for _, knight := range [...]int8{-1, 57} { // that of g8, that of b8
		add(cornerMoment{aPawnRow: 6, bPawnRow: 6, bishop: 58, knight: knight, whiteBishop: -1})
	}
	for len(list) > 0 {
		m := list[len(list)-1]
		list = list[:len(list)-1]
		next := m
		next.aPawnRow = 5
		add(next)
		next = m
		next.bPawnRow = 5
		add(next)
		next = m
		next.captured = true
		add(next)
		next = m
		if next.bishop = -1; mayTakeBishop {
			add(next)
		}
		for _, to := range m.destinations('B', m.bishop) {
			next = m
			next.bishop = to
			add(next)
		}
		for _, to := range m.destinations('N', m.knight) {
			next = m
			next.knight = to
			add(next)
		}
		for _, to := range m.destinations('B', m.whiteBishop) {
			if next = m; to < 0 || (to%8+to/8)%2 == 0 { // dark squares only
				next.whiteBishop = to
				add(next)
			}
		}
	}
	return seen
}

// fen returns the setup of a moment with Black's bishop outside, on h3, or taken. Black has eight pawns, and White lacks the man
// taken on d6.
func (m cornerMoment) fen(bishop bool) string {
	board := []byte(strings.Repeat(".", 64))
	put := func(sq int8, man byte) {
		if sq >= 0 {
			board[sq] = man
		}
	}
	for sq := range 64 {
		if m.occupied()>>sq&1 != 0 {
			board[sq] = 'p'
		}
	}
	for i, man := range "RNBQKBNR" {
		board[i], board[8+i] = byte(man), 'P'
	}
	board[2], board[11], board[19] = '.', '.', 'P'
	if m.captured {
		board[1] = '.'
	}
	for i, man := range "kb.r" {
		board[60+i] = byte(man)
	}
	copy(board[53:], "ppp")
	if bishop {
		board[23] = 'b'
	}
	put(m.knight, 'n')
	put(m.whiteBishop, 'B')
	return fenRows(board) + " w - -"
}

// TestNeverInAgainstGames checks Lemma 17 on all arrangements of a knight and a bishop in the corner. It refutes none that games
// lead to. Where both pawns have moved that let Black's bishop out, it refutes all others. Where this bishop may have been taken
// at home, it refutes fewer.
func TestNeverInAgainstGames(t *testing.T) {
	refuted := map[bool]int{}
	for _, mayTakeBishop := range []bool{false, true} {
		reached := reachableMoments(mayTakeBishop)
		for i := range 8 {
			m := cornerMoment{aPawnRow: 6 - int8(i&1), bPawnRow: 6 - int8(i>>1&1), captured: i&4 != 0, bishop: -1}
			for knight := range 64 {
				for whiteBishop := range 64 {
					m.knight, m.whiteBishop = int8(knight), int8(whiteBishop)
					isDark := (whiteBishop%8+whiteBishop/8)%2 == 0
					areFree := m.occupied()&(1<<knight|1<<whiteBishop) == 0
					if !inCornerPocket(knight) || !inCornerPocket(whiteBishop) || knight == whiteBishop || !isDark || !areFree {
						continue
					}
					s := testkit.Setup(t, m.fen(!mayTakeBishop))
					no := new(Finder).menNeverLetIn(&s) != 0
					if no {
						refuted[mayTakeBishop]++
					}
					if no && reached[m] {
						t.Errorf("%v: refuted, but a game leads there", s)
					}
					if !no && !reached[m] && m.bPawnRow == 5 && m.captured {
						t.Errorf("%v: not refuted, but no game leads there", s)
					}
				}
			}
		}
	}
	if t.Log(refuted); refuted[false] <= refuted[true] || refuted[true] == 0 {
		t.Errorf("%d arrangements refuted with the bishop, %d without", refuted[false], refuted[true])
	}
}

// TestNeverInNeedsItsConditions checks setups that Lemma 17 refutes, and neighbors that lack one of its conditions.
func TestNeverInNeedsItsConditions(t *testing.T) {
	for fen, men := range map[string]int{
		"2nBk2r/p2pp3/1p1p2P1/1K3NN1/PP4p1/7b/PP2P1Pp/2R2B2 b k -":      2, // White's pawns took all five, so the bishop of c8 was at home until b7-b6
		"2nBk3/p2pp3/1p1p2P1/1K3NN1/PP4p1/7b/PP2P1Pp/2R2B2 b - -":       0, // an officer may have taken it there
		"2nBk2r/p2pp3/1p1p4/1K3NN1/PP4p1/7b/PP2P1Pp/2R2B2 b k -":        0, // the same, with a pawn less
		"2nBk2r/3pp3/1p1p2P1/pK3NN1/PP4p1/7b/PP2P1Pp/2R2B2 w k -":       0, // the bishop on d8 came over a7
		"R1b1kbn1/pppppppp/8/8/8/8/PPPPPPP1/4K3 w - -":                  1, // the pawn h2 came neither to a8, seven files away, nor to b8
		"r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPP1/RN1QKB1R w KQkq -": 2, // the pawn h2 came to no promotion on b8 or d8
		"6k1/4pppp/4NqQb/PPP1BBrr/rbP1QNBn/ppp5/4PPPP/6K1 w - -":        2, // rook and bishop in each other's way
		"r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/8/PPP1PPPP/RN1QKB1R w KQkq -":   0, // the pawn d2 may have become the bishop
		"r1nBkb1r/p2ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -":  0, // the bishop of c8 is gone, at home perhaps
		"rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq -":      1, // the example of Lemma 2: one man alone
	} {
		s := testkit.Setup(t, fen)
		if got := new(Finder).menNeverLetIn(&s).Count(); got != men {
			t.Errorf("%s: %d men are refuted, want %d", fen, got, men)
		}
	}
}

// TestNeverInAcceptsGames checks that positions with men shut in, of random games and of games at the edge of theorems, are not
// refuted.
func TestNeverInAcceptsGames(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	asked := 0
	look := func(s chess.Setup) {
		reason, e, states := new(Finder).NeverIn(&s)
		if reason != 0 {
			t.Errorf("%v, of a game, is refuted: %v", s, e)
		}
		if states > 0 {
			asked++
		}
	}
	for range testkit.Size(40, 200) {
		opt := chesstest.RandomOptions(rnd)
		opt.Plies = 20 + rnd.IntN(200)
		for p := range chesstest.Playout(rnd, opt) {
			look(p.Setup())
		}
	}
	testkit.PlayEdgeGames(t, func(_ testkit.EdgeGame, p chess.Position) {
		s := p.Setup()
		look(s)
		look(s.Mirror())
	})
	if t.Logf("%d positions in which men are shut in", asked); asked < 40 {
		t.Errorf("%d positions in which men are shut in: the test asks little", asked)
	}
}

// TestKeptAtHome checks that two pawns of a bishop's color on their pawn row keep it at home, and that pawns of the other color
// and pawns elsewhere do not.
func TestKeptAtHome(t *testing.T) {
	for _, c := range []struct {
		colors  [2]chess.Color
		squares [2]chess.Square
		want    chess.Bitboard
	}{
		{[2]chess.Color{chess.Black, chess.Black}, [2]chess.Square{chess.B7, chess.D7}, chess.C8.BB()},
		{[2]chess.Color{chess.White, chess.Black}, [2]chess.Square{chess.B7, chess.D7}, 0},
		{[2]chess.Color{chess.Black, chess.Black}, [2]chess.Square{chess.B6, chess.D7}, 0},
		{[2]chess.Color{chess.White, chess.White}, [2]chess.Square{chess.E2, chess.G2}, chess.F1.BB()},
		{[2]chess.Color{chess.White, chess.Black}, [2]chess.Square{chess.E2, chess.G2}, 0},
	} {
		search := pairSearch{sureHomes: chess.C8.BB() | chess.F1.BB()}
		search.n = 2
		for i, sq := range c.squares {
			search.colors[i], search.first.squares[i] = c.colors[i], uint8(sq)
		}
		testkit.Equal(t, search.keptAtHome(&search.first), c.want, c.colors, "on", c.squares)
	}
}
