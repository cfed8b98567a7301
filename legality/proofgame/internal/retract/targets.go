package retract

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// A Target is a setup that restarts plan for: the goal with its last moves taken back.
type Target struct {
	Setup chess.Setup
	Moves []chess.Move // from the setup to the goal, in playing order
	Quiet bool         // no man was captured in Moves
	cost  int
}

// A Finder finds targets. The zero value is ready, and for one goroutine at a time.
type Finder struct {
	// Forced takes back forced last moves. Nil means a stage without rules and kernels.
	Forced *retro.Stage

	stage   retro.Stage
	unmoves []retro.Unmove
}

// A candidate is a move that may be taken back next.
type candidate struct {
	node   int // index of the node
	unmove retro.Unmove
	cost   int
}

// Targets returns about n targets, most promising first. If the side to move is not in check and some officer may have moved last, the
// first is the goal after the forced moves, since the planner has to find a last move anyway. It returns nil if every last move is
// refuted.
func (f *Finder) Targets(ctx context.Context, goal *chess.Setup, rng *base.RNG, n int) []Target {
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
		target, ok := first.takeBack(u)
		if !ok {
			break
		}
		first = target
	}
	var list []Target
	if isPlannable(&first.Setup) {
		list = append(list, first)
		if n <= FewTargets {
			return list
		}
	}
	if list = f.appendEarlier(list, first, rng, n); len(list) == 0 {
		list = append(list, first)
	}
	return list
}

// appendEarlier appends plannable targets some moves before first to the list, the cheapest moves first, until there are n or it has looked
// at 3*n setups that are not plannable.
func (f *Finder) appendEarlier(list []Target, first Target, rng *base.RNG, n int) []Target {
	nodes := []Target{first}
	var queue []candidate
	for i := 0; i < len(nodes) && i < 3*n && len(list) < n; {
		target := &nodes[i]
		f.unmoves = retro.Unmoves(f.unmoves[:0], target.Setup, retro.Options{})
		for _, u := range f.unmoves {
			queue = append(queue, candidate{i, u, target.cost + lastMoveCost(u, target.Setup.Castling) + rng.N(8)})
		}
		i++
		// Until a move leads to a setup that has to be looked at further.
		for len(queue) > 0 && i == len(nodes) && len(list) < n {
			cheapest := popCheapest(&queue)
			next, ok := nodes[cheapest.node].takeBack(cheapest.unmove)
			if !ok {
				continue
			}
			next.cost = cheapest.cost
			if isPlannable(&next.Setup) {
				list = append(list, next)
			} else {
				nodes = append(nodes, next)
			}
		}
	}
	return list
}

// popCheapest removes the first of the cheapest candidates from the queue, which must not be empty, and returns it.
func popCheapest(queue *[]candidate) candidate {
	q := *queue
	best := 0
	for i := range q {
		if q[i].cost < q[best].cost {
			best = i
		}
	}
	cheapest := q[best]
	q[best] = q[len(q)-1]
	*queue = q[:len(q)-1]
	return cheapest
}

// Numbers of targets to ask for: at first, and after some tens of failed restarts.
const (
	FewTargets  = 12
	ManyTargets = 200
)

// lastMoveCost returns the cost of a last move, the higher the less likely it is.
func lastMoveCost(u retro.Unmove, rights chess.Castling) int {
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

// takeBack returns the target before one more move, and whether that move is legal and leads to t.
func (t *Target) takeBack(u retro.Unmove) (Target, bool) {
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

// isPlannable reports whether a setup can be planned for as it is: the side to move is not in check, and an officer or king may have
// moved last.
func isPlannable(s *chess.Setup) bool {
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
