package play

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/proofgame/internal/schedule"
	"chesscensus/legality/proofkernel/search"
)

// A goalCase is a goal with a kernel.
type goalCase struct {
	class  string
	goal   chess.Setup
	kernel search.Kernel
}

var cachedCases []*goalCase

// goalCases returns goals of all classes with kernels, every third of the list.
func goalCases(t testing.TB) []*goalCase {
	t.Helper()
	if cachedCases != nil {
		return cachedCases
	}
	for _, fen := range slices.Concat(plantest.Closing, plantest.Crowded) {
		p := testkit.Position(t, fen)
		goal := p.Setup()
		if kernel, ok := plantest.Kernel(t, &goal, 0); ok {
			gc := &goalCase{class: "closing", goal: goal, kernel: kernel}
			cachedCases = append(cachedCases, gc, gc, gc, gc) // with other random numbers each
		}
	}
	for i, g := range plantest.Goals(t) {
		if i%3 != 0 && g.Class != "castling" {
			continue
		}
		gc := &goalCase{class: g.Class, goal: g.Position.Setup()}
		kernel, ok := plantest.Kernel(t, &gc.goal, 0)
		gc.kernel = kernel
		if ok && g.Position != chess.InitialPosition() {
			cachedCases = append(cachedCases, gc)
		}
	}
	return cachedCases
}

// problem returns the problem of a case, with its RNG keyed by a seed.
func (gc *goalCase) problem(seed uint64, revise bool) *Problem {
	start := chess.InitialPosition()
	rng := new(base.RNG)
	rng.Key(base.Hash(&gc.goal), seed, 1)
	return &Problem{Start: &start, Goal: &gc.goal, Kernel: &gc.kernel, RNG: rng, Options: schedule.Options{Revise: revise}}
}

// prepare prepares a player for a restart, and reports whether the kernel fits.
func prepare(p *Player, problem *Problem) bool {
	s := &p.scene
	p.path.scene, p.placing.scene, p.placing.path = s, s, &p.path
	s.budget = &Budget{Limit: 1 << 40}
	s.begin(problem)
	err := s.plan.Make(&schedule.Problem{
		Roster: s.Roster, Board: s.Board, Goal: &s.goal, FrozenMen: s.fixed.immobile, Options: problem.Options, RNG: s.rng,
	}, problem.Kernel)
	p.path.agenda.setTasks()
	if err != nil {
		return false
	}
	s.protected = s.plan.ProtectedMen
	p.path.begin()
	p.path.update()
	return true
}

// duringPath plays all cases to their last captures and calls check on every seventh ply, before the move. Changes that check makes to
// requests and RNG affect the rest of the game.
func duringPath(t *testing.T, check func(gc *path)) {
	t.Helper()
	var p Player
	checked := 0
	for i, gc := range goalCases(t) {
		if !prepare(&p, gc.problem(uint64(i), i%2 == 1)) {
			continue
		}
		path := &p.path
		for ply := range 250 {
			if path.update(); path.pending == 0 {
				break
			}
			if ply%7 == i%7 {
				path.chooseMen()
				check(path)
				checked++
				if t.Failed() {
					t.Fatalf("on the way to %v, after %d plies of seed %d: %v", gc.goal, ply, i, path.Pos)
				}
			}
			m := path.nextMove()
			if m == 0 {
				break
			}
			path.make(m)
			path.markDone(m, ply)
		}
	}
	if checked < 300 {
		t.Errorf("looked at %d positions only", checked)
	}
}

// duringPlacing plays all cases to the last stage and calls check on every ninth ply of it.
func duringPlacing(t *testing.T, check func(gc *placing)) {
	t.Helper()
	var p Player
	checked := 0
	for i, gc := range goalCases(t) {
		if !prepare(&p, gc.problem(uint64(i)+100, i%2 == 1)) || !p.path.playTasks() || !p.path.playPawns() {
			continue
		}
		placing := &p.placing
		placing.chosen, placing.arrived = 0, 0
		if !placing.assign() {
			continue
		}
		placing.queueMen()
		for ply := range 150 {
			if placing.atGoal() {
				break
			}
			if ply%9 == i%9 {
				placing.final = placing.finalPawns()
				check(placing)
				checked++
				if t.Failed() {
					t.Fatalf("on the way to %v, seed %d: %v", gc.goal, i, placing.Pos)
				}
			}
			m := placing.nextMove()
			if m == 0 {
				break
			}
			placing.make(m)
		}
	}
	if checked < 300 {
		t.Errorf("looked at %d positions only", checked)
	}
}

// isLegalMove reports whether m is a move, and fails the test if it is not legal.
func isLegalMove(t *testing.T, what string, s *scene, m chess.Move) bool {
	t.Helper()
	if m == 0 {
		return false
	}
	if !s.Pos.IsLegal(m) {
		t.Errorf("%s: %v is not legal", what, m)
	}
	return true
}

// givesCheck reports whether a move gives check.
func givesCheck(s *scene, m chess.Move) bool {
	next := s.Pos.Play(m)
	return next.InCheck()
}
