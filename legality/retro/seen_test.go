package retro

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
)

// TestSetupSet compares a setupSet with a map under random additions and truncations.
func TestSetupSet(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 9))
	var set setupSet
	var order []chess.Setup
	present := map[chess.Setup]bool{}
	for step := range 200_000 {
		if src.IntN(3000) == 0 {
			n := src.IntN(len(order) + 1)
			set.truncate(n)
			for _, s := range order[n:] {
				delete(present, s)
			}
			order = order[:n]
			continue
		}
		s := chess.EmptySetup()
		s.Board.Put(chess.Square(src.IntN(64)), chess.NewPiece(chess.White, chess.King))
		s.Board.Put(chess.Square(src.IntN(64)), chess.NewPiece(chess.Black, chess.King))
		s.Turn = chess.Color(src.IntN(2))
		if set.add(&s) == present[s] {
			t.Fatalf("step %d: %s: add says %v", step, s, present[s])
		}
		if !present[s] {
			present[s] = true
			order = append(order, s)
		}
		if set.len() != len(order) {
			t.Fatalf("step %d: %d setups, want %d", step, set.len(), len(order))
		}
	}
}

// TestHashesSpread checks that no value of the low 12 bits of the hash, which choose the slot, is
// too frequent.
func TestHashesSpread(t *testing.T) {
	low := map[uint64]int{}
	n := 0
	eachMove(5000, func(_ chess.Position, _ chess.Move, q chess.Position) {
		s := q.Setup()
		low[hash(&s)&0xfff]++
		n++
	})
	for h, k := range low {
		if k > 40 {
			t.Errorf("%d of %d positions at %#x", k, n, h)
		}
	}
}
