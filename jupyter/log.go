package jupyter

import (
	"fmt"
	"io"
	"os"
	"sync"
)

// tailSize is the number of bytes of a log that are shown or kept in memory.
const tailSize = 16 << 10

// openLog opens the file that GoNB logs to: the one that logEnv names, else path. It is a file and not a pipe, so that GoNB, if this
// process is killed, is not killed by writing to it before it has cleaned up.
func openLog(path string) (*os.File, error) {
	if named := os.Getenv(logEnv); named != "" {
		path = named
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("jupyter: log of the kernel: %w", err)
	}
	return f, nil
}

// reportLog writes to w that GoNB failed, with the end of its log.
func reportLog(w io.Writer, status int, log *os.File) {
	fmt.Fprintf(w, "jupyter: GoNB ended with status %d\n", status)
	if info, err := log.Stat(); err == nil {
		start := max(0, info.Size()-tailSize)
		io.Copy(w, io.NewSectionReader(log, start, info.Size()-start))
	}
}

// A tail is a writer that keeps the last tailSize bytes written to it.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

// Write implements io.Writer. It never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if n := len(t.buf); n > 2*tailSize {
		t.buf = append(t.buf[:0], t.buf[n-tailSize:]...)
	}
	return len(p), nil
}

// String returns at most the last tailSize bytes.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.buf[max(0, len(t.buf)-tailSize):])
}
