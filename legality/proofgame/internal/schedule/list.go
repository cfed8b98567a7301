package schedule

import (
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// An Act is what a task does.
type Act uint8

// The acts of tasks. A kernel has pushes and captures; the others are added where a pawn would shut in a square.
const (
	Push    Act = iota // a pawn moves on its file
	Capture            // a pawn or an officer captures
	Settle             // an officer of the task's kind, or the king if that is NoKind, goes to To and stays
	Leave              // the officer Man leaves the squares of Region; To is outside
)

// A Task is a step of the extended kernel, or a step that was added. It has to wait for two things only: for earlier tasks that share a
// pawn ([Task.Pawns]) or a square (Squares) with it, and for the task WaitsFor.
type Task struct {
	Act       Act
	Color     chess.Color // the side that moves
	Pawn      int8        // number of the pawn that moves, or NoMan if an officer does
	Man       int8        // number of the man that is captured or leaves; NoMan if any man of Kind will do, or the king settles
	Kind      base.Kind   // kind of the officer that is captured or settles; NoKind if Man says which, or the king settles
	From, To  chess.Square
	Promotion chess.Role     // what the pawn becomes on To, if the kernel says so
	Squares   chess.Bitboard // squares that pawns pass or enter in this task
	Region    chess.Bitboard // squares that a Leave task leaves
	WaitsFor  int16          // index of the task whose man has to be on its To, or to have left its Region, before; or -1
	Early     bool           // the man has to come early, since another task waits for it
	Step      int16          // index in the extended kernel, or -1

	walls chess.Bitboard // squares of all pawns just before a pawn captures
}

// A list holds tasks in an order in which the pawns can carry them out.
type list struct {
	Problem
	Tasks      []Task
	pawnsAfter [64]int8 // pawn on each square after all tasks, or NoMan

	// Copies of save.
	savedTasks      []Task
	savedPawnsAfter [64]int8
}

// save copies the list, so that restore undoes a change.
func (l *list) save() {
	l.savedTasks, l.savedPawnsAfter = append(l.savedTasks[:0], l.Tasks...), l.pawnsAfter
}

// restore returns to the list that was last saved.
func (l *list) restore() {
	l.Tasks, l.pawnsAfter = append(l.Tasks[:0], l.savedTasks...), l.savedPawnsAfter
}

// Pawns returns the set of men of the start that are bound to a task by number: its pawn and its man.
func (t *Task) Pawns() (set uint32) {
	if t.Pawn != base.NoMan {
		set = 1 << t.Pawn
	}
	if t.Man != base.NoMan && t.Kind == base.NoKind {
		set |= 1 << t.Man
	}
	return set
}

// Conflict reports whether one of two tasks has to wait for the other.
func Conflict(a, b *Task) bool {
	return a.Squares&b.Squares != 0 || a.Pawns()&b.Pawns() != 0
}

// insert inserts a task before the one at index i and renumbers WaitsFor of all tasks.
func (l *list) insert(i int, t Task) {
	l.Tasks = slices.Insert(l.Tasks, i, t)
	for j := range l.Tasks {
		if wait := &l.Tasks[j].WaitsFor; int(*wait) >= i {
			*wait++
		}
	}
}

// remove removes task i and renumbers WaitsFor of all tasks.
func (l *list) remove(i int) {
	l.Tasks = slices.Delete(l.Tasks, i, i+1)
	for j := range l.Tasks {
		if wait := &l.Tasks[j].WaitsFor; int(*wait) > i {
			*wait--
		}
	}
}

// moveToEnd moves task i, and all later tasks that conflict with it directly or through others, to the end of the list. It returns the
// new index of task i.
func (l *list) moveToEnd(i int) int {
	var stay, moved []Task
	newIndex := make([]int, len(l.Tasks)) // -1 - index in moved for those
	for j := range l.Tasks {
		t := l.Tasks[j]
		if j == i || j > i && slices.ContainsFunc(moved, func(other Task) bool { return Conflict(&other, &t) }) {
			newIndex[j] = -1 - len(moved)
			moved = append(moved, t)
		} else {
			newIndex[j] = len(stay)
			stay = append(stay, t)
		}
	}
	l.Tasks = append(append(l.Tasks[:0], stay...), moved...)
	for j := range l.Tasks {
		if wait := &l.Tasks[j].WaitsFor; *wait >= 0 {
			to := newIndex[*wait]
			if to < 0 {
				to = len(stay) - 1 - to
			}
			*wait = int16(to)
		}
	}
	return len(stay)
}

// addWait makes task i wait for task j besides all tasks that i waits for already: it appends j to the chain of WaitsFor that starts at
// i.
func (l *list) addWait(i, j int) {
	for n := 0; l.Tasks[i].WaitsFor >= 0 && n < len(l.Tasks); n++ {
		i = int(l.Tasks[i].WaitsFor)
	}
	if i != j {
		l.Tasks[i].WaitsFor = int16(j)
	}
}

// hasLeaveTask reports whether a man has a task to leave.
func (l *list) hasLeaveTask(u int8) bool {
	return slices.ContainsFunc(l.Tasks, func(t Task) bool { return t.Act == Leave && t.Man == u })
}

// pawnRow returns the row of pawn u after all tasks, or -1 if it is no longer a pawn on the board.
func (l *list) pawnRow(u int8) int {
	for sq, v := range l.pawnsAfter {
		if v == u {
			return sq >> 3
		}
	}
	return -1
}

// trace plays the list on a board of pawns again, updates Squares and pawnsAfter, and reports whether the list is possible.
func (l *list) trace() bool {
	var pawns [64]int8
	if !l.traceTo(len(l.Tasks), &pawns) {
		return false
	}
	l.pawnsAfter = pawns
	return true
}

// traceTo plays the first n tasks of the list on a board of pawns, fills in their Squares and the pawn on each square after them, and
// reports whether these tasks are possible.
func (l *list) traceTo(n int, pawns *[64]int8) bool {
	*pawns = l.startPawns()
	for i := range l.Tasks[:n] {
		t := &l.Tasks[i]
		if t.Pawn != base.NoMan && pawns[t.From] != t.Pawn || t.Act == Capture && !t.traceCapture(pawns) {
			return false
		}
		if t.Pawn == base.NoMan {
			continue // an officer captures, settles or leaves
		}
		if t.Act == Push && !t.tracePush(pawns) {
			return false
		}
		if t.To.Row() != t.Color.LastRow() {
			pawns[t.To] = t.Pawn
		}
	}
	return true
}

// startPawns returns the pawn on each square of the start, or NoMan.
func (l *list) startPawns() (pawns [64]int8) {
	for sq := range pawns {
		pawns[sq] = base.NoMan
		if u := l.At[sq]; u != base.NoMan && l.Men[u].Role == chess.Pawn {
			pawns[sq] = u
		}
	}
	return pawns
}

// traceCapture takes the pawns that capture and are captured off the board and fills in Squares. It reports whether the capture is
// possible.
func (t *Task) traceCapture(pawns *[64]int8) bool {
	t.Squares = 0
	switch {
	case t.Kind == base.NoKind && t.Man != base.NoMan && pawns[t.To] == t.Man: // a pawn is captured where it stands
		pawns[t.To] = base.NoMan
		t.Squares = t.To.BB()
	case t.Pawn != base.NoMan && pawns[t.To] != base.NoMan: // another pawn is in the way
		return false
	case t.Man != base.NoMan && slices.Contains(pawns[:], t.Man): // the victim is still a pawn elsewhere
		return false
	}
	if t.Pawn != base.NoMan {
		t.Squares |= t.From.BB() | t.To.BB()
		pawns[t.From] = base.NoMan
	}
	return true
}

// tracePush takes the pawn of a push off the board and fills in Squares. It reports whether the pawn can go forward to To.
func (t *Task) tracePush(pawns *[64]int8) bool {
	if (t.To.Row()-t.From.Row())*t.Color.Forward() <= 0 {
		return false
	}
	t.Squares = base.FilePath(t.From, t.To)
	pawns[t.From] = base.NoMan
	for sq := range t.Squares.All() {
		if pawns[sq] != base.NoMan {
			return false
		}
	}
	return true
}

// pawnSquares returns the squares that hold a pawn.
func pawnSquares(pawns *[64]int8) (set chess.Bitboard) {
	for sq, u := range pawns {
		if u != base.NoMan {
			set |= chess.Square(sq).BB()
		}
	}
	return set
}

// pushTask returns a push that stands for no step of the kernel. list.trace fills in its Squares.
func pushTask(c chess.Color, pawn int8, from, to chess.Square) Task {
	return Task{Color: c, Pawn: pawn, Man: base.NoMan, Kind: base.NoKind, From: from, To: to, WaitsFor: -1, Step: -1}
}

// settleTask returns a task by which an officer of kind k, or the king for NoKind, comes to stand on sq.
func settleTask(c chess.Color, k base.Kind, sq chess.Square) Task {
	return Task{Act: Settle, Color: c, Pawn: base.NoMan, Man: base.NoMan, Kind: k, From: chess.NoSquare, To: sq, WaitsFor: -1, Step: -1}
}
