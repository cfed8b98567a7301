package retract

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// A Target is what is planned for: the goal with its last moves taken back.
type Target struct {
	Setup chess.Setup
	Moves []chess.Move // from the setup to the goal, in playing order
	Quiet bool         // the men are those of the goal: nothing was captured in Moves
	cost  int
}

// A Finder lists what may be planned for. The zero value is ready, and for one goroutine at
// a time.
type Finder struct {
	// Forced takes back forced last moves. Nil means a stage without rules and kernels.
	Forced *retro.Stage

	stage   retro.Stage
	unmoves []retro.Unmove
}

// An unmade move is one that may be taken back next.
type unmade struct {
	from int // the node
	u    retro.Unmove
	cost int
}

// Targets lists what may be planned for, most promising first, about n. If the side to
// move is not in check and some officer may have moved last that is the goal itself, since
// the planner has to find a last move anyway.
func (f *Finder) Targets(ctx context.Context, goal *chess.Setup, d *base.RNG, n int) []Target {
	stage := f.Forced
	if stage == nil {
		stage = &f.stage
	}
	first := Target{Setup: *goal, Quiet: true}
	chain := stage.Forced(ctx, *goal, verdict.Budget{})
	if chain.Refuted {
		return nil
	}
	for _, u := range chain.Moves {
		t, ok := first.back(u)
		if !ok {
			break
		}
		first = t
	}
	var list []Target
	if acceptable(&first.Setup) {
		list = append(list, first)
		if n <= FewTargets {
			return list
		}
	}
	nodes := []Target{first}
	var queue []unmade
	for i := 0; i < len(nodes) && i < 3*n && len(list) < n; {
		t := &nodes[i]
		f.unmoves = retro.Unmoves(f.unmoves[:0], t.Setup, retro.Options{})
		for _, u := range f.unmoves {
			queue = append(queue, unmade{i, u, t.cost + costOf(u, t.Setup.Castling) + d.N(8)})
		}
		i++
		// The cheapest moves first, until one leads to a setup that has to be
		// looked at further.
		for len(queue) > 0 && i == len(nodes) && len(list) < n {
			best := 0
			for j := range queue {
				if queue[j].cost < queue[best].cost {
					best = j
				}
			}
			q := queue[best]
			queue[best] = queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			next, ok := nodes[q.from].back(q.u)
			if !ok {
				continue
			}
			next.cost = q.cost
			if acceptable(&next.Setup) {
				list = append(list, next)
			} else {
				nodes = append(nodes, next)
			}
		}
	}
	if len(list) == 0 {
		list = append(list, first)
	}
	return list
}

// How many targets to ask for: at first, and when some tens of restarts have failed.
const (
	FewTargets  = 12
	ManyTargets = 200
)

// costOf returns a price of a last move, the higher the less likely it is.
func costOf(u retro.Unmove, rights chess.Castling) int {
	cost := 10
	switch {
	case u.Captured() != chess.NoRole:
		cost += 50
	case u.Promotion() != chess.NoRole:
		cost += 30
	case u.Role() == chess.Pawn:
		cost += 20
	}
	if u.Castling() != rights {
		cost += 40
	}
	return cost
}

// back returns the target before one more move.
func (t *Target) back(u retro.Unmove) (Target, bool) {
	before := retro.Undo(t.Setup, u)
	p, err := before.Position()
	if err != nil {
		return Target{}, false
	}
	m, err := p.ParseUCI(u.String())
	if err != nil {
		return Target{}, false
	}
	after := p.Play(m)
	if after.Setup() != t.Setup {
		return Target{}, false
	}
	next := Target{Setup: before, cost: t.cost, Quiet: t.Quiet && u.Captured() == chess.NoRole}
	next.Moves = append(append(make([]chess.Move, 0, len(t.Moves)+1), m), t.Moves...)
	return next, true
}

// acceptable reports whether a setup can be planned for as it is: the side to move is not
// in check, and an officer or king may have moved last.
func acceptable(s *chess.Setup) bool {
	p, err := s.Position()
	if err != nil || p.InCheck() || s.EP != chess.NoSquare {
		return false
	}
	if *s == chess.InitialSetup() {
		return true
	}
	for _, u := range retro.Unmoves(nil, *s, retro.Options{}) {
		if u.Irreversible() || u.Castles() || u.Castling() != s.Castling {
			continue
		}
		before := retro.Undo(*s, u)
		if q, err := before.Position(); err == nil && !q.InCheck() {
			return true
		}
	}
	return false
}
