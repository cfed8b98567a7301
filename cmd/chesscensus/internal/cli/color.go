package cli

import (
	"bytes"
	"io"
	"os"
	"slices"
)

// A Color is the parameter of the ANSI escape sequence that sets the color or weight of text.
type Color string

// Legal verdicts are green, illegal ones red, undecided ones yellow; headlines are bold.
const (
	Green  Color = "32"
	Red    Color = "31"
	Yellow Color = "33"
	Bold   Color = "1"
)

// Paint returns a text in a color if standard output shows colors, else the text as it is.
func (a *App) Paint(p Color, text string) string {
	if !a.showsColors(a.Out) {
		return text
	}
	return "\x1b[" + string(p) + "m" + text + "\x1b[0m"
}

// Headline returns a text with its first line in bold if standard output shows colors.
func (a *App) Headline(text []byte) []byte {
	first, rest, found := bytes.Cut(text, []byte("\n"))
	if !found {
		return text
	}
	return slices.Concat([]byte(a.Paint(Bold, string(first))), []byte("\n"), rest)
}

// showsColors reports whether an output shows colors: it is a terminal, and the environment allows colors.
func (a *App) showsColors(w io.Writer) bool {
	if a.showsColor != nil {
		return a.showsColor(w)
	}
	return Terminal(w) && wantsColors(os.Getenv)
}

// wantsColors reports whether the environment allows colors, by the convention of no-color.org.
func wantsColors(getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
}
