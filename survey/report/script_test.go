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
	root := filepath.Join("..", "..")
	if own := filepath.Join(root, ".venv", "bin", "python"); exec.Command(own, "-c", "import pyarrow").Run() == nil {
		python = own
	}
	arrow := exec.Command(python, "-c", "import pyarrow").Run() == nil
	plans, err := filepath.Glob(filepath.Join(root, "records", "*", "plan.json"))
	if err != nil || len(plans) < 4 {
		t.Fatalf("%d records, %v", len(plans), err)
	}
	for _, path := range append(plans, filepath.Join(root, "records", "second", supplementDir, "plan.json")) {
		dir := filepath.Dir(path)
		if _, err := os.Stat(filepath.Join(dir, "unfinished")); err == nil {
			continue
		}
		base := filepath.Base(dir)
		large := base == "first" || base == "second" || base == "third" // not different in kind from the supplement of the second
		if large && testkit.Brief() || base != "third" && !testkit.Brief() && testkit.Stride() > 3 {
			continue // the short form has only small records
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			c, err := Open(dir)
			testkit.OK(t, err)
			sum, _, err := c.total(nil)
			testkit.OK(t, err)
			r, err := shards.DesignOf(c.Plan).Estimate(sum.surveyAlone().all, stats.Options{}) // without its supplement, which is another record
			testkit.OK(t, err)
			files, _, err := c.Export(t.TempDir())
			testkit.OK(t, err)
			runs := [][]string{{dir, files[1]}}
			if arrow {
				runs = append(runs, []string{dir})
			}
			for _, args := range runs {
				out, err := exec.Command(python, append([]string{filepath.Join(root, "docs", "record.py")}, args...)...).CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				for i, line := range strings.SplitN(strings.TrimSpace(string(out)), "\n", 2) {
					e := []stats.Estimate{r.Low, r.High}[i]
					_, line, _ = strings.Cut(line, ": ")
					var value, se float64
					if _, err := fmt.Sscanf(line, "%g, standard error %g", &value, &se); err != nil {
						t.Fatalf("%q: %v", line, err)
					}
					if math.Abs(value/e.Value-1) > 1e-9 || math.Abs(se/e.StdErr-1) > 1e-6 {
						t.Errorf("%v: the script says %g with standard error %g, the report %g and %g", args, value, se, e.Value, e.StdErr)
					}
				}
			}
		})
	}
}
