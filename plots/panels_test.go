package plots

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"chesscensus/internal/testing/testkit"
)

// textOf returns a figure as SVG without its font.
func textOf(t *testing.T, f *Figure) string {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, f.Encode(&b, "svg"))
	return fontData.ReplaceAllString(b.String(), "")
}

// TestPanelsShowAll checks that the figure contains the texts of all panels, with letters, and has the right size, also with a nested
// figure.
func TestPanelsShowAll(t *testing.T) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text = "Theirs", "abscissa"
	line := testkit.Must(plotter.NewLine(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 4.8e44}}))(t)
	p.Add(line)
	a := must(Bins([]int{1, 2, 2, 3}, BinsOptions{XLabel: "first"}))
	b := must(DotPlot([]Dot{{Label: "row", Value: 3}}, DotOptions{XLabel: "second"}))
	inner := must(Panels(1, a, b))
	f := must(Panels(2, inner, p, a))
	if f.Options.Width != 7.5*vg.Inch || f.Options.Height != inner.Options.Height+defaultHeight {
		t.Errorf("size %v x %v, want %v x %v", f.Options.Width, f.Options.Height, 7.5*vg.Inch, inner.Options.Height+defaultHeight)
	}
	f.Options.Title, f.Options.Source = "All of them", "made up"
	text := textOf(t, f)
	testkit.Contains(t, text,
		"All of them", "made up", ">first<", ">second<", ">row<", ">abscissa<", ">b  Theirs<", ">c  4 values<", ">a<", `width="540pt"`)
	if n := strings.Count(text, ">first<"); n != 2 || strings.Contains(text, "e+44") {
		t.Errorf("the panel that occurs twice is drawn %d times, or 4.8e44 is written as programs do", n)
	}
	if page, err := f.HTML(); err != nil || !strings.Contains(page, "All of them") {
		t.Errorf("a page of %d bytes, error %v; want one with the title", len(page), err)
	}
	testkit.Equal(t, f.String(), "a figure: All of them")
	f.Options.Title = ""
	testkit.Equal(t, f.String(), "a figure: 4 values; second; Theirs; 4 values")
	if !borderIsWhite(raster(t, f)) {
		t.Error("the figure touches its border")
	}
}

// TestPanelsRefuse: panels that are missing, empty or of another type, and columns below 1 are errors.
func TestPanelsRefuse(t *testing.T) {
	a := must(Bins([]int{1}))
	check := func(want string, columns int, list ...any) {
		t.Helper()
		if f, err := Panels(columns, list...); err == nil || !strings.Contains(err.Error(), want) || f != nil {
			t.Errorf("figure %v, error %v; want an error with %q", f, err, want)
		}
	}
	check("no data", 2)
	check("want at least 1", 0, a)
	check("panel 2 is a int", 2, a, 3)
	check("panel 1 is a <nil>", 2, nil)
	check("panel 1 is no plot", 2, (*plot.Plot)(nil))
	check("panel 1 is an empty figure", 2, (*Figure)(nil))
	check("panel 1 is an empty figure", 2, &Figure{})
	testkit.FailsWith(t, (&Figure{}).Encode(&bytes.Buffer{}, "png"), errEmpty, "the zero figure")
	if Style(nil).Plot == nil {
		t.Error("Style(nil) has no plot, want an empty one")
	}
}

// TestPageKeepsDigits checks that numbers in texts keep their digits, though those of the drawing are shortened.
func TestPageKeepsDigits(t *testing.T) {
	f := must(DotPlot([]Dot{{Label: "x", Value: 4.826054e44, Lo: 4.825934e44, Hi: 4.826174e44}}, DotOptions{}))
	if page, err := f.HTML(); err != nil || !strings.Contains(page, "(4.82605 ± 0.00012)×10") {
		t.Errorf("error %v, no (4.82605 ± 0.00012)×10 in %.3000s", err, page)
	}
}

