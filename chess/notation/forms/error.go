package forms

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Error says what is wrong in the text of a position, and where.
type Error struct {
	Text string // the record as it was read, without the address, tag or words around it
	At   int    // an offset in Text, in bytes
	Msg  string // what was found at the offset and what is usual there

	final bool // no other reading of the text is tried: it is a game, has other rules than chess, or names two records
}

// printable returns a text with question marks for characters that a terminal would not show, or would obey as a command.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// contextBytes is the number of bytes of Text that are shown on either side of At.
const contextBytes = 60

// Error returns Msg, and below it the text around At with a caret under At.
func (e *Error) Error() string {
	if e.Text == "" {
		return e.Msg
	}
	caret := min(max(e.At, 0), len(e.Text))
	before, after := e.Text[:caret], e.Text[caret:]
	if len(before) > contextBytes {
		before = "..." + strings.ToValidUTF8(before[len(before)-contextBytes:], "")
	}
	if len(after) > contextBytes {
		after = strings.ToValidUTF8(after[:contextBytes], "") + "..."
	}
	before, after = printable(before), printable(after)
	return e.Msg + "\n    " + before + after + "\n    " + strings.Repeat(" ", utf8.RuneCountInString(before)) + "^"
}
