package planner

import (
	"context"
	"fmt"
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/legality/kernel/search"
)

// Limits in plies.
const (
	pathStall    = 90 // without a task done
	pathReorder  = 30
	pawnLimit    = 300
	officerLimit = 500
	officerTurn  = 120 // a new order
)

// Find returns a game from p.Start to p.Goal. The result depends on the problem and
// the options alone. The error is ErrPlies, ErrKernel, ErrTarget, ErrPosition or that of
// the context; none of them says that there is no game.
func (pl *Planner) Find(ctx context.Context, p Problem, opt Options) (Result, error) {
	if p.Start == (chess.Position{}) {
		p.Start = chess.InitialPosition()
	}
	goal := p.Goal.Setup()
	if _, err := goal.Position(); err != nil {
		return Result{}, ErrPosition
	}
	if p.Start == p.Goal {
		return Result{Target: p.Goal}, nil
	}
	r := &pl.run
	r.spent = 0
	budget := opt.Plies
	switch {
	case budget == 0:
		budget = DefaultPlies
	case budget < 0:
		budget = 1 << 62
	}
	r.limit = budget
	h := hash(&goal)
	r.key(h, opt.Seed, 0)
	source := kernels{pl: pl, p: &p}
	list := pl.targets(ctx, &goal, &r.dice, fewTargets)
	turn := newTurns()
	best := Result{PathPlies: -1}
	bestMissing := 1 << 30
	var err error
	for restart := 0; ; restart++ {
		if restart == 40 || source.dead == len(list) && len(list) < manyTargets/2 && restart > 0 {
			r.key(h, opt.Seed, 0)
			list = pl.targets(ctx, &goal, &r.dice, manyTargets)
			source.dead, turn = 0, newTurns()
			restart = max(restart, 41)
		}
		err = ctx.Err()
		switch {
		case err != nil:
		case r.spent >= budget:
			err = ErrPlies
		case source.dead == len(list):
			err = ErrKernel
		}
		if err != nil {
			best.Restarts, best.Plies = restart, r.spent
			return best, err
		}
		t := &list[turn.next(len(list))]
		if !source.kernel(ctx, t) {
			r.spent++
			continue
		}
		r.spent += 5
		r.key(h, opt.Seed, uint64(restart)+1)
		r.goal = t.setup
		pathPlies, ok, misfit := r.attempt(ctx, &p.Start, t.kernel)
		if misfit != nil {
			t.tries += triesPerKernel / 3
		}
		if ok {
			res := Result{PathPlies: pathPlies, LastPlies: len(t.moves), Kernel: *t.kernel, Restarts: restart, Plies: r.spent}
			res.Target, _ = t.setup.Position()
			res.Moves = append(append(make([]chess.Move, 0, len(r.line)+len(t.moves)), r.line...), t.moves...)
			if err := replay(p.Start, p.Goal, res.Moves); err != nil {
				return best, err
			}
			return res, nil
		}
		if missing := r.missing(); missing < bestMissing {
			bestMissing = missing
			best = r.report(t, t.kernel, pathPlies)
		}
	}
}

// turns goes round a list, the first most often: 0, 0 1, 0 1 2, and so on.
type turns struct{ i, end int }

func newTurns() turns { return turns{0, 1} }

func (t *turns) next(n int) int {
	i := t.i
	if t.i++; t.i >= min(t.end, n) {
		t.i, t.end = 0, t.end+1
	}
	return i
}

// kernels finds kernels for targets.
type kernels struct {
	pl   *Planner
	p    *Problem
	dead int  // targets without a kernel
	lost bool // a search has spent its nodes
}

// triesPerKernel is the number of restarts with a kernel before another one is asked
// for.
const triesPerKernel = 6

// kernel sees to it that a target has a kernel, another one after some restarts with one,
// and reports whether it has.
func (s *kernels) kernel(ctx context.Context, t *target) bool {
	if t.dead {
		return false
	}
	if t.kernel != nil {
		if t.tries++; t.tries < triesPerKernel {
			return true
		}
		t.tries = 0
	}
	b := s.p.Start.Board()
	captures := b.Men() - t.setup.Board.Men()
	if t.kernel == nil && t.quiet && len(s.p.Kernel.Moves) == captures {
		t.kernel = &s.p.Kernel
		return true
	}
	k, ok, more := search.Kernel{}, false, false
	if s.p.More != nil {
		k, ok = s.p.More(ctx, &t.setup, t.number)
	} else {
		k, ok, more = s.search(ctx, &t.setup, t.number)
	}
	t.number++
	if ok && len(k.Moves) == captures {
		t.kernel, t.tries = &k, 0
	} else if t.kernel == nil && !more {
		t.dead = true
		s.dead++
	}
	return t.kernel != nil
}

// nodesPerPly is the number of nodes of the search for kernels that take as long as a ply.
const nodesPerPly = 20

