package paper

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"chesscensus/internal/testing/testkit"
	"chesscensus/paper/numbers"
	"chesscensus/stats/design"
	"chesscensus/survey/plan"
	"chesscensus/survey/report"
)

// TestTablesOfAnInventedEdition checks which tables an edition has, that every row is as wide as its head, and some rows.
func TestTablesOfAnInventedEdition(t *testing.T) {
	e := inventedEdition(nil, map[string]float64{"31": 25, "32": 75})
	e.Report.Size = "1000"
	e.Report.Phases = []plan.Phase{{Name: "rules"}}
	e.Report.Estimate.Phases = []design.PhasePart{{Judged: 5_000_000, Decided: 4_000_000, Passed: 1_000_000, StdErr: 123, Share: 0.25}, {Judged: 7, Share: 0.75}}
	e.Report.Verdicts = []report.VerdictShare{{Label: "Legal", Text: "legal", Share: 0.11718, HalfWidth: 0.0003}, {Label: "NoLastMove", Share: 0.5, HalfWidth: 0.01}}
	byName := map[string]table{}
	var names []string
	for _, table := range tables(&numbers.Record{Editions: []*numbers.Edition{e}}) {
		byName[table.Name] = table
		names = append(names, table.Name)
		for _, rows := range [][][]string{table.unicode(), table.exact()} {
			for _, row := range rows {
				if len(row) != len(table.Head) {
					t.Errorf("%s: %d fields under %q", table.Name, len(row), table.Head)
				}
			}
		}
		if table.Caption == "" || !strings.HasPrefix(string(table.tex()), "% "+table.Caption+"\n") {
			t.Errorf("%s has the caption %q", table.Name, table.Caption)
		}
		for _, c := range string(table.tex()) { // pdfLaTeX knows no other signs
			if c > unicode.MaxASCII && !unicode.IsLetter(c) {
				t.Errorf("%s: %q in its LaTeX", table.Name, c)
			}
		}
	}
	if want := []string{"results", "phases", "verdicts", "spaces", "history", "men"}; !slices.Equal(names, want) {
		t.Errorf("tables %q, want %q", names, want)
	}
	for name, want := range map[string]string{
		"men":      "32|75 ± 8|75 ± 8|75.0 %",
		"phases":   "rules|5 000 000|4 000 000|1 000 000|123|25.0 %",
		"verdicts": "legal|11.718 ± 0.030",
	} {
		found := false
		for _, row := range byName[name].rowsOf() {
			found = found || row == want
		}
		if !found {
			t.Errorf("%s: no row %q in %q", name, want, byName[name].rowsOf())
		}
	}
	if rows := byName["phases"].rowsOf(); !strings.HasPrefix(rows[1], "phase 2|7|") { // a phase that the plan does not name
		t.Errorf("%q", rows)
	}
	if rows := byName["verdicts"].rowsOf(); !strings.HasPrefix(rows[1], shortWords["NoLastMove"]+"|") {
		t.Errorf("%q", rows)
	}
	if n := len(numbers.Sizes()); len(byName["spaces"].Rows) != n || len(byName["history"].Rows) != len(knownFacts()) {
		t.Errorf("%d spaces of %d, %d facts of %d", len(byName["spaces"].Rows), n, len(byName["history"].Rows), len(knownFacts()))
	}
}

// rowsOf returns the rows for pages, with fields separated by bars.
func (t table) rowsOf() (rows []string) {
	for _, row := range t.unicode() {
		rows = append(rows, strings.Join(row, "|"))
	}
	return rows
}

// TestSpaceSizes checks the data for every set: its size, and its elements for each legal position.
func TestSpaceSizes(t *testing.T) {
	e := inventedEdition(nil, map[string]float64{"32": 1e44})
	f := spaceSizes(e)
	for i, s := range numbers.Sizes() {
		want := []string{s.Name, s.Size, number(parse(t, s.Size) / 1e44), strconv.FormatBool(s.Sound), s.About}
		if got := f.Rows[i]; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, form := range forms() {
		if _, err := f.Draw(form); err != nil {
			t.Errorf("%s: %v", form.Name, err)
		}
	}
}

// TestMakeEnds checks that Make and draw end with their context.
func TestMakeEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	testkit.Fails(Make(ctx, testkit.Must(unpromotedOnly())(t), Options{}))(t, context.Canceled)
	if s, err := draw(ctx, Options{Seed: 1, SampleSize: 3, Workers: 1}); err == nil {
		t.Errorf("a sample of %d positions after the end", len(s.list))
	}
}
