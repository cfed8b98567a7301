package schedule

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// from returns an empty list whose pawns stand as at the start of the game.
func from() *list {
	goal := chess.InitialSetup()
	return &list{Problem: *problem(&goal, 1, true)}
}

// pawn returns the number of the man on a square of the start.
func (r *list) pawn(sq chess.Square) int8 { return r.At[sq] }

// push returns a push of a pawn of the start, its Touch filled in.
func (r *list) push(home, from, to chess.Square, gate int16) Task {
	u := r.pawn(home)
	t := pushTask(r.Men[u].Color, u, from, to)
	t.Touch, t.Gate = base.FilePath(from, to), gate
	return t
}

// take returns a capture of an officer of a kind by a pawn of the start.
func (r *list) take(home, from, to chess.Square, kind base.Kind) Task {
	u := r.pawn(home)
	return Task{Act: Capture, Color: r.Men[u].Color, Pawn: u, Victim: base.Nobody, Kind: kind, From: from, To: to,
		Touch: from.BB() | to.BB(), Gate: -1}
}

// TestInsertAndRemoveKeepGates: whatever is put in or taken out, gates go with their tasks.
func TestInsertAndRemoveKeepGates(t *testing.T) {
	r := from()
	r.Tasks = []Task{
		r.push(chess.A2, chess.A2, chess.A3, 2),
		r.push(chess.B2, chess.B2, chess.B3, -1),
		r.push(chess.C2, chess.C2, chess.C3, 0),
	}
	check := func(what string, pawns string, gates ...int16) {
		t.Helper()
		got := ""
		for i := range r.Tasks {
			got += string('a' + byte(r.Men[r.Tasks[i].Pawn].Sq.File()))
			if r.Tasks[i].Gate != gates[i] {
				t.Errorf("%s: task %d waits for %d, want %d", what, i, r.Tasks[i].Gate, gates[i])
			}
		}
		if got != pawns {
			t.Errorf("%s: tasks of pawns %s, want %s", what, got, pawns)
		}
	}
	r.insert(1, r.push(chess.H2, chess.H2, chess.H3, -1))
	check("h inserted", "ahbc", 3, -1, -1, 0)
	r.insert(0, r.push(chess.G2, chess.G2, chess.G3, -1))
	check("g inserted", "gahbc", -1, 4, -1, -1, 1)
	r.remove(2)
	check("h removed", "gabc", -1, 3, -1, 1)
	r.remove(0)
	check("g removed", "abc", 2, -1, 0)
}

// TestMoveToEndKeepsGates moves a task and the one that needs it behind the others.
func TestMoveToEndKeepsGates(t *testing.T) {
	r := from()
	r.Tasks = []Task{
		r.push(chess.A2, chess.A2, chess.A3, 2),
		r.push(chess.B2, chess.B2, chess.B3, -1),
		r.push(chess.A2, chess.A3, chess.A4, -1),
		r.push(chess.C2, chess.C2, chess.C3, 1),
	}
	if n := r.moveToEnd(0); n != 2 {
		t.Fatalf("%d tasks come first, want 2", n)
	}
	want := []struct {
		home chess.Square
		gate int16
	}{{chess.B2, -1}, {chess.C2, 0}, {chess.A2, 3}, {chess.A2, -1}}
	for i, w := range want {
		if got := r.Tasks[i]; got.Pawn != r.pawn(w.home) || got.Gate != w.gate {
			t.Errorf("task %d: pawn %d, gate %d, want %v", i, got.Pawn, got.Gate, w)
		}
	}
	if !r.trace() {
		t.Error("the list is not possible any more")
	}
}

// TestAddGate: a task waits after all that it waits for already, and never for itself.
func TestAddGate(t *testing.T) {
	r := from()
	for _, home := range []chess.Square{chess.A2, chess.B2, chess.C2, chess.D2} {
		r.Tasks = append(r.Tasks, r.push(home, home, home+8, -1))
	}
	r.addGate(0, 1)
	r.addGate(0, 2)
	r.addGate(0, 2) // at the end of the chain is task 2 itself
	r.addGate(3, 0)
	for i, want := range []int16{1, 2, -1, 0} {
		if got := r.Tasks[i].Gate; got != want {
			t.Errorf("task %d waits for %d, want %d", i, got, want)
		}
	}
}

