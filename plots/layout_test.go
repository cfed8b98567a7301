package plots

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/plots/boards"
	"chesscensus/plots/internal/drawing"
	"chesscensus/stats"
)

// raster returns a picture as pixels.
func raster(t *testing.T, e drawing.Encoder) image.Image {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, e.Encode(&b, "png"))
	return testkit.Must(png.Decode(&b))(t)
}

// gray returns the brightness of a pixel, from 0 to 255.
func gray(picture image.Image, x, y int) int {
	return int(color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y)
}

// borderIsWhite reports whether the outermost pixels are all white, so that nothing is cut off.
func borderIsWhite(picture image.Image) bool {
	r := picture.Bounds()
	for x := r.Min.X; x < r.Max.X; x++ {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			inner := x > r.Min.X && x < r.Max.X-1 && y > r.Min.Y && y < r.Max.Y-1
			if !inner && gray(picture, x, y) < 250 {
				return false
			}
		}
	}
	return true
}

// TestNothingIsCutOff draws figures of several sizes with texts of several lengths and wants a white border.
func TestNothingIsCutOff(t *testing.T) {
	testkit.Medium(t)
	s := newSample(5000, 0.5)
	bins := s.hist.Estimate(testSize, stats.Options{})
	sizes := [][2]vg.Length{{240, 170}, {396, 240}, {700, 300}}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		for _, words := range []int{1, 8, 30} {
			text := strings.TrimSpace(strings.Repeat("words ^{2} ", words))
			opt := Options{Title: text, Source: text, Width: size[0], Height: size[1]}
			name := strings.TrimSpace(strings.Repeat("reason ", min(words, 4)))
			table := stats.NewTable(name, "b")
			table.AddCount(name, 1, 1, 123456789)
			table.AddCount("b", 1, 1, 999999999)
			for kind, f := range map[string]*Figure{
				"histogram":   must(PieceHistogram(bins, HistogramOptions{Options: opt, YLabel: text})),
				"log":         must(PieceHistogram(bins, HistogramOptions{Options: opt, Log: true})),
				"cascade":     must(Cascade(table, CascadeOptions{Options: opt, Legal: []string{"b"}})),
				"convergence": must(Convergence(&s.trace, Reference{Published.Value, Published.HalfWidth, text}, ConvergenceOptions{Options: opt})),
			} {
				if !borderIsWhite(raster(t, f)) {
					t.Errorf("%s of %v with %d words touches its border", kind, size, words)
				}
			}
		}
	}
	long := strings.Repeat("caption ", 20)
	for name, svg := range map[string]boards.SVG{
		"board":   boards.Print([]boards.Diagram{{Setup: testSetup(), Caption: long}}, boards.PrintOptions{}),
		"bare":    boards.Print([]boards.Diagram{{Setup: testSetup()}}, boards.PrintOptions{NoCoordinates: true, NoTurn: true}),
		"gallery": boards.Print([]boards.Diagram{{Setup: testSetup(), Caption: long}, {Setup: testSetup(), Caption: "x"}}, boards.PrintOptions{Columns: 2}),
	} {
		if !borderIsWhite(raster(t, svg)) {
			t.Errorf("%s touches its border", name)
		}
	}
}

// TestSuperscriptsAreNarrowAndCentered checks that the text handler draws "10^{44}" narrower than its characters would be, and centered, also
// if rotated. That the superscript is higher is checked in package drawing (TestRaisedText).
func TestSuperscriptsAreNarrowAndCentered(t *testing.T) {
	style := sans(20, ink)
	if raised, plain := style.Width("10^{44}"), style.Width("1044"); raised >= plain || raised < 0.7*plain {
		t.Errorf("width %v, want 0.7 to 1 times that of the plain digits, %v", raised, plain)
	}
	for _, rotation := range []float64{0, math.Pi / 2} {
		canvas := vgimg.New(100, 100)
		page := draw.New(canvas)
		page.SetColor(color.White)
		page.Fill(page.Rectangle.Path())
		style.Rotation, style.XAlign, style.YAlign = rotation, draw.XCenter, draw.YCenter
		page.FillText(style, page.Center(), "10^{44}")
		page.FillText(style, page.Center(), "") // draws nothing
		picture := canvas.Image()
		size := picture.Bounds().Size()
		var sumX, sumY, n int // of the dark pixels
		for x := range size.X {
			for y := range size.Y {
				if gray(picture, x, y) < 128 {
					sumX, sumY, n = sumX+x, sumY+y, n+1
				}
			}
		}
		if n == 0 || abs(sumX/n-size.X/2) > 8 || abs(sumY/n-size.Y/2) > 8 {
			t.Errorf("rotation %v: %d dark pixels around %d, %d; want the center", rotation, n, sumX/max(n, 1), sumY/max(n, 1))
		}
	}
}

