package planner

import (
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/play"
)

// found returns the game of the last restart, with the moves that were taken back, or the best
// failure and an error if it is none.
func (pl *Planner) found(p *Problem, t *target, came *play.Outcome, restarts int, best Result) (Result, error) {
	line := pl.player.Line()
	res := Result{PathPlies: came.PathPlies, LastPlies: len(t.Moves), Kernel: *t.kernel, Restarts: restarts, Plies: pl.budget.Spent, Stops: pl.budget.Stops}
	res.Target, _ = t.Setup.Position()
	res.Moves = append(append(make([]chess.Move, 0, len(line)+len(t.Moves)), line...), t.Moves...)
	if err := replay(p.Start, p.Goal, res.Moves); err != nil {
		return best, err
	}
	return res, nil
}

// report tells how far a failed restart came.
func (pl *Planner) report(t *target, pathPlies int) Result {
	left := pl.player.Left()
	res := Result{PathPlies: pathPlies, LastPlies: len(t.Moves), Kernel: *t.kernel, Closest: left.Position, Misplaced: left.Misplaced}
	res.Target, _ = t.Setup.Position()
	res.Moves = append(res.Moves, pl.player.Line()...)
	for _, step := range left.Steps {
		res.Pending = append(res.Pending, t.kernel.Extended[step])
	}
	return res
}

// replay plays a game and compares its end with the goal.
func replay(start, goal chess.Position, line []chess.Move) error {
	p := start
	for i, m := range line {
		if !p.IsLegal(m) {
			return fmt.Errorf("planner: move %d of a planned game is not legal: %v in %v", i+1, m, p)
		}
		p = p.Play(m)
	}
	if p != goal {
		return fmt.Errorf("planner: a planned game ends in %v, not in %v", p, goal)
	}
	return nil
}
