package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/retro"
)

// A Line is a setup some moves before a goal, with the moves between.
type Line struct {
	Setup chess.Setup
	// Moves lead from the setup to the goal. They have been replayed.
	Moves []chess.Move
	// ShutMeasure is the remaining measure of men shut in: 0 if no man is.
	ShutMeasure int
	// Remaining is ShutMeasure; after [Retractor.Unravel] plus weighted terms for the captures that pawns need to get back to their
	// files, and for the entanglement. It is 0 after [Retractor.Open].
	Remaining int
	// Nodes is the number of setups expanded.
	Nodes int
	// Measured is the number of setups that were measured. States is the number of states that kernels and RefuteSetup have spent. Both
	// are 0 after [Retractor.Open].
	Measured int
	States   int64
}

// A node is a setup before the goal.
type node struct {
	setup        chess.Setup
	next         int32        // index of the node after it in the game, -1 for the goal
	unmove       retro.Unmove // leads from the next node to this one
	cost         int32        // of the moves taken back
	measure      int32        // compares nodes, the least is best; or prunedMeasure
	pawnCaptures int32        // captures that pawns need to get back to their files, weighted; set by Unravel
	untilFree    int32        // part of the measure that is 0 if the setup is loose; set by search
	mustCheck    bool         // a capture or pawn move was taken back, so that the kernels have to be asked
	visited      bool         // search has taken it from the heap; it is expanded, unless it was refuted then
	confirmed    bool         // the kernels with the full budget do not refute it
}

// A Retractor takes moves back from goals. The zero value is ready. It reuses its memory and is for one goroutine at a time.
type Retractor struct {
	// RefuteSetup, if not nil, reports whether men of a setup can never have come in, and the cost in states of the kernels.
	// Disentangle calls it for setups before pawn moves and captures.
	RefuteSetup func(s *chess.Setup) (refuted bool, states int64)

	rng           base.RNG
	kernels       retro.Kernels
	nodes         []node
	beam          []int32
	ranked        []ranked
	seen          map[chess.Setup]struct{}
	kernelAnswers map[skeleton]bool // whether the kernels refute a skeleton, for those asked about
	unmoves       []retro.Unmove
	sources       []promotionSource
	countCrowds   bool // men with few free squares count in the measure
	disentangling
	quietStepsLeft int                            // quiet moves that IsTight may still take back
	unmoveBuffers  [quietDepth + 1][]retro.Unmove // unmoves of IsTight, by the number of moves still to be taken back
}

// A skeleton is the part of a setup that decides the answer of the kernels: its pawns, and the number of officers of each kind.
type skeleton struct {
	pawns [2]chess.Bitboard
	men   [2][base.Kinds]int8
}

// skeletonOf returns the skeleton of a setup.
func skeletonOf(s *chess.Setup) (sk skeleton) {
	for c := chess.White; c <= chess.Black; c++ {
		sk.pawns[c] = s.Board.Pieces(c, chess.Pawn)
		for k := range base.Kinds {
			sk.men[c][k] = int8(k.Of(&s.Board, c).Count())
		}
	}
	return sk
}

// A ranked is a node with its sort key, the least first.
type ranked struct{ key, node int32 }

// reset makes the goal the only node.
func (x *Retractor) reset(goal *chess.Setup, opening Opening) {
	x.rng.Key(base.Hash(goal), opening.Seed, 1<<40)
	if x.seen == nil {
		x.seen, x.kernelAnswers = map[chess.Setup]struct{}{}, map[skeleton]bool{}
	}
	clear(x.seen)
	clear(x.kernelAnswers)
	x.states = 0
	x.chooseSources(goal, opening.SourcePercent)
	x.countCrowds = opening.Crowds
	x.seen[*goal] = struct{}{}
	x.nodes = append(x.nodes[:0], node{setup: *goal, next: -1, measure: x.shutMeasure(goal, true)})
	x.beam = append(x.beam[:0], 0)
}

// measuresLess reports whether node i has a smaller measure than node best, or best is -1.
func (x *Retractor) measuresLess(i, best int32) bool {
	return best < 0 || x.nodes[i].measure < x.nodes[best].measure
}

// kernelsRefute reports whether the kernels refute a setup within kernelSteps states.
func (x *Retractor) kernelsRefute(s *chess.Setup) bool {
	if x.kernels == nil {
		return false
	}
	refuted, spent := x.kernels.Refutes(*s, kernelSteps)
	x.states += spent
	return refuted
}

// kernelSteps is the number of states that the kernels may spend on a setup.
const kernelSteps = 1 << 14

// line returns the setup of node i with the moves to the goal. It replays them, and returns false if one is not legal or leads
// elsewhere.
func (x *Retractor) line(i int32) (Line, bool) {
	line := Line{Setup: x.nodes[i].setup, ShutMeasure: int(x.nodes[i].measure)}
	p, err := line.Setup.Position()
	if err != nil {
		return line, false
	}
	for ; i > 0; i = x.nodes[i].next {
		n := &x.nodes[i]
		m, err := p.ParseUCI(n.unmove.String())
		if err != nil {
			return line, false
		}
		line.Moves = append(line.Moves, m)
		if p = p.Play(m); p.Setup() != x.nodes[n.next].setup {
			return line, false
		}
	}
	return line, true
}
