package plots

import (
	"bytes"
	"errors"
	"image/png"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"

	"chesscensus/internal/testing/testkit"
)

// testDots are three similar estimates, testSpread sizes of different orders, testPooled is a value with an interval to compare with, and
// testSeries are two distributions of the number of men.
var (
	testDots = []Dot{{Label: "ranked-repaired", Value: 4.83e44, Lo: 4.807e44, Hi: 4.852e44}, {Label: "rndfen-conditioned", Value: 4.828e44, Lo: 4.775e44, Hi: 4.88e44},
		{Label: "counter-general-positions", Value: 4.791e44, Lo: 4.738e44, Hi: 4.843e44}}
	testSpread = []Dot{{Label: "naive", Value: 5.6e73, Note: "13^{64} boards"}, {Label: "rndfen", Value: 2.2e53}, {Label: "ranked", Value: 8.7e45}}
	testPooled = Reference{Value: 4.82e44, HalfWidth: 2e42, Label: "all together"}
	testSeries = []Series{
		{Name: "ranked-repaired", Keys: []int{26, 27, 28, 29}, Shares: []float64{0.05, 0.35, 0.58, 0.02}, StdErrs: []float64{0.001, 0.003, 0.003, 0.001}},
		{Name: "rndfen-conditioned", Keys: []int{27, 28, 29}, Shares: []float64{0.38, 0.59, 0.03}, StdErrs: []float64{0.02, 0.02, 0.01}},
	}
)

// TestDotsStayInside checks that intervals, the reference and dots are within the axes.
func TestDotsStayInside(t *testing.T) {
	f := testkit.Must(DotPlot(testDots, DotOptions{Reference: testPooled}))(t)
	if x := f.Plot.X; x.Min > 4.738 || x.Max < 4.88 || x.Min < 4 || x.Max > 6 {
		t.Errorf("axis from %v to %v, want it around the intervals from 4.738 to 4.88 and within 4 to 6", x.Min, x.Max)
	}
	f = testkit.Must(DotPlot(testSpread, DotOptions{Log: true}))(t)
	if x := f.Plot.X; x.Min > 8.7e45 || x.Max < 5.6e73 {
		t.Errorf("logarithmic axis from %v to %v, want 8.7e45 and 5.6e73 within", x.Min, x.Max)
	}
	// The widest note, beside the last dot, ends inside.
	long := []Dot{{Label: "a", Value: 1}, {Label: "b", Value: 2, Note: "a note that takes two fifths of the figure"}}
	if f, err := DotPlot(long, DotOptions{}); err != nil || f.Plot.X.Max < 2.6 {
		t.Errorf("axis to %v, too short for a long note: %v", f.Plot.X.Max, err)
	}
	for _, one := range [][]Dot{{{Label: "a", Value: 5}}, {{Label: "zero"}}} {
		if f, err := DotPlot(one, DotOptions{}); err != nil || !(f.Plot.X.Max > f.Plot.X.Min) {
			t.Errorf("one dot %+v: error %v, axis from %v to %v, want an axis of some length", one[0], err, f.Plot.X.Min, f.Plot.X.Max)
		}
	}
}

// TestComparisonsRefuse: DotPlot and SharesPlot return ErrNoData without data, and errors for numbers that cannot be drawn or are too few.
func TestComparisonsRefuse(t *testing.T) {
	testkit.Fails(DotPlot(nil, DotOptions{}))(t, ErrNoData, "no dots")
	testkit.Fails(SharesPlot([]Series{{Name: "empty"}}, SharesOptions{}))(t, ErrNoData, "no keys")
	for _, d := range []Dot{{Value: math.NaN()}, {Value: 1, Hi: math.Inf(1)}, {Value: 0}} {
		testkit.Fails(DotPlot([]Dot{d}, DotOptions{Log: true}))(t, "", d)
	}
	for _, s := range []Series{{Keys: []int{1}}, {Keys: []int{1}, Shares: []float64{1}}, {Keys: []int{1}, Shares: []float64{math.NaN()}, StdErrs: []float64{0}}} {
		testkit.Fails(SharesPlot([]Series{s}, SharesOptions{}))(t, "", s)
	}
}

// TestPrecisionSpansAll checks that every point and every level is inside the axes, that there is a key entry for
// each series and level, and the width of the picture.
func TestPrecisionSpansAll(t *testing.T) {
	list := []Spending{
		{Label: "empty"},
		{Label: "done", Spent: []float64{0.5, 7}, Percent: []float64{0.2, 0.05}, Measured: true},
		{Label: "e", Spent: []float64{1e-2, 1e3}, Percent: []float64{31, 0.1}},
	}
	for _, label := range []string{"a", "b", "c", "d", "f"} {
		list = append(list, Spending{Label: label, Spent: []float64{1, 100}, Percent: []float64{2, 0.2}})
	}
	levels := []Mark{{Value: 1e-3, Label: "goal"}, {Value: 0, Label: "none"}, {Value: 50, Label: "published"}}
	f := testkit.Must(Precision(list, PrecisionOptions{Levels: levels}))(t)
	if x, y := f.Plot.X, f.Plot.Y; x.Min > 1e-2 || x.Max < 1e3 || y.Min > 1e-3 || y.Max < 50 {
		t.Errorf("axes %v to %v and %v to %v, want 0.01 to 1000 and 0.001 to 50 within", x.Min, x.Max, y.Min, y.Max)
	}
	if want := 2 + (len(list) - 1); len(f.key) != want {
		t.Errorf("%d entries in the key, want %d", len(f.key), want)
	}
	var b bytes.Buffer
	testkit.OK(t, f.Encode(&b, "png"))
	im := testkit.Must(png.Decode(&b))(t)
	if want := int(math.Round(float64(f.Options.Width / vg.Inch * 144))); im.Bounds().Dx() != want {
		t.Errorf("%d pixels wide, want %d", im.Bounds().Dx(), want)
	}
}

// TestPrecisionRefusesNonsense checks the errors for values that cannot be drawn.
func TestPrecisionRefusesNonsense(t *testing.T) {
	testkit.Fails(Precision([]Spending{{Label: "nothing"}}, PrecisionOptions{}))(t, ErrNoData, "without points")
	for _, s := range []Spending{
		{Spent: []float64{1, 2}, Percent: []float64{1}},
		{Spent: []float64{0}, Percent: []float64{1}},
		{Spent: []float64{1}, Percent: []float64{-1}},
		{Spent: []float64{math.Inf(1)}, Percent: []float64{1}},
		{Spent: []float64{1}, Percent: []float64{math.NaN()}},
	} {
		if _, err := Precision([]Spending{s}, PrecisionOptions{}); err == nil || errors.Is(err, ErrNoData) {
			t.Errorf("%v: error %v, want one other than ErrNoData", s, err)
		}
	}
}
