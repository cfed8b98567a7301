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

// A Progress shows how far a run is, with its rate and the time left. The zero
// value shows nothing.
type Progress struct{ bar *bar }

// ProgressBar returns a bar for a run of n units on standard error, if that is a
// terminal or --progress is set.
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
	return Progress{&bar{to: a.Err, width: width, all: n, unit: unit, words: unit, since: time.Now()}}
}

// Set shows that the given number of units is done.
func (p Progress) Set(done uint64) {
	if p.bar != nil {
		p.bar.set(done, time.Now())
	}
}

// Shown reports whether there is anything to see.
func (p Progress) Shown() bool { return p.bar != nil }

// Describe sets the words before the bar.
func (p Progress) Describe(text string) {
	if p.bar != nil {
		p.bar.describe(text, time.Now())
	}
}

// Finish takes the bar away.
func (p Progress) Finish() {
	if p.bar != nil {
		p.bar.finish()
	}
}

// A bar is a line of a terminal that is written over itself. Its methods may be called by several goroutines.
type bar struct {
	mu          sync.Mutex
	to          io.Writer
	width       int // of the terminal, in characters
	all, done   uint64
	unit, words string

	// A run that is resumed says within a second what had been done before. That is no part of its rate.
	since  time.Time
	before uint64
	counts bool // set was called

	drawn  time.Time // when the line was last drawn
	shown  int       // characters of the line now
	closed bool
}

// throttle is the least time between two drawings.
const throttle = 200 * time.Millisecond

func (b *bar) set(done uint64, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done = min(done, b.all)
	if !b.counts && now.Sub(b.since) < time.Second {
		b.before, b.since = b.done, now
	}
	b.counts = true
	b.draw(now)
}

func (b *bar) describe(words string, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.words = words
	b.draw(now)
}

func (b *bar) finish() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	if b.shown > 0 {
		fmt.Fprintf(b.to, "\r%*s\r", b.shown, "")
		b.shown = 0
	}
}

// draw writes the line, unless it was written just before.
func (b *bar) draw(now time.Time) {
	if b.closed || now.Sub(b.drawn) < throttle {
		return
	}
	line := b.line(now)
	n := utf8.RuneCountInString(line)
	fmt.Fprintf(b.to, "\r%s%*s", line, max(b.shown-n, 0), "")
	b.drawn, b.shown = now, n
}

// line is the line of the bar at a time. It fits the terminal, and leaves its last column free, so that nothing is wrapped.
func (b *bar) line(now time.Time) string {
	before := fmt.Sprintf("%s %3.0f%% |", b.words, 100*float64(b.done)/float64(b.all))
	count := fmt.Sprintf("%d/%d", b.done, b.all)
	after := "| (" + count + ")"
	if spent := now.Sub(b.since); b.done > b.before && spent > 0 {
		rate := float64(b.done-b.before) / spent.Seconds()
		left := time.Duration(min(float64(b.all-b.done)/rate, 1e9)) * time.Second
		after = fmt.Sprintf("| (%s, %s %s/s) [%v:%v]", count, perSecond(rate), b.unit, spent.Round(time.Second), left)
	}
	free := max(b.width-1-utf8.RuneCountInString(before)-utf8.RuneCountInString(after), 0)
	full := int(float64(free) * float64(b.done) / float64(b.all))
	line := []rune(before + strings.Repeat("█", full) + strings.Repeat(" ", free-full) + after)
	return string(line[:min(len(line), max(b.width-1, 0))])
}

// perSecond is a rate in words: the small ones with a decimal.
func perSecond(rate float64) string {
	if rate < 100 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// Number formats a count with blanks between groups of three digits.
func Number(n uint64) string { return digits.Group(n) }