// TestBinsCount counts the values within each bar again.
func TestBinsCount(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1e3, 1e3), rapid.Map(rapid.IntRange(-50, 50), func(k int) float64 { return float64(k) }),
			rapid.SampledFrom([]float64{0, 1e-9, math.NaN(), math.Inf(1)})), 1, 60).Draw(rt, "values")
		var numbers []float64
		for _, v := range values {
			if finite(v) {
				numbers = append(numbers, v)
			}
		}
		f, err := Bins(values)
		if (err == nil) != (len(numbers) > 0) {
			rt.Fatalf("%d finite values: error %v, want one only without any", len(numbers), err)
		}
		if err != nil {
			return
		}
		if len(f.key) != min(1, len(values)-len(numbers)) {
			rt.Fatalf("%d entries in the key for %d values left out, want one if there are any", len(f.key), len(values)-len(numbers))
		}
		c := testkit.Must(countBins(slices.Clone(values), 0))(rt)
		total := 0
		for k, count := range c.counts {
			n, slack := 0, 1e-9*c.width // of the quotients
			for _, v := range numbers {
				if v >= k*c.width-slack && v < (k+1)*c.width-slack {
					n++
				}
			}
			if n != count || count > c.highest || k < c.first || k > c.last {
				rt.Fatalf("bin %v of width %v counts %v, want %d", k, c.width, count, n)
			}
			total += n
		}
		if total != len(numbers) || len(c.counts) > 102 {
			rt.Fatalf("%d bars count %d of %d values, want all, in at most 102", len(c.counts), total, len(numbers))
		}
		checkDrawn(rt, f, nil)
	})
}

// TestBinsRefuse: values that are none, not finite or too many bins apart are errors, and extreme ones give an error or a picture.
func TestBinsRefuse(t *testing.T) {
	check := func(want string, values []float64, options ...BinsOptions) {
		t.Helper()
		testkit.Fails(Bins(values, options...))(t, want, values)
	}
	check(ErrNoData.Error(), nil)
	check("none of 2 values is finite", []float64{math.NaN(), math.Inf(-1)})
	check("fewer than 10000 bins", []float64{0, 1e9}, BinsOptions{Bin: 1})
	for _, values := range [][]float64{{-math.MaxFloat64, math.MaxFloat64}, {5e-324, 1e-323}, {4.8e44}, {1e300, 1e300}} {
		if f, err := Bins(values); err == nil {
			textOf(t, f)
		}
	}
}

// TestOfDrawsRows checks that there is a point for each row with two numbers or a word and a number, and the errors.
func TestOfDrawsRows(t *testing.T) {
	df := dataframe.New(
		series.New([]int{30, 31, 32, 29}, series.Int, "men"),
		series.New([]float64{1e44, math.NaN(), 3e44, 0}, series.Float, "positions"),
		series.New([]float64{9e43, 1, 2e44, 0}, series.Float, "lo"),
		series.New([]float64{2e44, 1, 4e44, 0}, series.Float, "hi"),
		series.New([]string{"one", "two", "one", "three"}, series.String, "word"),
		series.New([]string{"1", "2", "x", "4"}, series.String, "text"))
	check := func(points int, f *Figure, err error) {
		t.Helper()
		testkit.OK(t, err)
		text := textOf(t, f)
		if n := strings.Count(text, "fill:#0072B2"); n != points+len(f.key) || points != 4 && !strings.Contains(text, "of 4 rows") {
			t.Errorf("%d marks, want %d points and %d in the key, which says what is left out of 4 rows", n, points, len(f.key))
		}
	}
	f, err := Of(df, "men", "positions", OfOptions{Line: true, Lo: "lo", Hi: "hi"})
	check(3, f, err)
	if f.Plot.X.Label.Text != "men" || f.Plot.Y.Label.Text != "positions (× 10^{44})" || f.Plot.Y.Max < 4 {
		t.Errorf("labels %q and %q, axis to %v; want men, positions in units of 10^{44}, and 4 or more", f.Plot.X.Label.Text, f.Plot.Y.Label.Text, f.Plot.Y.Max)
	}
	f, err = Of(df, "men", "positions", OfOptions{LogY: true})
	check(2, f, err)
	f, err = Of(df, "word", "men")
	check(4, f, err)
	f, err = Of(df, "text", "men")
	check(3, f, err)
	refused := func(want, x, y string, o ...OfOptions) {
		t.Helper()
		testkit.Fails(Of(df, x, y, o...))(t, want, y, x)
	}
	refused(`no column "share"; it has men, positions`, "men", "share")
	refused("none of 4 rows", "men", "word")
	refused(`no column ""`, "men", "positions", OfOptions{Lo: "lo"})
	if _, err := Of(df.Filter(dataframe.F{Colname: "men", Comparator: series.Less, Comparando: 1}), "men", "positions"); !errors.Is(err, ErrNoData) {
		t.Errorf("without rows: error %v, want ErrNoData", err)
	}
	testkit.Fails(Of(dataframe.ReadCSV(strings.NewReader("")), "a", "b"))(t, "", "no error for a broken frame")
}
