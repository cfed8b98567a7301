package passes

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"sync"

	"chesscensus/survey/filter"
)

// A mirror is a reader that remembers what it has handed out, so that a line can be
// compared with what became of it. The filter may read ahead.
type mirror struct {
	src     *bufio.Reader
	skipped int // lines of the source that skip has gone over, blank ones too
	mu      sync.Mutex
	seen    bytes.Buffer // handed out and not yet asked for
}

func newMirror(r io.Reader) *mirror { return &mirror{src: bufio.NewReaderSize(r, 64<<10)} }

// skip returns the next line that is not blank and does not hand it out.
func (m *mirror) skip() (string, error) {
	return nextLine(func(delim byte) (string, error) {
		m.skipped++
		return m.src.ReadString(delim)
	})
}

// Read hands out what the source has.
func (m *mirror) Read(b []byte) (int, error) {
	n, err := m.src.Read(b)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen.Write(b[:n])
	return n, err
}

// next returns the next line handed out that is not blank.
func (m *mirror) next() (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return nextLine(m.seen.ReadString)
}

// nextLine reads until a line that is not blank, which may be the last without an end.
func nextLine(read func(delim byte) (string, error)) (string, error) {
	for {
		text, err := read('\n')
		if strings.TrimSpace(text) != "" {
			return strings.TrimRight(strings.TrimPrefix(text, filter.ByteOrderMark), "\r\n"), nil
		}
		if err != nil {
			return "", err
		}
	}
}
