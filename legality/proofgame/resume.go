package proofgame

import (
	"cmp"
	"context"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/proofgame/internal/planner"
	"chesscensus/legality/proofgame/internal/retract"
)

// A setup that a retreat has reached, and to which the planner found no game, is a goal of its own, mostly an easier one than the
// first. The planner alone has little time for it and does not take moves back. A first pass with all its methods mostly finds a game
// at once or not at all.

// A halt is a setup that a retreat has reached, to which there are kernels but no game was found.
type halt struct {
	line    retract.Line
	deficit int // estimate of how far it is from a game, made of the terms below
}

// A longState is the state of a request with Options.Long.
type longState struct {
	halts           []halt
	tried           map[chess.Setup]bool // halts from which games were looked for
	guessesBackward bool                 // kernels are guessed backwards, and other orders of kernels tried after moves are taken back
	hasHardKernels  bool                 // see hardKernels
	leaveUnguessed  bool                 // this try leaves setups to which no kernel is guessed
	keepFailed      bool                 // this try keeps setups to which guesses have failed before
	fault           error                // error of Backward

	guessResults  map[guessKey]bool // whether there may be a kernel
	failedGuesses map[guessKey]int  // number of failed guesses
}

// Terms of halt.deficit, in tenths of a unit of retract.Line.ShutMeasure.
const (
	deficitShut      = 10
	deficitRemaining = 3 // for each unit of retract.Line.Remaining
	deficitMan       = 3 // for each man that the planner misplaced, mostMen at most
	mostMen          = 20
	deficitPath      = 60 // if the planner has not made all captures
	deficitMoves     = 3  // subtracted for every movesPerDeficit moves that were taken back, mostMoves at most
	mostMoves        = 60
	movesPerDeficit  = 2
)

// After each round, games are looked for from up to resumedPerRound more halts, with a whole first pass but for Long. Each gets
// resumePlies, twice as many after the third round and four times as many later: most halts from which a game is found show it within the
// first few thousand plies. Halts with fewer than resumedMoves moves are too near the goal. At most keptHalts are stored.
const (
	resumedPerRound = 3
	resumePlies     = 6_000
	resumedMoves    = 4
	keptHalts       = 256
)

// addHalt stores the setup that a retreat has reached without a game.
func (b *Builder) addHalt(line *retract.Line, result *planner.Result) {
	if !b.Long || len(line.Moves) < resumedMoves || len(b.long.halts) == keptHalts {
		return
	}
	deficit := deficitShut*line.ShutMeasure + deficitRemaining*line.Remaining + deficitMan*min(result.Misplaced.Count(), mostMen)
	deficit -= deficitMoves * min(len(line.Moves), mostMoves) / movesPerDeficit
	if result.PathPlies < 0 {
		deficit += deficitPath
	}
	b.long.halts = append(b.long.halts, halt{*line, deficit})
}

// resumeFromHalts looks for games from halts, those of least deficit first, until limit halts have been tried in all rounds together.
func (b *Builder) resumeFromHalts(ctx context.Context, r *Request, a *Attempt, limit int, plies int64) {
	long := &b.long
	if long.tried == nil {
		long.tried = map[chess.Setup]bool{}
	}
	slices.SortStableFunc(long.halts, func(a, b halt) int { return cmp.Compare(a.deficit, b.deficit) })
	sub := Builder{Options: b.Options}
	sub.Long, sub.long.guessesBackward = false, true
	for i := range long.halts {
		line := long.halts[i].line
		if len(long.tried) >= limit || ctx.Err() != nil {
			return
		}
		if long.tried[line.Setup] {
			continue
		}
		long.tried[line.Setup] = true
		if b.resumeFromHalt(ctx, r, a, &sub, line, plies); a.Found {
			return
		}
	}
}

// resumeFromHalt looks for a game to a setup by the two stages of a first pass, and adds the moves to the goal. The whole game is
// replayed later.
func (b *Builder) resumeFromHalt(ctx context.Context, r *Request, a *Attempt, sub *Builder, line retract.Line, plies int64) {
	goal, err := line.Setup.Position()
	if err != nil {
		return
	}
	if sub.goal == nil {
		sub.goal = bound.NewGoal(goal, nil)
	} else {
		sub.goal.Reset(goal)
	}
	start := failure{Closest: r.Start}
	path := Attempt{Start: r.Start, Goal: goal, PathPlies: -1, failure: start}
	sub.construct(ctx, &Request{Start: r.Start, Goal: goal, PathOnly: true}, &path, plies, sub.Seed)
	game := path
	if !path.Found && !path.hasUnverifiedGame {
		game = Attempt{Start: r.Start, Goal: goal, PathPlies: -1, failure: start}
		sub.construct(ctx, &Request{Start: r.Start, Goal: goal, pathAttempt: &path}, &game, plies, sub.Seed)
		a.Plies += path.Plies
	}
	if a.Plies += game.Plies; !game.Found && !game.hasUnverifiedGame {
		return
	}
	a.Moves = slices.Concat(game.Moves, line.Moves)
	a.Found, a.By, a.PathPlies = true, "planner", lastCapture(a.Moves)
	a.Kernel, a.HasKernel = game.Kernel, game.HasKernel && lastCapture(line.Moves) == 0
}
