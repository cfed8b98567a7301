package report

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// recordDir returns the folder of a stored record, or with -short of a copy with only its first shards, which is read in a tenth of the time.
func recordDir(t *testing.T, name string, shards int) string {
	t.Helper()
	stored := filepath.Join("../..", name)
	if !testing.Short() {
		return stored
	}
	dir := filepath.Join(t.TempDir(), "beginning")
	testkit.OK(t, testkit.FirstShards(dir, stored, shards))
	return dir
}

// TestPackedRecord packs copies of the stored records: their reports stay the same to the last digit.
func TestPackedRecord(t *testing.T) {
	testkit.Unraced(t)
	for _, name := range []string{"records/first", "records/unpromoted"} {
		if name == "records/first" && (testkit.Brief() || testkit.Stride() > 3) {
			continue // its shards are eight times as large, and not different in kind
		}
		stored := recordDir(t, name, 12)
		dir := filepath.Join(t.TempDir(), name)
		testkit.OK(t, os.CopyFS(dir, os.DirFS(stored)))
		c := testkit.Must(campaign.Open(dir))(t)
		p, err := c.Pack()
		if err != nil || len(p.Problems) > 0 || p.Shards == 0 || 2*p.After > p.Before {
			t.Fatalf("%v, %+v", err, p)
		}
		var texts []string
		for _, folder := range []string{stored, dir} {
			r := testkit.Must(Open(folder))(t)
			unpacked, problems, err := r.Report(context.Background())
			if err != nil || len(problems) > 0 {
				t.Fatalf("%s: %v, problems %v", folder, err, problems)
			}
			text := testkit.Must(json.Marshal(unpacked))(t)
			texts = append(texts, string(text))
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: the report of the packed record is another", name)
		}
		t.Logf("%s: %d bytes of tallies, packed %d", name, p.Before, p.After)
	}
}

// TestRecordByProducts compares by-products of the stored record with figures that another author has computed from its counts by another
// program (values and half-widths to the digits given). These by-products were biased while a domain with passing draws and no judged
// ones counted as empty.
func TestRecordByProducts(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	const short = 2 // shards of the 30
	c := testkit.Must(Open(recordDir(t, "records/first", short)))(t)
	r, problems, err := c.Report(context.Background())
	if err != nil || len(problems) > 0 {
		t.Fatalf("%v, problems %v", err, problems)
	}
	items := map[string]*Item{}
	for _, g := range r.Groups {
		for i := range g.Items {
			items[g.Name+" "+g.Items[i].Value] = &g.Items[i]
		}
	}
	for name, want := range map[string]struct{ value, half, digits float64 }{
		"men 22":                   {4.6e38, 0, 0.05e38},
		"men 24":                   {1.2331e41, 1.1e39, 0.00005e41},
		"men 25":                   {1.7549e42, 3.8e39, 0.00005e42},
		"promoted men, at least 1": {1.93e39, 1.7e38, 0.005e39},
		"castling rights KQ":       {4.02e39, 3.0e38, 0.005e39},
	} {
		item := items[name]
		if item == nil {
			t.Errorf("no figure for %s", name)
			continue
		}
		e := &item.Low
		if testing.Short() { // fewer shards: within four of the wider half-widths
			if want.half > 0 && math.Abs(e.Value-want.value) > 4*want.half*math.Sqrt(30/short) {
				t.Errorf("%s after %d shards: %.5g, after 30 %.5g +- %.2g", name, short, e.Value, want.value, want.half)
			}
			continue
		}
		if math.Abs(e.Value-want.value) > want.digits || want.half > 0 && math.Abs(e.HalfWidth()/want.half-1) > 0.05 {
			t.Errorf("%s: %.5g +- %.2g, want %.5g +- %.2g", name, e.Value, e.HalfWidth(), want.value, want.half)
		}
	}
	checkPartitions(t, r)
	if testing.Short() {
		return
	}
	// Of the judged draws 141 have no game, 80 of which are refuted.
	game := r.Estimate.Phases[2]
	if without, refuted := game.Judged-(game.Decided-game.Out), game.Out; without != 141 || refuted != 80 || r.Estimate.OpenDraws != 61 {
		t.Errorf("%d draws without a game, %d of them refuted, %d undecided; want 141, 80 and 61", without, refuted, r.Estimate.OpenDraws)
	}
}

// TestWrongRefutations computes the limits of wrong refutations of the kernel space from the stored lines of the recheck, without the code that
// reads such lines elsewhere.
func TestWrongRefutations(t *testing.T) {
	b := testkit.Must(os.ReadFile(filepath.Join("..", "..", "docs", "data", "recheck-1902.jsonl")))(t)
	later := []string{"LastMovesRejected", "NoLastMove", "NoProofKernel", "NoExtendedKernel", "Unreachable"}
	var draws, rules, rest, checkedRules, checkedRest float64
	for _, text := range strings.Split(strings.TrimSpace(string(b)), "\n")[1:] {
		var line struct {
			Draws   float64
			Refuted map[string]float64
			Tally   map[string]struct{ All, Confirmed float64 }
		}
		testkit.OK(t, json.Unmarshal([]byte(text), &line))
		draws += line.Draws
		for stage, n := range line.Refuted {
			if stage == "rules" {
				rules += n
			} else {
				rest += n
			}
		}
		for theorem, n := range line.Tally {
			if n.Confirmed != n.All {
				t.Errorf("chunk of %g draws: %s: %g of %g confirmed", line.Draws, theorem, n.Confirmed, n.All)
			}
			if slices.Contains(later, theorem) {
				checkedRest += n.All
			} else {
				checkedRules += n.All
			}
		}
	}
	left := draws - rules - rest
	want := (rules/left*3/checkedRules + rest/left*3/checkedRest)
	if draws != 23e6 || checkedRest != rest || math.Abs(wrongOfKernel/want-1) > 0.01 {
		t.Errorf("%g draws, %g of %g later refutations checked: %.4g, and %.4g in the code", draws, checkedRest, rest, want, wrongOfKernel)
	}
	if got := WrongRefutations("cover"); got < wrongOfKernel || got > 1.05*wrongOfKernel || WrongRefutations("ranked-repaired") < 2*got {
		t.Errorf("cover %.3g, ranked-repaired %.3g", got, WrongRefutations("ranked-repaired"))
	}
}

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
	want := testkit.Must(shards.DesignOf(reader.Plan).Estimate(sum.surveyAlone().all, stats.Options{}))(t)
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
