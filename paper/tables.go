package paper

import (
	"fmt"
	"math"
	"strconv"

	"chesscensus/internal/digits"
	"chesscensus/paper/numbers"
	"chesscensus/stats"
	"chesscensus/survey/report"
)

// tables returns the tables of the record: those of a single edition are of the headline edition. A table of by-products is left out if that edition
// has not counted them, and the table of agreement if there are no editions to compare.
func tables(record *numbers.Record) []table {
	e := record.Headline()
	list := []table{results(record), phases(e), verdictTable(e), spaceTable(e), historyTable()}
	for _, t := range []struct{ name, group, head, caption string }{
		{"men", "men", "men", "Legal positions by men on the board"},
		{"promotions", "promoted men, at least", "promoted", "Legal positions by promoted men, at least so many by their counts"},
		{"rights", "castling rights", "rights", "Legal positions by castling rights"},
		{"special", "special", "", "Legal positions with properties that most people ask for"},
	} {
		if items := e.Report.Items(t.group); items != nil {
			part := table{Name: t.name, Caption: t.caption + ", " + e.Name + " edition", Head: []string{t.head, "proven", "not refuted", "share"}}
			for i := range items {
				item := &items[i]
				part.Rows = append(part.Rows, []entry{text("%s", item.Value), counted(&item.Low), counted(&item.High),
					text("%s", shareOf(&item.Low, e.Report.Estimate.Low.Value))})
			}
			list = append(list, part)
		}
	}
	if all, err := record.Combined(); err == nil && all != nil {
		list = append(list, agreement(record, all))
	}
	return list
}

// share returns a share in per cent with three significant digits.
func share(x float64) string { return digits.Significant(100*x, 3).Unicode() + " %" }

// shareOf returns the share of an estimate in a total, or the upper limit of the share if no draw contributed to the estimate.
func shareOf(e *stats.Estimate, total float64) string {
	if e.Value > 0 || !(e.Hi > 0) {
		return share(e.Value / total)
	}
	return "≤ " + digits.Significant(100*e.Hi/total, 2).Unicode() + " %"
}

// results returns the table of the editions side by side, one column for each.
func results(record *numbers.Record) table {
	t := table{Name: "results", Caption: "The editions of the record, with 95 % intervals", Head: []string{""}}
	rows := []struct {
		name  string
		entry func(*numbers.Edition) entry
	}{
		{"set", func(e *numbers.Edition) entry { return text("%s", e.Report.Space) }},
		{"elements", func(e *numbers.Edition) entry {
			size, _ := strconv.ParseFloat(e.Report.Size, 64)
			return about(size, 4)
		}},
		{"draws", func(e *numbers.Edition) entry { return text("%s", digits.Group(e.Report.Draws)) }},
		{"shards done", func(e *numbers.Edition) entry { return text("%d of %d", e.Report.Done, e.Report.Shards) }},
		{"CPU hours", func(e *numbers.Edition) entry { return text("%.2f", e.CPU()/3600) }},
		{"proven", func(e *numbers.Edition) entry {
			return rounded(e.Report.Estimate.Low.Value, e.Report.Estimate.Low.HalfWidth())
		}},
		{"not refuted", func(e *numbers.Edition) entry {
			return rounded(e.Report.Estimate.High.Value, e.Report.Estimate.High.HalfWidth())
		}},
		{"half-width", func(e *numbers.Edition) entry { return text("%.4f %%", 100*e.Report.Estimate.Low.Relative()) }},
		{"undecided draws", func(e *numbers.Edition) entry { return text("%d", e.Report.Estimate.OpenDraws) }},
		{"standard error", func(e *numbers.Edition) entry { return about(e.Report.Estimate.Low.StdErr, 3) }},
		{"the same from shards", func(e *numbers.Edition) entry { return about(e.Report.Replicated, 3) }},
		{"distance to published, s.e.", func(e *numbers.Edition) entry { return text("%.2f", e.Report.Z) }},
	}
	for _, e := range record.Editions {
		t.Head = append(t.Head, e.Name+" edition")
	}
	for _, row := range rows {
		entries := []entry{text("%s", row.name)}
		for _, e := range record.Editions {
			entries = append(entries, row.entry(e))
		}
		t.Rows = append(t.Rows, entries)
	}
	return t
}

