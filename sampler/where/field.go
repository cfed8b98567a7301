package where

import (
	"math/bits"

	"chesscensus/chess"
)

// A field is a number that a position has.
type field uint8

// Counts that each side has: of both together, of White, and of Black follow each other.
const (
	men field = 3 * iota
	pawns
	knights
	bishops
	rooks
	queens
	promotions
	rights
	sided // the first field without sides
)

// Fields without sides.
const (
	enPassant = sided + iota // 1 if there is an en passant square
	turn                     // 0 for White, 1 for Black
	checkers
	moves
	fields
)

// of is the field of a side.
func (f field) of(c chess.Color) field { return f + 1 + field(c) }

// kinds are the counts of men of one kind but kings, in the order of the roles.
var kinds = [...]field{pawns, knights, bishops, rooks, queens}

// roles are the kinds' roles.
var roles = [...]chess.Role{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen}

// atHome are the numbers of officers of a kind that a side begins with.
var atHome = [...]int{2, 2, 2, 1}

// names of the fields, without a side.
var names = map[field]string{men: "men", pawns: "pawns", knights: "knights", bishops: "bishops", rooks: "rooks", queens: "queens",
	promotions: "promotions", rights: "rights", enPassant: "en-passant", turn: "turn", checkers: "checkers", moves: "moves"}

// String is the name, with the side.
func (f field) String() string {
	if f >= sided {
		return names[f]
	}
	return [...]string{"", "white.", "black."}[f%3] + names[f/3*3]
}

// mostMoves is no less than the largest number of legal moves in a legal position, 218, and fits in a byte.
const mostMoves = 255

// natural are the limits that every position keeps.
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

// A view is a setup on which conditions are asked. The position is made if need be.
type view struct {
	setup *chess.Setup
	p     chess.Position
	state uint8 // of p: 0 not made, 1 made, 2 the setup is none
}

// position returns the position of the setup, nil if it is none.
func (v *view) position() *chess.Position {
	if v.state == 0 {
		p, err := v.setup.Position()
		if v.state = 1; err != nil {
			v.state = 2
		}
		v.p = p
	}
	if v.state == 2 {
		return nil
	}
	return &v.p
}

// number returns the value of a field; false if the setup has none, as it is not valid.
func (v *view) number(f field) (int, bool) {
	b := &v.setup.Board
	switch f {
	case enPassant:
		if v.setup.EP != chess.NoSquare {
			return 1, true
		}
		return 0, true
	case turn:
		return int(v.setup.Turn), true
	case checkers, moves:
		p := v.position()
		switch {
		case p == nil:
			return 0, false
		case f == checkers:
			return p.Checkers().Count(), true
		}
		return p.CountMoves(), true
	}
	if side := f % 3; side > 0 {
		return v.count(b, f-side, chess.Color(side-1)), true
	}
	return v.count(b, f, chess.White) + v.count(b, f, chess.Black), true
}

// count is a count of one side.
func (v *view) count(b *chess.Board, f field, c chess.Color) int {
	switch f {
	case men:
		return b.Colored(c).Count()
	case promotions:
		return promoted(b, c)
	case rights:
		return bits.OnesCount8(uint8(v.setup.Castling.Of(c)))
	}
	return b.Pieces(c, roles[(f-pawns)/3]).Count()
}

// promoted is the least number of promoted men of a side that counts tell of.
func promoted(b *chess.Board, c chess.Color) int {
	n := func(r chess.Role) int { return b.Pieces(c, r).Count() }
	bishops := b.Pieces(c, chess.Bishop)
	dark := (bishops & chess.DarkSquares).Count()
	return chess.LeastPromoted(n(chess.Queen), n(chess.Rook), 0, n(chess.Knight)) + max(0, dark-1) + max(0, bishops.Count()-dark-1)
}
