package design

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// TestShareOfNoneAndAll compares the limits of shares if none or all of the objects in a sample have the property.
// For 121 objects of equal weight the limits are those of the binomial law, 0.025^(1/121) from the other end. In
// strata of unequal weights the largest weight decides: 40 draws that stand for 100 objects each and 10 for 1000
// count as 14 of equal weight.
func TestShareOfNoneAndAll(t *testing.T) {
	d, s := Simple(big.NewInt(1_000_000)), NewSample(1)
	s.Strata[0].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 1, Count: 121})
	s.Strata[0].AddOut(879)
	limit := 1 - math.Pow(0.025, 1.0/121)
	none := testkit.Must(d.Share(s, NewSample(1), stats.Options{}))(t)
	all := testkit.Must(d.Share(s, s, stats.Options{}))(t)
	near(t, "upper limit of none", none.Hi, limit, 1e-9)
	near(t, "lower limit of all", all.Lo, 1-limit, 1e-9)
	if none.Value != 0 || none.Lo != 0 || all.Value != 1 || all.Hi != 1 || none.Method != stats.ClopperPearson || none.Confidence != 0.95 {
		t.Errorf("%+v, %+v", none, all)
	}

	d = Design{Strata: []Stratum{{"a", big.NewInt(4000)}, {"b", big.NewInt(10000)}}, Phases: 1}
	s = NewSample(2)
	s.Strata[0].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 1, Count: 40})
	s.Strata[1].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 1, Count: 10})
	none = testkit.Must(d.Share(s, NewSample(2), stats.Options{}))(t)
	near(t, "upper limit of none in strata", none.Hi, 1-math.Pow(0.025, 1.0/14), 1e-9)

	empty := NewSample(1)
	empty.Strata[0].AddOut(10)
	simple := Simple(big.NewInt(40))
	share, err := simple.Share(empty, NewSample(1), stats.Options{})
	if err != nil || share.Lo != 0 || share.Hi != 1 {
		t.Errorf("a share of nothing: %+v, %v", share, err)
	}
}

// TestRareSharesCover samples two strata, in which a draw stands for 20 and for 300 objects. The objects with a
// rare property are in the heavier stratum, in the lighter one, or in both. Intervals of 95 % of the share, also
// without a hit, must miss the true share on either side in 2.5 % of the runs at most.
func TestRareSharesCover(t *testing.T) {
	testkit.Medium(t)
	d := Design{Strata: []Stratum{{"light", big.NewInt(20_000)}, {"heavy", big.NewInt(30_000)}}, Phases: 1}
	random := testkit.Rand("rare shares")
	runs := testkit.Size(400, 4000)
	for _, c := range []struct {
		name         string
		light, heavy float64 // share of the objects of the stratum that have the property
	}{{"heavy", 0, 0.01}, {"very rare, heavy", 0, 0.002}, {"light", 0.003, 0}, {"both", 0.001, 0.01}} {
		below, above, none := 0, 0, 0
		truth := (0.4*20_000*c.light + 0.5*30_000*c.heavy) / (0.4*20_000 + 0.5*30_000)
		for range runs {
			s, part := NewSample(2), NewSample(2)
			for h, p := range [][3]float64{{1000, 0.4, c.light}, {100, 0.5, c.heavy}} {
				in := distuv.Binomial{N: p[0], P: p[1], Src: random}.Rand()
				have := distuv.Binomial{N: in, P: p[2], Src: random}.Rand()
				s.Strata[h].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 1, Count: uint64(in)})
				s.Strata[h].AddOut(uint64(p[0] - in))
				part.Strata[h].AddCell(Cell{Outcome: stats.In, Weight: 1, Mult: 1, Count: uint64(have)})
			}
			share := testkit.Must(d.Share(s, part, stats.Options{}))(t)
			switch {
			case truth < share.Lo:
				below++
			case truth > share.Hi:
				above++
			}
			if share.Value == 0 {
				none++
			}
		}
		n := float64(runs)
		t.Logf("%s: truth %.2g; of %d runs, %d without a hit, below in %d, above in %d", c.name, truth, runs, none, below, above)
		if most := 0.025*n + 4*math.Sqrt(0.025*0.975*n); float64(below) > most || float64(above) > most {
			t.Errorf("%s: the truth is below in %d and above in %d of %d runs", c.name, below, above, runs)
		}
	}
}
