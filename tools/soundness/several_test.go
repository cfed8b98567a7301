package main

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestSeveral: the stage refutes the example of Lemma 14, and not its neighbor.
func TestSeveral(t *testing.T) {
	st := &severalMen{}
	for fen, want := range map[string]verdict.Outcome{
		"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q - 0 1":  verdict.Illegal,
		"rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q - 0 1": verdict.Unknown,
		"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRN1 w q - 0 1":  verdict.Illegal,
		"8/8/8/8/8/8/8/8 w - - 0 1":                                    verdict.Unknown,
	} {
		s := testkit.Setup(t, fen)
		if v, _ := st.Judge(t.Context(), s, verdict.Budget{}); v.Outcome != want {
			t.Errorf("%s: %v, want %v", fen, v, want)
		}
		st.Forget()
	}
}
