package main

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestFallen: the stage refutes the example of Lemma 16, and not its neighbor.
func TestFallen(t *testing.T) {
	st := &fallen{}
	for fen, want := range map[string]verdict.Outcome{
		"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk - 0 1":  verdict.Illegal,
		"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RN1QKB1R w KQk - 0 1": verdict.Unknown,
		"8/8/8/8/8/8/8/8 w - - 0 1":                                      verdict.Unknown,
	} {
		s := testkit.Setup(t, fen)
		if v, _ := st.Judge(t.Context(), s, verdict.Budget{}); v.Outcome != want {
			t.Errorf("%s: %v, want %v", fen, v, want)
		}
		st.Forget()
	}
}
