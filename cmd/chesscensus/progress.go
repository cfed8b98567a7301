package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A progress shows how far a run is, with its rate and the time left. The zero
// value shows nothing.
type progress struct{ bar *progressbar.ProgressBar }

// progressBar returns a bar for a run of n units on standard error, if that is a
// terminal or --progress is set.
func (a *app) progressBar(n uint64, unit string) progress {
	if n == 0 || !a.progress && !terminal(a.err) {
		return progress{}
	}
	return progress{progressbar.NewOptions64(int64(n),
		progressbar.OptionSetWriter(a.err),
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

// set shows that the given number of units is done.
func (p progress) set(done uint64) {
	if p.bar != nil {
		_ = p.bar.Set64(int64(done))
	}
}

// finish takes the bar away.
func (p progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// number formats a count with blanks between groups of three digits.
func number(n uint64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}
