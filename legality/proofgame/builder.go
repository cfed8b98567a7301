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

// AskedPlies is the budget for a game if somebody asks about one position: half of that of effort game, so that the hardest
// ones take about a second, with [Options.Long] up to four. It is no time, so that the answer does not depend on the machine.
const AskedPlies = defaultPlies / 2

// PliesPerExpansion is what an expansion of the search counts in planned plies: what it
// costs at most, with captures left and all children bounded; see BenchmarkUnits.
const PliesPerExpansion = 10

// Shares of the budget, as divisors: 4 means a quarter.
const (
	searchShare = 4 // the search at the end
	pathShare   = 8 // looking for a whole game where a path is enough
	earlyShare  = 8 // opening the goal in a first pass
	looseShare  = 4 // disentangling the goal
	crowdShare  = 2 // the same in a first pass, if the goal is not dense
	briefShare  = 8 // planning before that, with Options.Long
)

// Goals whose lower bound on the plies from the start is at most nearPlies are searched for
// first, with nearNodes expansions: there the search is faster and finds shortest games.
const (
	nearPlies = 12
	nearNodes = 2000
)

// Games that break the rules asked for are shortened with lawNodes expansions; then others
// are built, tries in all.
const (
	lawNodes = 20_000
	tries    = 16
)

// Options of a [Builder]. The zero value is the default.
type Options struct {
	Seed uint64
	// Plies is the default budget of the first pass; 0 means defaultPlies.
	Plies int64
	// RandomKernel begins with a kernel that depends on the seed. Otherwise the first
	// try takes the first kernel in the order of the search.
	RandomKernel bool
	// Rules says which games count.
	Rules replay.Rules
	// Foreign says how many games the foreign program replays: all if 0 or 1, one in
	// Foreign if larger, none if negative. Our own verifier replays all.
	Foreign int
	// Short is the number of expansions spent on making a game shorter, 0 for none.
	Short int64
	// NoKernel searches for single moves alone, without kernels or last moves.
	NoKernel bool
	// LastMoves takes back forced last moves, and may ask rules and kernels.
	// Nil means a stage without them.
	LastMoves *retro.Stage
	// Cages is asked once by the stage of effort path in a first pass, when the planner has spent [planner.DoubtPlies]
	// in vain. It should have a small Limit. Nil means no such question.
	Cages *cage.Stage
	// Long has a first pass that fails go on with three more budgets where men are few or cramped, some 3 s at the default budget. It is for
	// positions that people bring, not for draws by the million.
	Long bool
	// Backward is asked once for a game through what was before a goal, with Long. Nil means no such question.
	Backward Backward

	Deep    bool   // kernels are guessed backwards for goals with few men, and their orders revised after moves are taken back; so they are in the turns of Long
	without method // switched off; for measurements alone
}

// A Request asks for one game.
type Request struct {
	Start chess.Position // zero means the initial position
	Goal  chess.Position
	// Path is how every game must begin; after moves that are not legal there is none.
	Path []chess.Move
	// PathOnly ends the attempt when there are moves up to the last capture, at an eighth
	// of the budget or later, unless they lead to a whole game before.
	PathOnly bool
	// Plies is the budget; 0 means that of the options, doubled for every pass, and a negative
	// number no limit.
	Plies int64
	// Pass is the number of tries to the same goal before this one, with the passes 0, 1
	// and so on. Each pass has another seed; after the first all kernels are random and half
	// of the budget goes to what only hard goals need: moves are taken back until nothing
	// is shut in, and games to the setups before are looked for.
	Pass int

	// before is an attempt at a path to the same goal with the same budget, nil if there was none.
	before *Attempt
	// doubt, if not nil, is asked once, after a while without a game, whether there is none; then the attempt ends.
	doubt func() bool
}

// fixed reports whether the game has to begin with moves that are given.
func (r *Request) fixed() bool { return len(r.Path) > 0 }

// later reports whether earlier passes have failed.
func (r *Request) later() bool { return r.Pass > 0 }

// seed returns the seed of a pass.
func (o *Options) seed(pass int) uint64 { return o.Seed + uint64(pass)<<32 }

