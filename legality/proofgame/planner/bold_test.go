package planner

import (
	"context"
	"testing"

	"chesscensus/chess"
)

// TestBoldListsArePossible changes the lists of kernels boldly: all captures stay, pawns can
// play them, and who waits for whom is no circle.
func TestBoldListsArePossible(t *testing.T) {
	list, _ := problems(t, "testdata/positions.tsv", 60)
	for _, fen := range append([]string{
		"1rb1r1q1/B5N1/2kr1BPN/4R1p1/r2B2p1/1Rp4B/BNbK2Pp/1q1n4 w - -",
		"2bn2rQ/Nr4p1/Rq2Bk1b/1N2n3/1Nrb4/3Q2Pb/pB2P1p1/1nqNK3 w - -",
		"r4B1K/3kBq1R/1rp2nbp/2P5/1b1N4/1Bb1N1P1/1P3QpN/bb1N2nq w - -",
	}, crowded...) {
		goal, err := chess.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, Problem{Goal: goal})
	}
	var pl Planner
	r := &pl.run
	r.bold = true
	settled, left := 0, 0
	for i := range list {
		p := &list[i]
		p.Start = chess.InitialPosition()
		goal := p.Goal.Setup()
		source := kernels{pl: &pl, p: p}
		for seed := range uint64(8) {
			k, ok, _ := source.search(context.Background(), &goal, int(seed)/2+1)
			r.goal = goal
			r.key(hash(&goal), seed, 1)
			if !ok || r.prepare(&p.Start, &k) != nil {
				continue
			}
			if !r.retrace() || r.columns() != nil {
				t.Errorf("%v, seed %d: the list is not possible", p.Goal, seed)
			}
			captures := 0
			for j := range r.tasks {
				task := &r.tasks[j]
				switch {
				case task.capture:
					captures++
				case task.settle:
					settled++
				case task.leave != 0:
					left++
				}
				steps := 0
				for g := task.gate; g >= 0 && steps <= len(r.tasks); g = r.tasks[g].gate {
					steps++
				}
				if steps > len(r.tasks) {
					t.Errorf("%v, seed %d: task %d waits for itself", p.Goal, seed, j)
				}
			}
			if captures != len(k.Moves) {
				t.Errorf("%v, seed %d: %d captures of %d", p.Goal, seed, captures, len(k.Moves))
			}
		}
	}
	if settled < 4 || left < 10 {
		t.Errorf("%d officers sent ahead, %d that leave", settled, left)
	}
}

// TestBoldSolvesTheUsual finds games for usual goals boldly as well.
func TestBoldSolvesTheUsual(t *testing.T) {
	list, classes := problems(t, "testdata/positions.tsv", 100)
	pl := Planner{Bold: true}
	failed := 0
	for i := range list {
		res, err := pl.Find(context.Background(), list[i], Options{})
		if err != nil {
			t.Logf("%s %v: %v, %+v", classes[i], list[i].Goal, err, res.Stops)
			failed++
			continue
		}
		check(t, chess.InitialPosition(), list[i].Goal, res.Moves)
	}
	if failed > 1 {
		t.Errorf("%d of %d have no game", failed, len(list))
	}
}

// TestPartKeepsGates moves a task and the one that needs it behind the others.
func TestPartKeepsGates(t *testing.T) {
	push := func(u int8, from, to chess.Square, gate int16) task {
		p := pushTask(chess.White, u, from, to)
		p.touch, p.gate = filePath(from, to), gate
		return p
	}
	var r run
	r.tasks = []task{
		push(0, chess.A2, chess.A3, 2),
		push(1, chess.B2, chess.B3, -1),
		push(0, chess.A3, chess.A4, -1),
		push(2, chess.C2, chess.C3, 1),
	}
	if n := r.part(0); n != 2 {
		t.Fatalf("%d tasks come first, want 2", n)
	}
	want := []struct {
		pawn int8
		gate int16
	}{{1, -1}, {2, 0}, {0, 3}, {0, -1}}
	for i, w := range want {
		if got := r.tasks[i]; got.pawn != w.pawn || got.gate != w.gate {
			t.Errorf("task %d: pawn %d, gate %d, want %v", i, got.pawn, got.gate, w)
		}
	}
}

// TestExchangeKeepsVictims lets captures exchange victims: the same ones fall, bishops on squares of
// their color.
func TestExchangeKeepsVictims(t *testing.T) {
	var r run
	changed := false
	for seed := range uint64(100) {
		r.key(1, seed, 0)
		r.tasks = r.tasks[:0]
		for i, k := range []kind{knight, lightBishop, darkBishop, rook} {
			r.tasks = append(r.tasks, task{capture: true, pawn: int8(i), kind: k, to: [...]chess.Square{chess.A6, chess.B5, chess.B6, chess.C5}[i]})
		}
		r.exchange()
		var count [kinds]int
		for i := range r.tasks {
			task := &r.tasks[i]
			count[task.kind]++
			if !task.fits(task.kind) {
				t.Fatalf("a bishop falls on %v", task.to)
			}
			changed = changed || i == 0 && task.kind != knight
		}
		if count != [kinds]int{knight: 1, lightBishop: 1, darkBishop: 1, rook: 1} {
			t.Fatalf("victims %v", count)
		}
	}
	if !changed {
		t.Error("nothing is exchanged")
	}
}

// TestJammed has a bishop and a rook that only a pawn can free, and a knight with room.
func TestJammed(t *testing.T) {
	var b chess.Board
	for sq, p := range map[chess.Square]chess.Piece{
		chess.A1: chess.NewPiece(chess.Black, chess.Bishop), chess.A2: chess.NewPiece(chess.Black, chess.Rook),
		chess.A3: chess.NewPiece(chess.Black, chess.Pawn), chess.B2: chess.NewPiece(chess.White, chess.Pawn),
		chess.B1: chess.NewPiece(chess.White, chess.King), chess.H1: chess.NewPiece(chess.White, chess.Knight),
	} {
		b.Put(sq, p)
	}
	if got := jammed(&b, b.Of(chess.Pawn)); got != chess.A1.BB()|chess.A2.BB() {
		t.Errorf("jammed: %v", got)
	}
	b.Put(chess.A3, chess.NoPiece)
	if got := jammed(&b, b.Of(chess.Pawn)); got != chess.A1.BB() {
		t.Errorf("without a3: %v", got)
	}
}
