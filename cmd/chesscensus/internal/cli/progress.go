package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"chesscensus/internal/digits"
)

// A Progress is a progress bar with the rate and the remaining time of a run. The zero value shows nothing.
type Progress struct{ bar *bar }

// ProgressBar returns a bar on standard error for a run of n units. It shows nothing if n is 0, or if standard error is
// not a terminal and --progress is not set.
func (a *App) ProgressBar(n uint64, unit string) Progress {
	if n == 0 || !a.progress && !Terminal(a.Err) {
		return Progress{}
	}
	width := 80
	if f, ok := a.Err.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			width = w
		}
	}
	return Progress{&bar{to: a.Err, width: width, total: n, unit: unit, text: unit, since: time.Now()}}
}

// Set sets the number of units that are done.
func (p Progress) Set(done uint64) {
	if p.bar != nil {
		p.bar.set(done, time.Now())
	}
}

// Visible reports whether the bar shows anything.
func (p Progress) Visible() bool { return p.bar != nil }

// Describe sets the text before the bar.
func (p Progress) Describe(text string) {
	if p.bar != nil {
		p.bar.describe(text, time.Now())
	}
}

// Finish removes the bar from the terminal.
func (p Progress) Finish() {
	if p.bar != nil {
		p.bar.finish()
	}
}

// A bar is a line of a terminal that overwrites itself. Several goroutines may call its methods.
type bar struct {
	mu          sync.Mutex
	to          io.Writer
	width       int // of the terminal, in characters
	total, done uint64
	unit, text  string

	// The units of the first call of set, if it comes within a second, were done before the run was resumed.
	// They do not count for the rate.
	since      time.Time
	doneBefore uint64
	hasStarted bool // set was called

	lastDraw   time.Time // when the line was last drawn
	lineLength int       // characters of the line now
	closed     bool
}

// minDrawInterval is the least time between two updates of the line.
const minDrawInterval = 200 * time.Millisecond

// set sets the number of units that are done.
func (b *bar) set(done uint64, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done = min(done, b.total)
	if !b.hasStarted && now.Sub(b.since) < time.Second {
		b.doneBefore, b.since = b.done, now
	}
	b.hasStarted = true
	b.draw(now)
}

// describe sets the text before the bar.
func (b *bar) describe(words string, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text = words
	b.draw(now)
}

// finish removes the line; later updates draw nothing.
func (b *bar) finish() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	if b.lineLength > 0 {
		fmt.Fprintf(b.to, "\r%*s\r", b.lineLength, "")
		b.lineLength = 0
	}
}

// draw writes the line, unless the last update is too recent.
func (b *bar) draw(now time.Time) {
	if b.closed || now.Sub(b.lastDraw) < minDrawInterval {
		return
	}
	line := b.line(now)
	n := utf8.RuneCountInString(line)
	fmt.Fprintf(b.to, "\r%s%*s", line, max(b.lineLength-n, 0), "")
	b.lastDraw, b.lineLength = now, n
}

// line returns the text of the bar at a time, such as "draws  50% |███   | (400/800, 40.0 draws/s) [10s:10s]". It leaves the last
// column of the terminal free, so that the terminal does not wrap the line.
func (b *bar) line(now time.Time) string {
	before := fmt.Sprintf("%s %3.0f%% |", b.text, 100*float64(b.done)/float64(b.total))
	count := fmt.Sprintf("%d/%d", b.done, b.total)
	after := "| (" + count + ")"
	if spent := now.Sub(b.since); b.done > b.doneBefore && spent > 0 {
		rate := float64(b.done-b.doneBefore) / spent.Seconds()
		left := time.Duration(min(float64(b.total-b.done)/rate, 1e9)) * time.Second
		after = fmt.Sprintf("| (%s, %s %s/s) [%v:%v]", count, formatRate(rate), b.unit, spent.Round(time.Second), left)
	}
	free := max(b.width-1-utf8.RuneCountInString(before)-utf8.RuneCountInString(after), 0)
	full := int(float64(free) * float64(b.done) / float64(b.total))
	line := []rune(before + strings.Repeat("█", full) + strings.Repeat(" ", free-full) + after)
	return string(line[:min(len(line), max(b.width-1, 0))])
}

// formatRate formats a rate, with one decimal if it is below 100.
func formatRate(rate float64) string {
	if rate < 100 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// Number formats a count with blanks between groups of three digits.
func Number(n uint64) string { return digits.Group(n) }
