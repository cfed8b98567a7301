package schedule

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// An Act is what a task does.
type Act uint8

// The acts. A kernel has pushes and captures; the others are added where a pawn would shut in
// a square.
const (
	Push    Act = iota // a pawn moves on its file
	Capture            // something is captured, by a pawn or by an officer
	Settle             // an officer of the kind, or the king without one, comes to stand on To, and stays
	Leave              // the officer Victim leaves the squares Out, for To
)

// A Task is a step of the extended kernel, or one that was added. It waits for earlier tasks
// that share a pawn or a square with it, see [Task.Pawns] and Touch, and for its gate, and for
// nothing else.
type Task struct {
	Act       Act
	Color     chess.Color // who moves
	Pawn      int8        // which pawn; Nobody if an officer does
	Victim    int8        // who falls, or leaves; Nobody if any man of the kind
	Kind      base.Kind   // of the victim or who settles, if the man is open
	From, To  chess.Square
	Promotion chess.Role     // what the pawn becomes on To, if the kernel says
	Touch     chess.Bitboard // squares that have to be left alone by earlier tasks' pawns
	Out       chess.Bitboard // of Leave
	Gate      int16          // the task whose victim must be in place before this, or -1
	Early     bool           // the victim must come early, another task waits for it
	Step      int16          // index in the extended kernel, or -1

	walls chess.Bitboard // pawns as they stand in the list when a pawn captures
}

// A list is tasks in an order in which pawns can carry them out.
type list struct {
	Problem
	Tasks  []Task
	column [64]int8 // pawns after the tasks
	backup []Task
}

// Pawns returns the pawns of the start that a task is about.
func (t *Task) Pawns() (set uint32) {
	if t.Pawn != base.Nobody {
		set = 1 << t.Pawn
	}
	if t.Victim != base.Nobody && t.Kind == base.NoKind {
		set |= 1 << t.Victim
	}
	return set
}

// Conflict reports whether one of two tasks has to wait for the other.
func Conflict(a, b *Task) bool {
	return a.Touch&b.Touch != 0 || a.Pawns()&b.Pawns() != 0
}

// insert puts a task before the one at index i.
func (r *list) insert(i int, t Task) {
	r.Tasks = slices.Insert(r.Tasks, i, t)
	for j := range r.Tasks {
		if g := &r.Tasks[j].Gate; int(*g) >= i {
			*g++
		}
	}
}

func (r *list) remove(i int) {
	r.Tasks = slices.Delete(r.Tasks, i, i+1)
	for j := range r.Tasks {
		if g := &r.Tasks[j].Gate; int(*g) > i {
			*g--
		}
	}
}

// moveToEnd moves task i and those that need it to the end of the list and returns its index there.
func (r *list) moveToEnd(i int) int {
	var early, late []Task
	where := make([]int, len(r.Tasks)) // -1 - index for those at the end
	for j := range r.Tasks {
		t := r.Tasks[j]
		if j == i || j > i && slices.ContainsFunc(late, func(l Task) bool { return Conflict(&l, &t) }) {
			where[j] = -1 - len(late)
			late = append(late, t)
		} else {
			where[j] = len(early)
			early = append(early, t)
		}
	}
	r.Tasks = append(append(r.Tasks[:0], early...), late...)
	for j := range r.Tasks {
		if g := &r.Tasks[j].Gate; *g >= 0 {
			to := where[*g]
			if to < 0 {
				to = len(early) - 1 - to
			}
			*g = int16(to)
		}
	}
	return len(early)
}

// addGate has task i wait for task j, as well as for all that it waits for already: j becomes the gate of the last gate of i.
func (r *list) addGate(i, j int) {
	for n := 0; r.Tasks[i].Gate >= 0 && n < len(r.Tasks); n++ {
		i = int(r.Tasks[i].Gate)
	}
	if i != j {
		r.Tasks[i].Gate = int16(j)
	}
}

// hasLeaveTask reports whether a man has a task to leave.
func (r *list) hasLeaveTask(u int8) bool {
	return slices.ContainsFunc(r.Tasks, func(t Task) bool { return t.Act == Leave && t.Victim == u })
}

// row returns the row of a pawn at the end of the list.
func (r *list) row(u int8) int {
	for sq, v := range r.column {
		if v == u {
			return sq >> 3
		}
	}
	return -1
}

// trace plays the list on a board of pawns again and reports whether it is possible.
func (r *list) trace() bool {
	var at [64]int8
	if !r.traceTo(len(r.Tasks), &at) {
		return false
	}
	r.column = at
	return true
}

// traceTo plays the first n tasks of the list and fills in the pawns after them.
func (r *list) traceTo(n int, at *[64]int8) bool {
	for sq := range at {
		at[sq] = base.Nobody
		if u := r.At[sq]; u != base.Nobody && r.Men[u].Role == chess.Pawn {
			at[sq] = u
		}
	}
	for i := range r.Tasks[:n] {
		t := &r.Tasks[i]
		if t.Pawn != base.Nobody && at[t.From] != t.Pawn {
			return false
		}
		if t.Act != Capture {
			if t.Pawn == base.Nobody {
				continue
			}
			if (t.To.Row()-t.From.Row())*t.Color.Forward() <= 0 {
				return false
			}
			t.Touch = base.FilePath(t.From, t.To)
			at[t.From] = base.Nobody
			for sq := range t.Touch.All() {
				if at[sq] != base.Nobody {
					return false
				}
			}
		} else {
			t.Touch = 0
			if t.Victim != base.Nobody && r.Men[t.Victim].Role == chess.Pawn && t.Kind == base.NoKind && at[t.To] == t.Victim {
				at[t.To] = base.Nobody
				t.Touch = t.To.BB()
			} else if t.Pawn != base.Nobody && at[t.To] != base.Nobody || t.Victim != base.Nobody && slices.Contains(at[:], t.Victim) {
				return false
			}
			if t.Pawn == base.Nobody {
				continue
			}
			t.Touch |= t.From.BB() | t.To.BB()
			at[t.From] = base.Nobody
		}
		if t.To.Row() != t.Color.LastRow() {
			at[t.To] = t.Pawn
		}
	}
	return true
}

// pawnSquares returns the squares of pawns.
func pawnSquares(at *[64]int8) (set chess.Bitboard) {
	for sq, u := range at {
		if u != base.Nobody {
			set |= chess.Square(sq).BB()
		}
	}
	return set
}

// pushTask returns a push that no step of the kernel stands for; its Touch is filled in by trace.
func pushTask(c chess.Color, pawn int8, from, to chess.Square) Task {
	return Task{Color: c, Pawn: pawn, Victim: base.Nobody, Kind: base.NoKind, From: from, To: to, Gate: -1, Step: -1}
}

// settleTask has an officer come to stand on a square.
func settleTask(c chess.Color, k base.Kind, sq chess.Square) Task {
	return Task{Act: Settle, Color: c, Pawn: base.Nobody, Victim: base.Nobody, Kind: k, From: chess.NoSquare, To: sq, Gate: -1, Step: -1}
}
