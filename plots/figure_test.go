package plots

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// TestNothingToDrawIsAnError: every figure without data is refused with ErrNoData.
func TestNothingToDrawIsAnError(t *testing.T) {
	for name, f := range map[string]func() (*Figure, error){
		"no bins":     func() (*Figure, error) { return PieceHistogram(nil, HistogramOptions{}) },
		"no category": func() (*Figure, error) { return Cascade(stats.NewTable(), CascadeOptions{}) },
		"no draw":     func() (*Figure, error) { return Cascade(stats.NewTable("a"), CascadeOptions{}) },
		"all hidden":  func() (*Figure, error) { return Cascade(stats.NewTable("a"), CascadeOptions{HideEmpty: true}) },
		"no points":   func() (*Figure, error) { return Convergence(&stats.Trace{}, Published, ConvergenceOptions{}) },
		"no curve":    func() (*Figure, error) { return Survival(nil, SurvivalOptions{}) },
		"no case":     func() (*Figure, error) { return Survival([]Curve{{Label: "a"}}, SurvivalOptions{}) },
		"no number":   func() (*Figure, error) { return Distribution(nil, DistributionOptions{}) },
		"no points yet": func() (*Figure, error) {
			return Convergence(&newSample(500, 0).trace, Published, ConvergenceOptions{From: 1e6})
		},
	} {
		if fig, err := f(); !errors.Is(err, ErrNoData) || fig != nil {
			t.Errorf("%s: %v, want ErrNoData", name, err)
		}
	}
}

// TestFiguresTakeAnySample draws figures of random samples, also without hits, with everything undecided, from spaces of any size, and
// wants neither a panic nor a number that is none.
func TestFiguresTakeAnySample(t *testing.T) {
	testkit.Medium(t)
	rapid.Check(t, func(rt *rapid.T) {
		var h stats.Histogram
		var tally stats.Tally
		size := new(big.Int).Exp(big.NewInt(10), big.NewInt(rapid.Int64Range(0, 70).Draw(rt, "digits")), nil)
		tr := stats.Trace{Size: size, Start: 1}
		table := stats.NewTable("a", "b")
		for range rapid.IntRange(1, 12).Draw(rt, "kinds") {
			o := stats.Outcome(rapid.IntRange(0, 2).Draw(rt, "outcome"))
			mult := rapid.Uint64Range(1, 300).Draw(rt, "mult")
			count := rapid.Uint64Range(1, 1e6).Draw(rt, "count")
			h.AddCount(rapid.IntRange(2, 32).Draw(rt, "men"), o, 1, mult, count)
			tally.AddCount(o, 1, mult, count)
			table.AddCount(rapid.StringN(0, 12, 40).Draw(rt, "category"), 1, mult, count)
			tr.Observe(&tally)
		}
		for _, log := range []bool{false, true} {
			f, err := PieceHistogram(h.Estimate(size, stats.Options{}), HistogramOptions{Log: log})
			checkDrawn(rt, f, err)
		}
		f, err := Cascade(table, CascadeOptions{Undecided: []string{"a"}})
		checkDrawn(rt, f, err)
		f, err = Convergence(&tr, rapid.SampledFrom([]Reference{{}, Published, {Value: 7}}).Draw(rt, "reference"), ConvergenceOptions{})
		checkDrawn(rt, f, err)
	})
}

// fontData matches the font in a figure, whose base64 may contain any word.
var fontData = regexp.MustCompile(`base64,[A-Za-z0-9+/=]*`)

// checkDrawn fails the test if a figure cannot be made, other than for want of data, or has impossible coordinates or colors.
func checkDrawn(rt *rapid.T, f *Figure, err error) {
	if errors.Is(err, ErrNoData) {
		return
	}
	testkit.OK(rt, err)
	var b bytes.Buffer
	testkit.OK(rt, f.Encode(&b, "svg"))
	text := fontData.ReplaceAll(b.Bytes(), nil)
	for _, bad := range []string{"NaN", "Inf", "#-8000"} { // the last is a color divided by alpha 0
		if bytes.Contains(text, []byte(bad)) {
			rt.Fatalf("%s in the figure %q", bad, f.Options.Title)
		}
	}
}

// TestDrawingChangesNothing checks that drawing changes neither the statistics nor the figure.
func TestDrawingChangesNothing(t *testing.T) {
	testkit.Medium(t)
	s := newSample(3000, 0.5)
	before, _ := json.Marshal(s.table)
	points := len(s.trace.Points)
	f := must(Convergence(&s.trace, Published, ConvergenceOptions{}))
	label := f.Plot.Y.Label.Text
	must(Cascade(s.table, CascadeOptions{}))
	var a, b bytes.Buffer
	f.Encode(&a, "png")
	f.Encode(&b, "png")
	if after, _ := json.Marshal(s.table); !bytes.Equal(before, after) || len(s.trace.Points) != points {
		t.Error("drawing changed the statistics")
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) || f.Plot.Y.Label.Text != label {
		t.Error("drawing changed the figure")
	}
}

