package schedule

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// emptyList returns a list without tasks for the initial position.
func emptyList() *list {
	goal := chess.InitialSetup()
	return &list{Problem: *problem(&goal, 1, true)}
}

// pawn returns the number of the man that starts on sq.
func (l *list) pawn(sq chess.Square) int8 { return l.At[sq] }

// push returns a push of the pawn that starts on home, with Squares filled in.
func (l *list) push(home, from, to chess.Square, waitsFor int16) Task {
	u := l.pawn(home)
	t := pushTask(l.Men[u].Color, u, from, to)
	t.Squares, t.WaitsFor = base.FilePath(from, to), waitsFor
	return t
}

// capture returns a capture of an officer of a kind by the pawn that starts on home.
func (l *list) capture(home, from, to chess.Square, kind base.Kind) Task {
	u := l.pawn(home)
	return Task{Act: Capture, Color: l.Men[u].Color, Pawn: u, Man: base.NoMan, Kind: kind, From: from, To: to,
		Squares: from.BB() | to.BB(), WaitsFor: -1}
}

// TestInsertAndRemoveRenumberWaits checks that tasks still wait for the same tasks after others were inserted or removed.
func TestInsertAndRemoveRenumberWaits(t *testing.T) {
	l := emptyList()
	l.Tasks = []Task{
		l.push(chess.A2, chess.A2, chess.A3, 2),
		l.push(chess.B2, chess.B2, chess.B3, -1),
		l.push(chess.C2, chess.C2, chess.C3, 0),
	}
	check := func(step string, wantPawns string, waits ...int16) {
		t.Helper()
		gotPawns := ""
		for i := range l.Tasks {
			gotPawns += string('a' + byte(l.Men[l.Tasks[i].Pawn].Sq.File()))
			if l.Tasks[i].WaitsFor != waits[i] {
				t.Errorf("%s: task %d waits for %d, want %d", step, i, l.Tasks[i].WaitsFor, waits[i])
			}
		}
		if gotPawns != wantPawns {
			t.Errorf("%s: tasks of pawns %s, want %s", step, gotPawns, wantPawns)
		}
	}
	l.insert(1, l.push(chess.H2, chess.H2, chess.H3, -1))
	check("h inserted", "ahbc", 3, -1, -1, 0)
	l.insert(0, l.push(chess.G2, chess.G2, chess.G3, -1))
	check("g inserted", "gahbc", -1, 4, -1, -1, 1)
	l.remove(2)
	check("h removed", "gabc", -1, 3, -1, 1)
	l.remove(0)
	check("g removed", "abc", 2, -1, 0)
}

// TestMoveToEndRenumbersWaits moves a task and one that needs it behind the others.
func TestMoveToEndRenumbersWaits(t *testing.T) {
	l := emptyList()
	l.Tasks = []Task{
		l.push(chess.A2, chess.A2, chess.A3, 2),
		l.push(chess.B2, chess.B2, chess.B3, -1),
		l.push(chess.A2, chess.A3, chess.A4, -1),
		l.push(chess.C2, chess.C2, chess.C3, 1),
	}
	if index := l.moveToEnd(0); index != 2 {
		t.Fatalf("the task has index %d, want 2", index)
	}
	want := []struct {
		home     chess.Square
		waitsFor int16
	}{{chess.B2, -1}, {chess.C2, 0}, {chess.A2, 3}, {chess.A2, -1}}
	for i, w := range want {
		if got := l.Tasks[i]; got.Pawn != l.pawn(w.home) || got.WaitsFor != w.waitsFor {
			t.Errorf("task %d: pawn %d waits for %d, want the pawn from %v and %d", i, got.Pawn, got.WaitsFor, w.home, w.waitsFor)
		}
	}
	if !l.trace() {
		t.Error("the list is not possible any more")
	}
}

// TestMoveForward moves a task before others that it does not conflict with, and no further.
func TestMoveForward(t *testing.T) {
	l := emptyList()
	l.Tasks = []Task{
		l.push(chess.A2, chess.A2, chess.A3, -1),
		l.push(chess.B2, chess.B2, chess.B3, -1),
		l.push(chess.A2, chess.A3, chess.A4, -1),
	}
	if !l.moveForward(2, 1) || l.Tasks[1].To != chess.A4 {
		t.Errorf("%+v, want a3-a4 before b2-b3", l.Tasks)
	}
	if l.moveForward(1, 0) {
		t.Error("a3-a4 moves before a2-a3, which it needs")
	}
	l.Tasks[0].WaitsFor = 2
	if l.moveForward(2, 1) {
		t.Error("b2-b3 moves, though a task waits for it")
	}
}

