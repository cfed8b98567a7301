package planner

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/play"
)

// found returns the game of the last restart, with the moves that were taken back, or the best
// failure and an error if it is none.
func (pl *Planner) found(p *Problem, t *target, came *play.Outcome, restarts int, best Result) (Result, error) {
	line := pl.player.Line()
	res := Result{PathPlies: came.PathPlies, Kernel: *t.kernel, Restarts: restarts, Plies: pl.budget.Spent}
	moves := append(append(make([]chess.Move, 0, len(line)+len(t.Moves)), line...), t.Moves...)
	var err error
	if res.Moves, res.PathPlies, err = pl.replayer.replay(p.Start, p.Goal, moves, came.PathPlies); err != nil {
		return best, err
	}
	return res, nil
}

// report tells how far a failed restart came.
func (pl *Planner) report(t *target, pathPlies int) Result {
	left := pl.player.Left()
	res := Result{PathPlies: pathPlies, Kernel: *t.kernel, Closest: left.Position, Misplaced: left.Misplaced}
	res.Moves = append(res.Moves, pl.player.Line()...)
	for _, step := range left.Steps {
		res.Pending = append(res.Pending, t.kernel.Extended[step])
	}
	return res
}
