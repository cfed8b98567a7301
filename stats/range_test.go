package stats

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestRangeLimits: without a gap the constant is the two-sided quantile, with a wide one the one-sided.
func TestRangeLimits(t *testing.T) {
	at := func(low, high float64) (lo, hi float64) {
		return Range(normal(low, 1), normal(high, 1))
	}
	for _, c := range []struct{ gap, want float64 }{
		{0, 1.959964}, {100, 1.644854}, // quantiles of tables
		{1, 1.681477}, // solved by bisection with Python's math.erf: Phi(c+1) - Phi(-c) = 0.95
	} {
		lo, hi := at(10, 10+c.gap)
		if math.Abs(10-lo-c.want) > 2e-5 || math.Abs(hi-10-c.gap-c.want) > 2e-5 {
			t.Errorf("gap %v: %v to %v, want %v standard errors outside", c.gap, lo, hi, c.want)
		}
	}
	if lo, hi := Range(normal(3, 0), normal(5, 0)); lo != 3 || hi != 5 {
		t.Errorf("without errors of sampling %v to %v, want 3 to 5", lo, hi)
	}
	few, many := normal(1, 1), normal(9, 1)
	few.Lo, few.Hi, few.Method = 0.1, 6, ClopperPearson
	if lo, hi := Range(few, many); lo != 0.1 || hi != many.Hi {
		t.Errorf("of few hits %v to %v, want the limits of both ends", lo, hi)
	}
	cut := normal(1, 1)
	cut.Lo = 0
	if lo, _ := Range(cut, many); lo != 0 {
		t.Errorf("a limit that was cut at 0 is %v", lo)
	}
}

// normal is an estimate by the normal limit, at 95 %.
func normal(value, se float64) Estimate {
	return Estimate{Value: value, StdErr: se, Lo: value - 1.959964*se, Hi: value + 1.959964*se, Confidence: 0.95, Method: Normal}
}

// TestRangeCovers draws pairs of ends and counts how often the interval holds a quantity between
// them, the least favorable one at an end: at least 95 % less 5 binomial standard errors, for every gap.
func TestRangeCovers(t *testing.T) {
	testkit.Medium(t)
	const runs = 20000
	r := rand.New(rand.NewPCG(1, 2))
	for _, gap := range []float64{0, 0.3, 1, 2, 5} {
		covered := [3]int{}
		for range runs {
			// Both ends count the same draws, so that their errors are the same.
			e := r.NormFloat64()
			lo, hi := Range(normal(e, 1), normal(gap+e, 1))
			for i, x := range []float64{0, gap / 2, gap} {
				if lo <= x && x <= hi {
					covered[i]++
				}
			}
		}
		for i, n := range covered {
			if least := 0.95*runs - 5*math.Sqrt(runs*0.95*0.05); float64(n) < least {
				t.Errorf("gap %v, place %d: %d of %d intervals cover", gap, i, n, runs)
			}
		}
	}
}

// A result shows both ends, and one if they are the same.
func TestResultString(t *testing.T) {
	e := Estimate{Value: 4e44, Lo: 3e44, Hi: 5e44, StdErr: 1, Confidence: 0.95}
	decided := Result{Low: e, High: e, Lo: 3e44, Hi: 5e44}
	if got, want := decided.String(), e.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	open := decided
	open.Draws, open.InCount, open.OpenCount = 10, 2, 1
	if got := open.String(); strings.Count(got, e.String()) != 2 || !strings.HasSuffix(got, "together: 3e+44 to 5e+44; 10 draws: 2 in, 1 undecided") {
		t.Error(got)
	}
}
