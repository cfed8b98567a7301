package planner

import (
	"context"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// A target is what is planned for: the goal with its last moves taken back.
type target struct {
	setup chess.Setup
	moves []chess.Move // from the setup to the goal, in playing order
	cost  int
	quiet bool // the men are those of the goal
}

// targets lists what may be planned for, most promising first. If the side to move is not
// in check and some officer may have moved last that is the goal itself, since the
// planner has to find a last move anyway.
func (pl *Planner) targets(ctx context.Context, goal *chess.Setup, d *dice) []target {
	stage := pl.Retro
	if stage == nil {
		stage = &pl.stage
	}
	first := target{setup: *goal, quiet: true}
	chain := stage.Forced(ctx, *goal, verdict.Budget{})
	for _, u := range chain.Moves {
		if t, ok := first.back(u); ok {
			first = t
		} else {
			break
		}
	}
	var list []target
	level := []target{first}
	if acceptable(&first.setup) {
		list = append(list, first)
	}
	for depth := 0; depth < 5 && len(level) > 0 && len(list) < 24; depth++ {
		var next []target
		for i := range level {
			for _, u := range retro.Unmoves(nil, level[i].setup, retro.Options{}) {
				t, ok := level[i].back(u)
				if !ok {
					continue
				}
				t.cost += d.n(8)
				if acceptable(&t.setup) {
					list = append(list, t)
				} else {
					next = append(next, t)
				}
			}
			if len(list) > 200 {
				break
			}
		}
		slices.SortStableFunc(next, func(a, b target) int { return a.cost - b.cost })
		level = next[:min(len(next), 12)]
	}
	slices.SortStableFunc(list, func(a, b target) int { return a.cost - b.cost })
	if len(list) == 0 {
		list = append(list, first)
	}
	return list
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
	next := target{setup: before, cost: t.cost + 10, quiet: t.quiet && u.Captured() == chess.NoRole}
	switch {
	case u.Captured() != chess.NoRole:
		next.cost += 200
	case u.Promotion() != chess.NoRole:
		next.cost += 60
	case u.Role() == chess.Pawn:
		next.cost += 30
	case u.Castling() != t.setup.Castling:
		next.cost += 100
	}
	if p.InCheck() {
		next.cost += 20
	}
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
