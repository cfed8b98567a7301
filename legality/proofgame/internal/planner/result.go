package planner

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/play"
)

// gameResult returns the game of the last restart, with the moves that were taken back, or best and an error if the replay fails.
func (pl *Planner) gameResult(p *Problem, t *target, outcome *play.Outcome, restarts int, best Result) (Result, error) {
	line := pl.player.Line()
	result := Result{PathPlies: outcome.PathPlies, Kernel: *t.kernel, Restarts: restarts, Plies: pl.budget.Spent}
	moves := append(append(make([]chess.Move, 0, len(line)+len(t.Moves)), line...), t.Moves...)
	var err error
	if result.Moves, result.PathPlies, err = pl.replayer.replay(p.Start, p.Goal, moves, outcome.PathPlies); err != nil {
		return best, err
	}
	return result, nil
}

// failureResult describes the end of the last restart, which failed.
func (pl *Planner) failureResult(t *target, pathPlies int) Result {
	end := pl.player.Left()
	result := Result{PathPlies: pathPlies, Kernel: *t.kernel, Closest: end.Position, Misplaced: end.Misplaced}
	result.Moves = append(result.Moves, pl.player.Line()...)
	for _, step := range end.Steps {
		result.Pending = append(result.Pending, t.kernel.Extended[step])
	}
	return result
}
