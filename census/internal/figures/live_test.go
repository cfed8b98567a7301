package figures

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"chesscensus/stats"
)

// newScreen returns a Live with a clock of its own, and pointers to what it has shown and to the clock.
func newScreen() (l *Live, shown *[]string, clock *time.Time) {
	now := time.Unix(1000, 0)
	list := []string{}
	l = NewLiveFor(func(id, html, text string) { list = append(list, strings.TrimRight(id+" "+html+"\n"+text, "\n")) }, func() time.Time { return now })
	return l, &list, &now
}

// estimateOf returns an estimate with a half-width.
func estimateOf(value, half float64) stats.Estimate {
	return stats.Estimate{Value: value, Lo: value - half, Hi: value + half, Hits: 100, Draws: 1000}
}

// TestLiveShowsLongCells checks that a quick cell shows nothing, and a long one some states a second and nothing at the end.
func TestLiveShowsLongCells(t *testing.T) {
	l, shown, clock := newScreen()
	for i := range uint64(5) {
		l.Update(i, 5, estimateOf(4e44, 1e43))
		*clock = clock.Add(100 * time.Millisecond)
	}
	if l.Clear(); len(*shown) > 0 {
		t.Errorf("half a second of work shows %q", *shown)
	}
	l, shown, clock = newScreen()
	for i := range uint64(1000) {
		l.Update(10*i, 20_000, estimateOf(4e44, 1e44/math.Sqrt(float64(i+1))))
		*clock = clock.Add(10 * time.Millisecond)
	}
	if n := len(*shown); n < 20 || n > 26 {
		t.Errorf("ten seconds of work show %d states", n)
	}
	if len(l.points) > livePoints || l.points[len(l.points)-1].draws != 9990 {
		t.Errorf("%d points, the last at %d draws", len(l.points), l.points[len(l.points)-1].draws)
	}
	last := (*shown)[len(*shown)-1]
	for _, want := range []string{"one ", "of 20 000 draws", "1 000 a second", "10 s left", "So far (4.0", "<polygon", "width:4", "</svg></div>\n50 % of 20 000 draws, 1 000 a second, 10 s left"} {
		if !strings.Contains(last, want) {
			t.Errorf("%q is not in %s", want, last)
		}
	}
	if l.Clear(); (*shown)[len(*shown)-1] != "one " {
		t.Error("the picture stays")
	}
}

// TestLiveGoesOn checks that draws from before the cell began do not count for its rate.
func TestLiveGoesOn(t *testing.T) {
	l, shown, clock := newScreen()
	l.Update(5000, 10_000, stats.Estimate{})
	*clock = clock.Add(10 * time.Second)
	l.Update(6000, 10_000, stats.Estimate{})
	if len(*shown) != 1 || !strings.Contains((*shown)[0], "60 % of 10 000 draws, 100 a second, 40 s left") || strings.Contains((*shown)[0], "So far") {
		t.Errorf("%q", *shown)
	}
}

// TestLiveWithoutNotebook checks that outside of a notebook nothing is shown or kept.
func TestLiveWithoutNotebook(t *testing.T) {
	l := NewLive()
	l.Update(1, 2, estimateOf(1, 1))
	if l.Clear(); l.update != nil || len(l.points) > 0 {
		t.Errorf("%+v", l)
	}
}

var pointPattern = regexp.MustCompile(`[\d.-]+,[\d.-]+`)

// TestGrowing checks that the figure is well-formed, stays in its frame, grows to the right, and that its band gets narrower with the
// interval.
func TestGrowing(t *testing.T) {
	var points []livePoint
	for i := 1; i <= 50; i++ {
		half := 1e44 / math.Sqrt(float64(i))
		points = append(points, livePoint{uint64(100 * i), 4.8e44 - half, 4.8e44, 4.8e44 + half})
	}
	svg := convergenceSVG(points, 10_000)
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	band := pointPattern.FindAllString(svg[strings.Index(svg, "<polygon"):strings.Index(svg, "<polyline")], -1)
	if len(band) != 2*len(points) {
		t.Fatalf("%d corners", len(band))
	}
	at := func(i int) (x, y float64) {
		fields := strings.Split(band[i], ",")
		x, _ = strconv.ParseFloat(fields[0], 64)
		y, _ = strconv.ParseFloat(fields[1], 64)
		if x < 64 || x > 480 || y < 0 || y > 110 {
			t.Errorf("corner %s is outside of the frame", band[i])
		}
		return x, y
	}
	before, wide := 0.0, math.Inf(1)
	for i := range points {
		x, top := at(i)
		_, bottom := at(len(band) - 1 - i)
		if x <= before || bottom-top > wide+0.11 {
			t.Errorf("point %d: x %g after %g, band %g after %g", i, x, before, bottom-top, wide)
		}
		before, wide = x, bottom-top
	}
	for all, share := range map[uint64]float64{1 << 40: 0.75, 10_000: 0.75, 6000: 5. / 6, 5000: 1} {
		svg := convergenceSVG(points, all)
		line := pointPattern.FindAllString(svg[strings.Index(svg, "<polyline"):], -1)
		x, _, _ := strings.Cut(line[len(line)-1], ",")
		if want := fmt.Sprintf("%.1f", 64+416*share); x != want {
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
	if got := fmt.Sprint(thinOut(2, points)); got != "[{0 0 0 0} {2 0 0 0} {4 0 0 0} {6 0 0 0}]" {
		t.Error(got)
	}
}