// search is the default source: a guess where many men have to fall, or when a search has
// spent its nodes, else a search. It reports also whether asking again may help.
func (s *kernels) search(ctx context.Context, goal *chess.Setup, k int) (search.Kernel, bool, bool) {
	start := s.p.Start.Setup()
	many := start.Board.Men()-goal.Board.Men() >= manyCaptures
	if many && k%4 != 3 || s.lost && k%2 != 0 {
		g := &s.pl.guesser
		g.key(hash(goal), 1, uint64(k))
		if kernel, ok := g.guess(&start, goal); ok {
			return kernel, true, true
		}
		s.pl.run.spent += guessPlies
	}
	sr := &s.pl.kernels
	sr.Options = search.Options{Nodes: 10_000 << min(2*k, 5)}
	if k > 0 {
		sr.Random = rand.NewPCG(mix(uint64(k)), hash(goal))
	}
	res := sr.First(ctx, start, *goal)
	s.pl.run.spent += res.Nodes / nodesPerPly
	s.lost = s.lost || res.Status == search.Unknown
	return res.Kernel, res.Status == search.Found, res.Status == search.Unknown && k < 40
}

const (
	manyCaptures = 10
	guessPlies   = 20 // what a failed guess counts
)

// attempt makes one restart and returns the length of the path, -1 if it was not found,
// whether the goal is reached, and why the kernel does not fit if it does not.
func (r *run) attempt(ctx context.Context, start *chess.Position, k *search.Kernel) (int, bool, error) {
	if err := r.prepare(start, k); err != nil {
		r.note(err.Error())
		return -1, false, err
	}
	if !r.path() {
		r.note("path")
		return -1, false, nil
	}
	plies := len(r.line)
	r.afterPath = r.world
	for range 3 {
		if r.pawns() {
			r.afterPawns = r.world
			for range 3 {
				if r.place3() {
					return plies, true, nil
				}
				r.note("officers")
				if r.spent >= r.limit || ctx.Err() != nil {
					return plies, false, nil
				}
				r.restore(&r.afterPawns)
			}
		}
		r.note("router")
		if r.spent >= r.limit || ctx.Err() != nil {
			return plies, false, nil
		}
		r.restore(&r.afterPath)
	}
	return plies, false, nil
}

func (r *run) restore(w *world) {
	moves := r.moves
	r.world = *w
	r.moves = moves
	r.sense()
	r.ask, r.ways = [2]wishes{}, [2]chess.Bitboard{}
}

// path plays until all tasks are done.
func (r *run) path() bool {
	r.progress = 0
	for ply := 0; ; ply++ {
		r.scan()
		if r.left == 0 {
			return true
		}
		if ply-r.progress > pathStall {
			return false
		}
		if stall := ply - r.progress; stall > 0 && stall%pathReorder == 0 {
			r.shuffle()
			r.release1()
		}
		m := r.planTasks()
		r.spent++
		if m == 0 {
			return false
		}
		r.play(m)
		r.done(m, ply)
	}
}

// release1 gives up the choice of officers for captures.
func (r *run) release1() {
	for i := range r.tasks {
		t := &r.tasks[i]
		if t.done || t.kind == noKind {
			continue
		}
		t.victim, t.capturer = nobody, nobody
	}
	for i := range r.tasks {
		r.tasks[i].capturer = nobody
	}
	r.bound, r.arrived = 0, 0
}

// pawns plays until all pawns stand where they stop.
func (r *run) pawns() bool {
	r.bound, r.arrived = 0, r.staying
	for range pawnLimit {
		if r.pawnsDone() {
			return true
		}
		m := r.planTasks()
		r.spent++
		if m == 0 {
			return false
		}
		r.play(m)
	}
	return false
}

// place3 plays until the goal is reached.
func (r *run) place3() bool {
	r.bound, r.arrived = 0, 0
	if !r.assign() {
		r.note("assign")
		return false
	}
	r.rankMen()
	for ply := range officerLimit {
		if r.settled() {
			return r.finish()
		}
		if ply%officerTurn == officerTurn-1 {
			if r.chance(50) && !r.assign() {
				return false
			}
			r.rankMen()
		}
		m := r.planOfficers()
		r.spent++
		if m == 0 {
			return false
		}
		r.play(m)
	}
	return false
}

// finish gets the side to move right.
func (r *run) finish() bool {
	if r.us != r.goal.Turn && !r.loseMove() {
		return false
	}
	return r.pos.Setup() == r.goal
}

// missing counts the men that do not stand as in the goal, and the tasks left.
func (r *run) missing() int {
	r.scan()
	return 100*r.left + r.misplaced().Count()
}

func (r *run) misplaced() (set chess.Bitboard) {
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Pawn; role <= chess.King; role++ {
			set |= r.board.Pieces(c, role) ^ r.goal.Board.Pieces(c, role)
		}
	}
	return set
}

// report tells how far a failed restart came.
func (r *run) report(t *target, k *search.Kernel, pathPlies int) Result {
	res := Result{PathPlies: pathPlies, LastPlies: len(t.moves), Kernel: *k, Closest: r.pos, Misplaced: r.misplaced()}
	res.Target, _ = t.setup.Position()
	res.Moves = append(res.Moves, r.line...)
	for i := range r.tasks {
		if tk := &r.tasks[i]; !tk.done && tk.step >= 0 {
			res.Pending = append(res.Pending, k.Extended[tk.step])
		}
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

func (r *run) note(s string) {
	if r.trace != nil {
		r.trace[s]++
	}
}
