package ranked

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// TestRestrictRefuses checks that there is no part for predicates about other subjects, and for lower limits of a kind.
func TestRestrictRefuses(t *testing.T) {
	s := spaces()[0]
	for _, p := range []sampler.Predicate{
		{}, {Subject: 200}, {Subject: sampler.MostAlikeBishops, Most: 1}, {Subject: sampler.MostQueens, Least: 1, Most: 3},
	} {
		if r, ok := s.Restrict("x", p); ok {
			t.Errorf("%v: %v", p, r.Size())
		}
	}
	testkit.Fails(sampler.Restrict(s, "men<=1"))(t, sampler.ErrEmpty, "one man")
}
