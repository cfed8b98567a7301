package cputime

import (
	"testing"
	"time"
)

// TestUsedGrowsWithWork burns some time and looks at the clock.
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
