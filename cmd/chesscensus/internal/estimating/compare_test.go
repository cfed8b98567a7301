package estimating

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// comparisonRecord is the part of the JSON record of compare that the tests use.
type comparisonRecord struct {
	Agree      bool
	LegalMeans string `json:"legal_means"`
	Spaces     []struct {
		Asked, Space, Note, Size string
		Draws                    uint64
		CPU                      float64 `json:"cpu_seconds"`
		EfficiencyPerDraw        float64 `json:"efficiency_per_draw"`
		Estimate                 struct {
			Low, High struct {
				Value  float64
				StdErr float64 `json:"std_err"`
			}
		}
	}
	NotRefuted struct {
		Pooled float64
		P      float64
		Pairs  []struct {
			A, B string
			Z    float64
		}
	} `json:"not_refuted"`
	Proven        any
	Distributions map[string]struct {
		Spaces     []string
		P          float64
		Pairs      []struct{ P, KS float64 }
		Categories []struct{ Shares []float64 }
	}
}

// compareJSON runs compare --json and decodes the record.
func compareJSON(t *testing.T, args ...string) (c comparisonRecord) {
	t.Helper()
	status, out, errs := invoke("", append([]string{"compare", "--json"}, args...)...)
	if status != 0 || errs != "" {
		t.Fatalf("compare %q: status %d, errors %s", args, status, errs)
	}
	testkit.OK(t, json.Unmarshal([]byte(out), &c))
	return c
}

// TestSpacesAgree is the acceptance test of the comparison: four spaces that share little code give the same number of positions. A
// |z| above 5 in one of six pairs, or an overall p below 1e-6, comes about by chance once in 250 000 seeds.
func TestSpacesAgree(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	testkit.Unraced(t)
	n := "100000"
	if testing.Short() {
		n = "20000"
	}
	c := compareJSON(t, "--spaces", "ranked-repaired,ranked,rndfen,counter-general", "-n", n, "--effort", "kernel", "--level", "1e-6")
	if !c.Agree || len(c.NotRefuted.Pairs) != 6 || c.Proven != nil || !strings.Contains(c.LegalMeans, "not refuted at effort kernel") {
		t.Errorf("agree %v, %d pairs, proven %v, %q", c.Agree, len(c.NotRefuted.Pairs), c.Proven, c.LegalMeans)
	}
	for _, p := range c.NotRefuted.Pairs {
		if math.Abs(p.Z) > 5 {
			t.Errorf("%s and %s: z = %.2f", p.A, p.B, p.Z)
		}
	}
	// The published estimate, well within what these draws tell.
	if d := c.NotRefuted.Pooled/4.82193e44 - 1; math.Abs(d) > 0.15 {
		t.Errorf("pooled value %v", c.NotRefuted.Pooled)
	}
	for i, want := range []string{"ranked-repaired", "ranked", "rndfen-conditioned", "counter-general-positions"} {
		if s := c.Spaces[i]; s.Space != want || (s.Asked != s.Space) != (s.Note != "") || s.Size == "" || s.CPU <= 0 {
			t.Errorf("space %d is %+v, want %s", i, s, want)
		}
	}
	// Sizes of 8.7e45 and 5.0e46 hold the same positions: a draw from the ranked set is worth about 5.5 of the other.
	if e := c.Spaces[3].EfficiencyPerDraw; e < 0.1 || e > 0.35 {
		t.Errorf("efficiency of counter-general-positions: %v", e)
	}
	for _, name := range []string{"men", "captures_by_White", "promotions"} {
		d := c.Distributions[name]
		if len(d.Spaces) != 4 || len(d.Pairs) != 6 {
			t.Errorf("%s: %d spaces, %d pairs", name, len(d.Spaces), len(d.Pairs))
		}
		for i := range d.Spaces {
			sum := 0.0
			for _, k := range d.Categories {
				sum += k.Shares[i]
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("%s: the shares of space %d add up to %v", name, i, sum)
			}
		}
	}
}

// TestCompareFindsADifference uses a level so near to 1 that the tests reject nearly any outcome: agreement would need a
// chi-squared of 1e-14 or less.
func TestCompareFindsADifference(t *testing.T) {
	testkit.Medium(t)
	args := []string{"compare", "--spaces", "ranked-repaired,material", "-n", "5000", "--effort", "static", "--level", "0.9999999"}
	status, out, errs := invoke("", args...)
	if status != 0 || errs != "" || !strings.Contains(out, "the estimates DISAGREE") {
		t.Errorf("status %d, errors %s, output\n%s", status, errs, out)
	}
}

// TestCompareClasses restricts the ranked set to ChessCounter's restricted class.
func TestCompareClasses(t *testing.T) {
	testkit.Long(t)
	c := compareJSON(t, "--class", "restricted", "--spaces", "ranked-repaired,counter-restricted", "-n", "20000", "--effort", "kernel", "--level", "1e-6")
	if !c.Agree || c.Spaces[1].Space != "counter-restricted-positions" {
		t.Errorf("agree %v, second space %s", c.Agree, c.Spaces[1].Space)
	}
	if v := c.NotRefuted.Pooled; v < 1.2e40 || v > 3.5e40 {
		t.Errorf("pooled value %v, known to be near 2.15e40", v)
	}
}

