package judging

import (
	"os"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
)

// TestLineCostsLittle: the certificates of the second edition's draws that take the checker the longest end at the default limit within two seconds of
// processor time each, and say how to allow more. (/usr/bin/time tells of 61 to 99 MB.)
func TestLineCostsLittle(t *testing.T) {
	testkit.Medium(t)
	text, err := os.ReadFile("testdata/costly.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(text)) {
		if lines++; lines > 2 && testing.Short() {
			break
		}
		begin := cputime.Used()
		status, out, errs := invoke(line, "check", "-j", "1")
		if status != 1 || strings.Contains(out, "confirmed") || !strings.Contains(errs, "--nodes and --time allow more") {
			t.Errorf("line %d: status %d, %s %s", lines, status, out, errs)
		}
		if took := cputime.Used() - begin; took > 5*time.Second && !testing.Short() { // 2 on a quiet machine; with -short the race detector may be there
			t.Errorf("line %d: %v of processor time", lines, took)
		}
	}
	if lines < 3 {
		t.Errorf("%d lines", lines)
	}
}