// agreement returns the table that compares the editions two by two, one column for each pair in the order of all.Pairs.
func agreement(record *numbers.Record, all *report.Comparisons) table {
	t := table{Name: "agreement", Caption: "Differences of the editions, in joint standard errors, in all and by parts", Head: []string{""}}
	for i, a := range record.Editions {
		for _, b := range record.Editions[i+1:] {
			t.Head = append(t.Head, a.Name+", "+b.Name)
		}
	}
	addRow := func(name string, field func(*report.Comparison) entry) {
		entries := []entry{text("%s", name)}
		for _, c := range all.Pairs {
			entries = append(entries, field(c))
		}
		t.Rows = append(t.Rows, entries)
	}
	addRow("z of the number", func(c *report.Comparison) entry { return text("%.2f", c.Z) })
	addRow("p", func(c *report.Comparison) entry { return text("%.2f", c.P) })
	addRow("would have been seen", func(c *report.Comparison) entry { return text("%.2g %%", 100*c.Power.Detectable) })
	addRow("equal within", func(c *report.Comparison) entry { return text("%.2g %%", 100*c.Power.Within) })
	addRow("parts", func(c *report.Comparison) entry { return text("%d", len(c.Parts)) })
	addRow("largest z of a part", func(c *report.Comparison) entry {
		largest := 0.0
		for i := range c.Parts {
			largest = max(largest, math.Abs(c.Parts[i].Z))
		}
		return text("%.2f", largest)
	})
	addRow("its p, adjusted", func(c *report.Comparison) entry {
		least := 1.0
		for i := range c.Parts {
			least = min(least, c.Parts[i].Holm)
		}
		return text("%.2g", least)
	})
	for _, division := range []struct{ group, name string }{
		{"men", "men"}, {"pawns", "pawns"}, {"promoted men, at least", "promotions"}, {"castling rights", "rights"}} {
		addRow(division.name+": chi-squared", func(c *report.Comparison) entry {
			for _, d := range c.Divisions {
				if d.Group == division.group {
					return text("%.1f on %d, p = %.2f", d.X2, d.DF, d.P)
				}
			}
			return text("not counted")
		})
	}
	return t
}

// phases returns the table of the phases: draws judged, decided and left for the next phase, standard errors, and shares of the variance.
func phases(e *numbers.Edition) table {
	t := table{Name: "phases", Caption: "Phases of the " + e.Name + " edition",
		Head: []string{"phase", "judged", "decided", "left", "standard error", "share of variance"}}
	for k, p := range e.Report.Estimate.Phases {
		name := fmt.Sprintf("phase %d", k+1)
		if k < len(e.Report.Phases) {
			name = e.Report.Phases[k].Name
		}
		t.Rows = append(t.Rows, []entry{text("%s", name), text("%s", digits.Group(p.Judged)), text("%s", digits.Group(p.Decided)),
			text("%s", digits.Group(p.Passed)), about(p.StdErr, 2), text("%.1f %%", 100*p.Share)})
	}
	return t
}

// verdictTable returns the table of the verdicts on uniform draws.
func verdictTable(e *numbers.Edition) table {
	t := table{Name: "verdicts", Caption: "Where uniform draws of " + e.Report.Space + " end, per cent", Head: []string{"verdict", "per cent"}}
	for i := range e.Report.Verdicts {
		v := &e.Report.Verdicts[i]
		t.Rows = append(t.Rows, []entry{text("%s", wordsOf(v, false)), rounded(100*v.Share, 100*v.HalfWidth)})
	}
	return t
}

// spaceTable returns the table of the sets with their sizes, and with their elements for each legal position of the edition.
func spaceTable(e *numbers.Edition) table {
	t := table{Name: "spaces", Caption: "Sets of positions", Head: []string{"set", "elements", "for a legal position"}}
	for _, s := range numbers.Sizes() {
		t.Rows = append(t.Rows, []entry{text("%s", s.Name), about(s.Elements(), 5), about(s.Elements()/e.Report.Estimate.Low.Value, 3)})
	}
	return t
}

// historyTable returns the table of the published facts.
func historyTable() table {
	t := table{Name: "history", Caption: "What was published", Head: []string{"year and author", "kind", "value"}}
	for _, f := range knownFacts() {
		value := about(f.Value, 3)
		if f.Half > 0 {
			value = rounded(f.Value, f.Half)
		}
		t.Rows = append(t.Rows, []entry{text("%d %s", f.Year, f.Who), text("%s", kinds[f.Kind]), value})
	}
	return t
}
