package main

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestLemmas: each stage refutes the example of its lemma, and not a similar setup.
func TestLemmas(t *testing.T) {
	for _, c := range []struct {
		stage *lemma
		fen   string
		want  verdict.Outcome
	}{
		{severalMen(), "rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q - 0 1", verdict.Illegal},
		{severalMen(), "rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q - 0 1", verdict.Unknown},
		{severalMen(), "rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRN1 w q - 0 1", verdict.Illegal},
		{severalMen(), "8/8/8/8/8/8/8/8 w - - 0 1", verdict.Unknown},
		{fallenBishops(), "rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk - 0 1", verdict.Illegal},
		{fallenBishops(), "rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RN1QKB1R w KQk - 0 1", verdict.Unknown},
		{fallenBishops(), "8/8/8/8/8/8/8/8 w - - 0 1", verdict.Unknown},
		{pairsLetIn(), "r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq - 0 1", verdict.Illegal},
		{pairsLetIn(), "r1nBkb1r/1b1ppppp/pp1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq - 0 1", verdict.Unknown},
		{pairsLetIn(), "8/8/8/8/8/8/8/8 w - - 0 1", verdict.Unknown},
	} {
		if v, _ := c.stage.Judge(t.Context(), testkit.Setup(t, c.fen), verdict.Budget{}); v.Outcome != c.want {
			t.Errorf("%s: %s: %v, want %v", c.stage.name, c.fen, v, c.want)
		}
	}
}
