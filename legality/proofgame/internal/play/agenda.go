package play

import (
	"iter"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/schedule"
)

// A job is a task and how far it has come.
type job struct {
	schedule.Task
	done     bool
	man      int8 // number of the man that is captured, settles or leaves; NoMan if not chosen yet
	capturer int8 // number of the officer or king chosen to capture, or NoMan

	orderKey int // place in the list with noise; set by shuffle

	// Set by update.
	pawnsFree      bool           // no earlier task needs one of the task's pawns
	earlierSquares chess.Bitboard // squares of earlier tasks that are not done
}

// An agenda holds what is still to be done of a schedule, and the men chosen to do it.
type agenda struct {
	*scene
	jobs          []job
	pending       int            // number of jobs not done
	taskSquares   chess.Bitboard // squares of jobs not done
	taskPawns     uint32         // pawns of jobs not done
	order         []int16        // indices of the jobs that were not done at the last shuffle, by orderKey
	lastProgress  int            // ply at which a job was last completed
	prerequisites []uint64       // for each job, a bit for each of the first 64 jobs that has to be done before
}

// open yields the jobs that are not done, with their indices, in the order of the schedule.
func (a *agenda) open() iter.Seq2[int, *job] {
	return func(yield func(int, *job) bool) {
		for i := range a.jobs {
			if j := &a.jobs[i]; !j.done && !yield(i, j) {
				return
			}
		}
	}
}

// setTasks makes a job of each task of the schedule.
func (a *agenda) setTasks() {
	a.jobs, a.lastProgress = a.jobs[:0], 0
	for _, task := range a.plan.Tasks {
		a.jobs = append(a.jobs, job{Task: task, man: task.Man, capturer: base.NoMan})
	}
}

// update fills in which jobs can be done now: a task waits for earlier ones that share a pawn or a square with it.
func (a *agenda) update() {
	var squares chess.Bitboard
	var pawns uint32
	a.pending = 0
	for _, j := range a.open() {
		a.pending++
		own := j.Pawns()
		j.pawnsFree, j.earlierSquares = pawns&own == 0, squares
		squares |= j.Squares
		pawns |= own
	}
	a.taskSquares, a.taskPawns = squares, pawns
}

// isFree reports whether no earlier task needs the pawns or squares of job j.
func (j *job) isFree() bool { return j.pawnsFree && j.Squares&j.earlierSquares == 0 }

// manComes reports whether the man of a job has to come to To: to settle, or to be captured by a pawn. An officer captures its victim
// where that stands.
func (j *job) manComes() bool {
	return j.Act == schedule.Settle || j.Act == schedule.Capture && j.Pawn != base.NoMan
}

// shuffle sorts the jobs not done by 8*index plus a random number from 0 to 23, so that neighbors in the list may change places.
func (a *agenda) shuffle() {
	a.order = a.order[:0]
	for i, j := range a.open() {
		j.orderKey = i*8 + a.rng.N(24)
		a.order = append(a.order, int16(i))
	}
	slices.SortStableFunc(a.order, func(i, k int16) int { return a.jobs[i].orderKey - a.jobs[k].orderKey })
}

// forgetMen forgets which men were chosen for open jobs. Jobs without a kind keep theirs: the schedule names it, or it is the king.
func (a *agenda) forgetMen() {
	for i := range a.jobs {
		j := &a.jobs[i]
		j.capturer = base.NoMan
		if !j.done && j.Kind != base.NoKind {
			j.man = base.NoMan
		}
	}
	a.chosen, a.arrived = 0, 0
}

// markDone marks the jobs that move m has completed, at the given ply.
func (a *agenda) markDone(m chess.Move, ply int) {
	for i, j := range a.open() {
		if !a.isCompleted(i, m) {
			continue
		}
		j.done, a.lastProgress = true, ply
		for _, u := range [...]int8{j.man, j.capturer} {
			if u != base.NoMan {
				a.chosen &^= 1 << u
				a.arrived &^= 1 << u
			}
		}
	}
}

// isCompleted reports whether move m has completed job i, which is not done.
func (a *agenda) isCompleted(i int, m chess.Move) bool {
	j := &a.jobs[i]
	switch j.Act {
	case schedule.Settle:
		return a.reserveSettled(j)
	case schedule.Leave:
		return a.hasLeft(j) && !a.isAwaited(int16(i))
	case schedule.Capture:
		return m.Captured() != chess.NoRole && j.man != base.NoMan && a.Men[j.man].Sq == chess.NoSquare
	}
	return j.Pawn != base.NoMan && m.Role() == chess.Pawn && m.To() == j.To && a.At[j.To] == j.Pawn
}

// reserveSettled reports whether an officer or king of the right kind stands where one has to settle, and may stay there now. If so, it
// becomes the job's man, and is not captured.
func (a *agenda) reserveSettled(j *job) bool {
	u := a.At[j.To]
	if u == base.NoMan || !a.mayProceed(j) || j.earlierSquares.Has(j.To) ||
		a.Men[u].Color != j.Color || a.Men[u].Role == chess.Pawn || base.KindOf(a.Men[u].Role, j.To) != j.Kind {
		return false
	}
	a.settled |= 1 << u
	a.protected |= 1 << u
	j.man = u
	return true
}

// mayProceed reports whether job j waits for no other job, or for one whose man is in place.
func (a *agenda) mayProceed(j *job) bool { return j.WaitsFor < 0 || a.inPlace(j.WaitsFor) }

// inPlace reports whether the man of job i has done what another job waits for: it stands on its square, or has left its region. With
// Revise the jobs that job i waits for have to be in place, too.
func (a *agenda) inPlace(i int16) bool {
	for n := 0; ; n++ {
		j := &a.jobs[i]
		ok := j.done
		switch {
		case j.Act == schedule.Leave:
			ok = a.hasLeft(j)
		case !ok:
			ok = j.man != base.NoMan && a.Men[j.man].Sq == j.To
		}
		if !ok || !a.revise || j.WaitsFor < 0 || n == len(a.jobs) {
			return ok
		}
		i = j.WaitsFor
	}
}

// isAwaited reports whether a job that is not done waits for job i.
func (a *agenda) isAwaited(i int16) bool {
	return slices.ContainsFunc(a.jobs, func(j job) bool { return j.WaitsFor == i && !j.done })
}

// hasLeft reports whether the man of a Leave job is an officer outside the region, or captured.
func (a *agenda) hasLeft(j *job) bool {
	man := &a.Men[j.man]
	return man.Role != chess.Pawn && (man.Sq == chess.NoSquare || !j.Region.Has(man.Sq))
}

// hasStep reports whether pawn u has no open task and still has to move to its interim square.
func (a *agenda) hasStep(u int8) bool {
	man := &a.Men[u]
	if man.Role != chess.Pawn || man.Sq == chess.NoSquare || a.taskPawns>>u&1 != 0 || a.plan.End[u] == chess.NoSquare {
		return false
	}
	return (a.plan.InterimSquare(u).Row()-man.Sq.Row())*man.Color.Forward() > 0
}

// pawnsDone reports whether all pawns stand on their interim squares.
func (a *agenda) pawnsDone() bool {
	for u := range int8(a.Size) {
		if a.hasStep(u) {
			return false
		}
	}
	return true
}
