package spaces_test

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestRndfenLines: the list is in the format of texelutil, and depends on the seed and the effort only.
func TestRndfenLines(t *testing.T) {
	testkit.Medium(t)
	status, out, errs := invoke("", "rndfen", "20", "7")
	if status != 0 || errs != "multiplier: 2.4e+43\n" {
		t.Fatalf("status %d, errors %q", status, errs)
	}
	n := 0
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		f, err := chess.ParseFEN(line)
		if err != nil || f.String() != line || f.Halfmove != 0 || f.Fullmove != 1 || f.Setup.Violations() != 0 {
			t.Errorf("%q: %v, %v", line, err, f.Setup.Violations())
		}
		n++
	}
	if n < 10 || n > 60 {
		t.Errorf("%d lines for 20 legal positions", n)
	}
	for _, args := range [][]string{{"rndfen", "20", "7", "-j", "1"}, {"rndfen", "-j", "5", "20", "7"}, {"rndfen", "--effort", "static", "20", "7"}} {
		if _, again, _ := invoke("", args...); again != out {
			t.Errorf("%v: another list", args)
		}
	}
	_, fewer, _ := invoke("", "rndfen", "--effort", "kernel", "20", "7")
	left := strings.Count(fewer, "\n")
	for line := range strings.Lines(fewer) {
		testkit.Contains(t, out, line)
	}
	if left >= n || left < 5 {
		t.Errorf("%d lines at effort kernel, %d at effort static", left, n)
	}
	status, other, errs := invoke("", "rndfen", "20")
	if status != 0 || !strings.HasPrefix(errs, "seed: ") || !strings.Contains(errs, "\nmultiplier: 2.4e+43\n") || other == out {
		t.Errorf("without a seed: status %d, errors %q, the list of seed 7: %v", status, errs, other == out)
	}
	if status, _, errs := invoke("", "rndfen", "1", "18446744073709551615"); status != 0 {
		t.Errorf("the greatest seed: status %d, errors %q", status, errs)
	}
}
