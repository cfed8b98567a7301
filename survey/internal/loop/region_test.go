package loop

import (
	"context"
	"math"
	"math/big"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/spaces"
)

// TestBothSetsHoldTheSameLegalSetups estimates the number of setups of a small region that effort kernel does not refute, from the kernel
// space and from the ranked set. These share no code, also for the sizes, and have different multiplicities. The cover relies on their
// equality, since it has one of them in the place of the other. 5 standard errors are allowed: 2.5 % of the number, and 6 % with -short.
func TestBothSetsHoldTheSameLegalSetups(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	space := testkit.Must((&spaces.Tables{Dir: t.TempDir()}).Open("kernel-5-3"))(t)
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t)
	legal := func(d *sampler.Draw) bool { return e.Judge(context.Background(), d.Setup).Outcome != verdict.Illegal }
	n := float64(testkit.Size(4000, 30_000))
	kernelTotal, kernelVariance := estimateTotal(space.(sampler.Divided), n, legal)
	rankedTotal, rankedVariance := estimateTotal(ranked.NewRepaired().Within(5, 3), 3*n, legal)
	t.Logf("%.4g +- %.1g and %.4g +- %.1g", kernelTotal, math.Sqrt(kernelVariance), rankedTotal, math.Sqrt(rankedVariance))
	if z := (kernelTotal - rankedTotal) / math.Sqrt(kernelVariance+rankedVariance); !(math.Abs(z) < 5) || math.Sqrt(kernelVariance+rankedVariance) > 0.02*rankedTotal {
		t.Errorf("%.4g +- %.1g from the kernel space, %.4g +- %.1g from the ranked set, z = %.1f", kernelTotal, math.Sqrt(kernelVariance), rankedTotal,
			math.Sqrt(rankedVariance), z)
	}
}

// estimateTotal estimates the number of legal setups of a set from redrawn draws, about n in proportion to the strata, and
// the variance.
func estimateTotal(set sampler.Divided, n float64, legal func(*sampler.Draw) bool) (value, variance float64) {
	s := Kings(set, 12)
	float := func(x *big.Int) float64 { f, _ := new(big.Float).SetInt(x).Float64(); return f }
	totalSize := float(set.Size())
	var d sampler.Draw
	for h, stratum := range set.Strata() {
		size := float(stratum.Size)
		draws := 20 + math.Ceil(n*size/totalSize)
		sum, squares := 0.0, 0.0
		for i := range uint64(draws) {
			if s.Redraw(&d, h, i) && legal(&d) {
				y := float64(d.Weight) / float64(d.Multiplicity)
				sum, squares = sum+y, squares+y*y
			}
		}
		mean := sum / draws
		value += size * mean
		variance += size * size * (squares/draws - mean*mean) / (draws - 1)
	}
	return value, variance
}
