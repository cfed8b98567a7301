package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestStartTime: before main each package of this module allocates less than a megabyte, in little time. Larger tables are made
// when a space is opened. The runtime reports both (GODEBUG=inittrace=1). The least time of five starts counts, since other work
// slows single ones. sampler/ranked alone once took 17 ms and 13 MB.
func TestStartTime(t *testing.T) {
	testkit.Unraced(t)
	least := 1e9
	for range 5 {
		cmd := exec.Command(os.Args[0], "-test.run=^$")
		cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		all, packages := 0.0, 0
		for line := range strings.Lines(string(out)) {
			var pkg string
			var at, clock float64
			var bytes int
			if n, _ := fmt.Sscanf(line, "init %s @%f ms, %f ms clock, %d bytes", &pkg, &at, &clock, &bytes); n < 4 || !strings.HasPrefix(pkg, "chesscensus/") {
				continue
			}
			packages++
			all += clock
			if bytes > 1<<20 {
				t.Errorf("%s allocates %d bytes before main", pkg, bytes)
			}
		}
		if packages < 5 {
			t.Fatalf("the trace names %d packages of ours:\n%s", packages, out)
		}
		least = min(least, all)
	}
	if least > 40 { // 3 on a quiet machine, more with the race detector
		t.Errorf("packages of ours take %.1f ms before main, want at most 40", least)
	}
}
