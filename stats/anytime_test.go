package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/internal/testing/testkit"
)

// TestAnytimeCovers looks at the share of hits after every hundredth draw from 2000 to 100 000, and counts the runs
// in which an interval misses the truth at some time. The simulation shares no code with the formula. With 400 runs
// and a true share of 5 % it would fail by chance once in some thousands of seeds.
func TestAnytimeCovers(t *testing.T) {
	testkit.Medium(t)
	const p, first, last, step = 0.055, 2000, 100_000, 100
	runs := testkit.LongSize(400, 2000)
	source := rand.New(rand.NewPCG(33, 4))
	batch := distuv.Binomial{N: step, P: p, Src: source}
	usualMisses, anytimeMisses := 0, 0
	for range runs {
		hits, missed, anytimeMissed := 0.0, false, false
		for n := step; n <= last; n += step {
			hits += batch.Rand()
			if n < first {
				continue
			}
			share := hits / float64(n)
			off := math.Abs(share-p) / math.Sqrt(share*(1-share)/float64(n))
			missed = missed || off > 1.959964
			anytimeMissed = anytimeMissed || off > Anytime(float64(n)/20_000, 0.95)
		}
		if missed {
			usualMisses++
		}
		if anytimeMissed {
			anytimeMisses++
		}
	}
	t.Logf("of %d runs, the usual interval missed at some time in %d, the one for all times in %d", runs, usualMisses, anytimeMisses)
	if float64(anytimeMisses) > 0.05*float64(runs)+3.5*math.Sqrt(0.0475*float64(runs)) || anytimeMisses == 0 {
		t.Errorf("%d of %d runs missed, at most 5 %% should, and some", anytimeMisses, runs)
	}
	if float64(usualMisses) < 0.2*float64(runs) {
		t.Errorf("the usual interval missed in %d of %d runs only", usualMisses, runs)
	}
}

// TestAnytimeValues compares with a value computed by hand from the theorem, and checks arguments out of range.
func TestAnytimeValues(t *testing.T) {
	for _, c := range []struct{ progress, confidence, want float64 }{
		// c = -2 ln 0.05 + ln(1 - 2 ln 0.05) = 5.991465 + 1.944690 = 7.936155, and
		// sqrt(2*(1+1/7.936155)*(0.5*ln 8.936155 + 2.995732)) = sqrt(2.252012*4.090782) = 3.0352
		{1, 0.95, 3.0352}, {0, 0.95, math.Inf(1)}, {-1, 0.95, math.Inf(1)}, {math.NaN(), 0.95, math.Inf(1)},
	} {
		if got := Anytime(c.progress, c.confidence); math.Abs(got-c.want) > 2e-4 && got != c.want {
			t.Errorf("Anytime(%g, %g) = %g, want %g", c.progress, c.confidence, got, c.want)
		}
	}
	for _, bad := range []float64{0, 1, -1, 2, math.NaN()} {
		if got := Anytime(1, bad); !math.IsNaN(got) {
			t.Errorf("confidence %g: %g", bad, got)
		}
	}
	// In units of the usual half-width, which falls as 1/sqrt(n), the interval is narrowest near progress 1.
	for _, progress := range []float64{0.25, 0.5, 0.9, 1.1, 2, 4} {
		if Anytime(progress, 0.95) < Anytime(1, 0.95)*0.985 {
			t.Errorf("narrower at %g: %g", progress, Anytime(progress, 0.95))
		}
	}
}
