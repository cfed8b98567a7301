package plots

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

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
func gray(im image.Image, x, y int) int {
	return int(color.GrayModel.Convert(im.At(x, y)).(color.Gray).Y)
}

// borderIsWhite reports whether the outermost pixels are all white, so that nothing is cut off.
func borderIsWhite(im image.Image) bool {
	r := im.Bounds()
	for x := r.Min.X; x < r.Max.X; x++ {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			inner := x > r.Min.X && x < r.Max.X-1 && y > r.Min.Y && y < r.Max.Y-1
			if !inner && gray(im, x, y) < 250 {
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
	for name, s := range map[string]boards.SVG{
		"board":   boards.Print([]boards.Diagram{{Setup: testSetup(), Caption: long}}, boards.PrintOptions{}),
		"bare":    boards.Print([]boards.Diagram{{Setup: testSetup()}}, boards.PrintOptions{NoCoordinates: true, NoTurn: true}),
		"gallery": boards.Print([]boards.Diagram{{Setup: testSetup(), Caption: long}, {Setup: testSetup(), Caption: "x"}}, boards.PrintOptions{Columns: 2}),
	} {
		if !borderIsWhite(raster(t, s)) {
			t.Errorf("%s touches its border", name)
		}
	}
}

// TestSuperscriptsAreRaised checks that the text handler draws "10^{44}" narrower than its
// characters would be, and centered, also if rotated.
func TestSuperscriptsAreRaised(t *testing.T) {
	sty := sans(20, ink)
	if a, b := sty.Width("10^{44}"), sty.Width("1044"); a >= b || a < 0.7*b {
		t.Errorf("width %v, of the plain digits %v", a, b)
	}
	for _, rotation := range []float64{0, 1.5707963} {
		c := vgimg.New(100, 100)
		dc := draw.New(c)
		dc.SetColor(color.White)
		dc.Fill(dc.Rectangle.Path())
		sty.Rotation, sty.XAlign, sty.YAlign = rotation, draw.XCenter, draw.YCenter
		dc.FillText(sty, dc.Center(), "10^{44}")
		dc.FillText(sty, dc.Center(), "") // draws nothing
		var sumX, sumY, n int
		im := c.Image()
		for x := range im.Bounds().Dx() {
			for y := range im.Bounds().Dy() {
				if gray(im, x, y) < 128 {
					sumX, sumY, n = sumX+x, sumY+y, n+1
				}
			}
		}
		if n == 0 || abs(sumX/n-im.Bounds().Dx()/2) > 8 || abs(sumY/n-im.Bounds().Dy()/2) > 8 {
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
	side := float64(width) * drawing.DPI / 72 / 9.28 // a square, in pixels; a board is 9.28 wide
	for a, imA := range pictures {
		for b, imB := range pictures {
			differ := 0
			for x := 0; x < imA.Bounds().Dx(); x += step {
				for y := 0; y < imA.Bounds().Dy(); y += step {
					if abs(gray(imA, x, y)-gray(imB, x, y)) > 64 {
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

// TestBarsStayInsideAxes draws bars and intervals far beyond the axes, and wants no coordinate outside of the picture.
func TestBarsStayInsideAxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, horizontal := range []bool{false, true} {
		p := newPlot("x", "y", true, true)
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 10, 0, 10
		var bs bars
		es := errorBars{horizontal: horizontal}
		for range 200 {
			x, y := 60*rng.Float64()-30, 60*rng.Float64()-30
			bs = append(bs, bar{x, x + 20*rng.Float64(), y, y + 20*rng.Float64(), inColor})
			es.bars = append(es.bars, errorBar{x, y, y + 20*rng.Float64()})
		}
		p.Add(bs, es)
		f := &Figure{Plot: p, Options: Options{Width: 200, Height: 200}}
		if !borderIsWhite(raster(t, f)) {
			t.Errorf("horizontal %v: marks leave the axes", horizontal)
		}
	}
}

// TestLongLabelsTakeTwoLines checks that a label of up to two fifths of the width stays on one line, that a longer one is divided near its
// middle unless it has no blank, and that two lines make the figure higher.
func TestLongLabelsTakeTwoLines(t *testing.T) {
	long := "no captures and promotions lead from the initial men to these: no proof kernel"
	for label, want := range map[string]int{"short": 1, long: 2, strings.Repeat("x", 100): 1} {
		lines := rowLines(label, defaultWidth)
		if len(lines) != want || strings.Join(lines, " ") != label {
			t.Errorf("%q: %q", label, lines)
		}
		if want == 2 && max(sans(tickSize, ink).Width(lines[0]), sans(tickSize, ink).Width(lines[1])) > defaultWidth/2 {
			t.Errorf("%q takes more than half of the figure", lines)
		}
	}
	f := testkit.Must(DotPlot([]Dot{{Label: long, Value: 1}, {Label: "b", Value: 2}}, DotOptions{}))(t)
	g, err := DotPlot([]Dot{{Label: "a", Value: 1}, {Label: "b", Value: 2}}, DotOptions{})
	if err != nil || f.Options.Height <= g.Options.Height {
		t.Errorf("two lines have no room: %v, %v", f.Options.Height, err)
	}
}

func abs(x int) int { return max(x, -x) }
