package loop

import (
	"context"
	"math"
	"sync"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/kings"
	"chesscensus/sampler/ranked"
)

// regions are the repaired set in two parts, with rights and en passant in the second.
var regions = sync.OnceValue(func() sampler.Divided {
	s := ranked.NewRepaired()
	return sampler.Union("regions", s.Within(5, 6), s.Beyond(5, 6))
})

// TestKingsKeepMeans compares, in strata of both parts, the share of draws that the engine does not refute
// among plain draws and among redrawn ones; 5 standard errors are allowed. In the strata with rights, which come
// last, nothing is redrawn.
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
		var p1, p2, s1, s2 float64
		count := func(d *sampler.Draw, a, b *float64) {
			y := float64(d.Weight) / float64(d.Multiplicity)
			*a, *b = *a+y, *b+y*y
		}
		for i := range n {
			if s.Draw(&d, h, i); legal(&d) {
				count(&d, &p1, &p2)
			}
			if s.Redraw(&d, h, i+n) && legal(&d) {
				count(&d, &s1, &s2)
			}
		}
		x := float64(n)
		p, q := p1/x, s1/x
		v1, v2 := (p2/x-p*p)/x, (s2/x-q*q)/x
		if z := (p - q) / math.Sqrt(v1+v2); !(math.Abs(z) < 5) {
			t.Errorf("stratum %d: share %v of plain draws, %v of redrawn ones, z = %.1f", h, p, q, z)
		}
		t.Logf("stratum %d: relative variance %.3g of a plain draw, %.3g of a redrawn one", h, v1*x/p/p, v2*x/q/q)
	}
}

// TestKingsDependOnNothingElse makes the same draws in another order, by several goroutines and by
// another source: they are the same. A redraw changes kings and side to move only, and counts a whole number of
// levels.
func TestKingsDependOnNothingElse(t *testing.T) {
	testkit.Medium(t)
	const n = 3000
	first := make([]sampler.Draw, n)
	kept := make([]bool, n)
	s := Kings(regions(), 2)
	strata := len(regions().Strata())
	for i := range first {
		kept[i] = s.Redraw(&first[i], i%strata, uint64(i))
	}
	again := Kings(regions(), 2)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := n - 1 - g; i >= 0; i -= 4 {
				var d, plain sampler.Draw
				h := i % strata
				if again.Redraw(&d, h, uint64(i)) != kept[i] || kept[i] && d != first[i] {
					t.Errorf("draw %d is another one", i)
				}
				if !kept[i] {
					continue
				}
				again.Draw(&plain, h, uint64(i))
				if d.Multiplicity != plain.Multiplicity*again.Levels(h) || d.Weight < 1 || d.Weight > kings.Levels {
					t.Errorf("draw %d counts %d/%d, the multiplicity of the plain draw is %d", i, d.Weight, d.Multiplicity, plain.Multiplicity)
				}
				if special := plain.Setup.Castling != 0 || plain.Setup.EP < 64; special && d.Setup != plain.Setup {
					t.Errorf("draw %d: %v was %v", i, d.Setup, plain.Setup)
				}
				for _, p := range []*sampler.Draw{&d, &plain} {
					p.Setup.Board.Put(p.Setup.Board.King(0), 0)
					p.Setup.Board.Put(p.Setup.Board.King(1), 0)
				}
				if d.Setup.Board != plain.Setup.Board {
					t.Errorf("draw %d: other men than the kings have moved", i)
				}
			}
		})
	}
	wg.Wait()
}
