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

// A restart is a goal with a kernel, for tests.
type restart struct {
	class  string
	goal   chess.Setup
	kernel search.Kernel
}

var cached []*restart

// restarts returns goals of all classes with kernels, every third of the list.
func restarts(t testing.TB) []*restart {
	t.Helper()
	if cached != nil {
		return cached
	}
	for _, fen := range slices.Concat(plantest.Closing, plantest.Crowded) {
		p := testkit.Position(t, fen)
		goal := p.Setup()
		if k, ok := plantest.Kernel(t, &goal, 0); ok {
			r := &restart{class: "closing", goal: goal, kernel: k}
			cached = append(cached, r, r, r, r) // with other random numbers each
		}
	}
	for i, g := range plantest.Goals(t) {
		if i%3 != 0 && g.Class != "castling" {
			continue
		}
		r := &restart{class: g.Class, goal: g.Position.Setup()}
		k, ok := plantest.Kernel(t, &r.goal, 0)
		r.kernel = k
		if ok && g.Position != chess.InitialPosition() {
			cached = append(cached, r)
		}
	}
	return cached
}

// problem returns the problem of a restart, and its rng keyed by a seed.
func (r *restart) problem(seed uint64, revise bool) *Problem {
	start := chess.InitialPosition()
	d := new(base.RNG)
	d.Key(base.Hash(&r.goal), seed, 1)
	return &Problem{Start: &start, Goal: &r.goal, Kernel: &r.kernel, RNG: d, Options: schedule.Options{Revise: revise}}
}

// begin readies a player for a restart, and reports whether the kernel fits.
func begin(p *Player, problem *Problem) bool {
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

// onPath plays restarts to their last capture and calls look on every seventh ply, before the move. What look does to requests and rng
// is part of the game from there on.
func onPath(t *testing.T, look func(r *path)) {
	t.Helper()
	var p Player
	looked := 0
	for i, r := range restarts(t) {
		if !begin(&p, r.problem(uint64(i), i%2 == 1)) {
			continue
		}
		a := &p.path
		for ply := range 250 {
			if a.update(); a.pending == 0 {
				break
			}
			if ply%7 == i%7 {
				a.chooseMen()
				look(a)
				looked++
				if t.Failed() {
					t.Fatalf("on the way to %v, after %d plies of seed %d: %v", r.goal, ply, i, a.Pos)
				}
			}
			m := a.nextMove()
			if m == 0 {
				break
			}
			a.make(m)
			a.markDone(m, ply)
		}
	}
	if looked < 300 {
		t.Errorf("looked at %d positions only", looked)
	}
}

// onPlacing plays restarts to the last stage and calls look on every ninth ply of it.
func onPlacing(t *testing.T, look func(r *placing)) {
	t.Helper()
	var p Player
	looked := 0
	for i, r := range restarts(t) {
		if !begin(&p, r.problem(uint64(i)+100, i%2 == 1)) || !p.path.playTasks() || !p.path.playPawns() {
			continue
		}
		o := &p.placing
		o.chosen, o.arrived = 0, 0
		if !o.assign() {
			continue
		}
		o.queueMen()
		for ply := range 150 {
			if o.atGoal() {
				break
			}
			if ply%9 == i%9 {
				o.final = o.finalPawns()
				look(o)
				looked++
				if t.Failed() {
					t.Fatalf("on the way to %v, seed %d: %v", r.goal, i, o.Pos)
				}
			}
			m := o.nextMove()
			if m == 0 {
				break
			}
			o.make(m)
		}
	}
	if looked < 300 {
		t.Errorf("looked at %d positions only", looked)
	}
}

// legal wants a move of the position, or none, and returns whether there is one.
func legal(t *testing.T, what string, r *scene, m chess.Move) bool {
	t.Helper()
	if m == 0 {
		return false
	}
	if !r.Pos.IsLegal(m) {
		t.Errorf("%s: %v is not legal", what, m)
	}
	return true
}

// checks reports whether a move gives check.
func checks(r *scene, m chess.Move) bool {
	q := r.Pos.Play(m)
	return q.InCheck()
}