// TestCompareText: the text has all its parts, and five figures are written in three formats.
func TestCompareText(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	args := []string{"compare", "--spaces", "ranked-repaired, rndfen", "-n", "3000", "--effort", "kernel", "--figures", dir, "--confidence", "0.5"}
	status, out, errs := invoke("", args...)
	if status != 0 || errs != "" {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	clitest.CheckContains(t, out,
		"3 000 draws from each of 2 spaces, seed 1, effort kernel", "upper bounds of the legal positions",
		"note: rndfen is drawn as rndfen-conditioned", "all together", "ranked-repaired, rndfen-conditioned", "overall: chi-squared",
		"which space for what", "50 % interval", "least CPU: ", "would be seen", "captures by White: chi-squared", "figures: 15 files")
	files, _ := filepath.Glob(filepath.Join(dir, "compare-*.p[nd][gf]"))
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Size() < 1000 {
			t.Errorf("%s: %v", f, err)
		}
	}
	if len(files) != 10 {
		t.Errorf("figures: %q", files)
	}
}

// TestCompareNamesEqualSets: a note names two spaces with equally many elements.
func TestCompareNamesEqualSets(t *testing.T) {
	testkit.Medium(t)
	_, out, _ := invoke("", "compare", "--spaces", "rndfen,counter-general,ranked", "-n", "500", "--effort", "static")
	if want := "note: rndfen-conditioned and counter-general-positions have equally many elements"; strings.Count(out, "equally many") != 1 || !strings.Contains(out, want) {
		t.Errorf("want one note %q in\n%s", want, out)
	}
}

// TestCompareAtEffortGame: at effort game the proven draws are compared as well.
func TestCompareAtEffortGame(t *testing.T) {
	testkit.Long(t)
	status, out, errs := invoke("", "compare", "--spaces", "ranked,ranked-repaired", "-n", "300", "--effort", "game")
	if status != 0 || errs != "" || !strings.Contains(out, "proven legal") || !strings.Contains(out, "what is proven by a game follows") {
		t.Errorf("status %d, errors %s, output\n%s", status, errs, out)
	}
}

// TestCompareWithoutHits: a space without a draw that is not refuted cannot be tested, which the text says.
func TestCompareWithoutHits(t *testing.T) {
	testkit.Medium(t)
	if c := compareJSON(t, "--spaces", "naive,ranked", "-n", "200", "--effort", "static"); c.Agree || c.NotRefuted.Pairs[0].Z != 0 {
		t.Errorf("nothing can be tested, found agree %v, z = %v", c.Agree, c.NotRefuted.Pairs[0].Z)
	}
	status, out, errs := invoke("", "compare", "--spaces", "naive,ranked", "-n", "200", "--effort", "static", "--figures", t.TempDir())
	if status != 0 || errs != "" || !strings.Contains(out, "there are no distributions to compare") || !strings.Contains(out, `sample "naive" has no standard error`) ||
		!strings.Contains(out, "overall: nothing to test") || strings.Contains(out, "differ\n") {
		t.Errorf("status %d, errors %s, output\n%s", status, errs, out)
	}
}

// TestBadComparisons: spaces that cannot be compared are usage errors that say why.
func TestBadComparisons(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, c := range []struct{ args, want string }{
		{"--spaces ranked,what", `unknown space "what" (known: ranked-repaired, ranked, rndfen`},
		{"--spaces ranked", "--spaces ranked: want at least two spaces"},
		{"--spaces ranked,ranked", "ranked and ranked are the same space here"},
		{"--spaces rndfen-conditioned,rndfen", "rndfen-conditioned and rndfen are the same space here, rndfen-conditioned"},
		{"--spaces counter-split,counter-split-feasible", "are the same space here, counter-split-positions"},
		{"--spaces ranked,rndfen|men<=5", "different conditions"},
		{"--spaces ranked|what,rndfen|what", "--space"},
		{"--spaces ranked,counter-restricted", "add --class restricted"},
		{"--spaces ranked,krinitskii", "add the condition no-promotions"},
		{"--class restricted --spaces ranked,counter-very-restricted", "add --class very-restricted"},
		{"-n -1", "invalid argument"},
		{"--seed -1", "invalid argument"},
		{"extra", "unknown command"},
	} {
		status, out, errs := invoke("", append([]string{"compare"}, strings.Fields(c.args)...)...)
		if status != cli.StatusUsage || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("compare %s: status %d, output %q, errors %q, want %q", c.args, status, out, errs, c.want)
		}
	}
}

// TestInterruptedComparison: an interrupted run ends at once, with the status for interrupts.
func TestInterruptedComparison(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs strings.Builder
	if status := cli.Run(ctx, []string{"compare", "-n", "1000"}, strings.NewReader(""), &out, &errs, Commands); status != cli.StatusInterrupted || out.Len() > 0 {
		t.Errorf("status %d, output %q, errors %q", status, out.String(), errs.String())
	}
}
