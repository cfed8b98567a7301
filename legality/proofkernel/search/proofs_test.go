package search

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/lemmatest"
)

// TestLemmas searches for the examples of the proofs from the initial position, and checks the prunings one by one on the state
// at the start.
func TestLemmas(t *testing.T) {
	lemmas := lemmatest.Read(t, "doc.go", "proofs.go")
	lemmatest.Check(t, lemmas, func(t *testing.T, lemma int, s *chess.Setup) bool {
		start := chess.InitialSetup()
		r := new(Searcher).First(context.Background(), start, *s)
		if r.Status == Unknown {
			t.Fatalf("%v: %v", s, r.Err)
		}
		var p problem
		testkit.OK(t, p.reset(&start, s))
		pruned := true
		switch lemma {
		case 2:
			pruned = p.impossible
		case 3:
			pruned = p.leastCaptures(&p.first) > p.first.totalLeft()
		case 4, 5, 6:
			pruned = p.impossible || p.hopeless(&p.first)
		case 7:
			return r.Status == NoExtended
		}
		if refuted := r.Status == NoKernel; lemma > 1 && pruned != refuted {
			t.Errorf("%v: %v, pruned %v", s, r.Status, pruned)
		}
		return r.Status != Found
	})
}
