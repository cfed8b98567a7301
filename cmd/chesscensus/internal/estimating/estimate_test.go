package estimating

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// program has the commands used in these tests. invoke runs a command line, and check one that must succeed with a given output.
var program = clitest.Program{Commands}
var invoke, check = program.Invoke, program.Check

// TestEstimateText: the text has the draws, verdicts, an upper bound, the published estimate and the version of the program.
func TestEstimateText(t *testing.T) {
	testkit.Medium(t)
	status, out, errs := invoke("", "estimate", "-n", "3000", "--seed", "7", "--space", "ranked", "--effort", "static")
	if status != 0 || errs != "" {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	clitest.CheckContains(t, out,
		"3 000 draws from ranked (N = 8.72671e+45), seed 7, effort static", "Illegal: both kings are in check",
		"Unknown: not refuted at this effort", "legal positions: at most ", "(95 %)", "published:       4.82193e+44 +- 2.7e+42", "  28   ",
		"\nprogram:         "+cli.Version()+"\n")
}

// TestEstimateJSON: the record has all draws in its tables, and at effort static an upper bound only.
func TestEstimateJSON(t *testing.T) {
	status, out, errs := invoke("", "estimate", "-n", "2500", "--json", "--effort", "static")
	if status != 0 || errs != "" {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	var r struct {
		Space               string
		Size                string
		Draws, Requested    uint64
		Interrupted         bool
		Verdicts, Prefilter map[string]uint64
		Estimate            struct {
			Low, High struct{ Value, Lo, Hi float64 }
		}
		Trace []struct{ Draws uint64 }
	}
	testkit.OK(t, json.Unmarshal([]byte(out), &r))
	sum := func(m map[string]uint64) (n uint64) {
		for _, v := range m {
			n += v
		}
		return n
	}
	checkRecord(t, r, map[string]bool{
		"space with a size of 46 digits": r.Space == "ranked-repaired" && len(r.Size) == 46,
		"all 2500 draws":                 r.Draws == 2500 && r.Requested == 2500 && !r.Interrupted,
		"ten prefilter counts":           len(r.Prefilter) == 10 && sum(r.Prefilter) == 2500,
		"a verdict for each draw":        sum(r.Verdicts) == 2500,
		"nothing proven":                 r.Estimate.Low.Value == 0,
		"an interval of the upper bound": r.Estimate.High.Lo < r.Estimate.High.Value,
		"a trace":                        len(r.Trace) > 0,
	})
}

// TestEstimateFrom: judged lines, of a file or of standard input, give what estimate.pl prints; a bad line counts as undecided.
func TestEstimateFrom(t *testing.T) {
	var b strings.Builder
	for k, n := range []int{0, 516, 19, 2, 1} {
		b.WriteString(strings.Repeat(fmt.Sprintf("8/8/8/8/8/8/8/6Kk w - - 0 %d legal: proof: e4\n", k), n))
	}
	b.WriteString(strings.Repeat("8/8/8/8/8/8/8/6Kk w - - 0 1 illegal: Other\n", 385))
	file := filepath.Join(t.TempDir(), "judged")
	testkit.OK(t, os.WriteFile(file, []byte(b.String()), 0o666))
	want := `Exp[Y] ~ 0.0526417 * N
Var[Y] ~ 0.0493373 * N^2
Sigma[Y] ~ 0.22212 * N
Sigma[Y[S]] ~ 0.0022212 * N
n = 10000 samples 538/923 legal  516 19 2 1 avg 1/mult 0.978469640644362
estimate 4.59389e+44 +- 3.79922e+43 at 95% confidence
`
	check(t, "", want, "estimate", "--from", file, "-n", "10000")
	check(t, b.String(), want, "estimate", "--from", "-", "-n", "10000")
	status, out, errs := invoke(b.String()+"cut off in the mid\n", "estimate", "--from", "-", "-n", "10000")
	if status != 1 || !strings.Contains(errs, "standard input:924: found 5 fields") || !strings.Contains(out, "undecided lines: 1;") {
		t.Errorf("bad line: status %d, errors %q, output %q", status, errs, out)
	}
	status, out, _ = invoke(b.String(), "estimate", "--from", "-", "-n", "10000", "--json")
	if status != 0 || !json.Valid([]byte(out)) || !strings.Contains(out, `"legal": 538`) {
		t.Errorf("JSON: status %d, %s", status, out)
	}
	if status, _, errs := invoke(b.String(), "estimate", "--from", "-", "-n", "5"); status != 1 || !strings.Contains(errs, "more than the 5 draws") {
		t.Errorf("too many lines: status %d, %s", status, errs)
	}
}

// TestFigures writes the figures of a small run and checks their formats.
func TestFigures(t *testing.T) {
	testkit.Medium(t)
	dir := filepath.Join(t.TempDir(), "deep", "figures")
	status, out, errs := invoke("", "estimate", "-n", "2000", "--effort", "static", "--figures", dir)
	if status != 0 || !strings.Contains(out, "figures: 9 files in ") {
		t.Fatalf("status %d, output %s, errors %s", status, out, errs)
	}
	for _, name := range []string{"cascade", "piece-histogram", "convergence"} {
		for ext, magic := range map[string]string{"png": "\x89PNG", "svg": "<", "pdf": "%PDF"} {
			b, err := os.ReadFile(filepath.Join(dir, name+"."+ext))
			if err != nil || !bytes.HasPrefix(b, []byte(magic)) {
				t.Errorf("%s.%s: %v, begins %.10q", name, ext, err, b)
			}
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 9 {
		t.Errorf("%d files in the folder, want 9 and nothing left over", len(files))
	}
}
