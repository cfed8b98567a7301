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

// Resuming: a setup that a retreat has come to, and to which it has found no game, is a goal of its own, mostly an easier one than the first. The
// planner alone has little time for it and does not take moves back. A first pass with all its methods mostly finds a game at once or not at all.

// A halt is a setup that a retreat has come to, to which there are kernels but no game was found.
type halt struct {
	line  retract.Line
	lacks int // how far it seems from a game
}

// longState is what is known of a request with Options.Long.
type longState struct {
	halts       []halt
	tried       map[chess.Setup]bool // halts to which games were looked for
	deep        bool                 // kernels are guessed backwards, and other orders of kernels tried on the way back
	hard        bool                 // see hardKernels
	onlyGuessed bool                 // in this try setups are left to which no kernel is guessed
	keepFailed  bool                 // in this try setups are kept to which guesses have failed before
	fault       error                // of Backward

	guessed map[guessKey]bool // answers of guesses
	failed  map[guessKey]int  // how many guesses have failed
}

// Terms of halt.lacks, in tenths of a unit of retract.Line.Shut.
const (
	lacksShut   = 10
	lacksLeft   = 3  // a unit of retract.Line.Left
	lacksMan    = 3  // a man that the planner misplaced,
	mostMen     = 20 // for so many at most
	lacksPath   = 60 // if the planner has not made all captures
	lacksMoves  = 3  // less so much for two moves that were taken back,
	mostMoves   = 60 // for so many moves at most
	halfOfMoves = 2
)

// Games are looked for to at most resumedTurn more halts after each turn, with the whole of a first pass but for Long: with resumePlies each, twice as many
// after each turn from the third to the fourth. Most halts from which a game is found show it with the first few thousand plies. Halts with fewer than resumedMoves are
// too near the goal.
const (
	resumedTurn  = 3
	resumePlies  = 6_000
	resumedMoves = 4
	keptHalts    = 256
)

// halted notes where a retreat has come to in vain.
func (b *Builder) halted(w *retract.Line, res *planner.Result) {
	if !b.Long || len(w.Moves) < resumedMoves || len(b.long.halts) == keptHalts {
		return
	}
	lacks := lacksShut*w.ShutMeasure + lacksLeft*w.Remaining + lacksMan*min(res.Misplaced.Count(), mostMen) - lacksMoves*min(len(w.Moves), mostMoves)/halfOfMoves
	if res.PathPlies < 0 {
		lacks += lacksPath
	}
	b.long.halts = append(b.long.halts, halt{*w, lacks})
}

// resume looks for games to where retreats have come to, those that lack least first, until so many have been tried in all.
func (b *Builder) resume(ctx context.Context, r *Request, a *Attempt, most int, plies int64) {
	h := &b.long
	if h.tried == nil {
		h.tried = map[chess.Setup]bool{}
	}
	slices.SortStableFunc(h.halts, func(g, h halt) int { return cmp.Compare(g.lacks, h.lacks) })
	sub := Builder{Options: b.Options}
	sub.Long, sub.long.deep = false, true
	for i := range h.halts {
		w := h.halts[i].line
		if len(h.tried) >= most || ctx.Err() != nil {
			return
		}
		if h.tried[w.Setup] {
			continue
		}
		h.tried[w.Setup] = true
		if b.resumeFrom(ctx, r, a, &sub, w, plies); a.Found {
			return
		}
	}
}

// resumeFrom looks for a game to a setup by the two stages of a first pass, and goes on to the goal. The whole game is replayed later.
func (b *Builder) resumeFrom(ctx context.Context, r *Request, a *Attempt, sub *Builder, w retract.Line, plies int64) {
	goal, err := w.Setup.Position()
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
	whole := path
	if !path.Found && !path.whole {
		whole = Attempt{Start: r.Start, Goal: goal, PathPlies: -1, failure: start}
		sub.construct(ctx, &Request{Start: r.Start, Goal: goal, before: &path}, &whole, plies, sub.Seed)
		a.Plies += path.Plies
	}
	if a.Plies += whole.Plies; !whole.Found && !whole.whole {
		return
	}
	a.Moves = slices.Concat(whole.Moves, w.Moves)
	a.Found, a.By, a.PathPlies = true, "planner", lastCapture(a.Moves)
	a.Kernel, a.HasKernel = whole.Kernel, whole.HasKernel && lastCapture(w.Moves) == 0
}
