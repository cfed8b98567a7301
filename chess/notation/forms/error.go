package forms

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Error says what is wrong in the text of a position, and where.
type Error struct {
	Text string // the record as it was read, without the address, tag or words around it
	At   int    // an offset in it, in bytes
	Msg  string // what was found there and what is usual
	game bool   // the text is of a game, or of one with other rules: no position in it is meant
}

// printable replaces what a terminal would not show, or would take for a command.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// Most of a text that is shown on either side of the place.
const shown = 60

// Error returns the message, and below it the text with a caret under the place.
func (e *Error) Error() string {
	if e.Text == "" {
		return e.Msg
	}
	at := min(max(e.At, 0), len(e.Text))
	before, after := e.Text[:at], e.Text[at:]
	if len(before) > shown {
		before = "..." + strings.ToValidUTF8(before[len(before)-shown:], "")
	}
	if len(after) > shown {
		after = strings.ToValidUTF8(after[:shown], "") + "..."
	}
	before, after = printable(before), printable(after)
	return e.Msg + "\n    " + before + after + "\n    " + strings.Repeat(" ", utf8.RuneCountInString(before)) + "^"
}
