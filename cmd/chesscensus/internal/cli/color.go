package cli

import (
	"bytes"
	"io"
	"os"
	"slices"
)

// A Paint is a color of words at a terminal.
type Paint string

// Paints: what is legal, illegal and undecided, and what one reads first.
const (
	Green  Paint = "32"
	Red    Paint = "31"
	Yellow Paint = "33"
	Bold   Paint = "1"
)

// Paint returns a text in a color if standard output shows colors, else the text as it is.
func (a *App) Paint(p Paint, text string) string {
	if !a.colors(a.Out) {
		return text
	}
	return "\x1b[" + string(p) + "m" + text + "\x1b[0m"
}

// Headline is a text with its first line in bold, where colors are shown.
func (a *App) Headline(text []byte) []byte {
	first, rest, found := bytes.Cut(text, []byte("\n"))
	if !found {
		return text
	}
	return slices.Concat([]byte(a.Paint(Bold, string(first))), []byte("\n"), rest)
}

// colors reports whether an output shows colors: it is a terminal that can, and nobody has asked for none (no-color.org).
func (a *App) colors(w io.Writer) bool {
	if a.painted != nil {
		return a.painted(w)
	}
	return Terminal(w) && colorsWanted(os.Getenv)
}

// colorsWanted reports what the environment says of colors.
func colorsWanted(getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
}
