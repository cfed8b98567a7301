package proofgame

import (
	"cmp"
	"context"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/planner"
	"chesscensus/legality/proofgame/internal/retract"
	"chesscensus/legality/verdict"
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
	halts []halt
	tried map[chess.Setup]bool // halts to which games were looked for
	deep  bool                 // kernels are guessed backwards, and other orders of kernels tried on the way back
	hard  bool                 // see hardKernels
	fault error                // of Backward, or of a game to a halt

	onlyGuessed bool // in this try setups are left to which no kernel is guessed
	keepFailed  bool // in this try setups are kept to which guesses have failed before

	guessed map[guessKey]bool // answers of guesses
	failed  map[guessKey]int  // how many guesses have failed
}

// After each turn games are looked for to at most resumedTurn more halts, by the two stages of a first pass without Long: with resumePlies each, twice
// as many after each turn from the third to the fourth. Most halts from which a game is found show it within the first few thousand plies. Halts with
// fewer than resumedMoves moves are too near the goal.
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
	b.long.halts = append(b.long.halts, halt{*w, lacks(w, res)})
}

// lacks returns how far a setup seems from a game, in tenths of a unit of retract.Line.Shut: a unit of Left counts 3, each of at most 20 men that the
// planner misplaced 3, captures that it did not make 60; each two of at most 60 moves that were taken back count 3 less.
func lacks(w *retract.Line, res *planner.Result) int {
	n := 10*w.Shut + 3*w.Left + 3*min(res.Misplaced.Count(), 20) - 3*min(len(w.Moves), 60)/2
	if res.PathPlies < 0 {
		n += 60
	}
	return n
}

// resume looks for games to where retreats have come to, those that lack least first, until so many have been tried in all.
func (b *Builder) resume(ctx context.Context, a *Attempt, most int, plies int64) {
	h := &b.long
	if h.tried == nil {
		h.tried = map[chess.Setup]bool{}
	}
	slices.SortStableFunc(h.halts, func(g, h halt) int { return cmp.Compare(g.lacks, h.lacks) })
	path, game := Stages(Options{Seed: b.Seed, RandomKernel: b.RandomKernel, Foreign: -1, LastMoves: b.LastMoves, Deep: true, without: b.without})
	for i := range h.halts {
		w := h.halts[i].line
		if len(h.tried) >= most || ctx.Err() != nil {
			return
		}
		if h.tried[w.Setup] {
			continue
		}
		h.tried[w.Setup] = true
		for _, st := range []*Stage{path, game} {
			v, _ := st.Judge(ctx, w.Setup, verdict.Budget{Nodes: plies})
			if h.fault = v.Fault; h.fault != nil {
				return
			}
			before, ok := v.Attempt.(*Attempt)
			if !ok { // no position
				break
			}
			if a.Plies += before.Plies; !before.Found && !before.whole {
				continue
			}
			a.Moves = slices.Concat(before.Moves, w.Moves)
			a.Found, a.By, a.PathPlies = true, "planner", lastCapture(a.Moves)
			a.Kernel, a.HasKernel = before.Kernel, before.HasKernel && lastCapture(w.Moves) == 0
			return
		}
	}
}
