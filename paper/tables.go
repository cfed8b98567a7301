package paper

import (
	"fmt"
	"math"
	"math/big"

	"chesscensus/internal/digits"
	"chesscensus/paper/numbers"
	"chesscensus/stats"
	"chesscensus/survey/report"
)

// tables are those of the record.
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
			table := table{Name: t.name, Caption: t.caption + ", " + e.Name + " edition", Head: []string{t.head, "proven", "not refuted", "share"}}
			for i := range items {
				item := &items[i]
				table.Rows = append(table.Rows, []entry{text("%s", item.Value), counted(&item.Low), counted(&item.High),
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

// share writes a share in per cent with three digits.
func share(x float64) string { return digits.Significant(100*x, 3).Unicode() + " %" }

// shareOf writes the share of an estimate in a total, or its upper limit if no draw had a part in it.
func shareOf(e *stats.Estimate, total float64) string {
	if e.Value > 0 || !(e.Hi > 0) {
		return share(e.Value / total)
	}
	return "≤ " + digits.Significant(100*e.Hi/total, 2).Unicode() + " %"
}

// results are the editions side by side.
func results(record *numbers.Record) table {
	t := table{Name: "results", Caption: "The editions of the record, with 95 % intervals", Head: []string{""}}
	rows := []struct {
		name string
		of   func(*numbers.Edition) entry
	}{
		{"set", func(e *numbers.Edition) entry { return text("%s", e.Report.Space) }},
		{"elements", func(e *numbers.Edition) entry {
			n, _ := new(big.Float).SetString(e.Report.Size)
			size, _ := n.Float64()
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
	for _, r := range rows {
		row := []entry{text("%s", r.name)}
		for _, e := range record.Editions {
			row = append(row, r.of(e))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// agreement are the editions two by two.
func agreement(record *numbers.Record, all *report.Comparisons) table {
	t := table{Name: "agreement", Caption: "Differences of the editions, in joint standard errors, in all and by parts", Head: []string{""}}
	for i, a := range record.Editions {
		for _, b := range record.Editions[i+1:] {
			t.Head = append(t.Head, a.Name+", "+b.Name)
		}
	}
	row := func(name string, of func(*report.Comparison) entry) {
		r := []entry{text("%s", name)}
		for _, c := range all.Pairs {
			r = append(r, of(c))
		}
		t.Rows = append(t.Rows, r)
	}
	row("z of the number", func(c *report.Comparison) entry { return text("%.2f", c.Z) })
	row("p", func(c *report.Comparison) entry { return text("%.2f", c.P) })
	row("would have been seen", func(c *report.Comparison) entry { return text("%.2g %%", 100*c.Power.Detectable) })
	row("equal within", func(c *report.Comparison) entry { return text("%.2g %%", 100*c.Power.Within) })
	row("parts", func(c *report.Comparison) entry { return text("%d", len(c.Parts)) })
	row("largest z of a part", func(c *report.Comparison) entry {
		most := 0.0
		for i := range c.Parts {
			most = max(most, math.Abs(c.Parts[i].Z))
		}
		return text("%.2f", most)
	})
	row("its p, adjusted", func(c *report.Comparison) entry {
		least := 1.0
		for i := range c.Parts {
			least = min(least, c.Parts[i].Holm)
		}
		return text("%.2g", least)
	})
	for _, division := range []struct{ group, name string }{{"men", "men"}, {"pawns", "pawns"}, {"promoted men, at least", "promotions"}, {"castling rights", "rights"}} {
		row(division.name+": chi-squared", func(c *report.Comparison) entry {
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

// phases are what was judged, and where the variance comes from.
func phases(e *numbers.Edition) table {
	t := table{Name: "phases", Caption: "Phases of the " + e.Name + " edition", Head: []string{"phase", "judged", "decided", "left", "standard error", "share of variance"}}
	for k, p := range e.Report.Estimate.Phases {
		name := fmt.Sprintf("phase %d", k+1)
		if k < len(e.Report.Phases) {
			name = e.Report.Phases[k].Name
		}
		t.Rows = append(t.Rows, []entry{text("%s", name), text("%s", digits.Group(p.Judged)), text("%s", digits.Group(p.Decided)), text("%s", digits.Group(p.Passed)), about(p.StdErr, 2), text("%.1f %%", 100*p.Share)})
	}
	return t
}

// verdictTable is where uniform draws end.
func verdictTable(e *numbers.Edition) table {
	t := table{Name: "verdicts", Caption: "Where uniform draws of " + e.Report.Space + " end, per cent", Head: []string{"verdict", "per cent"}}
	for i := range e.Report.Verdicts {
		v := &e.Report.Verdicts[i]
		t.Rows = append(t.Rows, []entry{text("%s", wordsOf(v, false)), rounded(100*v.Share, 100*v.HalfWidth)})
	}
	return t
}

// spaceTable are the sets with their sizes.
func spaceTable(e *numbers.Edition) table {
	t := table{Name: "spaces", Caption: "Sets of positions", Head: []string{"set", "elements", "for a legal position"}}
	for _, s := range numbers.Sizes() {
		n, _ := new(big.Float).SetString(s.Size)
		size, _ := n.Float64()
		t.Rows = append(t.Rows, []entry{text("%s", s.Name), about(size, 5), about(size/e.Report.Estimate.Low.Value, 3)})
	}
	return t
}

// historyTable is what was published.
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
