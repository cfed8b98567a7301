package forms

import (
	"encoding/gob"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"math/big"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"chesscensus/internal/testing/testkit"
)

// A point is a struct for tables, with a field that is not exported.
type point struct {
	X, Y   float64
	Name   string
	hidden int
}

// Types with one of the methods that Of looks for; that of bad panics. A quiet value shows itself, which goes before its HTML.
type (
	htmler struct{}
	svg    struct{}
	mime   struct{}
	bad    struct{}
	quiet  struct{}
)

func (htmler) HTML() string { return "<b>x</b>" }
func (svg) SVG() string     { return "<svg></svg>" }
func (mime) MIME() map[string]any {
	return map[string]any{"text/plain": "p", "text/html": "h", "image/x": "d"}
}
func (bad) HTML() string   { panic("no ink") }
func (quiet) Show() error  { return nil }
func (quiet) HTML() string { return "never" }

// TestOf checks the forms of many types, and that other types have none.
func TestOf(t *testing.T) {
	cycle := map[string]any{"x": 1}
	cycle["self"] = cycle
	p := plot.New()
	line := testkit.Must(plotter.NewLine(plotter.XYs{{X: 1, Y: 2}, {X: 3, Y: 4}}))(t)
	p.Add(line)
	long := mat.NewDense(100, 30, nil)
	long.Set(99, 29, 0.125)
	for _, c := range []struct {
		v          any
		html, text string
	}{
		{htmler{}, "<b>x</b>", ""},
		{svg{}, "<svg></svg>", "picture"},
		{mime{}, "h", "p"},
		{bad{}, "forms.bad cannot be shown: no ink", "no ink"},
		{p, "<svg", "plot"},
		{image.NewGray(image.Rect(0, 0, 3, 2)), `src="data:image/png;base64,`, "image of 3 x 2 pixels"},
		{mat.NewDense(2, 2, []float64{1, 2.5, -3, 1e44}), ">2.5<", "2 x 2   0     1\n0       1   2.5\n1      -3  1e44"},
		{mat.NewVecDense(2, []float64{1, 2}), ">1<", "2 x 1"},
		{long, ">0.125<", "..."},
		{*mat.NewDense(1, 1, []float64{7}), ">7<", "1 x 1"},
		{mat.NewCDense(1, 1, []complex128{1 + 2i}), "(1+2i)", "(1+2i)"},
		{image.NewUniform(color.White), "too large to show", "too large to show"},
		{[][]string{{"two\nlines"}}, "two lines", "0  two lines"},
		{cycle, "holds itself", "holds itself"},
		{[]big.Int{*big.NewInt(1234567)}, "1 234 567", "1 234 567"},
		{[]time.Time{{}, {}}, "0001-01-01", "Time"},
		{&[]point{{}}, ">Name<", "Name"},
		{[]point{{1, 2.5, "a", 0}, {3, 1.0 / 3, "<b>", 1}}, "&lt;b&gt;", "   X         Y  Name\n0  1       2.5  a\n1  3  0.333333  <b>"},
		{[]*point{nil, {Name: "z"}}, ">z<", "z"},
		{map[string]int{"b": 2, "a": 1}, ">a<", "a         1\nb         2"},
		{map[int]string{10: "x", 9: "y"}, ">9<", "9    y\n10   x"},
		{[][]float64{{123456789, 1.5e-7, -2}}, ">123456789<", "0  123456789  1.5e-7  -2"},
		{[][]int{{1, 2, 3}, {4}}, ">4<", "   0  1  2\n0  1  2  3\n1  4"},
		{make([]point, 100), "100 rows, of which 60 are shown", "100 rows"},
	} {
		r, ok := Of(c.v)
		if !ok || !strings.Contains(r.HTML, c.html) || !strings.Contains(strings.ReplaceAll(r.Text, "  \n", "\n"), c.text) {
			t.Errorf("%T: %v, HTML\n%.300s\nwant %q; text\n%s\nwant %q", c.v, ok, r.HTML, c.html, r.Text, c.text)
		}
	}
	if r, _ := Of(mime{}); r.Data["image/x"] != "d" {
		t.Errorf("data %v, want d as image/x", r.Data)
	}
	if r, _ := Of(long); strings.Count(r.Text, "\n") != 21 {
		t.Errorf("%d rows of a long matrix, want 21 with the dots", strings.Count(r.Text, "\n"))
	}
	for _, v := range []any{nil, 1, "x", []int{1, 2}, []byte("x"), [][]byte{{1}}, time.Second, fmt.Errorf("x"), []point{}, map[string]int{}, (*point)(nil), quiet{}, struct{ A int }{1},
		[]struct{ a int }{{1}}} {
		if r, ok := Of(v); ok {
			t.Errorf("%T has the form %+v", v, r)
		}
	}
}

