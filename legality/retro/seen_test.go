package retro

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
)

// TestSeen compares with a map under random additions and cuts.
func TestSeen(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 9))
	var z seen
	var order []chess.Setup
	have := map[chess.Setup]bool{}
	for step := range 200_000 {
		if src.IntN(3000) == 0 {
			n := src.IntN(len(order) + 1)
			z.truncate(n)
			for _, s := range order[n:] {
				delete(have, s)
			}
			order = order[:n]
			continue
		}
		s := chess.EmptySetup()
		s.Board.Put(chess.Square(src.IntN(64)), chess.NewPiece(chess.White, chess.King))
		s.Board.Put(chess.Square(src.IntN(64)), chess.NewPiece(chess.Black, chess.King))
		s.Turn = chess.Color(src.IntN(2))
		if z.add(&s) == have[s] {
			t.Fatalf("step %d: %s: add says %v", step, s, have[s])
		}
		if !have[s] {
			have[s] = true
			order = append(order, s)
		}
		if z.len() != len(order) {
			t.Fatalf("step %d: %d setups, want %d", step, z.len(), len(order))
		}
	}
}

// TestHashesSpread looks at the bits that find the place in the table.
func TestHashesSpread(t *testing.T) {
	low := map[uint64]int{}
	n := 0
	positions(5000, func(_ chess.Position, _ chess.Move, q chess.Position) {
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
