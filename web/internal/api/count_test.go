package api

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// ask calls Estimate with a question as JSON.
func ask(t *testing.T, seed uint64, q Question) Count {
	t.Helper()
	text := testkit.Must(json.Marshal(q))(t)
	return Estimate(seed, string(text))
}

// TestEstimate adds up rounds of draws until the interval is narrow, and compares with the published number of the record, (4.826 +-
// 0.001)e44, which other code has computed from another set.
func TestEstimate(t *testing.T) {
	testkit.Medium(t)
	var c Count
	for seed := range uint64(5) {
		before := c
		if c = ask(t, seed, Question{Milliseconds: 300, Before: c}); c.Error != "" || c.Draws <= before.Draws || c.Legal < before.Legal {
			t.Fatalf("%+v after %+v", c, before)
		}
	}
	// Six standard errors: a test that fails by chance one time in 10^8.
	if e := c.Size * math.Sqrt(float64(c.Legal)) / float64(c.Draws); math.Abs(c.Estimate-4.826e44) > 6*e+c.High*float64(c.Undecided)/float64(c.Legal) {
		t.Errorf("%+v, the record says 4.826e44", c)
	}
	if !(c.Low < c.Estimate && c.Estimate < c.High) || c.Size < 8.7e45 || c.Size > 8.8e45 {
		t.Errorf("%+v", c)
	}
	// Two kings alone: on 3612 pairs of squares they do not touch, with either side to move, and all these are legal. Six standard errors
	// again.
	two := ask(t, 1, Question{Where: "men=2", Milliseconds: 1000})
	if p := 7224 / two.Size; two.Legal == 0 || math.Abs(two.Estimate-7224) > 6*two.Size*math.Sqrt(p*(1-p)/float64(two.Draws)) {
		t.Errorf("two kings: %+v, want 7224", two)
	}
	for _, q := range []string{"", `{"where":"men<="}`, `{"before":{"draws":1,"legal":2}}`, `{"before":{"draws":9,"legal":2,"undecided":18446744073709551615}}`} {
		if c := Estimate(1, q); c.Error == "" || c.Draws != 0 {
			t.Errorf("%q: %+v", q, c)
		}
	}
}

// TestRandomSetup checks that each seed gives a setup, always the same, and others give others.
func TestRandomSetup(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(20) {
		p := RandomSetup(seed)
		if p.Error != "" || strings.Count(p.FEN, "/") != 7 || RandomSetup(seed).FEN != p.FEN {
			t.Errorf("seed %d: %+v", seed, p)
		}
		seen[p.FEN] = true
	}
	if len(seen) != 20 {
		t.Errorf("%d setups of 20 seeds", len(seen))
	}
}
