package dialogue

import (
	"bufio"
	"bytes"
	"errors"
)

// A Source returns the next line of a dialogue, and io.EOF after the last. It may show the prompt to the user.
type Source func(prompt string) (string, error)

// maxLine is the length in bytes of the longest line that is read.
const maxLine = 1 << 20

// errLongLine is the error of one line. The dialogue goes on after it.
var errLongLine = errors.New("line longer than 1 MiB")

// readLine returns the next line without its end, which the last line may lack. It skips a line that does not fit the buffer, and
// returns errLongLine.
func readLine(in *bufio.Reader) (string, error) {
	text, err := in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		return "", errLongLine
	}
	if err != nil && len(text) == 0 {
		return "", err
	}
	return string(bytes.TrimSuffix(text, []byte("\n"))), nil
}

// lineBuffered reports whether a whole line can be read without waiting.
func lineBuffered(in *bufio.Reader) bool {
	text, _ := in.Peek(in.Buffered())
	return bytes.IndexByte(text, '\n') >= 0
}
