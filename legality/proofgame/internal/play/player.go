package play

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
	"chesscensus/legality/proofkernel/search"
)

// A Problem describes one restart: a kernel from Start to Goal, and the random numbers for the choices that the kernel leaves open.
type Problem struct {
	Start   *chess.Position
	Goal    *chess.Setup
	Kernel  *search.Kernel
	RNG     *base.RNG
	Options schedule.Options
}

// A Budget counts planned plies, which take some 2 us each, and restarts whose kernel does not fit the target or shuts in a square of
// it. All restarts for a goal share it.
type Budget struct {
	Limit, Spent int64
	Misfits      int
}

// Over reports whether the budget is spent.
func (b *Budget) Over() bool { return b.Spent >= b.Limit }

// An Outcome says how far a restart came.
type Outcome struct {
	PathPlies int   // moves up to the last capture, or -1 if not all captures were made
	Reached   bool  // the line ends in the goal
	Misfit    error // why the kernel does not fit, or nil
}

// A Left describes where a failed restart ended.
type Left struct {
	Position  chess.Position // the end of its line
	Misplaced chess.Bitboard // squares that differ from the goal
	Steps     []int          // indices of steps of the extended kernel that are not done
}

// retries is the number of tries of the pawns after a path, and of the officers after each try of the pawns.
const retries = 3

// A Player plays restarts. The zero value is ready. It reuses its memory and is for one goroutine at a time.
type Player struct {
	scene                 scene
	path                  path
	placing               placing
	afterPath, afterPawns snapshot
}

// Try plays one restart. It does not look at the budget before the path is found or given up, so that it may exceed the budget by some
// 1000 plies.
func (p *Player) Try(ctx context.Context, problem *Problem, budget *Budget) Outcome {
	if err := p.prepare(problem, budget); err != nil {
		budget.Misfits++
		return Outcome{PathPlies: -1, Misfit: err}
	}
	if !p.path.playTasks() {
		return Outcome{PathPlies: -1}
	}
	plies := len(p.scene.Line)
	return Outcome{PathPlies: plies, Reached: p.finish(ctx)}
}

// prepare sets up the scene and the agenda of a restart. The error says why the kernel does not fit.
func (p *Player) prepare(problem *Problem, budget *Budget) error {
	s := &p.scene
	p.path.scene, p.placing.scene, p.placing.path = s, s, &p.path
	s.budget = budget
	s.begin(problem)
	err := s.plan.Make(&schedule.Problem{
		Roster: s.Roster, Board: s.Board, Goal: &s.goal, FrozenMen: s.fixed.immobile, Options: problem.Options, RNG: s.rng,
	}, problem.Kernel)
	p.path.setTasks() // after an error, too: for Left and Missing
	if err == nil {
		s.protected = s.plan.ProtectedMen
		p.path.begin()
	}
	return err
}

// finish plays from the end of the path to the goal and reports whether it got there.
func (p *Player) finish(ctx context.Context) bool {
	s := &p.scene
	s.save(&p.afterPath)
	for range retries {
		if p.path.playPawns() {
			s.save(&p.afterPawns)
			for range retries {
				if p.placing.playOfficers() {
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

// Missing returns how far the last restart was from its goal: the number of squares that differ, plus 100 for each task not done.
func (p *Player) Missing() int {
	p.path.update()
	return 100*p.path.pending + p.scene.Board.Diff(&p.scene.goal.Board).Count()
}

// Left describes the end of the last restart, if it failed.
func (p *Player) Left() Left {
	left := Left{Position: p.scene.Pos, Misplaced: p.scene.Board.Diff(&p.scene.goal.Board)}
	for _, j := range p.path.open() {
		if j.Step >= 0 {
			left.Steps = append(left.Steps, int(j.Step))
		}
	}
	return left
}
