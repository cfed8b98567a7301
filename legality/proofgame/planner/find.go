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
	list := pl.targets(ctx, &goal, &r.dice)
	best := Result{PathPlies: -1}
	bestMissing := 1 << 30
	source := kernels{pl: pl, p: &p}
	for restart := 0; ; restart++ {
		if err := ctx.Err(); err != nil {
			best.Restarts, best.Plies = restart, r.spent
			return best, err
		}
		if r.spent >= budget {
			best.Restarts, best.Plies = restart, r.spent
			return best, ErrPlies
		}
		r.spent += 5
		t := &list[restart%len(list)]
		k, ok := source.next(ctx, t, restart/len(list))
		if !ok {
			if restart > 3*len(list)+20 && !source.any {
				best.Restarts, best.Plies = restart, r.spent
				return best, ErrKernel
			}
			continue
		}
		r.key(h, opt.Seed, uint64(restart)+1)
		r.goal = t.setup
		pathPlies, ok := r.attempt(ctx, &p.Start, k)
		if ok {
			res := Result{PathPlies: pathPlies, LastPlies: len(t.moves), Kernel: *k, Restarts: restart, Plies: r.spent}
			res.Target, _ = t.setup.Position()
			res.Moves = append(append(make([]chess.Move, 0, len(r.line)+len(t.moves)), r.line...), t.moves...)
			if err := replay(p.Start, p.Goal, res.Moves); err != nil {
				return best, err
			}
			return res, nil
		}
		missing := r.missing()
		if missing < bestMissing {
			bestMissing = missing
			best = r.report(t, k, pathPlies)
		}
	}
}

// kernels remembers kernels by target.
type kernels struct {
	pl   *Planner
	p    *Problem
	any  bool
	last map[kernelKey]*search.Kernel
}

type kernelKey struct {
	goal chess.Setup
	k    int
}

// next returns a kernel for the given round of restarts.
func (s *kernels) next(ctx context.Context, t *target, round int) (*search.Kernel, bool) {
	captures := s.captures(t)
	k := round / 4
	if t.quiet && len(s.p.Kernel.Moves) == captures {
		if k == 0 {
			s.any = true
			return &s.p.Kernel, true
		}
		k--
	}
	key := kernelKey{t.setup, k}
	if kernel, ok := s.last[key]; ok {
		return kernel, kernel != nil
	}
	more := s.p.More
	if more == nil {
		more = s.search
	}
	kernel, ok := more(ctx, &t.setup, k)
	var got *search.Kernel
	if ok && len(kernel.Moves) == captures {
		got = &kernel
		s.any = true
	}
	if s.last == nil {
		s.last = map[kernelKey]*search.Kernel{}
	}
	s.last[key] = got
	return got, got != nil
}

func (s *kernels) captures(t *target) int {
	b := s.p.Start.Board()
	return b.Men() - t.setup.Board.Men()
}

// search is the default source.
func (s *kernels) search(ctx context.Context, goal *chess.Setup, k int) (search.Kernel, bool) {
	sr := &s.pl.kernels
	sr.Options = search.Options{Nodes: 2_000_000}
	if k > 0 {
		sr.Random = rand.NewPCG(mix(uint64(k)), hash(goal))
	}
	res := sr.First(ctx, s.p.Start.Setup(), *goal)
	return res.Kernel, res.Status == search.Found
}

// attempt makes one restart and returns the length of the path, -1 if it was not found,
// and whether the goal is reached.
func (r *run) attempt(ctx context.Context, start *chess.Position, k *search.Kernel) (int, bool) {
	if err := r.prepare(start, k); err != nil {
		return -1, false
	}
	if !r.path() {
		return -1, false
	}
	plies := len(r.line)
	r.afterPath = r.world
	for range 3 {
		if r.pawns() {
			r.afterPawns = r.world
			for range 3 {
				if r.place3() {
					return plies, true
				}
				if r.spent >= r.limit || ctx.Err() != nil {
					return plies, false
				}
				r.restore(&r.afterPawns)
			}
		}
		if r.spent >= r.limit || ctx.Err() != nil {
			return plies, false
		}
		r.restore(&r.afterPath)
	}
	return plies, false
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
	r.bound, r.arrived = 0, 0
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
		if tk := &r.tasks[i]; !tk.done {
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
