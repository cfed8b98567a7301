package figures

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel/search"
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
		testkit.Fails(Funnel(shards, plots.Options{}))(t, "", shards)
		testkit.Fails(Quantiles(shards, plots.Options{}))(t, "", shards)
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
	testkit.Fails(Estimated(r, trace, "words"))(t, `no figure "words"; there are "overview", "verdicts"`, "a group without numbers")
	testkit.Fails(Estimated(r, nil, "convergence"))(t, `figure "convergence": plots: no data`, "an empty trace")
	testkit.Fails(Compared(&survey.Compared{}))(t, "", "a comparison of nothing")
	if men, words := Bins(r, "men"), Bins(r, "words"); len(men) != 2 || words != nil {
		t.Errorf("%d bins by men, %d by words, want 2 and none", len(men), len(words))
	}
}

// text returns columns from a to h, each from White's side, such as "wb b ww".
func (c Columns) text() string {
	var list []string
	for _, column := range c {
		s := ""
		for _, p := range column {
			s += string("wb"[p])
		}
		list = append(list, s)
	}
	return strings.Join(list, " ")
}

// TestColumnsFollowCaptures checks the columns after each kind of capture, computed by hand, and that captures of pawns that are not there
// do not fit.
func TestColumnsFollowCaptures(t *testing.T) {
	for moves, want := range map[string]string{
		"":         "wb wb wb wb wb wb wb wb",
		"wPa0xPb1": "b ww wb wb wb wb wb wb",
		"bPa1xPb0": "w bb wb wb wb wb wb wb",
		"wPa0xQb2": "b wbw wb wb wb wb wb wb", // an officer is taken, the pawn stands on the file beyond the black one
		"wxPc1":    "wb wb w wb wb wb wb wb",
		"bxN":      "wb wb wb wb wb wb wb wb",
	} {
		c, ok := StartColumns(), true
		for _, m := range testkit.Must(search.ParseMoves(moves))(t) {
			if c, _, _, ok = c.After(m); !ok {
				break
			}
		}
		if got := c.text(); got != want || !ok {
			t.Errorf("%s: %s, fits %v; want %s", moves, got, ok, want)
		}
	}
	for _, m := range []search.Move{
		{Pawn: true, File: 0, Index: 2, Victim: search.Pawn, ToFile: 1},
		{Pawn: true, File: 0, Index: 0, Victim: search.Queen, ToFile: 1, ToIndex: 3},
		{Victim: search.Pawn, ToFile: 8},
	} {
		if c, _, _, ok := StartColumns().After(m); ok {
			t.Errorf("%v fits, and gives %s", m, c.text())
		}
	}
}

// TestColumnsOfStart checks that the initial position has the columns of StartColumns.
func TestColumnsOfStart(t *testing.T) {
	testkit.Equal(t, ColumnsOf(chess.InitialPosition()).text(), StartColumns().text())
}

// TestPictureOfNoKernel checks that captures that do not fit have no picture, and that the empty kernel has two panels.
func TestPictureOfNoKernel(t *testing.T) {
	for _, captures := range [][]string{{"wPa0xPb7"}, {"?"}} {
		if svg, _, ok := Kernel(captures, chess.InitialPosition()); ok {
			t.Errorf("%v do not fit, and have the picture %s", captures, svg)
		}
	}
	svg, width, ok := Kernel(nil, chess.InitialPosition())
	if !ok || width != 2*panelWidth || strings.Count(svg, "<circle") != 2*16 {
		t.Errorf("the empty kernel: fits %v, %d pixels, want two panels of %d with 16 pawns each: %s", ok, width, panelWidth, svg)
	}
}
