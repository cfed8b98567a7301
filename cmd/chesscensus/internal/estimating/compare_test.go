package estimating

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/stats/compare"
	"chesscensus/survey"
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
	out := program.Run(t, "", append([]string{"compare", "--json"}, args...)...)
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
	out := program.Run(t, "", args...)
	testkit.Contains(t, out,
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
		program.Refuse(t, cli.StatusUsage, c.want, append([]string{"compare"}, strings.Fields(c.args)...)...)
	}
}

// TestComparedSpaces: each requested space is replaced by one that the engine can judge, with a note.
func TestComparedSpaces(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, c := range []struct {
		asked, class string
		want, notes  []string
	}{
		{"ranked,material", "", []string{"ranked", "material"}, []string{"", ""}},
		{"ranked,rndfen", "", []string{"ranked", "rndfen-conditioned"}, []string{"", "rndfen is drawn as rndfen-conditioned"}},
		{"counter-general,ranked", "", []string{"counter-general-positions", "ranked"}, []string{"counter-general is drawn as counter-general-positions", ""}},
		{"counter-general-positions,ranked", "", []string{"counter-general-positions", "ranked"}, []string{"", ""}},
		{"ranked | men<=30 , material|men<=30", "", []string{"ranked|men<=30", "material|men<=30"}, []string{"", ""}},
		{"ranked,counter-restricted-positions", "restricted", []string{"ranked|knights<=2|bishops<=2|rooks<=2|queens<=3|in counter-restricted-positions",
			"counter-restricted-positions"}, []string{"", ""}},
		{"counter-restricted,counter-very-restricted", "very-restricted", []string{"counter-restricted-positions|no-promotions|in counter-very-restricted-positions",
			"counter-very-restricted-positions"}, []string{"counter-restricted is drawn", ""}},
	} {
		list, err := parseSpaces(strings.Split(c.asked, ","), c.class)
		if err != nil || len(list) != len(c.want) {
			t.Errorf("%s, class %q: %v", c.asked, c.class, err)
			continue
		}
		for i, s := range list {
			if s.space.Name() != c.want[i] || !strings.HasPrefix(s.note, c.notes[i]) || c.notes[i] == "" && c.class == "" && s.note != "" {
				t.Errorf("%s, class %q: space %d is %s, note %q; want %s, %q", c.asked, c.class, i, s.space.Name(), s.note, c.want[i], c.notes[i])
			}
		}
	}
}

// TestComparisonAgreesWithRecord: the text has the estimates, pooled value and draws of the record, for different numbers of workers.
func TestComparisonAgreesWithRecord(t *testing.T) {
	testkit.Medium(t)
	args := []string{"--spaces", "ranked|men<=31,material|men<=31", "-n", "4000", "--seed", "3", "--effort", "static"}
	c := compareJSON(t, append(args, "-j", "1")...)
	out := program.Run(t, "", append(append([]string{"compare"}, args...), "-j", "4")...)
	want := []string{"4 000 draws from each of 2 spaces, seed 3, effort static\n", c.LegalMeans + "\n", "note: counted are only positions with men<=31\n",
		fmt.Sprintf("%.4g", c.NotRefuted.Pooled), fmt.Sprintf("%+.2f", c.NotRefuted.Pairs[0].Z), "\nprogram: " + cli.Version() + "\n"}
	for _, s := range c.Spaces {
		want = append(want, fmt.Sprintf("%.4g", s.Estimate.High.Value))
	}
	for _, w := range want {
		testkit.Contains(t, out, w)
	}
	if c.Proven != nil || !strings.Contains(c.LegalMeans, "upper bounds") {
		t.Errorf("effort static proves nothing: %v, %s", c.Proven, c.LegalMeans)
	}
}

// TestLegalMeans: the sentence about "legal" fits the effort and whether draws were proven.
func TestLegalMeans(t *testing.T) {
	for _, effort := range []verdict.Effort{verdict.Static, verdict.Kernel, verdict.Game} {
		r := &survey.Compared{Reports: []*survey.Report{{Effort: effort}}}
		if got := legalMeaning(r); !strings.Contains(got, "upper bounds") || !strings.Contains(got, effort.String()) {
			t.Errorf("effort %v, nothing proven: %s", effort, got)
		}
		r.Proven = new(compare.Agreement)
		if got := legalMeaning(r); strings.Contains(got, "upper bounds") || strings.Contains(got, "proven by a game follows") != (effort == verdict.Game) {
			t.Errorf("effort %v, some proven: %s", effort, got)
		}
	}
	for in, want := range map[string]string{"ranked|men<=5|white": "ranked", "ranked": "ranked"} {
		if baseName(in) != want {
			t.Errorf("base(%s) = %s", in, baseName(in))
		}
	}
}

