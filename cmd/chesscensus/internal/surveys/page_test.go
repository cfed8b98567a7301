package surveys

import (
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/survey/report"
)

// TestCompareWithNothing: the difference to a survey that proves nothing has no share. Three surveys are compared together, too.
func TestCompareWithNothing(t *testing.T) {
	shown := func(values ...float64) string {
		edition := func(seed uint64, value float64) *report.Report {
			r := new(report.Report)
			r.Seed, r.Done, r.Space = seed, 1, "ranked"
			r.Estimate.Low = stats.Estimate{Value: value, StdErr: value / 4, Confidence: 0.95}
			r.Estimate.High = r.Estimate.Low
			return r
		}
		var list []*report.Report
		for i, v := range values {
			list = append(list, edition(uint64(i+1), v))
		}
		c := testkit.Must(report.CompareAll(list, nil))(t)
		return string(comparisonText(c, []string{"one", "two", "three"}[:len(list)], true, 0.01))
	}
	for want, text := range map[string]string{
		"difference: two proves nothing, 4.00 joint": shown(8, 0),
		"difference: two proves nothing, 0.00 joint": shown(0, 0),
		"difference: -100.0000 %, -4.00 joint":       shown(0, 8),
		"difference: +100.0000 %, 1.79 joint":        shown(8, 4),
		"on 2 degrees of freedom":                    shown(8, 4, 8),
	} {
		if !strings.Contains(text, want) || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("want %q, without NaN and Inf:\n%s", want, text)
		}
	}
}

// TestPage writes a section, a line and a table as text and as Markdown.
func TestPage(t *testing.T) {
	rows := [][]string{{"what", "n"}, {"♔ and ♚", "12"}, {"x", "3"}}
	text := new(page)
	text.section("Men")
	text.line("%d rows", 2)
	text.table(rows)
	testkit.Equal(t, text.String(), "\nMen\n2 rows\n  what     n\n  ♔ and ♚  12\n  x        3\n")
	md := &page{markdown: true}
	md.section("Men")
	md.line("%d rows", 2)
	md.table(rows)
	testkit.Equal(t, md.String(), "\n## Men\n\n- 2 rows\n| what | n |\n|---|---|\n| ♔ and ♚ | 12 |\n| x | 3 |\n")
}

// TestPlanFlags: wrong flags are errors before any work, and the others become the request.
func TestPlanFlags(t *testing.T) {
	good := func() *planOptions {
		o := &planOptions{budget: 90e9}
		o.Confidence = 0.95
		return o
	}
	o := good()
	o.costs = append(o.costs, 3e3, 60e3)
	if err := o.check(); err != nil || o.Budget != 90 || len(o.Costs) != 2 || o.Costs[1] != 60e-6 {
		t.Errorf("%v, %+v", err, o)
	}
	for want, spoil := range map[string]func(*planOptions){
		"--budget": func(o *planOptions) { o.budget = -1 },
		"--costs":  func(o *planOptions) { o.costs = append(o.costs, 0) },
	} {
		o := good()
		spoil(o)
		if err := o.check(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestSeconds: times have two decimals below ten seconds and none above.
func TestSeconds(t *testing.T) {
	for s, want := range map[float64]string{0: "0s", 1.234: "1.23s", 12.6: "13s", 7525: "2h5m25s"} {
		testkit.Equal(t, seconds(s), want, s)
	}
}

// TestEngineVersions: the versions of the engine are listed if there are several.
func TestEngineVersions(t *testing.T) {
	for want, engines := range map[string][]int{"": {8}, ", made by versions 4 and 8 of the engine": {4, 8}, ", made by versions 2, 4 and 8 of the engine": {2, 4, 8}} {
		testkit.Equal(t, engineVersions(engines), want, engines)
	}
}

// TestSubcommands: help lists all subcommands, and a misspelled one gets a suggestion.
func TestSubcommands(t *testing.T) {
	status, out, errs := invoke("", "survey")
	if status != 0 || errs != "" {
		t.Fatalf("status %d, %s", status, errs)
	}
	for _, name := range []string{"plan", "run", "resume", "status", "open", "settle", "audit", "export", "report", "sample", "share", "compare"} {
		if !strings.Contains(out, "\n  "+name+" ") {
			t.Errorf("no %s in\n%s", name, out)
		}
	}
	if status, _, errs := invoke("", "survey", "repotr", "x"); status != cli.StatusUsage || !strings.Contains(errs, "did you mean report?") {
		t.Errorf("a misspelled subcommand: status %d, errors %s", status, errs)
	}
}
