package planner

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/kernel/search"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// A target is what is planned for: the goal with its last moves taken back.
type target struct {
	setup chess.Setup
	moves []chess.Move // from the setup to the goal, in playing order
	cost  int
	quiet bool // the men are those of the goal

	// What the source of kernels remembers: see kernels.
	kernel *search.Kernel
	number int // of the next kernel
	tries  int // restarts with this one
	dead   bool
}

// An unmade move is one that may be taken back next.
type unmade struct {
	from int // the node
	u    retro.Unmove
	cost int
}

// targets lists what may be planned for, most promising first, about n. If the side to
// move is not in check and some officer may have moved last that is the goal itself, since
// the planner has to find a last move anyway.
func (pl *Planner) targets(ctx context.Context, goal *chess.Setup, d *dice, n int) []target {
	stage := pl.Retro
	if stage == nil {
		stage = &pl.stage
	}
	first := target{setup: *goal, quiet: true}
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
	var list []target
	if acceptable(&first.setup) {
		list = append(list, first)
		if n <= fewTargets {
			return list
		}
	}
	nodes := []target{first}
	var queue []unmade
	for i := 0; i < len(nodes) && i < 3*n && len(list) < n; {
		t := &nodes[i]
		pl.unmoves = retro.Unmoves(pl.unmoves[:0], t.setup, retro.Options{})
		for _, u := range pl.unmoves {
			queue = append(queue, unmade{i, u, t.cost + costOf(u, t.setup.Castling) + d.n(8)})
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
			if acceptable(&next.setup) {
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

const (
	fewTargets  = 12
	manyTargets = 200
)

// costOf says how unwelcome a last move is.
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
func (t *target) back(u retro.Unmove) (target, bool) {
	before := retro.Undo(t.setup, u)
	p, err := before.Position()
	if err != nil {
		return target{}, false
	}
	m, err := p.ParseUCI(u.String())
	if err != nil {
		return target{}, false
	}
	after := p.Play(m)
	if after.Setup() != t.setup {
		return target{}, false
	}
	next := target{setup: before, cost: t.cost, quiet: t.quiet && u.Captured() == chess.NoRole}
	next.moves = append(append(make([]chess.Move, 0, len(t.moves)+1), m), t.moves...)
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