// TestPiecesCanBeToldApart compares the drawings of all men on the same square,
// pixel by pixel in gray: any two must differ visibly on 5 % of the square.
func TestPiecesCanBeToldApart(t *testing.T) {
	testkit.Medium(t)
	width, step := vg.Length(240), 1
	if testing.Short() {
		width, step = 120, 2 // a sixteenth of the pixels
	}
	pictures := make(map[string]image.Image)
	for _, c := range []chess.Color{chess.White, chess.Black} {
		for role := chess.Pawn; role <= chess.King; role++ {
			d := boards.Diagram{Setup: chess.EmptySetup()}
			d.Board.Put(chess.D4, chess.NewPiece(c, role))
			pictures[fmt.Sprint(c, " ", role)] = raster(t, boards.Print([]boards.Diagram{d}, boards.PrintOptions{Width: width}))
		}
	}
	// A diagram is 928 units wide: board 800, margins 28, coordinates 46, turn 54. A square is 100.
	side := float64(width) * drawing.DPI / 72 * 100 / 928 // in pixels
	for a, pictureA := range pictures {
		for b, pictureB := range pictures {
			differ := 0
			for x := 0; x < pictureA.Bounds().Dx(); x += step {
				for y := 0; y < pictureA.Bounds().Dy(); y += step {
					if abs(gray(pictureA, x, y)-gray(pictureB, x, y)) > 64 {
						differ += step * step
					}
				}
			}
			if share := float64(differ) / (side * side); a != b && share < 0.05 {
				t.Errorf("%s and %s differ on %.1f %% of a square", a, b, 100*share)
			}
		}
	}
}

// TestBarsStayInsideAxes draws bars and intervals far beyond the axes. All pixels that they change are within the axes, which one bar fills,
// but for half the width of a cap.
func TestBarsStayInsideAxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, horizontal := range []bool{false, true} {
		drawMarks := func(marks ...plot.Plotter) image.Image {
			p := newPlot("x", "y", verticalGrid|horizontalGrid)
			p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 10, 0, 10
			p.Add(marks...)
			return raster(t, &Figure{Plot: p, Options: Options{Width: 200, Height: 200}})
		}
		var rectangles bars
		intervals := errorBars{horizontal: horizontal}
		for range 200 {
			x, y := 60*rng.Float64()-30, 60*rng.Float64()-30
			rectangles = append(rectangles, bar{x0: x, x1: x + 20*rng.Float64(), y0: y, y1: y + 20*rng.Float64(), fill: countedColor})
			intervals.bars = append(intervals.bars, errorBar{x, y, y + 20*rng.Float64()})
		}
		empty := drawMarks()
		axes := changedArea(empty, drawMarks(bars{{x1: 10, y1: 10, fill: countedColor}}))
		const halfCap = 4 * drawing.DPI / 72 // 1.8 points, and the border around it
		if marks := changedArea(empty, drawMarks(rectangles, intervals)); marks.Empty() || !marks.In(axes.Inset(-halfCap)) {
			t.Errorf("horizontal %v: the marks cover %v, want them within the axes, %v", horizontal, marks, axes)
		}
	}
}

// changedArea returns the least rectangle that holds all pixels that differ between two pictures of the same size.
func changedArea(before, after image.Image) (area image.Rectangle) {
	for x := range before.Bounds().Dx() {
		for y := range before.Bounds().Dy() {
			if before.At(x, y) != after.At(x, y) {
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return area
}

// TestLongLabelsTakeTwoLines checks that a short label stays on one line, that a long one is divided at a blank into lines of at most half
// the figure's width, that one without a blank is not, and that two lines make the figure higher.
func TestLongLabelsTakeTwoLines(t *testing.T) {
	long := "no captures and promotions lead from the initial men to these: no proof kernel"
	for label, want := range map[string]int{"short": 1, long: 2, strings.Repeat("x", 100): 1} {
		lines := rowLines(label, defaultWidth)
		if len(lines) != want || strings.Join(lines, " ") != label {
			t.Errorf("%q is divided into %q, want %d lines", label, lines, want)
		}
		if want == 2 && max(sans(tickSize, ink).Width(lines[0]), sans(tickSize, ink).Width(lines[1])) > defaultWidth/2 {
			t.Errorf("%q takes more than half of the figure", lines)
		}
	}
	twoLines := testkit.Must(DotPlot([]Dot{{Label: long, Value: 1}, {Label: "b", Value: 2}}, DotOptions{}))(t).Options.Height
	oneLine := testkit.Must(DotPlot([]Dot{{Label: "a", Value: 1}, {Label: "b", Value: 2}}, DotOptions{}))(t).Options.Height
	if twoLines <= oneLine {
		t.Errorf("a label of two lines makes the figure %v high, want more than %v as with one", twoLines, oneLine)
	}
}

// abs returns the absolute value.
func abs(x int) int { return max(x, -x) }
