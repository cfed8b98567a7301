package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"chesscensus/internal/testing/testkit"
)

// TestBar checks the text of a bar for 800 draws, ten seconds after the start: share, count, rate and remaining time. Draws of a first
// call of set within a second were done before the run was resumed, and do not count for the rate. The line is shorter than the terminal
// is wide.
func TestBar(t *testing.T) {
	start := time.Unix(1000, 0)
	for name, c := range map[string]struct {
		width     int           // of the terminal, in characters
		firstDone uint64        // draws done at the first call of set
		firstCall time.Duration // time of that call, after the start
		done      uint64        // draws done at the second call, ten seconds after the start
		want      string
	}{
		"begun":      {60, 0, 0, 0, "draws   0% |" + strings.Repeat(" ", 38) + "| (0/800)"},
		"half":       {70, 0, 0, 400, "draws  50% |" + strings.Repeat("█", 11) + strings.Repeat(" ", 11) + "| (400/800, 40.0 draws/s) [10s:10s]"},
		"resumed":    {63, 200, 0, 400, "draws  50% |" + strings.Repeat("█", 7) + strings.Repeat(" ", 8) + "| (400/800, 20.0 draws/s) [10s:20s]"},
		"slow first": {63, 200, 5 * time.Second, 400, "draws  50% |" + strings.Repeat("█", 7) + strings.Repeat(" ", 8) + "| (400/800, 40.0 draws/s) [10s:10s]"},
		"too many":   {51, 0, 0, 900, "draws 100% |████| (800/800, 80.0 draws/s) [10s:0s]"},
		"narrow":     {20, 0, 0, 400, "draws  50% || (400/"},
	} {
		b := &bar{to: new(bytes.Buffer), width: c.width, total: 800, unit: "draws", text: "draws", since: start}
		b.set(c.firstDone, start.Add(c.firstCall))
		b.set(c.done, start.Add(10*time.Second))
		got := b.line(start.Add(10 * time.Second))
		if got != c.want || utf8.RuneCountInString(got) >= c.width {
			t.Errorf("%s: %q, want %q, of less than %d characters", name, got, c.want, c.width)
		}
	}
}

// TestBarUpdateInterval: calls in quick succession draw one line, a shorter line covers the one before, and finish removes the line.
func TestBarUpdateInterval(t *testing.T) {
	var out bytes.Buffer
	start := time.Unix(1000, 0)
	const width, narrower = 40, 30 // of the terminal, in characters; a line is one shorter
	b := &bar{to: &out, width: width, total: 10, unit: "x", text: "long words", since: start}
	for i := range uint64(10) {
		b.set(i, start)
	}
	if n := strings.Count(out.String(), "\r"); n != 1 {
		t.Errorf("%d lines drawn at one time, want 1: %q", n, &out)
	}
	b.width = narrower
	out.Reset()
	b.describe("x", start.Add(minDrawInterval))
	line := strings.TrimPrefix(out.String(), "\r")
	if blanks := strings.Repeat(" ", width-narrower); utf8.RuneCountInString(line) != width-1 || !strings.HasSuffix(line, blanks) {
		t.Errorf("%q does not cover the %d characters of the line before with %d blanks at its end", line, width-1, width-narrower)
	}
	out.Reset()
	b.finish()
	testkit.Equal(t, out.String(), "\r"+strings.Repeat(" ", narrower-1)+"\r")
	out.Reset()
	if b.set(9, start.Add(time.Minute)); out.Len() > 0 {
		t.Errorf("drawn after the end: %q", &out)
	}
}

// TestPaint: text is colored only if the output shows colors.
func TestPaint(t *testing.T) {
	a := &App{Out: new(bytes.Buffer)}
	testkit.Equal(t, a.Paint(Red, "illegal"), "illegal", "into a pipe")
	a.showsColor = func(io.Writer) bool { return true }
	testkit.Equal(t, a.Paint(Red, "illegal"), "\x1b[31millegal\x1b[0m", "at a terminal")
	for in, want := range map[string]string{"": "", "one": "one", "one\ntwo\n": "\x1b[1mone\x1b[0m\ntwo\n"} {
		testkit.Equal(t, string(a.Headline([]byte(in))), want, in)
	}
}

// TestWantsColors: a nonempty NO_COLOR and terminals without colors switch colors off.
func TestWantsColors(t *testing.T) {
	for _, c := range []struct {
		environment map[string]string
		want        bool
	}{
		{map[string]string{"TERM": "xterm-256color"}, true},
		{nil, true},
		{map[string]string{"TERM": "xterm", "NO_COLOR": "0"}, false},
		{map[string]string{"TERM": "xterm", "NO_COLOR": ""}, true}, // the convention: present and not empty
		{map[string]string{"TERM": "dumb"}, false},
	} {
		testkit.Equal(t, wantsColors(func(name string) string { return c.environment[name] }), c.want, c.environment)
	}
}
