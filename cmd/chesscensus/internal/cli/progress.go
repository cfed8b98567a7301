package cli

import (
	"time"

	"github.com/schollz/progressbar/v3"

	"chesscensus/internal/digits"
)

// A Progress shows how far a run is, with its rate and the time left. The zero
// value shows nothing.
type Progress struct{ bar *progressbar.ProgressBar }

// ProgressBar returns a bar for a run of n units on standard error, if that is a
// terminal or --progress is set.
func (a *App) ProgressBar(n uint64, unit string) Progress {
	if n == 0 || !a.progress && !Terminal(a.Err) {
		return Progress{}
	}
	return Progress{progressbar.NewOptions64(int64(n),
		progressbar.OptionSetWriter(a.Err),
		progressbar.OptionSetDescription(unit),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(200*time.Millisecond),
		progressbar.OptionSetWidth(20),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
	)}
}

// Set shows that the given number of units is done.
func (p Progress) Set(done uint64) {
	if p.bar != nil {
		_ = p.bar.Set64(int64(done))
	}
}

// Shown reports whether there is anything to see.
func (p Progress) Shown() bool { return p.bar != nil }

// Describe sets the words before the bar.
func (p Progress) Describe(text string) {
	if p.bar != nil {
		p.bar.Describe(text)
	}
}

// Finish takes the bar away.
func (p Progress) Finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// Number formats a count with blanks between groups of three digits.
func Number(n uint64) string { return digits.Group(n) }