// A Builder builds games, with options that may be changed between two calls. It keeps its
// memory, at most 300 MB and mostly some MB, and is for one goroutine at a time.
type Builder struct {
	Options

	planner   planner.Planner
	retractor retract.Retractor
	search    astar.Search
	shortener astar.Shortener
	verifier  replay.Verifier
	namer     named.Namer     // kernels from the initial position
	kernels   search.Searcher // and from others
	cages     cage.Finder
	goal      *bound.Goal
	before    *bound.Goal     // a setup before the goal, see shut
	barred    schedule.Barred // squares on which no man that is needed promotes
	costs     named.Cost      // of all kernels for the present request
	asked     method          // so far, whether switched on or off
	long      longState       // of the present request
}

// Build returns a game from start to goal or the best attempt. The error is a
// [*replay.ContradictionError] or wraps [replay.ErrNotProven] if a game fails its replay,
// which is a fault of this program and should stop the run, or is that of the context.
func (b *Builder) Build(ctx context.Context, r Request) (Attempt, error) {
	if r.Start == (chess.Position{}) {
		r.Start = chess.InitialPosition()
	}
	b.costs, b.long = named.Cost{}, longState{deep: b.Deep}
	a := Attempt{Start: r.Start, Goal: r.Goal, PathPlies: -1, failure: failure{Closest: r.Start}}
	if b.goal == nil {
		b.goal = bound.NewGoal(r.Goal, nil)
	} else {
		b.goal.Reset(r.Goal)
	}
	if before := r.before; before != nil && before.whole {
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
		r.before = nil // it says nothing about other seeds
	}
	a.Bound = b.goal.Bound(&a.Closest)
	return a, nil
}

// construct tries the methods one after the other until a game is found or the budget
// is spent.
func (b *Builder) construct(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	if len(a.Moves) == 0 {
		a.Moves = append(a.Moves, r.Path...)
	}
	if r.Start == r.Goal && !r.fixed() {
		a.Found, a.By, a.PathPlies = true, "start", 0
		return
	}
	if near := b.goal.Bound(&r.Start); near <= nearPlies && !r.fixed() && b.uses(nearSearch) {
		if b.searchFrom(ctx, a, nil, nearNodes, astar.Options{First: true, Seed: seed}); a.Found {
			return
		}
	}
	goal, whole := r.Goal.Setup(), budget
	b.bar(r, &goal)
	if !r.fixed() && !b.NoKernel && r.Start == chess.InitialPosition() {
		if budget = b.beforePlanning(ctx, r, a, &goal, budget, seed); a.Found {
			return
		}
	}
	rest := budget / searchShare
	if r.PathOnly {
		rest = 0
	}
	turns := b.Long && !r.later() && dense(&goal) // the stage of effort path leaves most to taking turns
	if turns && r.PathOnly {
		budget = max(part(budget, briefShare), 1) // 0 would be the default
	}
	switch {
	case b.NoKernel:
	case r.before.pathless() && !turns:
		a.takeOver(r.before)
	case r.fixed() || b.uses(planGame):
		if b.plan(ctx, r, a, less(budget, rest), seed); a.Found || a.Refuted {
			return
		}
	}
	if !r.PathOnly && b.uses(lastSearch) {
		nodes := rest / PliesPerExpansion
		if budget > 0 {
			nodes = max(nodes, 1) // 0 would be no limit
		}
		b.searchFrom(ctx, a, a.Moves, nodes, astar.Options{B: 5, A: 1, First: true, Seed: seed})
	}
	if !a.Found && whole > 0 && b.disentanglesAgain(r, &goal) {
		b.retreat(ctx, r, a, againBudgets*whole, againBudgets*whole, b.disentangling(ctx, r, seed+againSeed, 0))
	}
}