// TestConflict: tasks that share a pawn or a square, and no others.
func TestConflict(t *testing.T) {
	r := from()
	push := r.push(chess.E2, chess.E2, chess.E4, -1)
	on := r.push(chess.E2, chess.E5, chess.E6, -1)
	across := r.take(chess.D2, chess.D3, chess.E4, base.Knight)
	apart := r.push(chess.A2, chess.A2, chess.A4, -1)
	falls := Task{Act: Capture, Color: chess.Black, Pawn: base.Nobody, Victim: r.pawn(chess.E2), Kind: base.NoKind, To: chess.E6, Gate: -1}
	kind := Task{Act: Capture, Color: chess.Black, Pawn: base.Nobody, Victim: r.pawn(chess.E2), Kind: base.Queen, To: chess.E6, Gate: -1}
	for _, c := range []struct {
		name string
		b    *Task
		want bool
	}{
		{"the same pawn", &on, true}, {"the same square", &across, true}, {"neither", &apart, false},
		{"a victim by name", &falls, true}, {"a victim that is chosen later", &kind, false},
	} {
		if Conflict(&push, c.b) != c.want || Conflict(c.b, &push) != c.want {
			t.Errorf("%s: conflict %v", c.name, !c.want)
		}
	}
}

// TestTrace: lists that pawns can carry out, and lists that they cannot.
func TestTrace(t *testing.T) {
	r := from()
	e := func(from, to chess.Square) Task { return r.push(chess.E2, from, to, -1) }
	for _, c := range []struct {
		name  string
		tasks []Task
		ok    bool
	}{
		{"a push", []Task{e(chess.E2, chess.E4)}, true},
		{"two pushes", []Task{e(chess.E2, chess.E4), e(chess.E4, chess.E6)}, true},
		{"two pushes in the wrong order", []Task{e(chess.E4, chess.E6), e(chess.E2, chess.E4)}, false},
		{"backwards", []Task{e(chess.E2, chess.E4), e(chess.E4, chess.E3)}, false},
		{"through a pawn", []Task{e(chess.E2, chess.E8)}, false},
		{"a capture", []Task{e(chess.E2, chess.E4), r.take(chess.E2, chess.E4, chess.D5, base.Rook)}, true},
		{"a capture on a pawn's square", []Task{e(chess.E2, chess.E6), r.take(chess.E2, chess.E6, chess.D7, base.Rook)}, false},
		{"a man settles", []Task{settleTask(chess.White, base.Knight, chess.F3), e(chess.E2, chess.E4)}, true},
	} {
		r.Tasks = c.tasks
		if got := r.trace(); got != c.ok {
			t.Errorf("%s: possible %v", c.name, got)
		}
	}
	r.Tasks = []Task{e(chess.E2, chess.E4), r.take(chess.E2, chess.E4, chess.D5, base.Rook)}
	r.trace()
	u := r.pawn(chess.E2)
	if r.row(u) != 4 || r.column[chess.D5] != u || r.column[chess.E2] != base.Nobody {
		t.Errorf("the pawn is on row %d", r.row(u))
	}
	var at [64]int8
	if !r.traceTo(1, &at) || at[chess.E4] != u || r.row(u) != 4 {
		t.Error("the pawns after the first task")
	}
	want := (chess.RowBB(1)|chess.RowBB(6))&^chess.E2.BB() | chess.E4.BB()
	if got := pawnSquares(&at); got != want {
		t.Errorf("pawns on\n%v", got)
	}
}

