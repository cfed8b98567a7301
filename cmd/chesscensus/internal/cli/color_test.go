package cli

import (
	"bytes"
	"io"
	"testing"
)

// TestPaint: text is colored only if the output shows colors.
func TestPaint(t *testing.T) {
	a := &App{Out: new(bytes.Buffer)}
	if got := a.Paint(Red, "illegal"); got != "illegal" {
		t.Errorf("into a pipe: %q", got)
	}
	a.showsColor = func(io.Writer) bool { return true }
	if got, want := a.Paint(Red, "illegal"), "\x1b[31millegal\x1b[0m"; got != want {
		t.Errorf("at a terminal: %q, want %q", got, want)
	}
	for in, want := range map[string]string{"": "", "one": "one", "one\ntwo\n": "\x1b[1mone\x1b[0m\ntwo\n"} {
		if got := string(a.Headline([]byte(in))); got != want {
			t.Errorf("headline of %q: %q, want %q", in, got, want)
		}
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
		if got := wantsColors(func(name string) string { return c.environment[name] }); got != c.want {
			t.Errorf("%v: %v, want %v", c.environment, got, c.want)
		}
	}
}
