package proofgame

import (
	"context"
	"errors"

	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/proofgame/internal/planner"
	"chesscensus/legality/proofgame/internal/retract"
	"chesscensus/legality/proofgame/internal/schedule"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/proofkernel/named"
	"chesscensus/legality/proofkernel/search"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// What a setup costs in planned plies that a search backwards expands (Open) or measures (Disentangle).
const (
	pliesPerOpened   = 50
	pliesPerLoosened = 1
)

const (
	// The planner's budget for the first setups that Open and Disentangle return. It doubles after every round tries.
	openPlies  = 10_000
	loosePlies = 5_000
	round      = 16
	// fewMen is the largest number of men of a goal for which kernels are guessed.
	fewMen = 20
)

// Goals with at most denseMen men, and cramped ones, are disentangled in a first pass with the budget densePlies, three to five seconds. Of the goals with
// more men most are draws of surveys, whose last moves are not hard to find.
const (
	denseMen   = 26
	densePlies = 7 * defaultPlies
)

const (
	// crampedMoves is the largest number of possible last moves of a cramped goal, captures apart; see cramped.
	crampedMoves = 4
	// guessedShare is a divisor: where kernels are guessed first, a quarter of what the planner has left may go to a computed kernel.
	guessedShare = 4
	// misfits is the number of restarts after which a setup is given up if no kernel has fitted it.
	misfits = 64
	// looseMore is how many times the usual budget the planner has for a setup whose measure (retract.Line.Shut) is at most looseEnough.
	looseMore   = 4
	looseEnough = 8
	// lastMoveNodes is what a look for last moves may cost.
	lastMoveNodes = 1000
)

// bar sets, in later passes, the squares on which kernels and planner promote no man that is needed, since it could not leave them.
func (b *Builder) bar(r *Request, goal *chess.Setup) {
	var barred proofkernel.Barred
	if r.later() && r.Start == chess.InitialPosition() && b.uses(barSquares) {
		barred = b.cages.Squares(goal)
	}
	b.namer.Solver.Barred = barred
	b.barred = schedule.Barred{Bishops: barred.Bishops, Knights: barred.Knights}
}

// planning returns the options of the planner: in later passes it may revise the order of a kernel.
func (b *Builder) planning(r *Request, seed uint64, plies int64) planner.Options {
	opt := planner.Options{Seed: seed, Plies: plies, Revise: r.later() && b.uses(revise), Barred: b.barred, LastMoves: b.LastMoves}
	if r.PathOnly {
		if plies < 0 {
			plies = defaultPlies
		}
		opt.PathPlies = plies / pathShare
	}
	opt.Doubt = r.doubt
	return opt
}

// A retreat is a way to take moves back from a goal; see retreatOn.
type retreat struct {
	// back takes moves back, in another way for each number, with so many plies left, and says what it cost in plies.
	back func(i uint64, left int64, kernels retro.Kernels) (w retract.Line, plies int64, ok bool)
	// plies is the budget of the first tries to a setup; it doubles every round tries.
	plies int64
	// guess has the planner guess kernels for setups with few men, but for every fourth try; where a guess fails they are computed.
	guess bool
	// worth returns how many plies the planner has to a setup, from what it would have. Nil means no more and no less.
	worth func(i uint64, w *retract.Line, plies int64) int64
	// moveOn leaves a setup whose first kernel is not found: another setup has one more easily.
	moveOn bool
	seed   uint64
	tries  uint64 // made so far
}

// noGame reports whether an error says that no game leads to a setup, as no kernel leads to a goal that differs from it in nothing that kernels look at.
func noGame(err error, goal, setup *chess.Setup) bool {
	return errors.Is(err, named.ErrNone) && goal.Board == setup.Board && goal.Castling == setup.Castling
}

// open takes moves back until nothing is shut in, and looks for games to the setups that come out.
func (b *Builder) open(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	b.retreat(ctx, r, a, budget, &retreat{back: func(i uint64, _ int64, kernels retro.Kernels) (retract.Line, int64, bool) {
		w, ok := b.retractor.Open(ctx, r.Goal.Setup(), retract.Opening{
			Seed: seed + i, Depth: int(i%4) * 5, Sources: int(i%3) * 50, Crowds: i%2 == 1,
		}, kernels)
		return w, pliesPerOpened * int64(max(w.Nodes, 1)), ok
	}, plies: openPlies, seed: seed})
}

// looseShare is what disentangling may cost in a first pass.
func (r *Request) looseShare(budget int64, goal *chess.Setup) int64 {
	switch {
	case r.PathOnly || r.later() || budget < 0:
		return part(budget, looseShare)
	case !dense(goal):
		return part(budget, crowdShare)
	}
	return densePlies * budget / defaultPlies
}

// What the bound, a configuration of package cage, and a node of package retro cost in states of the kernels.
const (
	statesPerBound         = 50
	statesPerConfiguration = 6
	statesPerLastMove      = 10
)

// shut reports whether men of a setup can never have come in: by the bound, from the initial position, or by package cage; or whether it has no last move;
// and with kept set, whether more men were kept in by pawns than can have been.
func (b *Builder) shut(ctx context.Context, s *chess.Setup, kept bool) (bool, int64) {
	p, err := s.Position()
	if err != nil {
		return false, 0
	}
	if b.before == nil {
		b.before = bound.NewGoal(p, nil)
	} else {
		b.before.Reset(p)
	}
	start := chess.InitialPosition()
	if b.before.Bound(&start) == bound.Infinite {
		return true, statesPerBound
	}
	reason, _, n := b.cages.Shut(s)
	states := statesPerBound + n*statesPerConfiguration
	if reason == 0 && kept {
		reason, n = b.cages.KeptIn(s)
		states += n * statesPerConfiguration
	}
	if reason == 0 && b.long.deep {
		ok, n := b.long.guesses(&b.planner, s)
		if states += n; !ok {
			return true, states
		}
	}
	if reason != 0 || b.LastMoves == nil {
		return reason != 0, states
	}
	v, _ := b.LastMoves.Judge(ctx, *s, verdict.Budget{Nodes: lastMoveNodes})
	return v.Outcome == verdict.Illegal, states + v.Cost.Nodes*statesPerLastMove
}

// looseSetups is how many setups one try at disentangling a goal measures at first. The number doubles every four tries, as often as the next constants say:
// few times for dense goals, where more tries find more than longer ones.
const (
	looseSetups = 16_000
	denseTwice  = 2
	crowdTwice  = 8
	looseLeast  = 800 // the least number, when little budget is left
)

// leadSetups is looseSetups for Extract, which takes half as long for a setup.
const leadSetups = 8_000

// ways returns whether try i to disentangle a goal is one of Extract (lead), as two of three are for dense goals, or one of Disentangle; and its number among
// the tries of the same method.
func ways(i uint64, dense bool) (number uint64, lead bool) {
	switch {
	case !dense:
		return i, false
	case i%3 == 0:
		return i / 3, false
	}
	return i - i/3 - 1, true
}

// disentangle takes moves back until all men have free squares (Disentangle) or are in the open (Extract), and looks for games to the setups that come out.
func (b *Builder) disentangle(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	goal := r.Goal.Setup()
	twice := uint64(crowdTwice)
	if dense(&goal) {
		twice = denseTwice
	}
	b.retreat(ctx, r, a, budget, b.disentangling(ctx, r, seed, twice))
}

// disentangling returns the retreat of disentangle, with tries that double most times at most.
func (b *Builder) disentangling(ctx context.Context, r *Request, seed, most uint64) *retreat {
	goal := r.Goal.Setup()
	dense := dense(&goal) && b.uses(extractMen)
	back := func(i uint64, left int64, kernels retro.Kernels) (retract.Line, int64, bool) {
		n, lead := ways(i, dense)
		b.retractor.Shut = func(s *chess.Setup) (bool, int64) {
			if !b.uses(pruneShut) {
				return false, 0
			}
			return b.shut(ctx, s, lead)
		}
		twice := min(n/4, most)
		if lead {
			setups := min(leadSetups<<twice, max(2*left/pliesPerLoosened, looseLeast))
			return b.leadOn(ctx, goal, seed+n, int(setups), kernels, false)
		}
		setups := min(looseSetups<<twice, max(left/pliesPerLoosened, looseLeast))
		w, ok := b.retractor.Disentangle(ctx, goal, seed+n, int(setups), kernels)
		return w, pliesPerLoosened*int64(w.Measured) + w.States/statesPerPly, ok
	}
	return &retreat{back: back, plies: loosePlies, guess: true, moveOn: true, seed: seed, worth: func(i uint64, w *retract.Line, plies int64) int64 {
		if _, lead := ways(i, dense); !lead && w.Shut <= looseEnough {
			return plies * looseMore
		} else if !lead {
			return plies
		}
		return worthOfLead(i, w, plies)
	}}
}

// leadStages is how often Extract is applied again to the setup that it has returned.
const leadStages = 2

// leadOn applies Extract to a goal, and again to the setup that it returns while that improves the measure. With a cluster of men in each of two corners one
// search disentangles one of them, and then has too many moves of these men to look at. It returns the line, its cost in plies, and whether there is one.
func (b *Builder) leadOn(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels, demote bool) (w retract.Line, plies int64, ok bool) {
	for stage := uint64(0); stage <= leadStages; stage++ {
		next, found := b.retractor.Extract(ctx, goal, seed+stage<<20, setups, kernels, demote)
		plies += pliesPerLoosened*int64(next.Measured)/2 + next.States/statesPerPly
		if !found || ok && next.Shut >= w.Shut {
			break
		}
		next.Moves = append(next.Moves, w.Moves...)
		if w, ok, goal = next, true, next.Setup; w.Shut == 0 {
			break
		}
	}
	return w, plies, ok
}

// dense reports whether the men of a goal are few, or it is cramped.
func dense(goal *chess.Setup) bool { return goal.Board.Men() <= denseMen || cramped(goal) }

// cramped reports whether whoever moved last has hardly any move to take back, whatever was captured.
func cramped(goal *chess.Setup) bool {
	moves := map[[2]chess.Square]bool{}
	for _, u := range retro.Unmoves(nil, *goal, retro.Options{}) {
		moves[[2]chess.Square{u.From(), u.To()}] = true
	}
	return len(moves) <= crampedMoves
}

// disentangles reports whether a goal is disentangled in the first pass: one that the stage of effort path has found no game to, and before that, one with
// few men that is tight. What it spends comes on top of the budget of the pass.
func (b *Builder) disentangles(r *Request, goal *chess.Setup) bool {
	switch {
	case r.later() || r.fixed() || b.NoKernel || r.Start != chess.InitialPosition():
		return false
	case r.PathOnly:
		return goal.Board.Men() <= fewMen && b.retractor.Tight(goal)
	}
	return r.before != nil
}

// earlySeed is added to the seed of a first pass where it opens the goal, so that a later pass makes other guesses.
const earlySeed = 1 << 40

// early opens a goal in the first pass, as later passes do. Of the goals to which the planner has found a path and no game by then, most get their game here,
// at a tenth of what the rest of the pass costs. What it spends comes on top of the budget of the pass.
func (b *Builder) early(ctx context.Context, r *Request, a *Attempt, budget int64, seed uint64) {
	later := *r
	later.Pass = 1
	b.open(ctx, &later, a, budget, seed+earlySeed)
	goal := r.Goal.Setup()
	b.bar(r, &goal)
}

// retreat takes moves back from the goal, in a new way every time, and looks for games to the setups that come out.
func (b *Builder) retreat(ctx context.Context, r *Request, a *Attempt, budget int64, way *retreat) {
	b.retreatOn(ctx, r, a, budget, budget, way)
}

// retreatOn is retreat with a part of all that is left for a way: it goes on where it has ended before.
func (b *Builder) retreatOn(ctx context.Context, r *Request, a *Attempt, budget, all int64, way *retreat) {
	var kernels retro.Kernels
	if b.LastMoves != nil {
		kernels = b.LastMoves.Kernels
	}
	spent := int64(0)
	if all < 0 {
		all = defaultPlies
	}
	for ; (budget < 0 || spent < budget) && ctx.Err() == nil; way.tries++ {
		i, seed := way.tries, way.seed
		b.long.guess, b.long.plain = b.long.hard && i%2 == 0, i%4 == 3
		w, plies, ok := way.back(i, all-spent, kernels)
		spent += max(plies, 1)
		if !ok {
			continue
		}
		before, err := w.Setup.Position()
		if err != nil {
			continue
		}
		b.bar(r, &w.Setup)
		within, stop := context.WithCancel(ctx)
		known := false
		p := planner.Problem{Start: r.Start, Goal: before, Deep: b.long.deepFor(&r.Start, &before)}
		p.Guess = (way.guess || p.Deep > 0) && i%4 != 3 && w.Setup.Board.Men() <= fewMen && b.uses(guessKernels)
		p.More = func(ctx context.Context, goal *chess.Setup, k int, left int64) (search.Kernel, int64, bool) {
			if p.Guess { // a guess has failed, or has led to no game: there are more setups than kernels worth a long look
				known, left = known || k > 0, left/guessedShare
				if k == 0 && *goal == w.Setup {
					b.long.guessFailed(&w.Setup)
				}
				if !known && b.long.hard && way.moveOn {
					stop()
					return search.Kernel{}, 0, false
				}
			}
			kernel, plies, err := b.kernel(ctx, r.Start.Setup(), goal, &request{seed: seed + i, number: k + 1, random: true, plies: left})
			if known = known || err == nil; !known && way.moveOn || noGame(err, goal, &w.Setup) {
				stop()
			}
			return kernel, plies, err == nil
		}
		least := way.plies
		if way.worth != nil {
			least = way.worth(i, &w, least)
		}
		opt := b.planning(r, seed+i, least<<min(i/round, 20))
		opt.Doubt = nil // this is another goal
		opt.Misfits = misfits
		opt.Revise = opt.Revise || b.long.deep && (i%4 == 1 || i%4 == 2) && b.uses(revise)
		res, err := b.planner.Find(within, p, opt)
		stop()
		spent += res.Plies
		if err == nil {
			a.Moves = append(append(a.Moves[:0:0], res.Moves...), w.Moves...)
			a.Found, a.By, a.PathPlies = true, "planner", lastCapture(a.Moves)
			a.Kernel, a.HasKernel = res.Kernel, len(res.Kernel.Moves) > 0 && lastCapture(w.Moves) == 0
			break
		}
		if errors.Is(err, planner.ErrPlies) {
			b.halted(&w, &res)
		}
	}
	a.Plies += spent
	goal := r.Goal.Setup()
	b.bar(r, &goal)
}
