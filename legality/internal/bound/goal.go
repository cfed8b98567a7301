package bound

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
	"chesscensus/legality/verdict"
)

// Infinite is the bound of a position from which the goal cannot be reached.
const Infinite = 1<<16 - 1

// A Goal is a position to be reached, prepared for the question how many moves that
// takes from other positions. It is about 240 KB large and is meant to be kept: the
// tables for the blocked squares that occur stay in it, the latest of each slot, and
// [Goal.Reset] makes it a goal for another position. Make it with [NewGoal].
//
// No method but NewGoal allocates memory, except that the [Tables] are made when first
// used. A Goal is for one goroutine at a time. Results do not depend on what was asked
// before.
type Goal struct {
	setup chess.Setup
	board *chess.Board // of setup
	shown tablesOfGoal

	tables *Tables
	sides  [2]side // of the position asked about last
	now    chess.Setup
	large  bool // more than 16 men on a side: only counts are compared

	// blocked holds the blocked squares found so far, why sorts them by reason.
	blocked chess.Bitboard
	why     [blockReasons]chess.Bitboard
	// failure is why the goal is out of reach, if it is.
	failure verdict.Evidence

	moves      [2]int // of the latest bound
	known      [2]known
	layouts    [2][layoutSlots]layout
	assignment assign.Problem
}

// known is the latest result for a color, of a position without required captures and
// excluded pawns, and all that it depends on besides the goal.
type known struct {
	men      [chess.King + 1]chess.Bitboard // by role, nothing for no role
	free     chess.Bitboard
	captures int
	castling chess.Castling
	moves    int
}

// agreesWith reports whether k and l depend on the same things, so that the result of k is that for l.
func (k *known) agreesWith(l *known) bool {
	return k.men == l.men && k.free == l.free && k.captures == l.captures && k.castling == l.castling
}

// tablesOfGoal is what the goal alone determines.
type tablesOfGoal struct {
	pawns  [2]chess.Bitboard
	needed [2][64]uint8 // for the square of a goal pawn: own goal pawns within its cone
	rights chess.Bitboard
	// After a double step, pawn is where it ended and home where it started; both
	// are empty if the goal has no en passant square.
	doubleStepTo, doubleStepFrom chess.Bitboard
}

// NewGoal prepares a goal. The tables may be shared with other goals of the same
// goroutine; nil gives the goal its own.
func NewGoal(p chess.Position, t *Tables) *Goal {
	if t == nil {
		t = new(Tables)
	}
	g := &Goal{tables: t}
	for c := range g.sides {
		g.sides[c].color = chess.Color(c)
	}
	g.board = &g.setup.Board
	g.Reset(p)
	return g
}

// Setup returns the goal.
func (g *Goal) Setup() chess.Setup { return g.setup }

// Reset makes g a goal for the position p. It costs well below a microsecond.
func (g *Goal) Reset(p chess.Position) {
	g.setup = p.Setup()
	g.shown = tablesOfGoal{rights: rightSquares(g.setup.Castling)}
	g.known = [2]known{}
	for c := chess.White; c <= chess.Black; c++ {
		pawns := g.board.Pieces(c, chess.Pawn)
		g.shown.pawns[c] = pawns
		for bb := pawns; bb != 0; bb &= bb - 1 {
			sq := bb.First() & 63
			g.shown.needed[c][sq] = uint8((pawns & cones[c][sq][maxCaptures]).Count())
		}
		for i := range g.layouts[c] {
			g.layouts[c][i].valid = false
		}
	}
	if g.setup.EP.Valid() {
		c := g.setup.Turn.Other()
		home := g.setup.EP.BB().Ahead(c.Other())
		g.shown.doubleStepFrom, g.shown.doubleStepTo = home, g.setup.EP.BB().Ahead(c)
	}
}

// rightSquares returns the squares of kings and rooks that castling rights r need.
func rightSquares(r chess.Castling) (bb chess.Bitboard) {
	for i := range 4 {
		if right := chess.Castling(1) << i; r&right != 0 {
			bb |= castles[i].king.BB() | castles[i].rook.BB()
		}
	}
	return bb
}

// castles holds for every castling right, in the order of their bits, where king and
// rook stand before and after it, and the squares between them.
var castles = [4]struct {
	king, rook, kingTo, rookTo chess.Square
	empty                      chess.Bitboard // must be empty
	safe                       chess.Bitboard // must not be attacked, the king's own square aside
}{
	{chess.E1, chess.H1, chess.G1, chess.F1, squares(chess.F1, chess.G1), squares(chess.F1, chess.G1)},
	{chess.E1, chess.A1, chess.C1, chess.D1, squares(chess.B1, chess.C1, chess.D1), squares(chess.C1, chess.D1)},
	{chess.E8, chess.H8, chess.G8, chess.F8, squares(chess.F8, chess.G8), squares(chess.F8, chess.G8)},
	{chess.E8, chess.A8, chess.C8, chess.D8, squares(chess.B8, chess.C8, chess.D8), squares(chess.C8, chess.D8)},
}

func squares(sqs ...chess.Square) (bb chess.Bitboard) {
	for _, sq := range sqs {
		bb |= sq.BB()
	}
	return bb
}

// fail records why the goal is out of reach and returns false.
func (g *Goal) fail(e verdict.Evidence) bool {
	g.failure = e
	return false
}