// TestMoveCapture makes a capture some rows earlier. The push before it changes with it, and the victim has to fit the new square.
func TestMoveCapture(t *testing.T) {
	l := emptyList()
	for _, row := range []struct {
		kind  base.Kind
		rows  int
		moved bool
		to    chess.Square // new square of the capture
		tasks int          // their number afterwards
	}{
		{base.Rook, 1, true, chess.D5, 2},
		{base.Rook, 2, true, chess.D4, 2},
		{base.Rook, 3, true, chess.D3, 1}, // from e2 at once: the push is gone
		{base.Rook, 4, false, 0, 0},       // onto d2
		{base.DarkBishop, 1, false, 0, 0}, // d5 is light
		{base.DarkBishop, 2, true, chess.D4, 2},
		{base.Rook, -1, false, 0, 0}, // onto d7
	} {
		l.Tasks = []Task{
			l.push(chess.E2, chess.E2, chess.E5, -1),
			l.capture(chess.E2, chess.E5, chess.D6, row.kind),
		}
		moved := l.moveCapture(1, row.rows)
		if moved != row.moved {
			t.Errorf("kind %d, %d rows earlier: moved %v, want %v", row.kind, row.rows, moved, row.moved)
		}
		if !moved {
			continue
		}
		last := &l.Tasks[len(l.Tasks)-1]
		if len(l.Tasks) != row.tasks || last.To != row.to || l.Tasks[0].From != chess.E2 || l.pawnsAfter[row.to] != l.pawn(chess.E2) {
			t.Errorf("kind %d, %d rows earlier: %+v, want %d tasks and a capture on %v", row.kind, row.rows, l.Tasks, row.tasks, row.to)
		}
	}
}

// TestMoveCaptureOfPawn checks that a pawn that is captured goes to the new square of its capture, a row earlier or later.
func TestMoveCaptureOfPawn(t *testing.T) {
	l := emptyList()
	d7 := l.pawn(chess.D7)
	capture := Task{Act: Capture, Color: chess.White, Pawn: l.pawn(chess.E2), Man: d7, Kind: base.NoKind, From: chess.E5,
		To: chess.D6, WaitsFor: -1}
	l.Tasks = []Task{l.push(chess.E2, chess.E2, chess.E5, -1), l.push(chess.D7, chess.D7, chess.D6, -1), capture}
	if !l.trace() || !l.moveCapture(2, 1) {
		t.Fatalf("a row earlier: %+v is not possible", l.Tasks)
	}
	var pawns [64]int8
	if n := len(l.Tasks); !l.traceTo(n-1, &pawns) || pawns[chess.D5] != d7 || l.Tasks[n-1].To != chess.D5 {
		t.Errorf("the victim is not on d5: %+v", l.Tasks)
	}
	l.Tasks = []Task{l.push(chess.E2, chess.E2, chess.E4, -1), l.push(chess.D7, chess.D7, chess.D5, -1), capture}
	l.Tasks[2].From, l.Tasks[2].To = chess.E4, chess.D5
	if !l.trace() || !l.moveCapture(2, -1) {
		t.Fatalf("a row later: %+v is not possible", l.Tasks)
	}
	if n := len(l.Tasks); l.Tasks[n-1].To != chess.D6 || !l.traceTo(n-1, &pawns) || pawns[chess.D6] != d7 {
		t.Errorf("the victim is not on d6: %+v", l.Tasks)
	}
}

// TestShortenPush makes a push one row shorter, but never empty.
func TestShortenPush(t *testing.T) {
	l := emptyList()
	l.Tasks = []Task{l.push(chess.E2, chess.E2, chess.E4, -1)}
	if !l.shortenPush(0) || l.Tasks[0].To != chess.E3 || l.pawnsAfter[chess.E3] != l.pawn(chess.E2) {
		t.Errorf("e2-e4 becomes %+v, want e2-e3", l.Tasks)
	}
	if l.shortenPush(0) || l.Tasks[0].To != chess.E3 {
		t.Errorf("e2-e3 becomes %+v, want no change", l.Tasks)
	}
}
