package census

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"chesscensus/stats"
	"chesscensus/survey"
)

// screen is a live with a clock of its own, and what it has shown.
func screen() (l *live, shown *[]string, clock *time.Time) {
	now := time.Unix(1000, 0)
	list := []string{}
	l = &live{id: "one", begun: now, now: func() time.Time { return now }}
	l.update = func(id, html string) { list = append(list, id+" "+html) }
	return l, &list, &now
}

// so is an estimate with a half-width.
func so(value, half float64) Interval {
	return stats.Estimate{Value: value, Lo: value - half, Hi: value + half, Hits: 100, Draws: 1000}
}

// A quick cell shows nothing, a long one some states a second and nothing at the end.
func TestLiveShowsLongCells(t *testing.T) {
	l, shown, clock := screen()
	for i := range uint64(5) {
		l.tell(i, 5, so(4e44, 1e43))
		*clock = clock.Add(100 * time.Millisecond)
	}
	if l.end(); len(*shown) > 0 {
		t.Errorf("half a second of work shows %q", *shown)
	}
	l, shown, clock = screen()
	for i := range uint64(1000) {
		l.tell(10*i, 20_000, so(4e44, 1e44/math.Sqrt(float64(i+1))))
		*clock = clock.Add(10 * time.Millisecond)
	}
	if n := len(*shown); n < 20 || n > 26 {
		t.Errorf("ten seconds of work show %d states", n)
	}
	if len(l.points) > livePoints || l.points[len(l.points)-1].draws != 9990 {
		t.Errorf("%d points, the last at %d draws", len(l.points), l.points[len(l.points)-1].draws)
	}
	last := (*shown)[len(*shown)-1]
	for _, want := range []string{"one ", "of 20 000 draws", "1 000 a second", "10 s left", "So far (4.0", "<polygon", "width:4"} {
		if !strings.Contains(last, want) {
			t.Errorf("%q is not in %s", want, last)
		}
	}
	if l.end(); (*shown)[len(*shown)-1] != "one " {
		t.Error("the picture stays")
	}
}

// What was done before the cell began says nothing of its rate.
func TestLiveGoesOn(t *testing.T) {
	l, shown, clock := screen()
	l.tell(5000, 10_000, Interval{})
	*clock = clock.Add(10 * time.Second)
	l.tell(6000, 10_000, Interval{})
	if len(*shown) != 1 || !strings.Contains((*shown)[0], "60 % of 10 000 draws, 100 a second, 40 s left") || strings.Contains((*shown)[0], "So far") {
		t.Errorf("%q", *shown)
	}
}

// Where nobody looks nothing is shown or kept.
func TestLiveWithoutNotebook(t *testing.T) {
	l := newLive()
	l.tell(1, 2, so(1, 1))
	if l.end(); l.update != nil || len(l.points) > 0 {
		t.Errorf("%+v", l)
	}
}

var pair = regexp.MustCompile(`[\d.-]+,[\d.-]+`)

// The figure is well formed, keeps to its frame, grows to the right, and its band gets narrower with the interval.
func TestGrowing(t *testing.T) {
	var points []livePoint
	for i := 1; i <= 50; i++ {
		half := 1e44 / math.Sqrt(float64(i))
		points = append(points, livePoint{uint64(100 * i), 4.8e44 - half, 4.8e44, 4.8e44 + half})
	}
	svg := growing(points, 10_000)
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	band := pair.FindAllString(svg[strings.Index(svg, "<polygon"):strings.Index(svg, "<polyline")], -1)
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
		svg := growing(points, all)
		line := pair.FindAllString(svg[strings.Index(svg, "<polyline"):], -1)
		x, _, _ := strings.Cut(line[len(line)-1], ",")
		if want := fmt.Sprintf("%.1f", 64+416*share); x != want {
			t.Errorf("5000 of %d draws reach to %s, want %s", all, x, want)
		}
	}
	if growing(points[:1], 10_000) != "" || growing(nil, 0) != "" || growing(make([]livePoint, 3), 9) != "" {
		t.Error("a figure of hardly any points")
	}
}

func TestEvery(t *testing.T) {
	points := make([]livePoint, 7)
	for i := range points {
		points[i].draws = uint64(i)
	}
	if got := fmt.Sprint(every(2, points)); got != "[{0 0 0 0} {2 0 0 0} {4 0 0 0} {6 0 0 0}]" {
		t.Error(got)
	}
}

func TestLeftWords(t *testing.T) {
	for s, want := range map[float64]string{0: "0 s", 59.6: "60 s", 100: "2 min", 5000: "83 min", 9000: "2.5 h"} {
		if got := leftWords(s); got != want {
			t.Errorf("%v: %s, want %s", s, got, want)
		}
	}
}

// A survey that was stopped says after how many draws.
func TestStoppedSurveySaysSo(t *testing.T) {
	r, err := Survey(Sample{Draws: 1000, Effort: Static})
	if err != nil {
		t.Fatal(err)
	}
	if text := reportForm(r).Text; strings.Contains(text, "stopped") {
		t.Errorf("a whole survey: %s", text)
	}
	part := *r
	part.Requested = 5000
	form := reportForm(&part)
	for _, text := range []string{form.Text, form.HTML} {
		if !strings.Contains(text, "stopped after 1 000 of 5 000 draws") {
			t.Errorf("%s", text)
		}
	}
}

// A survey that was stopped goes on from there, and ends with the report that it had without the stop; what was kept is gone then.
func TestStoppedSurveyGoesOn(t *testing.T) {
	space := Must(OpenSpace(""))
	c := survey.Config{Space: space, Seed: 5, Draws: 4500, Effort: Static, Workers: 1}
	want, whole, err := surveyOn(context.Background(), c, "name", "")
	if err != nil || !whole {
		t.Fatal(whole, err)
	}
	folder := filepath.Join(t.TempDir(), "part")
	ctx, stop := context.WithCancel(context.Background())
	stopped := c
	stopped.Progress = func(done uint64) { stop() }
	part, whole, err := surveyOn(ctx, stopped, "name", folder)
	if err != nil || whole || part.Draws == 0 || part.Draws == want.Draws {
		t.Fatalf("stopped: whole %v, %+v, %v", whole, part, err)
	}
	begun := uint64(0)
	c.Progress = func(done uint64) {
		if begun == 0 {
			begun = done
		}
	}
	got, whole, err := surveyOn(context.Background(), c, "name", folder)
	if err != nil || !whole || begun != part.Draws+1000 {
		t.Errorf("it goes on with draw %d, want %d: whole %v, %v", begun, part.Draws+1000, whole, err)
	}
	if a, b := Must(json.Marshal(got)), Must(json.Marshal(want)); string(a) != string(b) || len(got.Trace.Points) != len(want.Trace.Points) {
		t.Errorf("report\n%s, want\n%s", a, b)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("what was kept is still there: %v", err)
	}
	if _, whole, err := surveyOn(ctx, c, "name", folder); err == nil || whole || !strings.Contains(err.Error(), "before there was anything to count") {
		t.Errorf("stopped at once: %v, %v", whole, err)
	}
}
