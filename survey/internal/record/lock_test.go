package record

import (
	"errors"
	"os"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestLockIsForOne: a second lock of a folder is refused and names the holder. A lock that is given back, or whose process was killed, can be taken.
func TestLockIsForOne(t *testing.T) {
	f := &Folder{Dir: t.TempDir()}
	first, err := f.Lock()
	if err != nil || first.Stale != nil {
		t.Fatalf("%v, stale %v", err, first.Stale)
	}
	if _, err := f.Lock(); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), f.Dir) || !strings.Contains(err.Error(), "process ") {
		t.Errorf("the second lock: %v, want ErrLocked with folder and process", err)
	}
	testkit.OK(t, first.Unlock())
	second, err := f.Lock()
	if err != nil || second.Stale != nil {
		t.Fatalf("after the first is given back: %v, stale %v", err, second.Stale)
	}
	// A run that is killed leaves its name, but not its lock.
	testkit.OK(t, second.f.Close())
	third, err := f.Lock()
	if err != nil || third.Stale == nil || third.Stale.PID != os.Getpid() {
		t.Fatalf("after a kill: %v, stale %v", err, third.Stale)
	}
	testkit.OK(t, third.Unlock())
}