// beforePlanning takes moves back, in ways that depend on the pass, and returns what is left of the budget. What a first pass spends so comes on
// top of its budget.
func (b *Builder) beforePlanning(ctx context.Context, r *Request, a *Attempt, goal *chess.Setup, budget int64, seed uint64) (left int64) {
	switch {
	case r.later() && r.PathOnly:
		return budget
	case r.later():
		if share := part(budget, looseShare); b.uses(laterDisentangle) {
			b.disentangle(ctx, r, a, share, seed)
			budget = less(budget, share)
		}
		if share := part(budget, 2); !a.Found && b.uses(laterOpen) {
			b.open(ctx, r, a, share, seed)
			budget = less(budget, share)
		}
		return budget
	}
	if r.before != nil && b.uses(firstOpen) {
		b.openFirst(ctx, r, a, part(budget, earlyShare), seed)
	}
	switch {
	case a.Found:
	case b.takesTurns(r, goal, budget):
		b.takeTurns(ctx, r, a, budget, seed)
	case b.disentanglesFirst(r, goal) && b.uses(firstDisentangle):
		b.disentangle(ctx, r, a, r.disentanglingShare(budget, goal), seed)
	}
	return budget
}

// plan has the planner build a game that begins with r.Path.
func (b *Builder) plan(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	start := r.Start
	for _, m := range r.Path {
		if !start.IsLegal(m) {
			return
		}
		start = start.Play(m)
	}
	whole := r.Goal.Setup()
	p := planner.Problem{Start: start, Goal: r.Goal, NextKernel: func(ctx context.Context, target *chess.Setup, k int, left int64) (search.Kernel, int64, bool) {
		w := kernelRequest{seed: seed, number: k, random: b.RandomKernel || r.later(), plies: left}
		kernel, plies, err := b.kernel(ctx, start.Setup(), target, &w)
		if noGame(err, target, &whole) {
			a.Refuted = true
		}
		return kernel, plies, err == nil
	}}
	p.MaxSkeletons = b.long.deepFor(&start, &r.Goal)
	p.Guess = p.MaxSkeletons > 0 && b.uses(guessKernels)
	res, err := b.planner.Find(ctx, p, b.planning(r, seed, budget))
	a.Refuted = a.Refuted && !r.fixed() && err != nil
	a.Plies += res.Plies
	a.Restarts += res.Restarts
	if err != nil && a.Why != "" && res.PathPlies < 0 {
		return // the attempt before came as far
	}
	a.Moves = slices.Concat(r.Path, res.Moves)
	a.whole = err == nil && r.PathOnly
	if !r.fixed() {
		a.Kernel, a.HasKernel = res.Kernel, !errors.Is(err, planner.ErrKernel)
	}
	if a.PathPlies = res.PathPlies; a.PathPlies >= 0 {
		a.PathPlies += len(r.Path)
	}
	if err == nil && !r.PathOnly {
		a.Found, a.By = true, "planner"
		return
	}
	a.Closest, a.Pending, a.Misplaced = res.Closest, res.Pending, res.Misplaced
	if err != nil {
		a.Why = err.Error()
	}
	if errors.Is(err, planner.ErrPlies) {
		a.Stop = verdict.NodeLimit
	}
}

// searchFrom searches for the rest of a game that begins with the opening.
func (b *Builder) searchFrom(ctx context.Context, a *Attempt, opening []chess.Move, nodes int64, opt astar.Options) {
	opt.Opening, opt.Nodes = opening, nodes
	find := b.search.Find
	if len(opening) > 0 {
		find = b.search.Solve
	}
	res, err := find(ctx, a.Start, a.Goal, opt)
	if err != nil {
		return
	}
	a.Plies += res.Expanded * PliesPerExpansion
	if res.Outcome.Solved() {
		a.Moves, a.Found, a.By, a.Stop, a.Why = res.Moves, true, "search", verdict.Complete, ""
		a.PathPlies = lastCapture(a.Moves)
		return
	}
	if res.Outcome == astar.NoSolution && len(opening) > 0 {
		a.Why += "; no game begins with the moves of the closest line"
	}
	switch res.Stop {
	case verdict.Complete:
	case verdict.Memory: // that of the search, not of the machine
		a.Stop = verdict.NodeLimit
	default:
		a.Stop = res.Stop
	}
}

// finish shortens a game if that is wanted and has it replayed. It returns false, with
// the cause in Why, if the game breaks the rules that were asked for, and an error if it is
// no game at all.
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
