package cli

import (
	"bytes"
	"strings"
	"testing"
)

// TestWrap: wrapping keeps words and their order, the width, and each number beside its move.
func TestWrap(t *testing.T) {
	var words []string
	for i := range 200 {
		if i%2 == 0 {
			words = append(words, strings.Repeat("1", 1+i%3)+".")
		}
		words = append(words, strings.Repeat("N", 2+i%5))
	}
	text := Wrap(words)
	if got := strings.Fields(text); strings.Join(got, " ") != strings.Join(words, " ") {
		t.Error("words are lost or moved")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if len(line) > 80 || strings.HasSuffix(line, ".") || len(line) < 60 && !strings.HasSuffix(text, line+"\n") {
			t.Errorf("a line of %d characters: %q", len(line), line)
		}
	}
	for in, want := range map[string]string{"": "", "1.": "1.\n", "1. e4": "1. e4\n", strings.Repeat("x", 100) + " y": strings.Repeat("x", 100) + "\ny\n"} {
		if got := Wrap(strings.Fields(in)); got != want {
			t.Errorf("Wrap(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPlies(t *testing.T) {
	for n, want := range map[int]string{0: "0 plies", 1: "1 ply", 2: "2 plies", 1234: "1 234 plies"} {
		if got := Plies(n); got != want {
			t.Errorf("Plies(%d) = %q", n, got)
		}
	}
}

// TestMoveStyle: moves are numbered only with --numbered if the output is not a terminal.
func TestMoveStyle(t *testing.T) {
	a := &App{Out: new(bytes.Buffer)}
	for style, want := range map[MoveStyle]bool{{}: false, {SAN: true}: false, {Numbered: true}: true} {
		if got := style.ForPeople(a); got != want {
			t.Errorf("%+v: %v", style, got)
		}
	}
}
