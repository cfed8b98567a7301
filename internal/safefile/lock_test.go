//go:build unix

package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestLock locks a file once: a second opening is refused until the first one is closed.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	first := testkit.Must(os.Create(path))(t)
	second := testkit.Must(os.Open(path))(t)
	defer second.Close()
	testkit.OK(t, Lock(first))
	if err := Lock(second); !errors.Is(err, ErrLocked) {
		t.Errorf("a second lock: %v", err)
	}
	testkit.OK(t, first.Close())
	testkit.OK(t, Lock(second))
}
