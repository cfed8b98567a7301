package record

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestTry: who comes second is told so, until the first one closes the file; the same opening may ask again.
func TestTry(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		f := testkit.Must(os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600))(t)
		t.Cleanup(func() { f.Close() })
		return f
	}
	first, second := open(), open()
	if err := tryLock(first); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("this system locks no files")
	} else if err != nil {
		t.Fatal(err)
	}
	if err := tryLock(first); err != nil {
		t.Errorf("asking again: %v", err)
	}
	if err := tryLock(second); !errors.Is(err, ErrLocked) {
		t.Errorf("the second gets %v, want %v", err, ErrLocked)
	}
	first.Close()
	if err := tryLock(second); err != nil {
		t.Errorf("after the first has closed it: %v", err)
	}
	if err := tryLock(first); err == nil || errors.Is(err, ErrLocked) {
		t.Errorf("a closed file: %v", err)
	}
}
