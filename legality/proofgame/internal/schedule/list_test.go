package schedule

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
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
			testkit.Equal(t, l.Tasks[i].WaitsFor, waits[i], step, "task", i, "waits for")
		}
		testkit.Equal(t, gotPawns, wantPawns, step, "tasks of pawns")
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

// TestStepBefore checks that the first step of a push goes before another task, and that nothing changes if that is not possible.
func TestStepBefore(t *testing.T) {
	l := emptyList()
	l.Tasks = []Task{l.push(chess.B2, chess.B2, chess.B3, -1), l.push(chess.A2, chess.A2, chess.A4, -1)}
	if !l.stepBefore(0, 1) || len(l.Tasks) != 3 || l.Tasks[0].To != chess.A3 || l.Tasks[2].From != chess.A3 {
		t.Errorf("%+v, want a2-a3, b2-b3, a3-a4", l.Tasks)
	}
	capture := Task{Act: Capture, Pawn: base.NoMan, Man: l.pawn(chess.A7), Kind: base.NoKind, To: chess.A3, WaitsFor: -1}
	l.Tasks = []Task{l.push(chess.A7, chess.A7, chess.A3, -1), capture, l.push(chess.A2, chess.A2, chess.A3, -1)}
	before := slices.Clone(l.Tasks)
	if !l.trace() {
		t.Fatal("a2-a3 after a7-a3 and a capture on a3 is not possible")
	}
	before[1].Squares = l.Tasks[1].Squares
	if l.stepBefore(0, 2) || !slices.Equal(l.Tasks, before) {
		t.Errorf("%+v, want no change, since a2-a3 bars the pawn on a7", l.Tasks)
	}
}

// TestAddWait checks that a new wait goes to the end of the chain, and that no task waits for itself.
func TestAddWait(t *testing.T) {
	l := emptyList()
	for _, home := range []chess.Square{chess.A2, chess.B2, chess.C2} {
		l.Tasks = append(l.Tasks, l.push(home, home, home+8, -1))
	}
	l.addWait(0, 1)
	l.addWait(0, 2)
	l.addWait(0, 2) // at the end of the chain is task 2 itself
	for i, want := range []int16{1, 2, -1} {
		testkit.Equal(t, l.Tasks[i].WaitsFor, want, "task", i, "waits for")
	}
}

// TestConflict checks that a pawn's push conflicts with its capture if the victim is given by number, and not if any man of a kind will do.
func TestConflict(t *testing.T) {
	l := emptyList()
	push := l.push(chess.E2, chess.E2, chess.E4, -1)
	for kind, want := range map[base.Kind]bool{base.NoKind: true, base.Queen: false} {
		capture := Task{Act: Capture, Color: chess.Black, Pawn: base.NoMan, Man: l.pawn(chess.E2), Kind: kind, To: chess.E6, WaitsFor: -1}
		if Conflict(&push, &capture) != want || Conflict(&capture, &push) != want {
			t.Errorf("kind %d: conflict %v, want %v", kind, !want, want)
		}
	}
}
