package cputime

import (
	"runtime"
	"testing"
	"time"
)

// TestUsedGrowsWithWork: the clock of the process runs while it works.
func TestUsedGrowsWithWork(t *testing.T) {
	before, wall := Used(), time.Now()
	x := uint64(1)
	for Used()-before < 20*time.Millisecond {
		for range 100000 {
			x = x*6364136223846793005 + 1
		}
		if time.Since(wall) > time.Minute {
			t.Fatalf("no processor time used in a minute of work (%d)", x)
		}
	}
}

// TestThreadIsOne: the clock of a thread runs while the thread works, and not while another one does.
func TestThreadIsOne(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := Thread()
	burn := func() {
		for end := Used() + 30*time.Millisecond; Used() < end; {
		}
	}
	done := make(chan bool)
	go func() {
		burn()
		close(done)
	}()
	<-done
	idle := Thread() - before
	burn()
	if busy := Thread() - before - idle; runtime.GOOS == "linux" && !(idle < busy/2 && busy > 0.005) {
		t.Errorf("%v s while another goroutine worked, %v s of work", idle, busy)
	}
}
