package stats

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestRangeLimits compares the distance of the limits from the ends, in standard errors. Without a gap between the
// ends it is the two-sided quantile, with a wide one the one-sided.
func TestRangeLimits(t *testing.T) {

	for _, c := range []struct{ gap, want float64 }{
		{0, 1.959964}, {100, 1.644854}, // quantiles of tables
		{1, 1.681477}, // solved by bisection with Python's math.erf: Phi(c+1) - Phi(-c) = 0.95
	} {
		lo, hi := Range(normalEstimate(10, 1), normalEstimate(10+c.gap, 1))
		if math.Abs(10-lo-c.want) > 2e-5 || math.Abs(hi-10-c.gap-c.want) > 2e-5 {
			t.Errorf("gap %v: %v to %v, want %v standard errors outside", c.gap, lo, hi, c.want)
		}
	}
	if lo, hi := Range(normalEstimate(3, 0), normalEstimate(5, 0)); lo != 3 || hi != 5 {
		t.Errorf("without errors of sampling %v to %v, want 3 to 5", lo, hi)
	}
	few, many := normalEstimate(1, 1), normalEstimate(9, 1)
	few.Lo, few.Hi, few.Method = 0.1, 6, ClopperPearson
	if lo, hi := Range(few, many); lo != 0.1 || hi != many.Hi {
		t.Errorf("of few hits %v to %v, want the limits of both ends", lo, hi)
	}
	cut := normalEstimate(1, 1)
	cut.Lo = 0
	if lo, _ := Range(cut, many); lo != 0 {
		t.Errorf("a limit that was cut at 0 is %v", lo)
	}
}

// normalEstimate returns an estimate with the normal interval at 95 %.
func normalEstimate(value, standardError float64) Estimate {
	lo, hi := value-1.959964*standardError, value+1.959964*standardError
	return Estimate{Value: value, StdErr: standardError, Lo: lo, Hi: hi, Confidence: 0.95, Method: Normal}
}

// TestRangeCovers draws pairs of ends and counts how often the interval contains a quantity at the ends and in the
// middle. For every gap this must be at least 95 %, less 5 binomial standard errors.
func TestRangeCovers(t *testing.T) {
	testkit.Medium(t)
	const runs = 20000
	random := rand.New(rand.NewPCG(1, 2))
	for _, gap := range []float64{0, 0.3, 1, 2, 5} {
		covered := [3]int{}
		for range runs {
			// Both ends count the same draws, so that their errors are the same.
			err := random.NormFloat64()
			low, high := Range(normalEstimate(err, 1), normalEstimate(gap+err, 1))
			for place, quantity := range []float64{0, gap / 2, gap} {
				if low <= quantity && quantity <= high {
					covered[place]++
				}
			}
		}
		for place, count := range covered {
			if least := 0.95*runs - 5*math.Sqrt(runs*0.95*0.05); float64(count) < least {
				t.Errorf("gap %v, place %d: %d of %d intervals cover", gap, place, count, runs)
			}
		}
	}
}

// TestResultString checks that a result shows both estimates, and one of them if they are the same.
func TestResultString(t *testing.T) {
	e := Estimate{Value: 4e44, Lo: 3e44, Hi: 5e44, StdErr: 1, Confidence: 0.95}
	decided := Result{Low: e, High: e, Lo: 3e44, Hi: 5e44}
	if got, want := decided.String(), e.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	open := decided
	open.Draws, open.InCount, open.OpenCount = 10, 2, 1
	got, ending := open.String(), "together: 3e+44 to 5e+44; 10 draws: 2 in, 1 undecided"
	if strings.Count(got, e.String()) != 2 || !strings.HasSuffix(got, ending) {
		t.Error(got)
	}
}
