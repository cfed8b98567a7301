package plots

import (
	"errors"
	"math"
	"testing"

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
	if _, err := DotPlot(nil, DotOptions{}); !errors.Is(err, ErrNoData) {
		t.Errorf("no dots: error %v, want ErrNoData", err)
	}
	if _, err := SharesPlot([]Series{{Name: "empty"}}, SharesOptions{}); !errors.Is(err, ErrNoData) {
		t.Errorf("no keys: error %v, want ErrNoData", err)
	}
	for _, d := range []Dot{{Value: math.NaN()}, {Value: 1, Hi: math.Inf(1)}, {Value: 0}} {
		if _, err := DotPlot([]Dot{d}, DotOptions{Log: true}); err == nil {
			t.Errorf("no error for %v", d)
		}
	}
	for _, s := range []Series{{Keys: []int{1}}, {Keys: []int{1}, Shares: []float64{1}}, {Keys: []int{1}, Shares: []float64{math.NaN()}, StdErrs: []float64{0}}} {
		if _, err := SharesPlot([]Series{s}, SharesOptions{}); err == nil {
			t.Errorf("no error for %v", s)
		}
	}
}
