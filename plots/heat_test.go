package plots

import (
	"image/color"
	"io"
	"math"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/plots/internal/drawing"
)

// TestHeatShades checks by counting pixels that cells have the shade of their values, a wide cell in both of its columns.
func TestHeatShades(t *testing.T) {
	cells := []Cell{{Column: 0, Columns: 2, Row: 0, Value: 0.5}, {Column: 2, Row: 1, Value: 1}, {Column: 0, Row: 1}}
	f := testkit.Must(Heat(cells, HeatOptions{Columns: []string{"0", "1", "2 and more"}, Rows: []string{"4", "5"}}))(t)
	f.Options.Title = ""
	im := raster(t, f)
	seen := map[color.NRGBA]int{}
	for x := range im.Bounds().Dx() {
		for y := range im.Bounds().Dy() {
			seen[color.NRGBAModel.Convert(im.At(x, y)).(color.NRGBA)]++
		}
	}
	dark, half := seen[shadeOf(1, 1)], seen[shadeOf(0.5, 1)]
	if dark == 0 || half < 2*dark*9/10 || half > 2*dark*13/10 {
		t.Errorf("%d dark pixels and %d of the cell that is twice as wide, want 1.8 to 2.6 times as many", dark, half)
	}
}

// TestShadesAscendInGray checks that brightness falls with the value, and that letters stand out on every shade.
func TestShadesAscendInGray(t *testing.T) {
	last := 2.0
	for i := range 101 {
		shade := shadeOf(float64(i), 100)
		l := luma(shade)
		if l >= last && i > 0 {
			t.Errorf("value %d is as bright as the one before", i)
		}
		last = l
		letters := luma(ink)
		if l < 0.55 {
			letters = 1
		}
		if math.Abs(letters-l) < 0.35 {
			t.Errorf("value %d: letters of brightness %.2f on %.2f, want a difference of 0.35", i, letters, l)
		}
	}
	if shadeOf(0, 0) != (color.NRGBA{255, 255, 255, 255}) {
		t.Error("a map of zeros is not white")
	}
}

// TestHeatRefuses: a map without cells, cells outside of it and values that cannot be shaded are errors.
func TestHeatRefuses(t *testing.T) {
	opt := HeatOptions{Columns: []string{"a", "b"}, Rows: []string{"c"}}
	testkit.Fails(Heat(nil, opt))(t, ErrNoData, "without cells")
	for _, c := range []Cell{{Column: 2}, {Column: 1, Columns: 2}, {Row: 1}, {Row: -1}, {Column: -1}, {Value: -1}, {Value: math.NaN()}, {Value: math.Inf(1)}} {
		if _, err := Heat([]Cell{c}, opt); err == nil || !strings.HasPrefix(err.Error(), "plots: cell") {
			t.Errorf("%+v: error %v, want one that names the cell", c, err)
		}
	}
}

// TestHeatOfManyColumns checks that notes that do not fit are left out, that no format fails, and that a foreign format is an error.
func TestHeatOfManyColumns(t *testing.T) {
	testkit.Medium(t)
	opt := HeatOptions{Rows: []string{"0"}}
	var cells []Cell
	for i := range 80 {
		opt.Columns = append(opt.Columns, "")
		cells = append(cells, Cell{Column: i, Value: float64(i), Note: "12.3456 %"})
	}
	f := testkit.Must(Heat(cells, opt))(t)
	for _, format := range drawing.Formats {
		var b strings.Builder
		if err := f.Encode(&b, format); err != nil || format == "svg" && strings.Contains(b.String(), "12.3456") {
			t.Errorf("%s: error %v, or a note that does not fit is written", format, err)
		}
	}
	testkit.FailsWith(t, f.Encode(io.Discard, "gif"), "", "a figure as gif")
}
