package play

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// A job is a task and how far it has come.
type job struct {
	schedule.Task
	done     bool
	victim   int8 // who falls, settles or leaves; Nobody if not chosen yet
	capturer int8 // the officer chosen to capture

	// What scan fills in.
	open   bool           // no earlier task has to do with the pawns
	before chess.Bitboard // squares of earlier tasks
}

// An agenda is what is still to be done of a schedule, and who does it.
type agenda struct {
	*scene
	jobs     []job
	left     int            // jobs not done
	busy     chess.Bitboard // squares of these
	engaged  uint32         // pawns of these
	order    []int16        // jobs, in the order of the list with noise
	noisy    []uint32       // what order is sorted by: places in the list with noise
	progress int            // ply of the last progress
	need     []uint64       // jobs that have to be done before each, of the first 64
}

// begin begins the agenda of a schedule.
func (r *agenda) begin() {
	r.jobs, r.progress = r.jobs[:0], 0
	for i := range r.plan.Tasks {
		t := &r.plan.Tasks[i]
		r.jobs = append(r.jobs, job{Task: *t, victim: t.Victim, capturer: base.Nobody})
	}
}

// scan finds out what can be done: a task waits for earlier ones that share a pawn or a
// square with it.
func (r *agenda) scan() {
	var squares chess.Bitboard
	var pawns uint32
	r.left = 0
	for i := range r.jobs {
		t := &r.jobs[i]
		if t.done {
			continue
		}
		r.left++
		mine := t.Pawns()
		t.open, t.before = pawns&mine == 0, squares
		squares |= t.Squares
		pawns |= mine
	}
	r.busy, r.engaged = squares, pawns
}

// shuffle orders the tasks anew: by the list, with noise.
func (r *agenda) shuffle() {
	r.order, r.noisy = r.order[:0], r.noisy[:0]
	for i := range r.jobs {
		if r.jobs[i].done {
			continue
		}
		key := uint32(i*8 + r.rng.N(24))
		r.order, r.noisy = append(r.order, int16(i)), append(r.noisy, key)
		for j := len(r.order) - 1; j > 0 && r.noisy[j-1] > key; j-- {
			r.order[j], r.order[j-1] = r.order[j-1], r.order[j]
			r.noisy[j], r.noisy[j-1] = r.noisy[j-1], r.noisy[j]
		}
	}
}

// unbind gives up the choice of officers for captures.
func (r *agenda) unbind() {
	for i := range r.jobs {
		t := &r.jobs[i]
		if t.done || t.Kind == base.NoKind {
			continue
		}
		t.victim, t.capturer = base.Nobody, base.Nobody
	}
	for i := range r.jobs {
		r.jobs[i].capturer = base.Nobody
	}
	r.bound, r.arrived = 0, 0
}

// markDone marks the jobs that a move has completed.
func (r *agenda) markDone(m chess.Move, ply int) {
	for i := range r.jobs {
		t := &r.jobs[i]
		if t.done {
			continue
		}
		switch {
		case t.Act == schedule.Settle:
			if !r.reserveSettled(t) {
				continue
			}
		case t.Act == schedule.Leave:
			if !r.gone(t) || r.awaited(int16(i)) {
				continue
			}
		case t.Act != schedule.Capture:
			if t.Pawn == base.Nobody || m.Role() != chess.Pawn || m.To() != t.To || r.At[t.To] != t.Pawn {
				continue
			}
		case m.Captured() == chess.NoRole || t.victim == base.Nobody || r.Men[t.victim].Sq != chess.NoSquare:
			continue
		}
		t.done = true
		r.progress = ply
		for _, u := range [...]int8{t.victim, t.capturer} {
			if u != base.Nobody {
				r.bound &^= 1 << u
				r.arrived &^= 1 << u
			}
		}
	}
}

// reserveSettled reports whether an officer stands where one is to settle. If so it is reserved: it stays and is not captured.
func (r *agenda) reserveSettled(t *job) bool {
	u := r.At[t.To]
	if u == base.Nobody || t.WaitsFor >= 0 && !r.inPlace(t.WaitsFor) || t.before.Has(t.To) || r.Men[u].Color != t.Color || r.Men[u].Role == chess.Pawn || base.KindOf(r.Men[u].Role, t.To) != t.Kind {
		return false
	}
	r.staying |= 1 << u
	r.keep |= 1 << u
	t.victim = u
	return true
}

// inPlace reports whether the officer that a task waits for stands where it should, or has
// left if it should; if the list may be revised also those that this one waits for.
func (r *agenda) inPlace(i int16) bool {
	for n := 0; ; n++ {
		t := &r.jobs[i]
		ok := t.done
		switch {
		case t.Act == schedule.Leave:
			ok = r.gone(t)
		case !ok:
			ok = t.victim != base.Nobody && r.Men[t.victim].Sq == t.To
		}
		if !ok || !r.revise || t.WaitsFor < 0 || n == len(r.jobs) {
			return ok
		}
		i = t.WaitsFor
	}
}

// awaited reports whether some task still waits for task i.
func (r *agenda) awaited(i int16) bool {
	for j := range r.jobs {
		if t := &r.jobs[j]; t.WaitsFor == i && !t.done {
			return true
		}
	}
	return false
}

// gone reports whether the man of a task has left.
func (r *agenda) gone(t *job) bool {
	sq := r.Men[t.victim].Sq
	return r.Men[t.victim].Role != chess.Pawn && (sq == chess.NoSquare || !t.Region.Has(sq))
}

// canStep reports whether a pawn without open tasks may still move to its end.
func (r *agenda) canStep(u int8) bool {
	m := &r.Men[u]
	if m.Role != chess.Pawn || m.Sq == chess.NoSquare || r.engaged>>u&1 != 0 || r.plan.End[u] == chess.NoSquare {
		return false
	}
	return (r.plan.InterimSquare(u).Row()-m.Sq.Row())*m.Color.Forward() > 0
}

// pawnsDone reports whether all pawns stand where they stop for now.
func (r *agenda) pawnsDone() bool {
	for u := range int8(r.Size) {
		if r.canStep(u) {
			return false
		}
	}
	return true
}
