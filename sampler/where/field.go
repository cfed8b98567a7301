package where

import (
	"math/bits"

	"chesscensus/chess"
)

// A field is a number that can be computed from a position.
type field uint8

// Counts that each side has. The numbers of both sides together, of White and of Black follow each other.
const (
	men field = 3 * iota
	pawns
	knights
	bishops
	rooks
	queens
	promotions
	rights
	firstUnsided // the first field without sides
)

// Fields without sides.
const (
	enPassant = firstUnsided + iota // 1 if there is an en passant square
	turn                            // 0 for White, 1 for Black
	checkers
	moves
	fields
)

// ofSide returns the field of a side, given that of both sides together.
func (f field) ofSide(c chess.Color) field { return f + 1 + field(c) }

// kinds lists the counts of men of one kind other than kings.
var kinds = [...]field{pawns, knights, bishops, rooks, queens}

// roles lists the roles of kinds.
var roles = [...]chess.Role{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen}

// initialCounts lists the initial numbers of knights, bishops, rooks and queens of a side.
var initialCounts = [...]int{2, 2, 2, 1}

// names holds the names of the fields, without a side.
var names = map[field]string{men: "men", pawns: "pawns", knights: "knights", bishops: "bishops", rooks: "rooks", queens: "queens",
	promotions: "promotions", rights: "rights", enPassant: "en-passant", turn: "turn", checkers: "checkers", moves: "moves"}

// String returns the name with the side.
func (f field) String() string {
	if f >= firstUnsided {
		return names[f]
	}
	return [...]string{"", "white.", "black."}[f%3] + names[f/3*3]
}

// mostMoves is no less than the largest number of legal moves in a legal position, 218, and fits in a byte.
const mostMoves = 255

// natural holds the limits that every position keeps.
var natural = func() (b box) {
	most := map[field]int{men: 16, pawns: 8, knights: 10, bishops: 10, rooks: 10, queens: 9, promotions: 8, rights: 2}
	for f, n := range most {
		least := 0
		if f == men {
			least = 1
		}
		b[f], b[f+1], b[f+2] = span{2 * least, 2 * n}, span{least, n}, span{least, n}
	}
	b[enPassant], b[turn], b[checkers], b[moves] = span{0, 1}, span{0, 1}, span{0, 2}, span{0, mostMoves}
	return b
}()

// An evaluator computes fields of a setup. It makes the position only if a field needs it.
type evaluator struct {
	setup         *chess.Setup
	pos           chess.Position
	positionState uint8 // of pos: 0 not made, 1 made, 2 the setup is not valid
}

// position returns the position of the setup, nil if the setup is not valid.
func (e *evaluator) position() *chess.Position {
	if e.positionState == 0 {
		p, err := e.setup.Position()
		if e.positionState = 1; err != nil {
			e.positionState = 2
		}
		e.pos = p
	}
	if e.positionState == 2 {
		return nil
	}
	return &e.pos
}

// value returns the value of a field. The result is false if there is none because the setup is not valid.
func (e *evaluator) value(f field) (int, bool) {
	b := &e.setup.Board
	switch f {
	case enPassant:
		if e.setup.EP != chess.NoSquare {
			return 1, true
		}
		return 0, true
	case turn:
		return int(e.setup.Turn), true
	case checkers, moves:
		p := e.position()
		switch {
		case p == nil:
			return 0, false
		case f == checkers:
			return p.Checkers().Count(), true
		}
		return p.CountMoves(), true
	}
	if side := f % 3; side > 0 {
		return e.countOf(b, f-side, chess.Color(side-1)), true
	}
	return e.countOf(b, f, chess.White) + e.countOf(b, f, chess.Black), true
}

// countOf returns a count of one side.
func (e *evaluator) countOf(b *chess.Board, f field, c chess.Color) int {
	switch f {
	case men:
		return b.Colored(c).Count()
	case promotions:
		return leastPromoted(b, c)
	case rights:
		return bits.OnesCount8(uint8(e.setup.Castling.Of(c)))
	}
	return b.Pieces(c, roles[(f-pawns)/3]).Count()
}

// leastPromoted returns the least number of promoted men of a side, by numbers of men and square colors of bishops.
func leastPromoted(b *chess.Board, c chess.Color) int {
	n := func(r chess.Role) int { return b.Pieces(c, r).Count() }
	bishops := b.Pieces(c, chess.Bishop)
	dark := (bishops & chess.DarkSquares).Count()
	return chess.LeastPromoted(n(chess.Queen), n(chess.Rook), 0, n(chess.Knight)) + max(0, dark-1) + max(0, bishops.Count()-dark-1)
}
