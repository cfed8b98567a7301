package report

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// TestScriptRecomputes: docs/record.py, which shares no code with this program, computes the same estimates and standard errors of all stored
// editions, from the rows of an export, and if there is pyarrow from the stored files.
func TestScriptRecomputes(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	if own := filepath.Join("..", "..", ".venv", "bin", "python"); exec.Command(own, "-c", "import pyarrow").Run() == nil {
		python = own
	}
	hasArrow := exec.Command(python, "-c", "import pyarrow").Run() == nil
	records := filepath.Join("..", "..", "records")
	plans, err := filepath.Glob(filepath.Join(records, "*", plan.FileName))
	if err != nil || len(plans) < 4 {
		t.Fatalf("%d records, %v, want 4 or more", len(plans), err)
	}
	for _, path := range append(plans, filepath.Join(records, "second", supplementDir, plan.FileName)) {
		dir := filepath.Dir(path)
		if _, err := os.Stat(filepath.Join(dir, "unfinished")); err == nil {
			continue
		}
		name := filepath.Base(dir)
		isLarge := name == "first" || name == "second" || name == "third" // not different in kind from the supplement of the second
		if testkit.Brief() && isLarge || !testkit.Brief() && testkit.Stride() > 3 && name != "third" {
			continue
		}
		t.Run(name, func(t *testing.T) { checkScript(t, python, dir, hasArrow) })
	}
}

// checkScript compares the results of the script for a record with those of this program. If readsFiles is set, the script also reads the stored files.
func checkScript(t *testing.T, python, dir string, readsFiles bool) {
	t.Helper()
	reader := testkit.Must(Open(dir))(t)
	sum, _, err := reader.total(nil)
	testkit.OK(t, err)
	want, err := shards.DesignOf(reader.Plan).Estimate(sum.surveyAlone().all, stats.Options{}) // without its supplement, which is another record
	testkit.OK(t, err)
	files, _, err := reader.Export(t.TempDir())
	testkit.OK(t, err)
	runs := [][]string{{dir, files[1]}} // the second file is tallies.csv
	if readsFiles {
		runs = append(runs, []string{dir})
	}
	for _, args := range runs {
		out, err := exec.Command(python, append([]string{filepath.Join("..", "..", "docs", "record.py")}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n") // the first two are the low and the high estimate
		if len(lines) < 2 {
			t.Fatalf("%v: the script says %q, want two lines", args, out)
		}
		for i, e := range []stats.Estimate{want.Low, want.High} {
			_, text, _ := strings.Cut(lines[i], ": ")
			var value, se float64
			if _, err := fmt.Sscanf(text, "%g, standard error %g", &value, &se); err != nil {
				t.Fatalf("%q: %v", lines[i], err)
			}
			if math.Abs(value/e.Value-1) > 1e-9 || math.Abs(se/e.StdErr-1) > 1e-6 {
				t.Errorf("%v: the script says %g with standard error %g, the report %g and %g", args, value, se, e.Value, e.StdErr)
			}
		}
	}
}
