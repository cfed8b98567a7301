package estimating

import (
	"context"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/survey"
	"chesscensus/survey/estimate"
	"chesscensus/survey/mates"
	"chesscensus/survey/report"
)

// TestPrecisionText: the text says whether the requested precision is reached, and is empty if none was requested.
func TestPrecisionText(t *testing.T) {
	for _, c := range []struct {
		precision float64
		result    estimate.Result
		want      string
	}{
		{0, estimate.Result{Missed: true, Needs: 9}, ""},
		{0.001, estimate.Result{Report: new(report.Report)}, "the half-width of 0.1 % that was asked for is reached\n"},
		{0.0001, estimate.Result{Missed: true, Needs: 600}, "the half-width of 0.01 % that was asked for is not reached; it takes about 10 min of CPU\n"},
	} {
		testkit.Equal(t, precisionText(&estimate.Request{Precision: c.precision}, &c.result), c.want, c.precision)
	}
}

// menReport returns a report with by-products by number of men, after another group.
func menReport(values map[string]float64) *report.Report {
	rep := &report.Report{Groups: []report.Group{{Name: "pawns", Items: []report.Item{{Value: "9"}}}, {Name: "men"}}}
	for _, men := range []string{"2", "28", "more"} {
		if v, ok := values[men]; ok {
			low := stats.Estimate{Value: v, Lo: v - v/10, Hi: v + v/10, Confidence: 0.95}
			high := low
			high.Value *= 2
			rep.Groups[1].Items = append(rep.Groups[1].Items, report.Item{Value: men, Low: low, High: high})
		}
	}
	return rep
}

// TestMenBars: bars are proportional to the numbers of positions; without positions there is no histogram.
func TestMenBars(t *testing.T) {
	text := menBars(menReport(map[string]float64{"2": 1000, "28": 4000}))
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(lines) != 4 || strings.Count(lines[2], "#") != 10 || strings.Count(lines[3], "#") != 40 || !strings.HasPrefix(lines[3], "   28  4000 +- 400 ") {
		t.Errorf("bars of 1000 and 4000 positions, of 10 and 40 characters, are not in\n%s", text)
	}
	for name, rep := range map[string]*report.Report{"nothing": menReport(map[string]float64{"2": 0}), "no group": {}} {
		testkit.Equal(t, menBars(rep), "", name)
	}
}

// TestShares: the table is sorted by share, and the report keeps its order.
func TestShares(t *testing.T) {
	rep := &report.Report{Verdicts: []report.VerdictShare{
		{Label: survey.LegalLabel, Text: "legal", Share: 0.01, HalfWidth: 0.02},
		{Label: "NoProofKernel", Text: "kernel", Share: 0.6, HalfWidth: 0.1},
		{Label: "ManyPawns", Text: "pawns"},
	}}
	text := shareTable(rep)
	first, second := strings.Index(text, "Illegal: no captures and promotions"), strings.Index(text, "Legal: proven by a game")
	if first < 0 || second < first || !strings.Contains(text, "   60.0000 %  10.0000   Illegal: ") {
		t.Errorf("the shares, 60 %% before 1 %%, are not in\n%s", text)
	}
	if rep.Verdicts[0].Text != "legal" {
		t.Error("the table has changed the order of the report")
	}
}

// TestCounterJudge: ChessCounter's rules are available for its own spaces of diagrams only, with all levels and conditions.
func TestCounterJudge(t *testing.T) {
	for space, want := range map[string]string{
		"counter-general":                             "general",
		"counter-general-feasible":                    "general",
		"counter-split-conditioned":                   "split",
		"counter-restricted":                          "restricted",
		" counter-very-restricted-feasible | men<=20": "very-restricted",
		"counter-general-feasible-positions":          "", // not diagrams
		"general":                                     "",
		"counter-":                                    "",
		"ranked|counter-general":                      "",
		"":                                            "",
	} {
		judge, err := counterJudge(space)
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "want a --space of diagrams") {
				t.Errorf("%q: %v, %v", space, judge, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", space, err)
		} else if got := judge.(mates.ChessCounter).Space.String(); strings.ReplaceAll(got, " ", "-") != want {
			t.Errorf("%q: %s, want %s", space, got, want)
		}
	}
}

// TestNothingSolved: the report on mates without a solved draw says so and contains no NaN.
func TestNothingSolved(t *testing.T) {
	r := &mates.Report{Space: "ranked", Size: big.NewInt(100), Seed: 3, Requested: 7, Draws: 7, Judge: "nobody", Moves: 1}
	text := string(matesText(r, timing{}))
	if !strings.Contains(text, "7 draws from ranked (N = 100), seed 3, judge: nobody") || !strings.HasSuffix(text, "so there is nothing to estimate\n") ||
		strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("no word that nothing was solved, or numbers that are none, in\n%s", text)
	}
}

// TestNoDraws: a run that is stopped before its first draw says so, as text and as JSON.
func TestNoDraws(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, asJSON := range []bool{false, true} {
		var out, errs strings.Builder
		a := &cli.App{Out: &out, Err: &errs, Workers: 1}
		o := &estimateOptions{space: "ranked", runFlags: runFlags{effort: verdict.Static, draws: 9, seed: 1, confidence: 0.95, json: asJSON}}
		if err := runEstimate(ctx, a, o); err != nil || a.Status != cli.StatusInterrupted || !strings.Contains(errs.String(), "interrupted after 0 of 9 draws") {
			t.Errorf("status %d, %v, %s", a.Status, err, &errs)
		}
		if !asJSON {
			if !strings.HasSuffix(out.String(), "so there is nothing to estimate\n") {
				t.Errorf("%s, want that there is nothing to estimate", &out)
			}
			continue
		}
		var record struct{ Interrupted bool }
		if err := json.Unmarshal([]byte(out.String()), &record); err != nil || !record.Interrupted {
			t.Errorf("%s, error %v, want a record that was interrupted", &out, err)
		}
	}
}

// TestFromUsage: wrong flags and missing files are errors before anything is printed.
func TestFromUsage(t *testing.T) {
	dir := t.TempDir()
	blocked := filepath.Join(dir, "file")
	testkit.OK(t, os.WriteFile(blocked, nil, 0o666))
	for _, c := range []struct {
		args   []string
		want   string
		status int
	}{
		{[]string{"--from", filepath.Join(dir, "gone")}, "gone", 1},
		{[]string{"--from", "-", "--space", "moon"}, "unknown space", cli.StatusUsage},
		{[]string{"-n", "10", "--space", "ranked", "--figures", blocked}, blocked, 1},
		{[]string{"--mates", "1", "-n", "10", "--space", "ranked", "--figures", blocked}, blocked, 1},
	} {
		program.Refuse(t, c.status, c.want, append([]string{"estimate"}, c.args...)...)
	}
}
