package judging

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestRecheckGoesOn: a run in two steps gives the same counts as a run in one.
func TestRecheckGoesOn(t *testing.T) {
	dir := t.TempDir()
	two, one := filepath.Join(dir, "two.jsonl"), filepath.Join(dir, "one.jsonl")
	run := func(file, n, jobs string) string {
		status, out, errs := invoke("", "recheck", "-o", file, "-n", n, "--chunk", "100", "--seed", "3", "--static", "3", "-j", jobs)
		if status != 0 || errs != "" {
			t.Fatalf("status %d, %s", status, errs)
		}
		var counts []string // without times
		for line := range strings.Lines(out) {
			f := strings.Fields(line) // as the widths of columns, too, depend on the times
			if len(f) == 9 {
				f = f[:8]
			}
			counts = append(counts, strings.Join(f, " ")+"\n")
		}
		return strings.Join(counts, "")
	}
	run(two, "200", "1")
	if a, b := run(two, "600", "3"), run(one, "600", "1"); a != b || !strings.Contains(a, "600 draws") || !strings.Contains(a, "None of") {
		t.Errorf("in two steps\n%s\nin one\n%s", a, b)
	}
	for args, want := range map[string]string{
		"":                                      "-o FILE is needed",
		"-n 150 --chunk 100 -o " + two:          "multiple of",
		"-n 100 --chunk 100 -o " + two:          "another plan",
		"--space nowhere -o " + two:             "nowhere",
		"-n 100 --chunk 100 -o " + dir + "/x/y": "no such file",
	} {
		if status, _, errs := invoke("", append([]string{"recheck"}, strings.Fields(args)...)...); status == 0 || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %s, want %q", args, status, errs, want)
		}
	}
}
