package paper

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/paper/numbers"
	"chesscensus/plots/boards"
	"chesscensus/survey/report"
)

// parse returns the number in a text.
func parse(t *testing.T, s string) float64 {
	t.Helper()
	return testkit.Must(strconv.ParseFloat(s, 64))(t)
}

// TestPrecisionData checks the last points of the lines: reached against the report, predicted against the plan, and simple draws by the
// gain over them.
func TestPrecisionData(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	record := editions(t)
	f := precision(record)
	e := record.Editions[0]
	last := map[string][]string{}
	for _, row := range f.Rows {
		if row[0] == e.Name {
			last[row[1]] = row
		}
	}
	near := func(what, got string, want float64) {
		t.Helper()
		if x := parse(t, got); math.Abs(x/want-1) > 1e-6 {
			t.Errorf("%s: %v, want %v", what, x, want)
		}
	}
	near("reached", last["reached"][3], 100*e.Report.Estimate.Low.Relative())
	near("hours", last["reached"][2], e.CPU()/3600)
	near("predicted", last["predicted"][3], 100*e.Report.Plan.Relative)
	near("hours of the plan", last["predicted"][2], e.Report.Plan.CPUSeconds/3600)
	near("simple draws", last["simple draws"][3], 100*e.Report.Estimate.Low.Relative()*math.Sqrt(e.Report.Gain))
}

// TestConvergenceData checks that there is a point for each shard, and that the last is the estimate.
func TestConvergenceData(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	e := editions(t).Editions[0]
	f := convergence(e)
	if len(f.Rows) != e.Report.Done {
		t.Errorf("%d points for %d shards", len(f.Rows), e.Report.Done)
	}
	if got := parse(t, f.Rows[len(f.Rows)-1][3]); math.Abs(got/e.Report.Estimate.Low.Value-1) > 1e-8 {
		t.Errorf("ends at %v, the estimate is %v", got, e.Report.Estimate.Low.Value)
	}
}

// TestResultsSetEditionsSideBySide checks that the table of results has a column for each edition, with its own set, in Unicode and TeX. The table of
// phases has a row for each phase.
func TestResultsSetEditionsSideBySide(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	e := editions(t).Editions[0]
	two := &numbers.Record{Editions: []*numbers.Edition{e, testkit.Must(unpromotedOnly())(t).Editions[0]}}
	table := results(two)
	rows := table.unicode()
	if len(table.Head) != 3 || rows[0][1] == rows[0][2] {
		t.Errorf("%q, %q", table.Head, rows[0])
	}
	for _, row := range rows {
		if len(row) != 3 || row[1] == "" || row[2] == "" {
			t.Errorf("%q", row)
		}
	}
	tex := string(table.tex())
	if !strings.Contains(tex, `\times 10^{44}$`) || !strings.Contains(tex, "ranked-repaired") || strings.Count(tex, `\\`) != len(rows)+1 {
		t.Error(tex)
	}
	if rows := phases(e).Rows; len(rows) != len(e.Report.Phases) {
		t.Errorf("%d phases of %d", len(rows), len(e.Report.Phases))
	}
}

// TestBarsAddUp checks that the numbers by men in the data of their figure add up to the estimate, and that an unknown group has no figure.
func TestBarsAddUp(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	e := editions(t).Headline()
	f, ok := bars(e, "men", "men", "title", "men")
	if !ok {
		t.Fatal("no men")
	}
	sum := 0.0
	for _, row := range f.Rows {
		sum += parse(t, row[1])
	}
	if math.Abs(sum/e.Report.Estimate.Low.Value-1) > 1e-6 {
		t.Errorf("men add up to %v, the estimate is %v", sum, e.Report.Estimate.Low.Value)
	}
	if _, ok := bars(e, "x", "no such group", "title", "x"); ok {
		t.Error("a group that is not there has a figure")
	}
}

// TestMultiplicityFigure checks that there is no figure without a law or for a law of one value.
func TestMultiplicityFigure(t *testing.T) {
	testkit.Unraced(t)
	e := testkit.Must(unpromotedOnly())(t).Editions[0]
	for _, law := range []*report.Law{nil, {}, {Values: make([]report.LawItem, 1)}} {
		if _, ok := multiplicities(e, law); ok {
			t.Errorf("%+v has a figure", law)
		}
	}
}

// TestForms checks the four forms: one and two columns, each with and without a title.
func TestForms(t *testing.T) {
	seen := map[string]bool{}
	for _, form := range forms() {
		o := form.options("title")
		if seen[form.Name] || o.NoTitle == form.Title || form.narrow() != (o.Width < 300) {
			t.Errorf("%+v gives %+v", form, o)
		}
		seen[form.Name] = true
	}
	if len(seen) != 4 {
		t.Errorf("%d forms", len(seen))
	}
	var _ picture = boards.SVG{}
}
