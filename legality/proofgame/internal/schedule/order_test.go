package schedule

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// TestExchangeKeepsVictims lets captures exchange victims: the same ones fall, bishops on squares of
// their color.
func TestExchangeKeepsVictims(t *testing.T) {
	r := from()
	changed := false
	for seed := range uint64(100) {
		r.RNG.Key(1, seed, 0)
		r.Tasks = r.Tasks[:0]
		for i, k := range []base.Kind{base.Knight, base.LightBishop, base.DarkBishop, base.Rook} {
			r.Tasks = append(r.Tasks, Task{Act: Capture, Pawn: int8(i), Kind: k, To: [...]chess.Square{chess.A6, chess.B5, chess.B6, chess.C5}[i]})
		}
		r.exchangeVictims()
		var count [base.Kinds]int
		for i := range r.Tasks {
			task := &r.Tasks[i]
			count[task.Kind]++
			if !task.fits(task.Kind) {
				t.Fatalf("a bishop falls on %v", task.To)
			}
			changed = changed || i == 0 && task.Kind != base.Knight
		}
		if count != [base.Kinds]int{base.Knight: 1, base.LightBishop: 1, base.DarkBishop: 1, base.Rook: 1} {
			t.Fatalf("victims %v", count)
		}
	}
	if !changed {
		t.Error("nothing is exchanged")
	}
}

// TestExchangeKeepsToAColor: what falls to White was Black's, whatever is exchanged.
func TestExchangeKeepsToAColor(t *testing.T) {
	r := from()
	for seed := range uint64(100) {
		r.RNG.Key(2, seed, 0)
		r.Tasks = r.Tasks[:0]
		for i, k := range []base.Kind{base.Knight, base.Rook, base.Queen, base.Rook} {
			r.Tasks = append(r.Tasks, Task{Color: chess.Color(i % 2), Act: Capture, Pawn: int8(i), Kind: k, To: chess.A6})
		}
		r.exchangeVictims()
		for i := range r.Tasks {
			if task := &r.Tasks[i]; (task.Kind == base.Rook) != (task.Color == chess.Black) {
				t.Fatalf("seed %d: a %v falls to %v", seed, task.Kind, task.Color)
			}
		}
	}
}

// TestGates: where the capturer shuts its victim out, the push that does so waits for it.
func TestGates(t *testing.T) {
	r := from()
	// A bishop is to fall on d6, with pawns on all four squares from which it could come.
	capture := r.take(chess.E2, chess.E5, chess.D6, base.DarkBishop)
	capture.walls = chess.C5.BB() | chess.E5.BB() | chess.C7.BB() | chess.E7.BB()
	r.Tasks = []Task{r.push(chess.E2, chess.E2, chess.E5, -1), capture}
	r.gates()
	if r.Tasks[0].Gate != 1 || !r.Tasks[1].Early {
		t.Errorf("a victim shut out by its capturer: %+v", r.Tasks)
	}
	r.Tasks = []Task{r.push(chess.E2, chess.E2, chess.E5, -1), r.take(chess.E2, chess.E5, chess.D6, base.Rook)}
	r.gates()
	if r.Tasks[0].Gate != -1 || r.Tasks[1].Early {
		t.Errorf("a victim with a way: %+v", r.Tasks)
	}
}

// TestAdvance moves a task before others that have nothing to do with it, and no further.
func TestAdvance(t *testing.T) {
	r := from()
	r.Tasks = []Task{
		r.push(chess.A2, chess.A2, chess.A3, -1),
		r.push(chess.B2, chess.B2, chess.B3, -1),
		r.push(chess.A2, chess.A3, chess.A4, -1),
	}
	if !r.advance(2, 1) || r.Tasks[1].To != chess.A4 {
		t.Errorf("%+v", r.Tasks)
	}
	if r.advance(1, 0) {
		t.Error("a push before the one that it needs")
	}
	r.Tasks[0].Gate = 2
	if r.advance(2, 1) {
		t.Error("a task that another waits for moves")
	}
}
