//go:build unix

package filelock

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestTry locks a file once: a second opening is refused until the first one is closed.
func TestTry(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	first := testkit.Must(os.Create(path))(t)
	second := testkit.Must(os.Open(path))(t)
	defer second.Close()
	testkit.OK(t, Try(first))
	if err := Try(second); !errors.Is(err, ErrHeld) {
		t.Errorf("a second lock: %v", err)
	}
	testkit.OK(t, first.Close())
	testkit.OK(t, Try(second))
}
