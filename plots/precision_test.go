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
	if _, err := Precision([]Spending{{Label: "nothing"}}, PrecisionOptions{}); !errors.Is(err, ErrNoData) {
		t.Errorf("without points: error %v, want ErrNoData", err)
	}
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
