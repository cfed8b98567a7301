package proofgame

import (
	"context"
	"errors"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/proofgame/astar"
	"chesscensus/legality/proofgame/internal/planner"
	"chesscensus/legality/proofgame/internal/retract"
	"chesscensus/legality/proofgame/internal/schedule"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/proofkernel/named"
	"chesscensus/legality/proofkernel/search"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// defaultPlies is the budget of one goal if neither options nor request give one.
const defaultPlies = planner.DefaultPlies

// AskedPlies is the budget for a game if a person asks about one position: half of that of effort game, so that the hardest ones take
// about a second, with [Options.Long] up to four. It is no time, so that the answer does not depend on the machine.
const AskedPlies = defaultPlies / 2

// PliesPerExpansion is the cost of an expansion of the search in planned plies: the largest cost, with captures left and all children
// bounded; see BenchmarkUnits.
const PliesPerExpansion = 10

// Shares of the budget, as divisors: 4 means a quarter.
const (
	searchShare = 4 // the search at the end
	pathShare   = 8 // looking for a whole game where a path suffices
	earlyShare  = 8 // opening the goal in a first pass
	looseShare  = 4 // disentangling the goal in the stage of effort path and in a later pass
	openShare   = 2 // opening it in a later pass, of what is left then
	crowdShare  = 2 // disentangling in a first pass, if the goal is not dense
	briefShare  = 8 // planning before that, with Options.Long
)

// Goals whose lower bound on the plies from the start is at most nearPlies are searched for first, with nearNodes expansions: there the
// search is faster and finds shortest games.
const (
	nearPlies = 12
	nearNodes = 2000
)

// Games that break Options.Rules are shortened with lawNodes expansions. If that fails others are built, up to tries in all.
const (
	lawNodes = 20_000
	tries    = 16
)

// Options of a [Builder]. The zero value is the default.
type Options struct {
	Seed uint64
	// Plies is the default budget of the first pass; 0 means planner.DefaultPlies.
	Plies int64
	// RandomKernel makes the first kernel depend on the seed. Otherwise it is the first in the order of the search.
	RandomKernel bool
	// Rules says which games count.
	Rules replay.Rules
	// Foreign says how many games the foreign program replays: all if 0 or 1, one in Foreign if larger, none if negative. Our own
	// verifier replays all.
	Foreign int
	// Short is the number of expansions spent on making a game shorter, 0 for none.
	Short int64
	// NoKernel searches for single moves only, without kernels or last moves.
	NoKernel bool
	// LastMoves takes back forced last moves, and may use rules and kernels. Nil means a stage without them.
	LastMoves *retro.Stage
	// Cages may refute a goal. The stage of effort path calls it once in a first pass, when the planner has spent [planner.RefutePlies]
	// without a game. It should have a small Limit. Nil means no call.
	Cages *cage.Stage
	// Long lets a first pass that fails spend three more budgets where men are few or cramped, some 3 s at the default budget. It is
	// for positions that people ask about, not for draws by the million.
	Long bool
	// Backward, with Long, is called once for a game through positions before a goal. Nil means no call.
	Backward Backward

	// Deep guesses kernels backwards for goals with few men, and revises their orders after moves are taken back. Turns of Long always do that.
	Deep bool
	// without holds methods that are switched off, for measurements only.
	without method
}

// A Request asks for one game.
type Request struct {
	Start chess.Position // zero means the initial position
	Goal  chess.Position
	// Path holds the first moves of every game. If one is not legal there is no game.
	Path []chess.Move
	// PathOnly ends the attempt when there is a path, the moves up to the last capture, and an eighth of the budget is spent, unless a
	// whole game is found before.
	PathOnly bool
	// Plies is the budget; 0 means that of the options, doubled for every pass, and a negative number no limit.
	Plies int64
	// Pass is the number of earlier tries for the same goal: 0 in the first pass. Each pass has another seed. After the first all
	// kernels are random, and half of the budget is for methods that only hard goals need: moves are taken back until nothing is shut
	// in, and games to the setups before are looked for.
	Pass int

	// pathAttempt is an attempt at a path to the same goal with the same budget, or nil.
	pathAttempt *Attempt
	// refute, if not nil, is called once, after a while without a game. If it returns true there is no game, and the attempt ends.
	refute func() bool
}

// hasOpening reports whether the first moves of the game are given.
func (r *Request) hasOpening() bool { return len(r.Path) > 0 }

// isLaterPass reports whether earlier passes have failed.
func (r *Request) isLaterPass() bool { return r.Pass > 0 }

// seed returns the seed of a pass.
func (o *Options) seed(pass int) uint64 { return o.Seed + uint64(pass)<<32 }

// A Builder builds games, with options that may be changed between two calls. It keeps its memory, at most 300 MB and mostly some MB,
// and is for one goroutine at a time.
type Builder struct {
	Options

	planner     planner.Planner
	retractor   retract.Retractor
	search      astar.Search
	shortener   astar.Shortener
	verifier    replay.Verifier
	namer       named.Namer     // kernels from the initial position
	kernels     search.Searcher // kernels from other starts
	cages       cage.Finder
	goal        *bound.Goal
	earlierGoal *bound.Goal     // a setup before the goal, see refuteSetup
	barred      schedule.Barred // squares from which no promoted man that is needed could get away
	kernelCosts named.Cost      // of all kernels for the present request
	methodsUsed method          // methods asked for so far, whether switched on or off
	long        longState       // state of the present request with Options.Long
}

// Build returns a game from start to goal or the best attempt. The error is a [*replay.ContradictionError] or wraps
// [replay.ErrNotProven] if a game fails its replay, which is a fault of this program and should stop the run, or is that of the
// context.
func (b *Builder) Build(ctx context.Context, r Request) (Attempt, error) {
	if r.Start == (chess.Position{}) {
		r.Start = chess.InitialPosition()
	}
	b.kernelCosts, b.long = named.Cost{}, longState{guessesBackward: b.Deep}
	a := Attempt{Start: r.Start, Goal: r.Goal, PathPlies: -1, failure: failure{Closest: r.Start}}
	if b.goal == nil {
		b.goal = bound.NewGoal(r.Goal, nil)
	} else {
		b.goal.Reset(r.Goal)
	}
	if before := r.pathAttempt; before != nil && before.hasUnverifiedGame {
		a.Moves, a.Found, a.By, a.PathPlies = before.Moves, true, "planner", before.PathPlies
		if good, err := b.finish(ctx, &a); good || err != nil {
			return a, err
		}
	}
	left := r.Plies
	if left < 0 {
		left = noLimit
	}
	if left == 0 {
		left = verdict.Budget{Nodes: b.Plies, Pass: r.Pass}.Scaled(defaultPlies)
	}
	for try := range uint64(tries) {
		budget := left
		if left > 0 {
			if budget -= a.Plies; budget <= 0 {
				break
			}
		}
		b.construct(ctx, &r, &a, budget, b.seed(r.Pass)+try<<48)
		if err := ctx.Err(); err != nil {
			a.Stop = verdict.Canceled
			return a, err
		}
		if b.long.fault != nil {
			return a, b.long.fault
		}
		if !a.Found {
			break
		}
		if good, err := b.finish(ctx, &a); good || err != nil {
			return a, err
		}
		r.pathAttempt = nil // it says nothing about other seeds
	}
	a.Bound = b.goal.Bound(&a.Closest)
	return a, nil
}

// construct tries the methods one after the other until a game is found or the budget is spent: a short search if the goal is near the
// start, games to setups before the goal, the planner, a search from where its moves end, and setups before the goal once more.
func (b *Builder) construct(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	if len(a.Moves) == 0 {
		a.Moves = append(a.Moves, r.Path...)
	}
	if r.Start == r.Goal && !r.hasOpening() {
		a.Found, a.By, a.PathPlies = true, "start", 0
		return
	}
	if startBound := b.goal.Bound(&r.Start); startBound <= nearPlies && !r.hasOpening() && b.uses(nearSearch) {
		if b.searchFrom(ctx, a, nil, nearNodes, astar.Options{First: true, Seed: seed}); a.Found {
			return
		}
	}
	goal, wholeBudget := r.Goal.Setup(), budget
	b.setBarred(r, &goal)
	if !r.hasOpening() && !b.NoKernel && r.Start == chess.InitialPosition() {
		if budget = b.beforePlanning(ctx, r, a, &goal, budget, seed); a.Found {
			return
		}
	}
	searchBudget := budget / searchShare
	takesTurns := b.Long && !r.isLaterPass() && isDense(&goal)
	if r.PathOnly {
		searchBudget = 0
	}
	if takesTurns && r.PathOnly { // most is left to the turns, which the stage of effort game takes
		budget = max(share(budget, briefShare), 1) // 0 would be the default
	}
	switch {
	case b.NoKernel:
	case r.pathAttempt.hasNoPath() && !takesTurns:
		a.copyFailure(r.pathAttempt)
	case r.hasOpening() || b.uses(planGame):
		if b.plan(ctx, r, a, reduce(budget, searchBudget), seed); a.Found || a.Refuted {
			return
		}
	}
	if !r.PathOnly && b.uses(lastSearch) {
		nodes := searchBudget / PliesPerExpansion
		if budget > 0 {
			nodes = max(nodes, 1) // 0 would be no limit
		}
		b.searchFrom(ctx, a, a.Moves, nodes, astar.Options{B: 5, A: 1, First: true, Seed: seed})
	}
	if !a.Found && wholeBudget > 0 && b.shouldDisentangleAgain(r, &goal) {
		b.retreat(ctx, r, a, againBudgets*wholeBudget, againBudgets*wholeBudget, b.disentanglingRetreat(ctx, r, seed+againSeed, 0))
	}
}

// beforePlanning takes moves back, in ways that depend on the pass, and returns the rest of the budget. In a first pass the cost comes
// on top of the budget.
func (b *Builder) beforePlanning(ctx context.Context, r *Request, a *Attempt, goal *chess.Setup, budget int64, seed uint64) (left int64) {
	switch {
	case r.isLaterPass() && r.PathOnly:
		return budget
	case r.isLaterPass():
		if b.uses(laterDisentangle) {
			loose := share(budget, looseShare)
			b.disentangle(ctx, r, a, loose, seed)
			budget = reduce(budget, loose)
		}
		if !a.Found && b.uses(laterOpen) {
			open := share(budget, openShare)
			b.openGoal(ctx, r, a, open, seed)
			budget = reduce(budget, open)
		}
		return budget
	}
	if r.pathAttempt != nil && b.uses(firstOpen) {
		b.openFirst(ctx, r, a, share(budget, earlyShare), seed)
	}
	switch {
	case a.Found:
	case b.shouldTakeTurns(r, goal, budget):
		b.takeTurns(ctx, r, a, budget, seed)
	case b.shouldDisentangleFirst(r, goal) && b.uses(firstDisentangle):
		b.disentangle(ctx, r, a, r.disentanglingShare(budget, goal), seed)
	}
	return budget
}

// plan looks with the planner for a game that begins with r.Path.
func (b *Builder) plan(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	start := r.Start
	for _, m := range r.Path {
		if !start.IsLegal(m) {
			return
		}
		start = start.Play(m)
	}
	goalSetup := r.Goal.Setup()
	problem := planner.Problem{Start: start, Goal: r.Goal}
	problem.NextKernel = func(ctx context.Context, target *chess.Setup, k int, left int64) (search.Kernel, int64, bool) {
		request := kernelRequest{seed: seed, number: k, random: b.RandomKernel || r.isLaterPass(), plies: left}
		kernel, plies, err := b.findKernel(ctx, start.Setup(), target, &request)
		if noGame(err, target, &goalSetup) {
			a.Refuted = true
		}
		return kernel, plies, err == nil
	}
	problem.MaxSkeletons = b.long.maxSkeletons(&start, &r.Goal)
	problem.Guess = problem.MaxSkeletons > 0 && b.uses(guessKernels)
	result, err := b.planner.Find(ctx, problem, b.plannerOptions(r, seed, budget))
	a.Refuted = a.Refuted && !r.hasOpening() && err != nil
	a.Plies += result.Plies
	a.Restarts += result.Restarts
	if err != nil && a.Why != "" && result.PathPlies < 0 {
		return // the attempt before came as far
	}
	a.Moves = slices.Concat(r.Path, result.Moves)
	a.hasUnverifiedGame = err == nil && r.PathOnly
	if !r.hasOpening() {
		a.Kernel, a.HasKernel = result.Kernel, !errors.Is(err, planner.ErrKernel)
	}
	if a.PathPlies = result.PathPlies; a.PathPlies >= 0 {
		a.PathPlies += len(r.Path)
	}
	if err == nil && !r.PathOnly {
		a.Found, a.By = true, "planner"
		return
	}
	a.Closest, a.Pending, a.Misplaced = result.Closest, result.Pending, result.Misplaced
	if err != nil {
		a.Why = err.Error()
	}
	if errors.Is(err, planner.ErrPlies) {
		a.Stop = verdict.NodeLimit
	}
}

// searchFrom searches for a game that begins with the opening.
func (b *Builder) searchFrom(ctx context.Context, a *Attempt, opening []chess.Move, nodes int64, opt astar.Options) {
	opt.Opening, opt.Nodes = opening, nodes
	find := b.search.Find
	if len(opening) > 0 {
		find = b.search.Solve
	}
	result, err := find(ctx, a.Start, a.Goal, opt)
	if err != nil {
		return
	}
	a.Plies += result.Expanded * PliesPerExpansion
	if result.Outcome.Solved() {
		a.Moves, a.Found, a.By, a.Stop, a.Why = result.Moves, true, "search", verdict.Complete, ""
		a.PathPlies = lastCapture(a.Moves)
		return
	}
	if result.Outcome == astar.NoSolution && len(opening) > 0 {
		a.Why += "; no game begins with the moves of the closest line"
	}
	switch result.Stop {
	case verdict.Complete:
	case verdict.Memory: // that of the search, not of the machine
		a.Stop = verdict.NodeLimit
	default:
		a.Stop = result.Stop
	}
}

// finish shortens a game, if the options say so, and replays it. It returns false, with the cause in Why, if the game breaks
// Options.Rules, and an error if it is no game at all.
func (b *Builder) finish(ctx context.Context, a *Attempt) (bool, error) {
	short := b.Short
	for {
		if short > 0 {
			moves, err := b.shortener.Shorten(ctx, a.Start, a.Moves, astar.ShortenOptions{Nodes: short, Seed: b.Seed})
			if err != nil {
				return false, err
			}
			a.Moves = moves
			a.PathPlies = min(a.PathPlies, lastCapture(a.Moves))
		}
		b.verifier.Rules, b.verifier.Foreign = b.Rules, b.Foreign
		proof, err := b.verifier.Prove(&replay.Game{Start: a.Start, Moves: a.Moves, Goal: a.Goal})
		var law *replay.LawError
		if !errors.As(err, &law) {
			a.Proof = proof
			return err == nil, err
		}
		if short > 0 {
			a.Found, a.Why, a.By, a.Closest = false, law.Error(), "", a.Goal
			return false, nil
		}
		short = lawNodes
	}
}