// TestPlotIsNotLinked checks that package forms does not import gonum, so that programs without a plot do not link it.
func TestPlotIsNotLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "chesscensus/jupyter/forms").Output()
	if err != nil || strings.Contains(string(out), "gonum") {
		t.Errorf("error %v, want no gonum among the packages\n%s", err, out)
	}
}

// Types whose pointer has a method, of a text, and of a bundle of MIME types.
type (
	pointed struct{ N int }
	texts   string
	bundled map[string]any
)

func (p *pointed) HTML() string        { return fmt.Sprintf("<i>%d</i>", p.N) }
func (b bundled) MIME() map[string]any { return b }

// TestMethodOfPointer checks that a value is shown by a method of its pointer.
func TestMethodOfPointer(t *testing.T) {
	for _, v := range []any{pointed{3}, &pointed{3}} {
		if r, ok := Of(v); !ok || r.HTML != "<i>3</i>" {
			t.Errorf("%T: %v %+v, want <i>3</i>", v, ok, r)
		}
	}
}

// TestBundlesCanBeSent checks that the form of any bundle can be encoded by gob, as GoNB's protocol demands, and names the values that
// cannot.
func TestBundlesCanBeSent(t *testing.T) {
	for _, c := range []struct {
		bundle   bundled
		key, has string
	}{
		{bundled{"text/html": texts("<b>")}, "text/html", "<b>"},
		{bundled{"text/html": []byte("<b>")}, "text/html", "<b>"},
		{bundled{"image/png": []byte{1, 2}}, "image/png", "[1 2]"},
		{bundled{"image/svg+xml": []byte("<svg>")}, "image/svg+xml", "<svg>"},
		{bundled{"application/json": map[string]any{"a": 1}}, "application/json", `{"a":1}`},
		{bundled{"application/geo+json": []any{1, "b"}}, "application/geo+json", `[1,"b"]`},
		{bundled{"application/json": math.NaN()}, "text/html", "application/json of forms.bundled: json: unsupported value: NaN"},
		{bundled{"a/b": 1}, "text/html", "a/b of forms.bundled is a int, want a string or []byte"},
		{bundled{"a/b": nil, "text/html": "<p>"}, "text/html", "<p>"},
		{bundled{"a/b": 1, "text/plain": "words"}, "text/plain", "words\na/b of forms.bundled is a int"},
		{bundled{}, "", ""},
	} {
		r, ok := Of(c.bundle)
		if got := fmt.Sprint(r.Data[c.key]); !ok || c.key != "" && !strings.Contains(got, c.has) {
			t.Errorf("%v: %v, %s is %s, want %s", c.bundle, ok, c.key, got, c.has)
		}
		if err := gob.NewEncoder(io.Discard).Encode(struct{ Data map[string]any }{r.Data}); err != nil {
			t.Errorf("%v cannot be encoded: %v", c.bundle, err)
		}
	}
}

// TestTypeNames checks that types of the notebook are named without the package that a cell is.
func TestTypeNames(t *testing.T) {
	for text, want := range map[string]string{"main.P": "P", "map[main.K][]*main.P": "map[K][]*P", "domain.P": "domain.P", "main": "main"} {
		testkit.Equal(t, ofCell.ReplaceAllString(text, ""), want, text)
	}
}
