package retract

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/retro"
)

// A Line is a setup some moves before a goal.
type Line struct {
	Setup chess.Setup
	// Moves lead from the setup to the goal, replayed.
	Moves []chess.Move
	// Shut is what is left of the measure of men shut in: 0 if no man is.
	Shut int
	// Left is Shut; after [Retractor.Unravel] plus the captures that pawns need to get back to their files, and the entanglement, weighted.
	// It is 0 after [Retractor.Open].
	Left int
	// Nodes is the number of setups expanded.
	Nodes int
	// Measured is the number of setups that were measured, States that of the states that kernels and Shut have spent. Both are 0 after
	// [Retractor.Open].
	Measured int
	States   int64
}

// A node is a setup before the goal.
type node struct {
	setup     chess.Setup
	from      int32 // the node after it in the game, -1 for the goal
	by        retro.Unmove
	cost      int32 // of the moves taken back
	shut      int32 // measure by which nodes are compared, or prunedMeasure
	captures  int32 // captures that pawns need to get back to their files, by Unravel
	untilFree int32 // the part of shut that is 0 if the setup is loose, by search
	forced    bool  // the kernels have to be asked: a capture or pawn move was taken back
	visited   bool  // search has looked at it; expanded, unless it was refuted then
	confirmed bool  // the kernels with the full budget did not refute it
}

// A Retractor takes moves back from goals. The zero value is ready. It keeps its memory from one
// goal to the next and is for one goroutine at a time.
type Retractor struct {
	// Shut, if not nil, reports whether men of a setup can never have come in, and what that cost in states of the kernels:
	// Disentangle asks it of setups before pawn moves and captures.
	Shut func(s *chess.Setup) (refuted bool, states int64)

	rng     base.RNG
	kernels retro.Kernels
	nodes   []node
	beam    []int32
	ranked  []ranked
	seen    map[chess.Setup]struct{}
	asked   map[skeleton]bool // the skeletons that the kernels were asked about, and whether they refuted them
	list    []retro.Unmove
	sources []source
	crowds  bool // men with few free squares count in shut
	disentangling
	steps  int                            // quiet moves that Tight may still take back
	chains [quietDepth + 1][]retro.Unmove // unmoves of Tight, by the number of moves still to be taken back
}

// A skeleton is the part of a setup that the kernels mainly look at: its pawns, and the number of officers of each kind.
type skeleton struct {
	pawns [2]chess.Bitboard
	men   [2][base.Kinds]int8
}

func skeletonOf(s *chess.Setup) (z skeleton) {
	for c := chess.White; c <= chess.Black; c++ {
		z.pawns[c] = s.Board.Pieces(c, chess.Pawn)
		for k := range base.Kinds {
			z.men[c][k] = int8(k.Of(&s.Board, c).Count())
		}
	}
	return z
}

// A ranked is a node with the key by which nodes are sorted, the least first.
type ranked struct{ key, node int32 }

// begin makes the goal the only node.
func (x *Retractor) begin(goal *chess.Setup, u Opening) {
	x.rng.Key(base.Hash(goal), u.Seed, 1<<40)
	if x.seen == nil {
		x.seen, x.asked = map[chess.Setup]struct{}{}, map[skeleton]bool{}
	}
	clear(x.seen)
	clear(x.asked)
	x.states = 0
	x.chooseSources(goal, u.Sources)
	x.crowds = u.Crowds
	x.seen[*goal] = struct{}{}
	x.nodes = append(x.nodes[:0], node{setup: *goal, from: -1, shut: x.shut(goal)})
	x.beam = append(x.beam[:0], 0)
}

// measuresLess reports whether node i measures less than node best, or best is -1.
func (x *Retractor) measuresLess(i, best int32) bool {
	return best < 0 || x.nodes[i].shut < x.nodes[best].shut
}

// refuted reports whether the kernels refute a setup within kernelSteps states.
func (x *Retractor) refuted(s *chess.Setup) bool {
	if x.kernels == nil {
		return false
	}
	refuted, spent := x.kernels.Refutes(*s, kernelSteps)
	x.states += spent
	return refuted
}

// kernelSteps is the number of states that the kernels may spend on a setup.
const kernelSteps = 1 << 14

// line returns the setup of a node with the moves to the goal. It replays them, and returns false if one is not legal or leads elsewhere.
func (x *Retractor) line(i int32) (Line, bool) {
	res := Line{Setup: x.nodes[i].setup, Shut: int(x.nodes[i].shut)}
	p, err := res.Setup.Position()
	if err != nil {
		return res, false
	}
	for ; i > 0; i = x.nodes[i].from {
		n := &x.nodes[i]
		m, err := p.ParseUCI(n.by.String())
		if err != nil {
			return res, false
		}
		res.Moves = append(res.Moves, m)
		if p = p.Play(m); p.Setup() != x.nodes[n.from].setup {
			return res, false
		}
	}
	return res, true
}
