package play

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
	"chesscensus/legality/proofkernel/search"
)

// A Problem is one restart: a kernel from Start to Goal, and the random numbers that decide what is open.
type Problem struct {
	Start   *chess.Position
	Goal    *chess.Setup
	Kernel  *search.Kernel
	RNG     *base.RNG
	Options schedule.Options
}

// A Budget counts planned plies, of 2 us each or so, and the restarts whose kernel does not fit the target, or shuts in a square of
// it. It is shared by the restarts of a goal.
type Budget struct {
	Limit, Spent int64
	Misfits      int
}

// Over reports whether the budget is spent.
func (b *Budget) Over() bool { return b.Spent >= b.Limit }

// An Outcome is how far a restart came.
type Outcome struct {
	PathPlies int   // moves up to the last capture, or -1 if there were captures left
	Reached   bool  // the goal
	Misfit    error // why the kernel does not fit, if it does not
}

// Left is what is left of a restart that failed.
type Left struct {
	Position  chess.Position // where its line ends
	Misplaced chess.Bitboard // squares that differ from the goal
	Steps     []int          // of the extended kernel, not done
}

// tries is how often the pawns are tried after a path, and the officers after the pawns.
const tries = 3

// A Player makes restarts. The zero value is ready. It keeps its memory from one to the next and
// is for one goroutine at a time.
type Player struct {
	scene                 scene
	path                  path
	placing               placing
	afterPath, afterPawns snapshot
}

// Try makes one restart. It is not interrupted for the budget before the path is found or given
// up, so that the budget may be exceeded by some 1000 plies.
func (p *Player) Try(ctx context.Context, problem *Problem, budget *Budget) Outcome {
	s := &p.scene
	p.path.scene, p.placing.scene, p.placing.path = s, s, &p.path
	s.budget = budget
	s.begin(problem)
	err := s.plan.Make(&schedule.Problem{
		Roster: s.Roster, Board: s.Board, Goal: &s.goal, FrozenMen: s.fixed.immobile, Options: problem.Options, RNG: s.rng,
	}, problem.Kernel)
	p.path.agenda.begin()
	if err != nil {
		budget.Misfits++
		return Outcome{PathPlies: -1, Misfit: err}
	}
	s.keep = s.plan.ProtectedMen
	p.path.begin()
	if !p.path.lastCapture() {
		return Outcome{PathPlies: -1}
	}
	plies := len(s.Line)
	return Outcome{PathPlies: plies, Reached: p.finish(ctx)}
}

// finish goes on from the end of the path to the goal.
func (p *Player) finish(ctx context.Context) bool {
	s := &p.scene
	s.save(&p.afterPath)
	for range tries {
		if p.path.pawns() {
			s.save(&p.afterPawns)
			for range tries {
				if p.placing.officers() {
					return true
				}
				if s.budget.Over() || ctx.Err() != nil {
					return false
				}
				s.restore(&p.afterPawns)
			}
		}
		if s.budget.Over() || ctx.Err() != nil {
			return false
		}
		s.restore(&p.afterPath)
	}
	return false
}

// Line returns the moves of the last restart, valid until the next one.
func (p *Player) Line() []chess.Move { return p.scene.Line }

// Missing says how far the last restart was from its goal: squares that differ, and a hundred
// for each task not done.
func (p *Player) Missing() int {
	p.path.scan()
	return 100*p.path.left + p.misplaced().Count()
}

// misplaced returns the squares that differ from the goal.
func (p *Player) misplaced() (set chess.Bitboard) {
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Pawn; role <= chess.King; role++ {
			set |= p.scene.Board.Pieces(c, role) ^ p.scene.goal.Board.Pieces(c, role)
		}
	}
	return set
}

// Left returns what is left of the last restart, if it failed.
func (p *Player) Left() Left {
	left := Left{Position: p.scene.Pos, Misplaced: p.misplaced()}
	for i := range p.path.jobs {
		if j := &p.path.jobs[i]; !j.done && j.Step >= 0 {
			left.Steps = append(left.Steps, int(j.Step))
		}
	}
	return left
}
