package figures

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/plots"
	"chesscensus/stats"
	"chesscensus/survey"
	"chesscensus/survey/report"
)

// TestFunnelHoldsItsShare simulates shards of one law, and checks that 95 % of the groups of each size lie within the limits. False alarms
// are rarer than 1e-6.
func TestFunnelHoldsItsShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const n, tries = 64, 400
	within, all := map[float64]int{}, map[float64]int{}
	for range tries {
		shards := make([]float64, n)
		for i := range shards {
			shards[i] = 100 + rng.NormFloat64()
		}
		mean, sd, err := spread(shards)
		testkit.OK(t, err)
		points := groups(shards)
		if len(points) != 64+32+16+8+4+2 {
			t.Fatalf("%d groups, want 64 of one shard, 32 of two, and so on to two of 32", len(points))
		}
		for _, p := range points {
			all[p.X]++
			if math.Abs(p.Y*mean) <= 1.96*deviation(p.X, n)*sd {
				within[p.X]++
			}
		}
	}
	for k, total := range all {
		if k == 32 {
			total /= 2 // the two halves lie on both sides of the mean, equally far
			within[k] /= 2
		}
		share := float64(within[k]) / float64(total)
		if slack := 5.5 * math.Sqrt(0.05*0.95/float64(total)); math.Abs(share-0.95) > slack+0.004 {
			t.Errorf("groups of %v: %.4f within, want 0.95 ± %.4f", k, share, slack)
		}
	}
}

// TestQuantilesHoldTheirShare checks that in samples of the normal law each rank lies between its limits with probability 95 %.
func TestQuantilesHoldTheirShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const n, tries = 20, 2000
	within := make([]int, n)
	for range tries {
		values := make([]float64, n)
		for i := range values {
			values[i] = rng.NormFloat64()
		}
		points, lo, hi := quantiles(values, 0, 1)
		for i, p := range points {
			if lo[i].Y <= p.Y && p.Y <= hi[i].Y {
				within[i]++
			}
			if math.Abs(0.5*math.Erfc(-p.X/math.Sqrt2)-(float64(i)+0.5)/n) > 1e-9 {
				t.Fatalf("quantile %d is %v, which is not that of %v", i, p.X, (float64(i)+0.5)/n)
			}
		}
	}
	for i, k := range within {
		if share := float64(k) / tries; math.Abs(share-0.95) > 5.5*math.Sqrt(0.05*0.95/tries) {
			t.Errorf("rank %d: %.4f within, want 0.95", i, share)
		}
	}
}

// TestShardsRefuse: shards that are too few, all equal, not numbers, or with the mean 0 have neither a funnel nor quantiles.
func TestShardsRefuse(t *testing.T) {
	for _, shards := range [][]float64{nil, {1, 2}, {3, 3, 3, 3}, {1, 2, math.NaN()}, {-1, 0, 1}} {
		if _, err := Funnel(shards, plots.Options{}); err == nil {
			t.Errorf("a funnel of %v: no error", shards)
		}
		if _, err := Quantiles(shards, plots.Options{}); err == nil {
			t.Errorf("quantiles of %v: no error", shards)
		}
	}
}

// textOf returns a figure as SVG.
func textOf(t *testing.T, f *plots.Figure, err error) string {
	t.Helper()
	testkit.OK(t, err)
	var b bytes.Buffer
	testkit.OK(t, f.Encode(&b, "svg"))
	return b.String()
}

// TestMenus checks figures by name, several names as panels, and that the error for a wrong name lists the names.
func TestMenus(t *testing.T) {
	e := stats.Estimate{Value: 4.8e44, Lo: 4.7e44, Hi: 4.9e44, Confidence: 0.95, Hits: 9}
	r := &report.Report{}
	r.Space, r.Estimate.Low = "somewhere", e
	r.ByShard = [][]float64{{4.7e44, 4.9e44, 4.8e44, 4.85e44, 4.75e44}}
	r.Groups = []report.Group{{Name: "men", Items: []report.Item{{Value: "27", Low: e, High: e}, {Value: "28", Low: e, High: e}}},
		{Name: "words", Items: []report.Item{{Value: "one", Low: e}}}}
	r.Verdicts = []report.VerdictShare{{Label: "Legal", Text: "proven", Share: 0.25, HalfWidth: 0.01}, {Label: "NoLastMove", Text: "no move", Share: 1e-5}}
	trace := []report.Point{{Shards: 1, Draws: 100, CPU: 1, Value: 4.7e44, Relative: 0.02}, {Shards: 2, Draws: 200, CPU: 2, Value: 4.8e44, Relative: 0.01}}
	all, err := Estimated(r, trace, "men", "verdicts", "diagnostics")
	text := textOf(t, all, err)
	for _, want := range []string{"somewhere", "number of men", "0.00100 %", "25.0 %", "draws n", "CPU-seconds", "shards in a group", "quantile of the normal law", ">f  5 shards beside"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	r.Estimate.Low.Confidence = 0.8
	if one, err := Estimated(r, trace, "verdicts"); err != nil || !strings.Contains(textOf(t, one, err), "80 % intervals") {
		t.Error("another level of the intervals is not named")
	}
	if one, err := Estimated(r, trace); err != nil || !strings.Contains(textOf(t, one, err), ">a<") {
		t.Error("without a name there are no panels")
	}
	if _, err := Estimated(r, trace, "words"); err == nil || !strings.Contains(err.Error(), `no figure "words"; there are "overview", "verdicts"`) {
		t.Errorf("a group without numbers: error %v, want one that lists the figures", err)
	}
	if _, err := Estimated(r, nil, "convergence"); err == nil || !strings.Contains(err.Error(), `figure "convergence": plots: no data`) {
		t.Errorf("an empty trace: error %v, want one that names the figure", err)
	}
	if _, err := Compared(&survey.Compared{}); err == nil {
		t.Error("a comparison of nothing: no error")
	}
	if men, words := Bins(r, "men"), Bins(r, "words"); len(men) != 2 || words != nil {
		t.Errorf("%d bins by men, %d by words, want 2 and none", len(men), len(words))
	}
}
