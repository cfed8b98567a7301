package chess_test

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
)

// FuzzMoves plays a random game from a fuzzed record; every position on the way agrees with the oracle and is valid.
func FuzzMoves(f *testing.F) {
	for i, s := range []string{
		initial, kiwipete, "8/8/8/K1NpP2r/8/8/8/4k3 w - d6 0 1", "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
		"4k3/4r3/8/2PpP3/8/8/8/4K3 w - d6 0 1", "QQQQQQQQ/8/8/8/8/8/k1n5/7K w - - 0 1",
	} {
		f.Add(s, uint64(i))
	}
	styles := chesstest.Styles()
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		start, err := chess.ParsePosition(text)
		if err != nil {
			return
		}
		src := rand.New(rand.NewPCG(seed, 0))
		opt := chesstest.Options{Start: start, Plies: 20, Weights: styles[seed%uint64(len(styles))].Weights}
		for p := range chesstest.Playout(src, opt) {
			checkPosition(t, p)
			s := p.Setup()
			if v := s.Violations(); v != 0 {
				t.Fatalf("%s, reached by legal moves, breaks the rules %v", fen(p), v)
			}
		}
	})
}
