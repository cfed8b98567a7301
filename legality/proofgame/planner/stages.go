package planner

import (
	"context"

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

// attempt makes one restart and returns the length of the path, -1 if it was not found,
// whether the goal is reached, and why the kernel does not fit if it does not.
func (r *run) attempt(ctx context.Context, start *chess.Position, k *search.Kernel) (int, bool, error) {
	if err := r.prepare(start, k); err != nil {
		r.stops.Kernel++
		return -1, false, err
	}
	if !r.path() {
		r.stops.Path++
		return -1, false, nil
	}
	plies := len(r.line)
	r.afterPath = r.world
	again := 3
	if r.without&snapshots != 0 {
		again = 1
	}
	for range again {
		if r.pawns() {
			r.afterPawns = r.world
			for range again {
				if r.officersHome() {
					return plies, true, nil
				}
				if r.spent >= r.limit || ctx.Err() != nil {
					return plies, false, nil
				}
				r.restore(&r.afterPawns)
			}
		}
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
			r.unbind()
		}
		m := r.planTasks()
		r.spent++
		if m == 0 {
			return false
		}
		r.make(m)
		r.done(m, ply)
	}
}

// unbind gives up the choice of officers for captures.
func (r *run) unbind() {
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
			break
		}
		r.make(m)
	}
	r.stops.Pawns++
	return false
}

// officersHome plays until the goal is reached.
func (r *run) officersHome() bool {
	r.bound, r.arrived = 0, 0
	if !r.assign() {
		r.stops.Assign++
		return false
	}
	r.rankMen()
	for ply := range officerLimit {
		if r.settled() {
			return r.finish()
		}
		if ply%officerTurn == officerTurn-1 {
			if r.chance(50) && !r.assign() {
				r.stops.Assign++
				return false
			}
			r.rankMen()
		}
		m := r.planOfficers()
		r.spent++
		if m == 0 {
			break
		}
		r.make(m)
	}
	r.stops.Officers++
	return false
}

// finish gets the side to move right.
func (r *run) finish() bool {
	if r.us != r.goal.Turn && !r.loseMove() {
		return false
	}
	return r.pos.Setup() == r.goal
}

// make plays a planned move.
func (r *run) make(m chess.Move) {
	us := r.us
	r.play(m)
	if m.Castles() {
		r.castled(us)
	}
}
