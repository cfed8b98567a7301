package figures

import (
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// A fakeScreen holds a Live with a clock that stands still, and the states that it has shown.
type fakeScreen struct {
	*Live
	shown []string // "ID HTML\nTEXT"
	now   time.Time
}

// newScreen returns a screen on which nothing has been shown.
func newScreen() *fakeScreen {
	s := &fakeScreen{now: time.Unix(1000, 0)}
	s.Live = NewLiveFor(s.show, func() time.Time { return s.now })
	return s
}

// show records a state.
func (s *fakeScreen) show(id, html, text string) {
	s.shown = append(s.shown, strings.TrimRight(id+" "+html+"\n"+text, "\n"))
}

// estimateOf returns an estimate whose interval is the value plus or minus a half-width.
func estimateOf(value, halfWidth float64) stats.Estimate {
	return stats.Estimate{Value: value, Lo: value - halfWidth, Hi: value + halfWidth, Hits: 100, Draws: 1000}
}

// TestLiveShowsLongCells checks that a quick cell shows nothing, and a long one about two and a half states a second and nothing at the end.
func TestLiveShowsLongCells(t *testing.T) {
	screen := newScreen()
	for i := range uint64(5) {
		screen.Update(i, 5, estimateOf(4e44, 1e43))
		screen.now = screen.now.Add(100 * time.Millisecond)
	}
	if screen.Clear(); len(screen.shown) > 0 {
		t.Errorf("half a second of work shows %q", screen.shown)
	}
	screen = newScreen()
	for i := range uint64(1000) {
		screen.Update(10*i, 20_000, estimateOf(4e44, 1e44/math.Sqrt(float64(i+1))))
		screen.now = screen.now.Add(10 * time.Millisecond)
	}
	if n := len(screen.shown); n < 20 || n > 26 {
		t.Errorf("ten seconds of work show %d states, want 20 to 26", n)
	}
	if n, last := len(screen.points), screen.points[len(screen.points)-1]; n > livePoints || last.draws != 9990 {
		t.Errorf("%d points, the last at %d draws, want at most %d, the last at 9990", n, last.draws, livePoints)
	}
	last := screen.shown[len(screen.shown)-1]
	for _, want := range []string{
		"one ",        // the id of NewLiveFor
		"width:49.",   // of the bar, in percent: a little less than half of the draws are done
		"So far (4.0", // the estimate
		"<polygon",    // the band of the figure
		"<div>50 % of 20 000 draws, 1 000 a second, 10 s left.",
		"</svg></div>\n50 % of 20 000 draws, 1 000 a second, 10 s left", // the same as text behind the HTML
	} {
		testkit.Contains(t, last, want)
	}
	if screen.Clear(); screen.shown[len(screen.shown)-1] != "one " {
		t.Error("the picture stays")
	}
}

// TestRateLeavesOutEarlierDraws checks that draws from before the cell began do not count for its rate.
func TestRateLeavesOutEarlierDraws(t *testing.T) {
	screen := newScreen()
	screen.Update(5000, 10_000, stats.Estimate{})
	screen.now = screen.now.Add(10 * time.Second)
	screen.Update(6000, 10_000, stats.Estimate{}) // without an estimate so far
	if len(screen.shown) != 1 || !strings.Contains(screen.shown[0], "60 % of 10 000 draws, 100 a second, 40 s left") ||
		strings.Contains(screen.shown[0], "So far") {
		t.Errorf("shown are %q, want one state of 60 %%, 100 draws a second and no estimate", screen.shown)
	}
}

// TestLiveWithoutNotebook checks that outside of a notebook nothing is shown or kept.
func TestLiveWithoutNotebook(t *testing.T) {
	l := NewLive()
	l.Update(1, 2, estimateOf(1, 1))
	if l.Clear(); l.update != nil || len(l.points) > 0 { // update is nil since a test runs in no notebook
		t.Errorf("%+v, want neither a function that shows nor points", l)
	}
}

// pointPattern matches a corner in an SVG polygon, such as "64.0,55.0".
var pointPattern = regexp.MustCompile(`[\d.-]+,[\d.-]+`)

// growingPoints returns the states of a survey after 100, 200 ... 5000 draws, with an interval that narrows as their square root.
func growingPoints() (points []livePoint) {
	for i := 1; i <= 50; i++ {
		halfWidth := 1e44 / math.Sqrt(float64(i))
		points = append(points, livePoint{draws: uint64(100 * i), lo: 4.8e44 - halfWidth, value: 4.8e44, hi: 4.8e44 + halfWidth})
	}
	return points
}

// TestConvergenceBand checks that the figure is well-formed, and that its band stays in the frame, grows to the right, and gets narrower with
// the interval.
func TestConvergenceBand(t *testing.T) {
	points := growingPoints()
	svg := convergenceSVG(points, 10_000)
	if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
		t.Fatalf("not well formed: %v: %s", err, svg)
	}
	band := pointPattern.FindAllString(svg[strings.Index(svg, "<polygon"):strings.Index(svg, "<polyline")], -1)
	if len(band) != 2*len(points) {
		t.Fatalf("the band has %d corners, want %d", len(band), 2*len(points))
	}
	corner := func(i int) (x, y float64) {
		fields := strings.Split(band[i], ",")
		x, _ = strconv.ParseFloat(fields[0], 64)
		y, _ = strconv.ParseFloat(fields[1], 64)
		if x < liveLeft || x > liveWidth || y < 0 || y > liveHeight {
			t.Errorf("corner %s is outside of the frame", band[i])
		}
		return x, y
	}
	const rounding = 0.11 // both ends are rounded to 0.1
	lastX, lastWidth := 0.0, math.Inf(1)
	for i := range points {
		x, top := corner(i)
		_, bottom := corner(len(band) - 1 - i)
		if x <= lastX || bottom-top > lastWidth+rounding {
			t.Errorf("point %d: x %g after %g, band %g after %g", i, x, lastX, bottom-top, lastWidth)
		}
		lastX, lastWidth = x, bottom-top
	}
}

// TestConvergenceReach checks that the draws so far take their share of the figure's width, at least three quarters of it, and that there is
// no figure of too few points.
func TestConvergenceReach(t *testing.T) {
	points := growingPoints()
	for all, share := range map[uint64]float64{1 << 40: 0.75, 10_000: 0.75, 6000: 5. / 6, 5000: 1} {
		svg := convergenceSVG(points, all)
		line := pointPattern.FindAllString(svg[strings.Index(svg, "<polyline"):], -1)
		x, _, _ := strings.Cut(line[len(line)-1], ",")
		if want := fmt.Sprintf("%.1f", liveLeft+(liveWidth-liveLeft)*share); x != want {
			t.Errorf("5000 of %d draws reach to %s, want %s", all, x, want)
		}
	}
	if convergenceSVG(points[:1], 10_000) != "" || convergenceSVG(nil, 0) != "" || convergenceSVG(make([]livePoint, 3), 9) != "" {
		t.Error("there is a figure of too few points")
	}
}

// TestThinOut checks that thinOut keeps every second point, counted from the last.
func TestThinOut(t *testing.T) {
	points := make([]livePoint, 7)
	for i := range points {
		points[i].draws = uint64(i)
	}
	testkit.Equal(t, fmt.Sprint(thinOut(2, points)), "[{0 0 0 0} {2 0 0 0} {4 0 0 0} {6 0 0 0}]")
}
