package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxLine is the length in bytes of the longest line that is read; longer ones
// are errors. A line with a proof game has a few kilobytes.
const maxLine = 1 << 20

// A SyntaxError says which line of an input cannot be read and why.
type SyntaxError struct {
	File string // name of the input
	Line int    // from 1
	Msg  string // what was found and what was expected
}

// Error returns "file:line: message".
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// ErrLongLine is returned by [NextLine] for a line that is too long. The line has been skipped, and reading can go on.
var ErrLongLine = errors.New("line longer than 1 MiB")

// NextLine returns the next line without its end, also if it is the last one and has none. The text is valid until the next call.
// Lines longer than [maxLine] are skipped with [ErrLongLine]; at the end the error is io.EOF.
func NextLine(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		long := append([]byte(nil), text...)
		for err == bufio.ErrBufferFull {
			text, err = in.ReadSlice('\n')
			if len(long) <= maxLine {
				long = append(long, text...)
			}
		}
		if len(long) > maxLine && (err == nil || err == io.EOF) {
			return nil, ErrLongLine
		}
		text = long
	}
	if err == io.EOF && len(text) > 0 {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	if text[len(text)-1] == '\n' {
		text = text[:len(text)-1]
	}
	return text, nil
}
