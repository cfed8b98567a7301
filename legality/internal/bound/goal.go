package bound

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/assign"
	"chesscensus/legality/verdict"
)

// Infinite is the bound of a position from which the goal cannot be reached.
const Infinite = 1<<16 - 1

// A Goal is a position to be reached, with the tables that give lower bounds on the moves to it from other
// positions. Make it with [NewGoal]. It takes about 240 KB; [Goal.Reset] reuses it for another position.
//
// A Goal keeps a layout for each set of blocked squares, the latest one of each slot of a small hash table. After
// NewGoal nothing is allocated, except that the [Tables] are made when first used. A Goal is for one goroutine at a
// time. Results do not depend on earlier calls.
type Goal struct {
	setup chess.Setup
	board *chess.Board // of setup
	facts goalFacts

	tables     *Tables
	sides      [2]side // of the current position
	current    chess.Setup
	tooManyMen bool // more than 16 men on a side: only counts are compared

	// blocked holds the blocked squares found so far, byReason the same ones by reason.
	blocked  chess.Bitboard
	byReason [blockReasons]chess.Bitboard
	// failure shows why the goal cannot be reached from the current position, if so.
	failure verdict.Evidence

	latestMoves [2]int // of the latest bound
	cached      [2]cachedMoves
	layouts     [2][layoutSlots]layout
	problem     assign.Problem
}

// A cachedMoves is the latest result of [Goal.leastCost] for a color and its key: all that the result depends on
// besides the goal. It is of a position without required captures and excluded pawns.
type cachedMoves struct {
	men      [chess.King + 1]chess.Bitboard // by role
	free     chess.Bitboard
	captures int
	castling chess.Castling
	moves    int
}

// hasKeyOf reports whether the keys are equal, so that the result of c is that for key.
func (c *cachedMoves) hasKeyOf(key *cachedMoves) bool {
	return c.men == key.men && c.free == key.free && c.captures == key.captures && c.castling == key.castling
}

// goalFacts are tables that depend on the goal alone.
type goalFacts struct {
	pawns  [2]chess.Bitboard
	needed [2][64]uint8   // for the square of a goal pawn: the number of goal pawns of its color within its cone
	rights chess.Bitboard // squares of kings and rooks that have castling rights
	// The squares of the pawn that the goal allows to capture en passant, after and before
	// its double step; both are empty if the goal has no en passant square.
	doubleStepTo, doubleStepFrom chess.Bitboard
}

// NewGoal returns a goal. The tables may be shared with other goals of the same
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

// Setup returns the setup of the goal.
func (g *Goal) Setup() chess.Setup { return g.setup }

// Reset makes g a goal for the position p. It costs well below a microsecond.
func (g *Goal) Reset(p chess.Position) {
	g.setup = p.Setup()
	g.facts = goalFacts{rights: g.setup.Castling.Squares()}
	g.cached = [2]cachedMoves{}
	for c := chess.White; c <= chess.Black; c++ {
		pawns := g.board.Pieces(c, chess.Pawn)
		g.facts.pawns[c] = pawns
		for bb := pawns; bb != 0; bb &= bb - 1 {
			sq := bb.First() & 63 // the mask saves a bounds check
			g.facts.needed[c][sq] = uint8((pawns & cones[c][sq][maxCaptures]).Count())
		}
		for i := range g.layouts[c] {
			g.layouts[c][i].valid = false
		}
	}
	if g.setup.EP.Valid() {
		c := g.setup.Turn.Other()
		g.facts.doubleStepFrom = g.setup.EP.BB().Ahead(c.Other())
		g.facts.doubleStepTo = g.setup.EP.BB().Ahead(c)
	}
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

// squares returns the set of the squares.
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
