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
func tables(record *numbers.Record) []Table {
	e := record.Headline()
	list := []Table{results(record), phases(e), verdictTable(e), spaceTable(e), historyTable()}
	for _, t := range []struct{ name, group, head, caption string }{
		{"men", "men", "men", "Legal positions by men on the board"},
		{"promotions", "promoted men, at least", "promoted", "Legal positions by promoted men, at least so many by their counts"},
		{"rights", "castling rights", "rights", "Legal positions by castling rights"},
		{"special", "special", "", "Legal positions with properties that most people ask for"},
	} {
		if items := e.Report.Items(t.group); items != nil {
			table := Table{Name: t.name, Caption: t.caption + ", " + e.Name + " edition", Head: []string{t.head, "proven", "not refuted", "share"}}
			for i := range items {
				item := &items[i]
				table.Rows = append(table.Rows, []Entry{text("%s", item.Value), counted(&item.Low), counted(&item.High),
					text("%s", shareOf(&item.Low, e.Report.Estimate.Low.Value))})
			}
			list = append(list, table)
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
func results(record *numbers.Record) Table {
	t := Table{Name: "results", Caption: "The editions of the record, with 95 % intervals", Head: []string{""}}
	rows := []struct {
		name  string
		entry func(*numbers.Edition) Entry
	}{
		{"set", func(e *numbers.Edition) Entry { return text("%s", e.Report.Space) }},
		{"elements", func(e *numbers.Edition) Entry {
			size, _ := strconv.ParseFloat(e.Report.Size, 64)
			return about(size, 4)
		}},
		{"draws", func(e *numbers.Edition) Entry { return text("%s", digits.Group(e.Report.Draws)) }},
		{"shards done", func(e *numbers.Edition) Entry { return text("%d of %d", e.Report.Done, e.Report.Shards) }},
		{"CPU hours", func(e *numbers.Edition) Entry { return text("%.2f", e.CPU()/3600) }},
		{"proven", func(e *numbers.Edition) Entry {
			return rounded(e.Report.Estimate.Low.Value, e.Report.Estimate.Low.HalfWidth())
		}},
		{"not refuted", func(e *numbers.Edition) Entry {
			return rounded(e.Report.Estimate.High.Value, e.Report.Estimate.High.HalfWidth())
		}},
		{"half-width", func(e *numbers.Edition) Entry { return text("%.4f %%", 100*e.Report.Estimate.Low.Relative()) }},
		{"undecided draws", func(e *numbers.Edition) Entry { return text("%d", e.Report.Estimate.OpenDraws) }},
		{"standard error", func(e *numbers.Edition) Entry { return about(e.Report.Estimate.Low.StdErr, 3) }},
		{"the same from shards", func(e *numbers.Edition) Entry { return about(e.Report.Replicated, 3) }},
		{"distance to published, s.e.", func(e *numbers.Edition) Entry { return text("%.2f", e.Report.Z) }},
	}
	for _, e := range record.Editions {
		t.Head = append(t.Head, e.Name+" edition")
	}
	for _, row := range rows {
		entries := []Entry{text("%s", row.name)}
		for _, e := range record.Editions {
			entries = append(entries, row.entry(e))
		}
		t.Rows = append(t.Rows, entries)
	}
	return t
}

// agreement returns the table that compares the editions two by two, one column for each pair in the order of all.Pairs.
func agreement(record *numbers.Record, all *report.Comparisons) Table {
	t := Table{Name: "agreement", Caption: "Differences of the editions, in joint standard errors, in all and by parts", Head: []string{""}}
	for i, a := range record.Editions {
		for _, b := range record.Editions[i+1:] {
			t.Head = append(t.Head, a.Name+", "+b.Name)
		}
	}
	addRow := func(name string, entry func(*report.Comparison) Entry) {
		entries := []Entry{text("%s", name)}
		for _, c := range all.Pairs {
			entries = append(entries, entry(c))
		}
		t.Rows = append(t.Rows, entries)
	}
	addRow("z of the number", func(c *report.Comparison) Entry { return text("%.2f", c.Z) })
	addRow("p", func(c *report.Comparison) Entry { return text("%.2f", c.P) })
	addRow("would have been seen", func(c *report.Comparison) Entry { return text("%.2g %%", 100*c.Power.Detectable) })
	addRow("equal within", func(c *report.Comparison) Entry { return text("%.2g %%", 100*c.Power.Within) })
	addRow("parts", func(c *report.Comparison) Entry { return text("%d", len(c.Parts)) })
	addRow("largest z of a part", func(c *report.Comparison) Entry {
		largest := 0.0
		for i := range c.Parts {
			largest = max(largest, math.Abs(c.Parts[i].Z))
		}
		return text("%.2f", largest)
	})
	addRow("its p, adjusted", func(c *report.Comparison) Entry {
		least := 1.0
		for i := range c.Parts {
			least = min(least, c.Parts[i].Holm)
		}
		return text("%.2g", least)
	})
	for _, division := range []struct{ group, name string }{
		{"men", "men"}, {"pawns", "pawns"}, {"promoted men, at least", "promotions"}, {"castling rights", "rights"}} {
		addRow(division.name+": chi-squared", func(c *report.Comparison) Entry {
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
func phases(e *numbers.Edition) Table {
	t := Table{Name: "phases", Caption: "Phases of the " + e.Name + " edition",
		Head: []string{"phase", "judged", "decided", "left", "standard error", "share of variance"}}
	for k, p := range e.Report.Estimate.Phases {
		name := fmt.Sprintf("phase %d", k+1)
		if k < len(e.Report.Phases) {
			name = e.Report.Phases[k].Name
		}
		t.Rows = append(t.Rows, []Entry{text("%s", name), text("%s", digits.Group(p.Judged)), text("%s", digits.Group(p.Decided)),
			text("%s", digits.Group(p.Passed)), about(p.StdErr, 2), text("%.1f %%", 100*p.Share)})
	}
	return t
}

// verdictTable returns the table of the verdicts on uniform draws.
func verdictTable(e *numbers.Edition) Table {
	t := Table{Name: "verdicts", Caption: "Where uniform draws of " + e.Report.Space + " end, per cent", Head: []string{"verdict", "per cent"}}
	for i := range e.Report.Verdicts {
		v := &e.Report.Verdicts[i]
		t.Rows = append(t.Rows, []Entry{text("%s", wordsOf(v, false)), rounded(100*v.Share, 100*v.HalfWidth)})
	}
	return t
}

// spaceTable returns the table of the sets with their sizes, and with their elements for each legal position of the edition.
func spaceTable(e *numbers.Edition) Table {
	t := Table{Name: "spaces", Caption: "Sets of positions", Head: []string{"set", "elements", "for a legal position"}}
	for _, s := range numbers.Sizes() {
		t.Rows = append(t.Rows, []Entry{text("%s", s.Name), about(s.Elements(), 5), about(s.Elements()/e.Report.Estimate.Low.Value, 3)})
	}
	return t
}

// historyTable returns the table of the published facts.
func historyTable() Table {
	t := Table{Name: "history", Caption: "What was published", Head: []string{"year and author", "kind", "value"}}
	for _, f := range knownFacts() {
		value := about(f.Value, 3)
		if f.Half > 0 {
			value = rounded(f.Value, f.Half)
		}
		t.Rows = append(t.Rows, []Entry{text("%d %s", f.Year, f.Who), text("%s", kinds[f.Kind]), value})
	}
	return t
}