// TestFiguresNameWhatTheyShow checks axis labels, source and key of all figures that are not rows of dots.
func TestFiguresNameWhatTheyShow(t *testing.T) {
	for name, e := range testPictures() {
		f, ok := e.(*Figure)
		if !ok || strings.HasPrefix(name, "dots") || name == "shares" { // these have rows, and no source
			continue
		}
		if f.Options.Source != testSource || f.Plot.X.Label.Text == "" {
			t.Errorf("%s: source %q, label %q; want the source %q and some label", name, f.Options.Source, f.Plot.X.Label.Text, testSource)
		}
		measured := strings.HasPrefix(name, "survival") || name == "distribution"
		if measured != (f.Plot.Y.Label.Text == "not yet solved (%)" || f.Plot.Y.Label.Text == "games per bin of 20") {
			t.Errorf("%s: vertical label %q; is it one of measurements: want %v", name, f.Plot.Y.Label.Text, measured)
		}
		if name != "cascade" && !measured && !strings.Contains(f.Plot.Y.Label.Text, "legal positions") {
			t.Errorf("%s: vertical label %q, want legal positions", name, f.Plot.Y.Label.Text)
		}
		if len(f.key) == 0 {
			t.Errorf("%s: no key", name)
		}
	}
}

// TestOptionsAreUsed checks what no golden picture shows: a title, labels, the default size, a first point, and the key that a cascade of
// one kind does not have.
func TestOptionsAreUsed(t *testing.T) {
	s := newSample(3000, 0)
	bins := s.hist.Estimate(testSize, stats.Options{})
	f := must(PieceHistogram(bins, HistogramOptions{Options: Options{Title: "T"}, XLabel: "queens", YLabel: "candidates"}))
	if f.Options.Title != "T" || f.Plot.X.Label.Text != "queens" || !strings.Contains(f.Plot.Y.Label.Text, "candidates") {
		t.Errorf("title %q, labels %q and %q, want T, queens and candidates", f.Options.Title, f.Plot.X.Label.Text, f.Plot.Y.Label.Text)
	}
	if f.Options.Width != defaultWidth || f.Options.Height != defaultHeight {
		t.Errorf("size %v x %v, want %v x %v", f.Options.Width, f.Options.Height, defaultWidth, defaultHeight)
	}
	f = must(Convergence(&s.trace, Reference{}, ConvergenceOptions{From: 1000, YLabel: "candidates"}))
	if f.Plot.X.Min < 1000 || len(f.key) != 1 {
		t.Errorf("starts at %v with %d keys, want 1000 or more and one key", f.Plot.X.Min, len(f.key))
	}
	f = must(Cascade(s.table, CascadeOptions{}))
	if len(f.key) != 0 {
		t.Error("a cascade without kinds needs no key")
	}
}

// TestCascadeHidesEmpty: HideEmpty leaves out the categories without a draw.
func TestCascadeHidesEmpty(t *testing.T) {
	table := stats.NewTable("a", "b", "c")
	table.AddCount("b", 1, 1, 5)
	ticks := func(hide bool) int {
		f := testkit.Must(Cascade(table, CascadeOptions{HideEmpty: hide}))(t)
		return len(f.Plot.Y.Tick.Marker.Ticks(0, 1))
	}
	if all, some := ticks(false), ticks(true); all != 3 || some != 1 {
		t.Errorf("%d categories drawn, %d with HideEmpty, want 3 and 1", all, some)
	}
}

// TestConvergenceOfAnUpperBound draws a sample in which nothing is proven: the axis must span the upper bound, not begin at 0.
func TestConvergenceOfAnUpperBound(t *testing.T) {
	tr := stats.Trace{Size: big.NewInt(1_000_000), Start: 100}
	var tally stats.Tally
	for n := uint64(100); n <= 1_000_000; n *= 10 {
		tally = stats.Tally{}
		tally.AddCount(stats.Open, 1, 1, n/2)
		tally.AddOut(n - n/2)
		tr.Observe(&tally)
	}
	tr.Finish(&tally)
	f := testkit.Must(Convergence(&tr, Reference{}, ConvergenceOptions{}))(t)
	if lo := f.Plot.Y.Min; lo < 2 || len(f.key) != 1 {
		t.Errorf("axis begins at %g, %d curves; want a range around 5 and one curve", lo, len(f.key))
	}
}
