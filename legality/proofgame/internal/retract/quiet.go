package retract

import (
	"container/heap"
	"context"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

// Quieting is for goals in which some side runs out of quiet moves to take back. A king and
// rook with the right to castle may not move, so that a side with pawns besides has no
// waiting move; a bishop in the corner gives check along a line on which nothing can have
// stood but a man that was taken there. The planner plans quiet moves last and fails. So
// moves of all kinds are taken back, captures first, until both sides can go on taking
// back quiet ones and sides with rights have men for waiting moves. That setup is planned for.

// Limits of the search.
const (
	quietDepth = 6    // quiet moves that it must be possible to take back
	quietNodes = 3000 // setups looked at
	quietSteps = 4000 // quiet moves taken back in one look
	// Men besides pawns, king and rooks with rights that a side with rights should have.
	wantedWaiting = 2
)

// Weights of the search: what it costs to take a move back.
const (
	quietCost         = 4
	quietPawn         = 2
	quietCapture      = 6 // besides
	quietOfficerTakes = 2 // in all, if officers take officers
	quietPromote      = 10
	quietCastle       = 20
	quietRights       = 40
	quietNoise        = 12
)

// Tight reports whether a side runs out of quiet moves to take back from a setup, or is in
// check: what [Retractor.Quiet] is for. At most 4000 moves are taken back to find out.
func (x *Retractor) Tight(s *chess.Setup) bool { return !x.quiet(s) }

// Quiet takes moves of all kinds back from a goal until both sides have quiet ones to take
// back: another way for each seed. The second result is false if the goal is not a position,
// or if there is nothing like it near. Kernels may be nil. The result depends on the goal,
// the seed and the answers of the kernels alone.
func (x *Retractor) Quiet(ctx context.Context, goal chess.Setup, seed uint64, kernels retro.Kernels) (Line, bool) {
	if _, err := goal.Position(); err != nil {
		return Line{}, false
	}
	x.kernels = kernels
	x.begin(&goal, Opening{Seed: seed})
	x.ranked = append(x.ranked[:0], ranked{})
	found := int32(-1)
	q := (*cheapest)(&x.ranked)
	expanded := 0
	for len(*q) > 0 && expanded < quietNodes && ctx.Err() == nil {
		i := heap.Pop(q).(ranked).node
		many := waitingMen(&x.nodes[i].setup) >= wantedWaiting
		if (many || found < 0) && x.quiet(&x.nodes[i].setup) && !x.refuted(&x.nodes[i].setup) {
			if found = i; many {
				break
			}
		}
		expanded++
		x.list = retro.Unmoves(x.list[:0], x.nodes[i].setup, retro.Options{})
		for _, u := range x.list {
			n := &x.nodes[i]
			before := retro.Undo(n.setup, u)
			if _, old := x.seen[before]; old {
				continue
			}
			x.seen[before] = struct{}{}
			cost := n.cost + quietPrice(u, n.setup.Castling) + int32(x.rng.N(quietNoise))
			x.nodes = append(x.nodes, node{setup: before, from: i, by: u, cost: cost})
			heap.Push(q, ranked{cost, int32(len(x.nodes) - 1)})
		}
	}
	if found < 0 {
		return Line{Nodes: expanded}, false
	}
	res, ok := x.line(found)
	res.Nodes = expanded
	return res, ok
}

// quietPrice returns what it costs to take a move back.
func quietPrice(u retro.Unmove, rights chess.Castling) int32 {
	cost := int32(quietCost)
	switch {
	case u.Role() != chess.Pawn && u.Captured() > chess.Pawn:
		cost = quietOfficerTakes
	case u.Captured() != chess.NoRole:
		cost += quietCapture
	}
	if u.Role() == chess.Pawn {
		cost += quietPawn
	}
	if u.Promotion() != chess.NoRole {
		cost += quietPromote
	}
	if u.Castles() {
		cost += quietCastle
	}
	if u.Castling() != rights {
		cost += quietRights
	}
	return cost
}

// quiet reports whether quiet moves without checks can be taken back, quietDepth of them, as
// far as quietSteps tell.
func (x *Retractor) quiet(s *chess.Setup) bool {
	if *s == chess.InitialSetup() {
		return true
	}
	p, err := s.Position()
	if err != nil || p.InCheck() || s.EP != chess.NoSquare {
		return false
	}
	x.steps = quietSteps
	return x.canTakeBack(s, quietDepth)
}

// canTakeBack reports whether depth quiet moves can be taken back, or the steps are spent.
func (x *Retractor) canTakeBack(s *chess.Setup, depth int) bool {
	if depth == 0 {
		return true
	}
	list := retro.Unmoves(x.chains[depth][:0], *s, retro.Options{})
	x.chains[depth] = list
	for _, u := range list {
		if u.Irreversible() || u.Castles() || u.Castling() != s.Castling {
			continue
		}
		if x.steps--; x.steps < 0 {
			return true
		}
		before := retro.Undo(*s, u)
		if p, err := before.Position(); err == nil && !p.InCheck() && x.canTakeBack(&before, depth-1) {
			return true
		}
	}
	return false
}

// waitingMen returns how many men besides pawns, and kings and rooks with a right to castle, a side
// with rights has: the smaller number of two such sides, 16 if there is none.
func waitingMen(s *chess.Setup) int {
	n := 16
	for c := chess.White; c <= chess.Black; c++ {
		if s.Castling.Of(c) != 0 {
			men := s.Board.Colored(c) &^ s.Board.Pieces(c, chess.Pawn)
			n = min(n, men.Count()-1-s.Castling.Of(c).Count())
		}
	}
	return n
}

// cheapest is a heap of nodes, the one with the least key first.
type cheapest []ranked

func (q cheapest) Len() int           { return len(q) }
func (q cheapest) Less(i, j int) bool { return q[i].key < q[j].key }
func (q cheapest) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *cheapest) Push(x any)        { *q = append(*q, x.(ranked)) }

func (q *cheapest) Pop() any {
	n := len(*q) - 1
	x := (*q)[n]
	*q = (*q)[:n]
	return x
}
