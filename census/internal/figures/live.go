package figures

import (
	"fmt"
	"html"
	"math"
	"os"
	"strings"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"chesscensus/internal/digits"
	"chesscensus/stats"
)

// Times of the progress of a long cell: nothing is shown before liveFirst, then a new state every livePause. livePoints is the largest
// number of points of its figure.
const (
	liveFirst  = 700 * time.Millisecond
	livePause  = 400 * time.Millisecond
	livePoints = 120
)

// Sizes of the figure in pixels; liveLeft is the width of the labels to the left of its frame.
const liveWidth, liveHeight, liveLeft = 480.0, 110.0, 64.0

// headlessEnv names the environment variable that the kernel sets in a headless run; see package jupyter.
const headlessEnv = "CHESSCENSUS_HEADLESS"

// A Live shows the progress of a long cell while it runs: a bar with rate and time left, and the estimate so far with
// its narrowing interval. [Live.Clear] removes it when the cell ends and the result is shown.
type Live struct {
	update       func(id, html, text string) // nil outside of a notebook
	now          func() time.Time
	id           string
	start, shown time.Time
	first        uint64 // draws at the first call of Update
	points       []livePoint
}

// A livePoint is a state of an estimate.
type livePoint struct {
	draws         uint64
	lo, value, hi float64
}

// NewLive begins to show the progress of a cell.
func NewLive() *Live {
	l := &Live{now: time.Now}
	if gonbui.IsNotebook && os.Getenv(headlessEnv) == "" {
		l.update, l.id = updateForm, gonbui.UniqueId()
	}
	l.start = l.now()
	return l
}

// NewLiveFor returns a [Live] with a function of the caller that shows HTML and text, and a clock of the caller. It is for tests.
func NewLiveFor(update func(id, html, text string), now func() time.Time) *Live {
	return &Live{id: "one", start: now(), now: now, update: update}
}

// Update shows the state of a survey: how many draws of all are done, and the estimate so far, whose Value is 0 before
// the first hit. It shows nothing in the first 0.7 s, and then at most one state every 0.4 s.
func (l *Live) Update(done, all uint64, e stats.Estimate) {
	if l.update == nil {
		return
	}
	now := l.now()
	if l.points == nil {
		l.points = []livePoint{}
		l.first, l.start = done, now // draws of a pilot or an earlier run do not count for the rate
	}
	if lo, hi := e.Value-e.HalfWidth(), e.Value+e.HalfWidth(); e.Value > 0 && hi < math.Inf(1) {
		l.points = append(l.points, livePoint{draws: done, lo: lo, value: e.Value, hi: hi})
		if len(l.points) > livePoints {
			l.points = thinOut(2, l.points)
		}
	}
	if now.Sub(l.start) < liveFirst || now.Sub(l.shown) < livePause {
		return
	}
	l.shown = now
	words := l.describe(done, all)
	l.update(l.id, l.html(done, all, e, words), words)
}

// Clear removes the progress from the page.
func (l *Live) Clear() {
	if l.update != nil && !l.shown.IsZero() {
		l.update(l.id, "", "")
	}
}

// thinOut keeps every n-th point, counted from the last.
func thinOut(n int, points []livePoint) []livePoint {
	kept := points[:0]
	for i, p := range points {
		if (len(points)-1-i)%n == 0 {
			kept = append(kept, p)
		}
	}
	return kept
}

// updateForm shows HTML, or the text where there is no HTML as in a terminal, in the place of an earlier form with the same id.
func updateForm(id, html, text string) {
	gonbui.SendData(&protocol.DisplayData{
		Data:      map[protocol.MIMEType]any{protocol.MIMETextHTML: html, protocol.MIMETextPlain: text},
		DisplayID: id,
	})
}

// doneShare returns the share of the draws that are done, at most 1.
func doneShare(done, all uint64) float64 {
	if all == 0 {
		return 0
	}
	return min(float64(done)/float64(all), 1)
}

// describe returns the share that is done, the rate and the time left, as text.
func (l *Live) describe(done, all uint64) string {
	share := doneShare(done, all)
	decimals := 0
	if share < 0.1 {
		decimals = 1
	}
	words := fmt.Sprintf("%.*f %% of %s draws", decimals, 100*share, digits.Group(all))
	if rate := float64(done-l.first) / l.now().Sub(l.start).Seconds(); rate > 0 {
		words += fmt.Sprintf(", %s a second, %s left", digits.Group(uint64(math.Round(rate))), digits.Duration(float64(all-min(done, all))/rate))
	}
	return words
}

// html returns the state as HTML.
func (l *Live) html(done, all uint64, e stats.Estimate, words string) string {
	var b strings.Builder
	b.WriteString(`<div class="cc-live" style="font:13px Arial,Helvetica,sans-serif;margin:4px 0;max-width:480px">`)
	fmt.Fprintf(&b, `<div style="background:#dde3e8;border-radius:3px"><div style="background:#3b7ea1;height:8px;border-radius:3px;width:%.1f%%"></div></div>`,
		100*doneShare(done, all))
	fmt.Fprintf(&b, `<div>%s. The stop button ends the cell and keeps what there is.</div>`, html.EscapeString(words))
	if e.Value > 0 {
		fmt.Fprintf(&b, `<div>So far %s</div>`, html.EscapeString(digits.Raised(rounded(e))))
	}
	b.WriteString(convergenceSVG(l.points, all))
	b.WriteString("</div>")
	return b.String()
}

// convergenceSVG returns a figure of the estimate over the draws, a line with its interval as a band. The draws so far take at least three
// quarters of its width, since all, their final number, may be far away. The height is four times the present width of the interval, with the
// present estimate in the middle; what exceeds it is cut off.
func convergenceSVG(points []livePoint, all uint64) string {
	if len(points) < 2 || all == 0 || points[len(points)-1].draws == 0 {
		return ""
	}
	const width, height, left = liveWidth, liveHeight, liveLeft
	last := points[len(points)-1]
	reach := 2 * (last.hi - last.lo)
	end := min(float64(all), float64(last.draws)*4/3)
	x := func(p livePoint) float64 { return left + (width-left)*min(float64(p.draws)/end, 1) }
	y := func(v float64) float64 { return max(0, min(height, height/2*(1-(v-last.value)/reach))) }
	var band, line strings.Builder
	for _, p := range points {
		fmt.Fprintf(&band, "%.1f,%.1f ", x(p), y(p.hi))
		fmt.Fprintf(&line, "%.1f,%.1f ", x(p), y(p.value))
	}
	for i := len(points) - 1; i >= 0; i-- {
		fmt.Fprintf(&band, "%.1f,%.1f ", x(points[i]), y(points[i].lo))
	}
	label := func(v float64) string {
		return fmt.Sprintf(`<text x="%.0f" y="%.1f" text-anchor="end" font-size="11" fill="currentColor">%s</text>`, left-4,
			max(10, min(height-2, y(v)+4)), digits.Significant(v, 4).Unicode())
	}
	return fmt.Sprintf(`<svg width="%.0f" height="%.0f" style="max-width:100%%" role="img" aria-label="the estimate so far and its interval">`+
		`<rect x="%.0f" width="%.0f" height="%.0f" fill="#888888" fill-opacity="0.1"/>`+
		`<polygon points="%s" fill="#3b7ea1" fill-opacity="0.25"/><polyline points="%s" fill="none" stroke="#3b7ea1" stroke-width="2"/>%s%s%s</svg>`,
		width, height, left, width-left, height, strings.TrimSpace(band.String()), strings.TrimSpace(line.String()),
		label(last.value), label(last.value+0.9*reach), label(last.value-0.9*reach))
}
