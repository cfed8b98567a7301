package recheck_test

import (
	"encoding/json"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
)

// TestNeighborsAreNotRefuted checks that no changed certificate of a position with a game is confirmed within 4000 states, nor with any other
// theorem as its reason (with -short for every sixth).
func TestNeighborsAreNotRefuted(t *testing.T) {
	for i, neighbor := range testkit.Table[struct{ Line string }](t, "neighbors.tsv") {
		text := neighbor.Line
		checker := recheck.Checker{States: 4_000}
		if _, _, err := checker.Check(t.Context(), []byte(text)); err == nil {
			t.Errorf("confirmed: %s", text)
		}
		if testing.Short() && i%6 != 0 {
			continue
		}
		var c recheck.Certificate
		testkit.OK(t, json.Unmarshal([]byte(text), &c))
		for _, name := range theoremNames {
			c.Reasons = []string{name}
			if _, _, err := checker.Check(t.Context(), line(t, &c)); err == nil {
				t.Errorf("%s is refuted by %s", c.FEN, name)
			}
		}
	}
}