// TestRecordIsComplete: the record has all documented fields.
func TestRecordIsComplete(t *testing.T) {
	_, out, _ := invoke("", "compare", "--json", "-n", "500", "--effort", "static", "--seed", "9")
	var r map[string]any
	testkit.OK(t, json.Unmarshal([]byte(out), &r))
	for _, key := range []string{"chesscensus", "seed", "requested", "effort", "level", "class", "legal_means", "interrupted", "warnings",
		"spaces", "agree", "not_refuted", "proven", "distributions"} {
		if _, ok := r[key]; !ok {
			t.Errorf("no %q in the record", key)
		}
	}
	if r["seed"] != 9. || r["requested"] != 500. || r["interrupted"] != false || r["proven"] != nil || len(r["spaces"].([]any)) != 3 {
		t.Errorf("%v, want seed 9, 500 draws from three spaces, nothing proven", r)
	}
}

// reportOf returns a report with the given numbers of draws by verdict.
func reportOf(space string, size int64, counts map[string]uint64) *survey.Report {
	t := stats.NewTable("Legal")
	for name, n := range counts {
		t.AddCount(name, 1, 1, n)
	}
	return &survey.Report{Space: space, Size: big.NewInt(size), Verdicts: t}
}

// TestTheoremsOfADifference: a pair that differs gets the theorems that refute more in one space, without other verdicts. Pairs
// that agree are left out.
func TestTheoremsOfADifference(t *testing.T) {
	samples := make([]compare.Sample, 3)
	for i := range samples {
		samples[i].Estimate.StdErr = 1
	}
	r := &survey.Compared{
		Reports: []*survey.Report{
			reportOf("one|men<=30", 1_000_000, map[string]uint64{"Legal": 5000, "BothInCheck": 4000, "AdjacentKings": 1000}),
			reportOf("two|men<=30", 1_000_000, map[string]uint64{"Legal": 6000, "BothInCheck": 3000, "AdjacentKings": 1000}),
			reportOf("three", 1_000_000, map[string]uint64{"Legal": 6000, "BothInCheck": 3000, "AdjacentKings": 1000}),
		},
		NotRefuted: &compare.Agreement{Samples: samples, Pairs: []compare.Pair{{A: 0, B: 1, Difference: -100_000, Rejected: true}, {A: 1, B: 2}}},
	}
	var b bytes.Buffer
	writeTheorems(&b, r, 0.05)
	text := b.String()
	if !strings.Contains(text, "one less two: -1e+05 not refuted") || !strings.Contains(text, "both kings are in check") || !strings.Contains(text, "+1e+05") {
		t.Errorf("the theorem that refutes more in one than in two is missing in\n%s", text)
	}
	testkit.Contains(t, text, "one has the lower estimate; theorems that refute more positions there: both kings are in check\n")
	r.NotRefuted.Pairs[0].Difference = 100_000
	b.Reset()
	if writeTheorems(&b, r, 0.05); !strings.Contains(b.String(), "two has the lower estimate, and no theorem refutes more positions there than in one: it lacks positions") {
		t.Errorf("with the lower estimate of two it is not said that no theorem explains it:\n%s", &b)
	}
	for _, word := range []string{"three", "touch", "Legal", "more; --json"} {
		if strings.Contains(text, word) {
			t.Errorf("%s is named: %s", word, text)
		}
	}
	if list := causesRecord(r, r.NotRefuted.Pairs[0], 0.05); len(list) != 1 || list[0]["reason"] != "BothInCheck" || list[0]["a"] != 4e5 || list[0]["b"] != 3e5 {
		t.Errorf("%+v, want BothInCheck alone, with 4e5 and 3e5 positions", list)
	}
	b.Reset()
	r.Reports[0] = reportOf("one", 900_000, map[string]uint64{"Legal": 5555, "BothInCheck": 3334, "AdjacentKings": 1111})
	if writeTheorems(&b, r, 0.05); !strings.Contains(b.String(), "no theorem refutes more") {
		t.Errorf("equal numbers by theorem: %s", &b)
	}
	b.Reset()
	r.NotRefuted.Pairs[0].Rejected = false
	if writeTheorems(&b, r, 0.05); b.Len() > 0 {
		t.Errorf("pairs that agree: %s, want no text", &b)
	}
	r.Proven = &compare.Agreement{Samples: samples, Pairs: []compare.Pair{{B: 1}, {A: 1, B: 2, Rejected: true}}}
	if pairs := differingPairs(r); len(pairs) != 1 || pairs[0].A != 1 {
		t.Errorf("pairs that differ in what is proven: %+v", pairs)
	}
	samples[2].Estimate.StdErr = 0
	if pairs := differingPairs(r); len(pairs) > 0 {
		t.Errorf("a sample without hits, which no test sets apart: %+v", pairs)
	}
}

// TestRestrictedSpacesAreSmaller: a class restricts a space, but not the space that is the class itself.
func TestRestrictedSpacesAreSmaller(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	list := testkit.Must(parseSpaces([]string{"ranked-repaired", "counter-restricted"}, "restricted"))(t)
	unrestricted := testkit.Must(parseSpaces([]string{"ranked-repaired", "rndfen"}, ""))(t)
	if list[0].space.Name() == unrestricted[0].space.Name() || list[0].space.Size().Cmp(unrestricted[0].space.Size()) > 0 {
		t.Errorf("%s of size %v is no part of %s", list[0].space.Name(), list[0].space.Size(), unrestricted[0].space.Name())
	}
	if list[1].space.Name() != "counter-restricted-positions" {
		t.Errorf("the class itself is cut down to %s", list[1].space.Name())
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
