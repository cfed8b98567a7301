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
	// Shut is what is left of the measure of men shut in: 0 if none is.
	Shut int
	// Left is the same as Shut but with [Retractor.Unravel], where it counts also captures that pawns need to get back to their files, and how men are entangled.
	Left int
	// Nodes is the number of setups expanded.
	Nodes int
	// Measured is the number of setups that were measured, States what the kernels have spent, both of [Retractor.Disentangle] only.
	Measured int
	States   int64
}

// A node is a setup before the goal.
type node struct {
	setup     chess.Setup
	from      int32 // the node after it in the game, -1 for the goal
	by        retro.Unmove
	cost      int32 // of the moves taken back
	shut      int32 // measure of men shut in
	captures  int32 // of pawns that are left, where men are unraveled
	untilFree int32 // what of it is left until the setup is loose, by Disentangle
	forced    bool  // the kernels have to be asked
	expanded  bool  // expanded, by Disentangle
	confirmed bool  // the kernels were asked at length and do not refute it
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
	asked   map[skeleton]bool // what the kernels have refuted, of what they were asked
	list    []retro.Unmove
	sources []source
	crowds  bool
	disentangling
	steps  int                            // left of a look at quiet moves
	chains [quietDepth + 1][]retro.Unmove // by moves still to be taken back
}

// A skeleton is what the kernels mainly look at: pawns, and how many officers of a kind there
// are.
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

// ranked is a node with its key, the least first.
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

// refuted asks the kernels.
func (x *Retractor) refuted(s *chess.Setup) bool {
	if x.kernels == nil {
		return false
	}
	refuted, spent := x.kernels.Refutes(*s, kernelSteps)
	x.states += spent
	return refuted
}

// kernelSteps is what the kernels may spend on a setup.
const kernelSteps = 1 << 14

// line returns the moves from a node to the goal.
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
