package estimating

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
)

// traceTimes matches the processor times in the trace of a record.
var traceTimes = regexp.MustCompile(`"cpu_seconds": [0-9.e-]+`)

// checkRecord fails the test for each part of a record that is not as wanted.
func checkRecord(t *testing.T, record any, parts map[string]bool) {
	t.Helper()
	for part, holds := range parts {
		if !holds {
			t.Errorf("%s: not so in %+v", part, record)
		}
	}
}

// TestPhasesRecord: estimate without flags works by phases. Its record does not depend on the number of workers and agrees with the
// text, and its figures are written.
func TestPhasesRecord(t *testing.T) {
	testkit.Long(t)
	dir := filepath.Join(t.TempDir(), "figures")
	out := program.Run(t, "", "estimate", "--budget", "2s", "--json", "-j", "1", "--figures", dir)
	var r struct {
		Version     string `json:"chesscensus"`
		Space       string
		Draws       uint64
		Interrupted bool
		Estimate    struct {
			Low, High struct{ Value, Lo, Hi float64 }
		}
		Published struct{ Value float64 }
		Trace     []struct{ Draws uint64 }
	}
	testkit.OK(t, json.Unmarshal([]byte(out), &r))
	low := r.Estimate.Low
	checkRecord(t, r, map[string]bool{
		"version, space, end":       r.Version == cli.Version() && r.Space == "cover-5-6" && !r.Interrupted,
		"published value":           r.Published.Value == 4.82193e44,
		"interval 4.79 to 4.85e44":  low.Lo <= 4.85e44 && low.Hi >= 4.79e44, // it touches that of the published estimate
		"width at most 0.12e44":     low.Hi-low.Lo <= 0.12e44,
		"bounds in order":           low.Value <= r.Estimate.High.Value,
		"trace up to the last draw": len(r.Trace) > 0 && r.Trace[len(r.Trace)-1].Draws == r.Draws,
	})
	files, _ := os.ReadDir(dir)
	if len(files) != 9 {
		t.Errorf("%d figures: %v", len(files), files)
	}
	_, again, _ := invoke("", "estimate", "--budget", "2s", "--json", "-j", "3")
	strip := func(s string) string {
		return traceTimes.ReplaceAllString(timePatterns.ReplaceAllString(s, ""), "")
	}
	if strip(out) != strip(again) {
		t.Error("-j 1 and -j 3 give two records")
	}
	status, text, errs := invoke("", "estimate", "--budget", "2s", "--precision", "0.01%")
	for _, want := range []string{"legal positions are estimated to be provable, each hit has a game (95 % interval",
		"was published by ChessPositionRanking", "is not reached; it takes about",
		"\n  last moves ", "\n  game ", "   Legal: proven by a game", "\n   28  ", cli.Number(r.Draws) + " draws from cover-5-6", "program " + cli.Version()} {
		if status != 0 || errs != "" || !strings.Contains(text, want) {
			t.Errorf("status %d, %s: no %q in\n%s", status, errs, want, text)
		}
	}
}

// TestFlagsOfUniformEstimates: flags that set draws, effort or another space select an estimate without phases.
func TestFlagsOfUniformEstimates(t *testing.T) {
	testkit.Medium(t)
	for _, c := range []string{"-n 300", "--effort static", "--space material", "-n 300 --space ranked"} {
		status, out, errs := invoke("", append([]string{"estimate"}, strings.Fields(c)...)...)
		if status != 0 || !strings.Contains(out, "legal positions: at most ") || strings.Contains(out, "Where the draws went") {
			t.Errorf("%s: status %d, %s%s", c, status, errs, out)
		}
	}
}

// TestPhasesUsage: contradictory flags are usage errors, and a precision that takes too long is an error with the time it takes.
func TestPhasesUsage(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, c := range []struct {
		args, want string
		status     int
	}{
		{"--budget 1ms", "want at least a second", cli.StatusUsage},
		{"--budget 0s", "want at least a second", cli.StatusUsage},
		{"--precision 1% -n 5", "--draws is of one in which all draws are judged alike", cli.StatusUsage},
		{"--budget 5s --effort kernel", "--effort is of one", cli.StatusUsage},
		{"--budget 5s --from x", "--from is of one", cli.StatusUsage},
		{"--budget 5s --mates 1", "--mates is of one", cli.StatusUsage},
		{"--budget 5s --space moon", "unknown space", cli.StatusUsage},
		{"--precision 0.001%", "0.001 % takes about 4.2 days of processor time, and 60 min is the limit unless more is allowed: --budget allows more", 1},
	} {
		program.Refuse(t, c.status, c.want, append([]string{"estimate"}, strings.Fields(c.args)...)...)
	}
}
