package proofgame

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/planner"
	"chesscensus/legality/retro"
)

// What [Options.Long] allows a first pass with a dense goal: disentangling has densePlies, of which half is for the end; taking moves back until pawns
// are on files of their own has one budget, and until no man is left that must have been promoted two and a quarter. They take turns, of budgets
// that double: the first of 1 / 2^doublings of the whole. After each turn games are looked for to the setups that retreats have come to
// (resume.go). Which of the ways finds a game is hardly known before, but it mostly does so early. Goals with hard kernels have hardDoublings
// turns more.
const (
	doublings      = 3
	hardDoublings  = 2
	demoteQuarters = 9
	backTurn       = 1 // after which Backward is asked
	longSeed       = 1 << 42
	unravelSeed    = 1 << 43
)

// Backward takes last moves back, one by one, and returns a game from the initial position to a setup, or none, with what it cost in plies. An error
// is a fault of the program.
type Backward interface {
	Game(context.Context, chess.Setup) (game []chess.Move, plies int64, err error)
}

// takesTurns reports whether the ways to take moves back from a goal take turns.
func (b *Builder) takesTurns(r *Request, goal *chess.Setup, budget int64) bool {
	return b.Long && !r.PathOnly && budget > 0 && b.disentanglesFirst(r, goal) && dense(goal)
}

// A turn is a way to take moves back, what it may cost in turns, and what it may cost in all.
type turn struct {
	method     method
	way        *retreat
	plies, all int64
}

// takeTurns looks at length for a game to a dense goal, in a first pass with [Options.Long].
func (b *Builder) takeTurns(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	goal := r.Goal.Setup()
	loose := r.disentanglingShare(budget, &goal)
	turns := []turn{{firstDisentangle, b.disentangling(ctx, r, seed, denseDoublings), loose / 2, loose}}
	b.long.hard = hardKernels(&b.planner, b.LastMoves, &goal)
	enough := budget >= leastUnravel
	if enough {
		turns = append(turns, turn{unravelPawns, b.unraveling(ctx, r, seed+unravelSeed), budget, budget})
	}
	turns = append(turns, turn{demotePromoted, b.demoting(ctx, r, seed+longSeed), demoteQuarters * budget / 4, demoteQuarters * budget / 4})
	more := 0
	if b.long.hard {
		more = hardDoublings
	}
	spent := make([]int64, len(turns))
	for k := range doublings + more + 1 {
		for i, t := range turns {
			if due := t.plies<<k>>doublings - spent[i]; due > 0 && b.uses(t.method) {
				before := a.Plies
				b.long.deep = b.long.hard || i > 0 // turn 0, disentangling, goes as without Long unless kernels are hard
				b.retreat(ctx, r, a, due, t.all<<more-spent[i], t.way)
				if spent[i] += a.Plies - before; a.Found || ctx.Err() != nil {
					return
				}
			}
		}
		if enough && b.uses(resumeHalts) {
			if b.resume(ctx, r, a, resumedTurn*(k+1), resumePlies<<min(max(k-1, 0), doublings-1)); a.Found {
				return
			}
		}
		if k == backTurn && enough && !b.long.hard && b.Backward != nil && b.uses(backwards) {
			if b.long.fault = goBack(ctx, b.Backward, a); a.Found || b.long.fault != nil {
				return
			}
		}
	}
	b.long.hard, b.long.deep = false, false
	if left := loose - spent[0]; left > 0 && b.uses(firstDisentangle) { // nearly all that is found without Long is found with it
		b.retreat(ctx, r, a, left, left, turns[0].way)
	}
}

// goBack asks Backward for a game to the goal of an attempt.
func goBack(ctx context.Context, by Backward, a *Attempt) error {
	game, plies, err := by.Game(ctx, a.Goal.Setup())
	if a.Plies += plies; len(game) > 0 && err == nil {
		a.Moves, a.Found, a.By, a.PathPlies = game, true, "planner", lastCapture(game)
	}
	return err
}

// hardKernels reports whether a kernel to a goal is guessed, but not soon found or refuted.
func hardKernels(pl *planner.Planner, last *retro.Stage, goal *chess.Setup) bool {
	if last == nil || last.Kernels == nil || goal.Board.Men() > fewMen {
		return false
	}
	if _, states := last.Kernels.Refutes(*goal, hardStates); states < hardStates {
		return false
	}
	guessed, _ := pl.CanGuess(goal, longGuess)
	return guessed
}

// hardStates is what kernels may spend on a goal whose kernels are not hard.
const hardStates = 1 << 16

// How often a search that unravels goes on from where the one before has come to, and how often in vain.
const (
	unravelStages   = 12
	unravelPatience = 3
)

// leastUnravel is the least budget with which goals are unraveled: a try takes 30 000 to 80 000 plies.
const leastUnravel = 33_000

// What is added to the seed from one try to unravel to the next, and from one of its searches to the next.
const (
	unravelSeeds = 1000
	stageSeeds   = 1 << 20
)

// unraveling takes moves back until pawns are on files of their own.
func (b *Builder) unraveling(ctx context.Context, r *Request, seed uint64) *retreat {
	goal := r.Goal.Setup()
	return &retreat{brief: true, seed: seed, back: func(try uint64, _ int64, kernels retro.Kernels) takenBack {
		b.retractor.RefuteSetup = func(s *chess.Setup) (bool, int64) { return b.shut(ctx, s, true) }
		return b.unravel(ctx, goal, seed+try*unravelSeeds, kernels)
	}}
}

// unravel takes moves back in many short searches, each from where the one before has come to: a long one stays where it is.
func (b *Builder) unravel(ctx context.Context, goal chess.Setup, seed uint64, kernels retro.Kernels) (res takenBack) {
	failed := 0
	for stage := uint64(0); stage < unravelStages && failed < unravelPatience; stage++ {
		next, found := b.retractor.Unravel(ctx, goal, seed+stage*stageSeeds, extractSetups, kernels)
		res.spent += costOf(&next)
		if failed++; !found || res.ok && next.Remaining > res.line.Remaining {
			continue
		}
		if !res.ok || next.Remaining < res.line.Remaining {
			failed = 0
		}
		next.Moves = append(next.Moves, res.line.Moves...)
		if res.line, res.ok, goal = next, true, next.Setup; next.Remaining == 0 {
			break
		}
	}
	res.plies = pliesIfLoose(&res.line)
	return res
}

// demoting takes moves back until all men that must have been promoted are pawns again.
func (b *Builder) demoting(ctx context.Context, r *Request, seed uint64) *retreat {
	goal := r.Goal.Setup()
	return &retreat{brief: true, seed: seed, back: func(try uint64, left int64, kernels retro.Kernels) takenBack {
		b.retractor.RefuteSetup = func(s *chess.Setup) (bool, int64) { return b.shut(ctx, s, true) }
		return b.extract(ctx, goal, seed+try, setups(extractSetups, try, denseDoublings, left, 2), kernels, true)
	}}
}
