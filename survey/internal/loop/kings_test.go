package loop

import (
	"context"
	"math"
	"math/big"
	"sync"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/kings"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/spaces"
)

// regions returns the repaired set in two parts, of which the second has rights and en passant.
var regions = sync.OnceValue(func() sampler.Divided {
	s := ranked.NewRepaired()
	return sampler.Union("regions", s.Within(5, 6), s.Beyond(5, 6))
})

// TestKingsKeepMeans compares, in strata of both parts, the shares of draws that the engine does not refute among plain draws
// and among redrawn ones; 5 standard errors are allowed. In the strata with rights, the last ones, nothing is redrawn.
func TestKingsKeepMeans(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	n := uint64(20_000)
	if testing.Short() {
		n = 1500
	}
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t)
	legal := func(d *sampler.Draw) bool { return e.Judge(context.Background(), d.Setup).Outcome != verdict.Illegal }
	s := Kings(regions(), 8)
	last := len(regions().Strata()) - 2
	var d sampler.Draw
	for _, h := range []int{5, 20, 30, 60, last} {
		var plainSum, plainSquares, redrawnSum, redrawnSquares float64
		add := func(d *sampler.Draw, sum, squares *float64) {
			y := float64(d.Weight) / float64(d.Multiplicity)
			*sum, *squares = *sum+y, *squares+y*y
		}
		for i := range n {
			if s.Draw(&d, h, i); legal(&d) {
				add(&d, &plainSum, &plainSquares)
			}
			if s.Redraw(&d, h, i+n) && legal(&d) {
				add(&d, &redrawnSum, &redrawnSquares)
			}
		}
		draws := float64(n)
		plainMean, redrawnMean := plainSum/draws, redrawnSum/draws
		plainVariance, redrawnVariance := (plainSquares/draws-plainMean*plainMean)/draws, (redrawnSquares/draws-redrawnMean*redrawnMean)/draws
		if z := (plainMean - redrawnMean) / math.Sqrt(plainVariance+redrawnVariance); !(math.Abs(z) < 5) {
			t.Errorf("stratum %d: share %v of plain draws, %v of redrawn ones, z = %.1f", h, plainMean, redrawnMean, z)
		}
		t.Logf("stratum %d: relative variance %.3g of a plain draw, %.3g of a redrawn one", h, plainVariance*draws/plainMean/plainMean,
			redrawnVariance*draws/redrawnMean/redrawnMean)
	}
}

// TestKingsDependOnNothingElse: the draws are the same in another order, by several goroutines and by another source. A redraw
// changes only kings and side to move, and counts a whole number of levels.
func TestKingsDependOnNothingElse(t *testing.T) {
	testkit.Medium(t)
	const n = 3000
	draws := make([]sampler.Draw, n)
	isKept := make([]bool, n)
	s := Kings(regions(), 2)
	strata := len(regions().Strata())
	for i := range draws {
		isKept[i] = s.Redraw(&draws[i], i%strata, uint64(i))
	}
	second := Kings(regions(), 2)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := n - 1 - g; i >= 0; i -= 4 {
				var d, plain sampler.Draw
				h := i % strata
				if second.Redraw(&d, h, uint64(i)) != isKept[i] || isKept[i] && d != draws[i] {
					t.Errorf("draw %d is another one", i)
				}
				if !isKept[i] {
					continue
				}
				second.Draw(&plain, h, uint64(i))
				if d.Multiplicity != plain.Multiplicity*second.Levels(h) || d.Weight < 1 || d.Weight > kings.Levels {
					t.Errorf("draw %d counts %d/%d, the multiplicity of the plain draw is %d", i, d.Weight, d.Multiplicity, plain.Multiplicity)
				}
				if special := plain.Setup.Castling != 0 || plain.Setup.EP != chess.NoSquare; special && d.Setup != plain.Setup {
					t.Errorf("draw %d: %v was %v", i, d.Setup, plain.Setup)
				}
				for _, p := range []*sampler.Draw{&d, &plain} {
					p.Setup.Board.Put(p.Setup.Board.King(chess.White), chess.NoPiece)
					p.Setup.Board.Put(p.Setup.Board.King(chess.Black), chess.NoPiece)
				}
				if d.Setup.Board != plain.Setup.Board {
					t.Errorf("draw %d: men other than the kings have moved", i)
				}
			}
		})
	}
	wg.Wait()
}

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
