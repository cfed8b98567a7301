package placement

import (
	"context"
	"math"
	"math/big"
	"testing"
	"time"

	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/chesscounter"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
)

// TestEngineEstimates estimates the positions of each class in four ways: by ChessCounter's rules as published
// (2w), as defined (w) and mended, and by our engine at effort kernel. The engine refutes only setups that are
// proven illegal, so its estimate is an upper bound. It must not exceed that of the mended rules by more than
// chance. With CHESSCENSUS_TESTS=1000 the test makes the figures of the report.
func TestEngineEstimates(t *testing.T) {
	testkit.Medium(t)
	for _, b := range []Base{Split, Restricted, VeryRestricted} {
		n := testkit.Size(10_000, 100_000)
		var published, mended tally
		bulk := sampler.NewBulk(space(b, Feasible), 10)
		var d sampler.Draw
		for range n {
			if bulk.Next(&d) && d.Weight > 0 {
				published.add(chesscounter.Options{}.Judge(&d.Setup, chesscounter.Space(b)).Weight)
				mended.add(chesscounter.Options{Mended: true}.Judge(&d.Setup, chesscounter.Space(b)).Weight)
			}
		}
		defined, definedSE := published.estimate(space(b, Feasible), n)
		more, moreSE := mended.estimate(space(b, Feasible), n)
		t.Logf("%v: as published %.5g +- %.2g, as defined %.5g +- %.2g, mended %.5g +- %.2g",
			b, 2*defined, 2*definedSE, defined, definedSE, more, moreSE)

		left, se := engineEstimate(t, space(b, Positions), n)
		if left > more+5*math.Hypot(se, moreSE) {
			t.Errorf("%v: the engine leaves %v, the mended rules %v", b, left, more)
		}
	}
}

// engineEstimate estimates the number of positions of a space that the engine does not refute.
func engineEstimate(t *testing.T, s *Space, n int) (value, standardError float64) {
	engine := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t)
	start, wall := cputime.Used(), time.Now()
	bulk := sampler.NewBulk(s, 11)
	var d sampler.Draw
	var sum, squares float64
	judged, left, gaveUp := 0, 0, 0
	for range n {
		if !bulk.Next(&d) || d.Weight == 0 {
			continue
		}
		judged++
		result := engine.Judge(context.Background(), d.Setup)
		if result.Outcome == verdict.Illegal {
			continue
		}
		if result.Stop != verdict.Complete {
			gaveUp++
		}
		left++
		contribution := float64(d.Weight) / float64(d.Multiplicity)
		sum += contribution
		squares += contribution * contribution
	}
	size, _ := new(big.Float).SetInt(s.Size()).Float64()
	mean := sum / float64(n)
	value, standardError = size*mean, size*math.Sqrt((squares/float64(n)-mean*mean)/float64(n))
	t.Logf("%s: %d draws, %d judged, %d not refuted (%d given up): at most %.5g +- %.2g (95%%: %.5g to %.5g); CPU %.1f s, wall %.1f s",
		s.Name(), n, judged, left, gaveUp, value, standardError, value-1.96*standardError, value+1.96*standardError,
		(cputime.Used() - start).Seconds(), time.Since(wall).Seconds())
	return value, standardError
}

// TestRankedSetAgrees estimates the same class from the ranked set under the same restriction: no more knights,
// bishops and rooks than at the start, 3 queens at most, no bishop promoted for certain. The sets share no code;
// the estimates must agree within 5 standard errors.
func TestRankedSetAgrees(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(10_000, 30_000)
	s := testkit.Must(sampler.Restrict(ranked.NewRepaired(), "knights<=2", "bishops<=2", "rooks<=2", "queens<=3"))(t)
	engine := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t)
	var sum, squares float64
	for _, d := range sampler.NewStream(s, 12).Draws(0, uint64(n)) {
		if !promotedBishop(&d.Setup.Board) && engine.Judge(context.Background(), d.Setup).Outcome != verdict.Illegal {
			y := 1 / float64(d.Multiplicity)
			sum += y
			squares += y * y
		}
	}
	size, _ := new(big.Float).SetInt(s.Size()).Float64()
	mean := sum / float64(n)
	rankedEstimate, rankedSE := size*mean, size*math.Sqrt((squares/float64(n)-mean*mean)/float64(n))
	estimate, se := engineEstimate(t, space(Restricted, Positions), n)
	z := (rankedEstimate - estimate) / math.Hypot(rankedSE, se)
	t.Logf("from %s (%v): %.5g +- %.2g, z %+.1f", s.Name(), s.Size(), rankedEstimate, rankedSE, z)
	if math.Abs(z) > 5 {
		t.Errorf("%s: %v +- %v, %s: %v +- %v", s.Name(), rankedEstimate, rankedSE, space(Restricted, Positions).Name(), estimate, se)
	}
}
