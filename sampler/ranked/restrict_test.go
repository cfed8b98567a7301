package ranked

import (
	"errors"
	"testing"

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
	if _, err := sampler.Restrict(s, "men<=1"); !errors.Is(err, sampler.ErrEmpty) {
		t.Errorf("one man: error %v", err)
	}
}
