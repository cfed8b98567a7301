package schedule

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// TestExchangeKeepsVictims checks that an exchange keeps the kinds of the victims, and bishops on squares of their color.
func TestExchangeKeepsVictims(t *testing.T) {
	l := emptyList()
	changed := false
	for seed := range uint64(100) {
		l.RNG.Key(1, seed, 0)
		l.Tasks = l.Tasks[:0]
		for i, k := range []base.Kind{base.Knight, base.LightBishop, base.DarkBishop, base.Rook} {
			l.Tasks = append(l.Tasks, Task{Act: Capture, Pawn: int8(i), Kind: k, To: [...]chess.Square{chess.A6, chess.B5, chess.B6, chess.C5}[i]})
		}
		l.exchangeVictims()
		var count [base.Kinds]int
		for i := range l.Tasks {
			task := &l.Tasks[i]
			count[task.Kind]++
			if !task.canTake(task.Kind) {
				t.Fatalf("seed %d: an officer of kind %d is captured on %v", seed, task.Kind, task.To)
			}
			changed = changed || i == 0 && task.Kind != base.Knight
		}
		if count != [base.Kinds]int{base.Knight: 1, base.LightBishop: 1, base.DarkBishop: 1, base.Rook: 1} {
			t.Fatalf("seed %d: victims by kind %v, want one of each but the queen", seed, count)
		}
	}
	if !changed {
		t.Error("the first victim is a knight with all seeds")
	}
}

// TestExchangeKeepsToAColor checks that captures of White and of Black do not exchange victims.
func TestExchangeKeepsToAColor(t *testing.T) {
	l := emptyList()
	for seed := range uint64(100) {
		l.RNG.Key(2, seed, 0)
		l.Tasks = l.Tasks[:0]
		for i, k := range []base.Kind{base.Knight, base.Rook, base.Queen, base.Rook} {
			l.Tasks = append(l.Tasks, Task{Color: chess.Color(i % 2), Act: Capture, Pawn: int8(i), Kind: k, To: chess.A6})
		}
		l.exchangeVictims()
		for i := range l.Tasks {
			if task := &l.Tasks[i]; (task.Kind == base.Rook) != (task.Color == chess.Black) {
				t.Fatalf("seed %d: %v captures an officer of kind %d, want rooks by Black and others by White", seed, task.Color, task.Kind)
			}
		}
	}
}

// TestMarkEarlyVictims checks that a push that shuts out the victim of its pawn's next capture waits for this victim.
func TestMarkEarlyVictims(t *testing.T) {
	l := emptyList()
	// A bishop is captured on d6, with pawns on all four squares from which it could come.
	capture := l.capture(chess.E2, chess.E5, chess.D6, base.DarkBishop)
	capture.walls = chess.C5.BB() | chess.E5.BB() | chess.C7.BB() | chess.E7.BB()
	l.Tasks = []Task{l.push(chess.E2, chess.E2, chess.E5, -1), capture}
	l.markEarlyVictims()
	if l.Tasks[0].WaitsFor != 1 || !l.Tasks[1].Early {
		t.Errorf("a victim shut out by its capturer: %+v, want a push that waits for an early victim", l.Tasks)
	}
	l.Tasks = []Task{l.push(chess.E2, chess.E2, chess.E5, -1), l.capture(chess.E2, chess.E5, chess.D6, base.Rook)}
	l.markEarlyVictims()
	if l.Tasks[0].WaitsFor != -1 || l.Tasks[1].Early {
		t.Errorf("a victim with a way: %+v, want no change", l.Tasks)
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