// TestShift: a capture is made rows earlier, the push before it is adapted, and the victim has to fit
// the square.
func TestShift(t *testing.T) {
	r := from()
	for _, c := range []struct {
		kind  base.Kind
		d     int
		ok    bool
		to    chess.Square
		tasks int
	}{
		{base.Rook, 1, true, chess.D5, 2},
		{base.Rook, 2, true, chess.D4, 2},
		{base.Rook, 3, true, chess.D3, 1}, // from e2 at once: the push is gone
		{base.Rook, 4, false, 0, 0},       // onto d2
		{base.DarkBishop, 1, false, 0, 0}, // d5 is light
		{base.DarkBishop, 2, true, chess.D4, 2},
		{base.Rook, -1, false, 0, 0}, // onto d7
	} {
		r.Tasks = []Task{
			r.push(chess.E2, chess.E2, chess.E5, -1),
			r.take(chess.E2, chess.E5, chess.D6, c.kind),
		}
		ok := r.shift(1, c.d)
		if ok != c.ok {
			t.Errorf("kind %d, %d rows earlier: %v", c.kind, c.d, ok)
		}
		if !ok {
			continue
		}
		last := &r.Tasks[len(r.Tasks)-1]
		if len(r.Tasks) != c.tasks || last.To != c.to || r.Tasks[0].From != chess.E2 || r.column[c.to] != r.pawn(chess.E2) {
			t.Errorf("kind %d, %d rows earlier: %+v", c.kind, c.d, r.Tasks)
		}
	}
}

// TestShiftPawnVictim: a pawn that falls has to come to where it falls now.
func TestShiftPawnVictim(t *testing.T) {
	r := from()
	d7 := r.pawn(chess.D7)
	capture := Task{Act: Capture, Color: chess.White, Pawn: r.pawn(chess.E2), Victim: d7, Kind: base.NoKind, From: chess.E5, To: chess.D6, Gate: -1}
	r.Tasks = []Task{r.push(chess.E2, chess.E2, chess.E5, -1), r.push(chess.D7, chess.D7, chess.D6, -1), capture}
	if !r.trace() || !r.shift(2, 1) {
		t.Fatalf("%+v", r.Tasks)
	}
	var at [64]int8
	if n := len(r.Tasks); !r.traceTo(n-1, &at) || at[chess.D5] != d7 || r.Tasks[n-1].To != chess.D5 {
		t.Errorf("the victim is not on d5: %+v", r.Tasks)
	}
	r.Tasks = []Task{r.push(chess.E2, chess.E2, chess.E4, -1), r.push(chess.D7, chess.D7, chess.D5, -1), capture}
	r.Tasks[2].From, r.Tasks[2].To = chess.E4, chess.D5
	if !r.trace() || !r.shift(2, -1) {
		t.Fatalf("later: %+v", r.Tasks)
	}
	if n := len(r.Tasks); r.Tasks[n-1].To != chess.D6 || !r.traceTo(n-1, &at) || at[chess.D6] != d7 {
		t.Errorf("the victim is not on d6: %+v", r.Tasks)
	}
}

// TestShortenPush makes a push a row shorter, but not by all of it.
func TestShortenPush(t *testing.T) {
	r := from()
	r.Tasks = []Task{r.push(chess.E2, chess.E2, chess.E4, -1)}
	if !r.shortenPush(0) || r.Tasks[0].To != chess.E3 || r.column[chess.E3] != r.pawn(chess.E2) {
		t.Errorf("%+v", r.Tasks)
	}
	if r.shortenPush(0) || r.Tasks[0].To != chess.E3 {
		t.Errorf("to nothing: %+v", r.Tasks)
	}
}

// TestStepBefore: the first step of a push is made before another task, or nothing changes.
func TestStepBefore(t *testing.T) {
	r := from()
	r.Tasks = []Task{
		r.push(chess.A2, chess.A2, chess.A4, -1),
		r.push(chess.B2, chess.B2, chess.B4, 0),
		r.push(chess.C2, chess.C2, chess.C3, -1),
	}
	if !r.stepBefore(0, 1) || len(r.Tasks) != 4 || r.Tasks[0].To != chess.B3 || r.Tasks[2].From != chess.B3 || r.Tasks[2].Gate != 1 {
		t.Errorf("b2-b3 first: %+v", r.Tasks)
	}
	if !r.stepBefore(0, 3) || len(r.Tasks) != 4 || r.Tasks[0].To != chess.C3 {
		t.Errorf("c2-c3 first: %+v", r.Tasks)
	}
}
