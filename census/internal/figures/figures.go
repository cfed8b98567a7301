// Package figures draws figures of surveys, comparisons and planned estimates: each value has a menu of figures by name, and several names
// make one figure of panels. census.Plot calls it; the drawing is that of package plots. [Kernel] draws the pawns along the captures of a
// proof kernel, and [Live] shows the progress of a long cell, and the estimate so far.
package figures

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chesscensus/internal/digits"
	"chesscensus/legality/verdict"
	"chesscensus/plots"
	"chesscensus/stats"
	"chesscensus/survey"
	"chesscensus/survey/report"
)

// A menu holds the figures of a value, and their source line.
type menu struct {
	source  string
	choices []choice
}

// A choice is a name for one figure, which draw draws, or if draw is nil for several, named by members.
type choice struct {
	name    string
	draw    func(o plots.Options) (*plots.Figure, error)
	members []string
}

// figure returns the figure of some names: one alone, or several as panels in two columns, with the source once. Without a name it draws
// the first choice.
func (m *menu) figure(names []string) (*plots.Figure, error) {
	if len(names) == 0 {
		names = []string{m.choices[0].name}
	}
	var selected []choice
	for _, name := range names {
		list, err := m.find(name)
		if err != nil {
			return nil, err
		}
		selected = append(selected, list...)
	}
	if len(selected) == 1 {
		f, err := selected[0].draw(plots.Options{Source: m.source})
		return f, nameError(selected[0].name, err)
	}
	var panels []any
	for _, c := range selected {
		f, err := c.draw(plots.Options{})
		if err != nil {
			return nil, nameError(c.name, err)
		}
		panels = append(panels, f)
	}
	f, err := plots.Panels(2, panels...)
	if err == nil {
		f.Options.Source = m.source
	}
	return f, err
}

// nameError adds the name of a figure to an error, if there is one.
func nameError(name string, err error) error {
	if err != nil {
		return fmt.Errorf("figure %q: %w", name, err)
	}
	return nil
}

// find returns the figures that a name stands for.
func (m *menu) find(name string) (list []choice, err error) {
	i := slices.IndexFunc(m.choices, func(c choice) bool { return c.name == name })
	if i < 0 {
		var names []string
		for _, c := range m.choices {
			names = append(names, strconv.Quote(c.name))
		}
		return nil, fmt.Errorf("no figure %q; there are %s", name, strings.Join(names, ", "))
	}
	if m.choices[i].draw != nil {
		return []choice{m.choices[i]}, nil
	}
	for _, name := range m.choices[i].members {
		one, err := m.find(name)
		if err != nil {
			return nil, err
		}
		list = append(list, one...)
	}
	return list, nil
}

// Survey draws a survey: "verdicts", "men" or "convergence". No name means the last two.
func Survey(r *survey.Report, names ...string) (*plots.Figure, error) {
	m := menu{source: fmt.Sprintf("chesscensus, %s, %s draws, seed %d, effort %v", r.Space, digits.Group(r.Draws), r.Seed, r.Effort)}
	m.choices = []choice{
		{name: "overview", members: []string{"men", "convergence"}},
		{name: "verdicts", draw: func(o plots.Options) (*plots.Figure, error) {
			var dots []plots.Dot
			for _, row := range r.Verdicts.Rows() {
				if row.Draws > 0 {
					kind, words := Words(row.Category)
					dots = append(dots, shareDot(words, kind, row.Share, r.Trace.Options.Quantile()*row.ShareStdErr))
				}
			}
			return verdicts(dots, o)
		}},
		{name: "men", draw: func(o plots.Options) (*plots.Figure, error) {
			return plots.PieceHistogram(r.Men.Estimate(r.Size, r.Trace.Options), plots.HistogramOptions{Options: o})
		}},
		{name: "convergence", draw: func(o plots.Options) (*plots.Figure, error) {
			return plots.Convergence(&r.Trace, plots.Reference{}, plots.ConvergenceOptions{Options: o})
		}},
	}
	return m.figure(names)
}

// Words returns the meaning of a label of a survey's table of verdicts: legal, unknown or illegal, and why. The kind is "" for an unknown
// label.
func Words(label string) (kind, words string) {
	switch label {
	case survey.LegalLabel:
		return "legal", "proven by a game"
	case survey.UnknownLabel:
		return "unknown", "nothing refutes it at this effort"
	case survey.GaveUpLabel:
		return "unknown", "a stage ran out of its budget"
	}
	if r, err := verdict.ParseReason(label); err == nil {
		return "illegal", r.Text()
	}
	return "", label
}

// shareDot returns a row of a figure of verdicts: a share with the half-width of its interval, both drawn in percent.
func shareDot(words, kind string, share, half float64) plots.Dot {
	return plots.Dot{Label: words, Kind: kind, Value: 100 * share, Lo: 100 * (share - half), Hi: 100 * (share + half),
		Note: strconv.FormatFloat(100*share, 'f', min(max(2-digits.Exponent(100*share), 0), 12), 64) + " %"}
}

// verdicts draws shares, the largest first.
func verdicts(dots []plots.Dot, o plots.Options) (*plots.Figure, error) {
	slices.SortStableFunc(dots, func(a, b plots.Dot) int { return cmp.Compare(b.Value, a.Value) })
	return plots.DotPlot(dots, plots.DotOptions{Options: o, Log: true, XLabel: "share of the draws (%)"})
}

// Compared draws a comparison: "totals", the estimates of each space with that of all together; and shares by "men", "captures by White"
// and "promotions". No name means all of them.
func Compared(r *survey.Compared, names ...string) (*plots.Figure, error) {
	if r.NotRefuted == nil {
		return nil, errors.New("a comparison of one space: nothing to compare")
	}
	quantity := "legal positions"
	for _, one := range r.Reports {
		if !one.Estimate.Decided() {
			quantity = "positions not refuted"
		}
	}
	m := menu{source: fmt.Sprintf("chesscensus, %s draws of each, seed %d, effort %v", digits.Group(r.Reports[0].Draws), r.Reports[0].Seed, r.Reports[0].Effort)}
	all := choice{name: "overview", members: []string{"totals"}}
	list := []choice{{name: "totals", draw: func(o plots.Options) (*plots.Figure, error) {
		a := r.NotRefuted
		var dots []plots.Dot
		for _, s := range a.Samples {
			if e := s.Estimate; e.Hits > 0 { // without a hit the interval would hide all others
				dots = append(dots, plots.Dot{Label: s.Name, Value: e.Value, Lo: e.Lo, Hi: e.Hi})
			}
		}
		half := stats.Options{Confidence: a.Samples[0].Estimate.Confidence}.Quantile() * a.PooledStdErr
		return plots.DotPlot(dots, plots.DotOptions{Options: o, XLabel: quantity,
			Reference: plots.Reference{Value: a.Pooled, HalfWidth: half, Label: "all together"}})
	}}}
	for _, s := range r.Shares {
		list = append(list, choice{name: s.Property, draw: func(o plots.Options) (*plots.Figure, error) {
			var series []plots.Series
			for i, name := range s.Names {
				one := plots.Series{Name: name}
				for _, c := range s.Categories {
					one.Keys, one.Shares, one.StdErrs = append(one.Keys, c.First), append(one.Shares, c.Shares[i]), append(one.StdErrs, c.StdErrs[i])
				}
				series = append(series, one)
			}
			return plots.SharesPlot(series, plots.SharesOptions{Options: o, XLabel: s.Property})
		}})
		all.members = append(all.members, s.Property)
	}
	m.choices = append([]choice{all}, list...)
	return m.figure(names)
}

// Estimated draws a planned estimate with its trace: each of its groups that has numbers, such as "men"; "verdicts"; and how the estimate
// came about: "convergence", "precision" (the half-width against processor time), "shards" (see [Funnel]) and "quantiles" (see
// [Quantiles]), or all four as "diagnostics". No name means "men" and "convergence".
func Estimated(r *report.Report, trace []report.Point, names ...string) (*plots.Figure, error) {
	low := r.Estimate.Low
	m := menu{source: fmt.Sprintf("chesscensus, %s, %s draws, seed %d", r.Space, digits.Group(r.Draws), r.Seed)}
	if low.Confidence != (stats.Options{}).Level() {
		m.source += fmt.Sprintf(", %g %% intervals", 100*low.Confidence)
	}
	m.choices = []choice{
		{name: "overview", members: []string{"men", "convergence"}},
		{name: "verdicts", draw: func(o plots.Options) (*plots.Figure, error) {
			var dots []plots.Dot
			for _, v := range r.Verdicts {
				if v.Share > 0 {
					dots = append(dots, shareDot(v.Text, kindOf(v.Label), v.Share, v.HalfWidth))
				}
			}
			return verdicts(dots, o)
		}},
		{name: "convergence", draw: func(o plots.Options) (*plots.Figure, error) {
			t := stats.Trace{}
			for _, p := range trace {
				half := p.Value * p.Relative
				e := stats.Estimate{Value: p.Value, Lo: p.Value - half, Hi: p.Value + half, Confidence: low.Confidence, Draws: p.Draws, Hits: 1}
				t.Points = append(t.Points, stats.Point{Draws: p.Draws, Result: stats.Result{Low: e, High: e, Lo: e.Lo, Hi: e.Hi, InCount: 1}})
			}
			return plots.Convergence(&t, plots.Reference{}, plots.ConvergenceOptions{Options: o, From: 1})
		}},
		{name: "precision", draw: func(o plots.Options) (*plots.Figure, error) {
			s := plots.Spending{Label: "reached", Measured: true}
			s.Spent, s.Percent = report.Spent(trace)
			return plots.Precision([]plots.Spending{s}, plots.PrecisionOptions{Options: o, XLabel: "CPU-seconds"})
		}},
		{name: "shards", draw: func(o plots.Options) (*plots.Figure, error) { return Funnel(shardEstimates(r), o) }},
		{name: "quantiles", draw: func(o plots.Options) (*plots.Figure, error) { return Quantiles(shardEstimates(r), o) }},
		{name: "diagnostics", members: []string{"convergence", "precision", "shards", "quantiles"}},
	}
	for _, g := range r.Groups {
		if bins := Bins(r, g.Name); len(bins) > 1 || g.Name == "men" {
			m.choices = append(m.choices, choice{name: g.Name, draw: func(o plots.Options) (*plots.Figure, error) {
				xLabel := g.Name
				if xLabel == "men" {
					xLabel = ""
				}
				return plots.PieceHistogram(bins, plots.HistogramOptions{Options: o, XLabel: xLabel})
			}})
		}
	}
	return m.figure(names)
}

// kindOf returns the kind of a label of a report's verdicts: legal, unknown or illegal.
func kindOf(label string) string {
	switch label {
	case "Legal":
		return "legal"
	case "GaveUp":
		return "unknown"
	}
	return "illegal"
}

// shardEstimates returns the estimates of the shards, without those of a supplement.
func shardEstimates(r *report.Report) []float64 {
	if len(r.ByShard) == 0 {
		return nil
	}
	return r.ByShard[0]
}

// Bins returns the number of legal positions by a property that is a number, such as "men" or "pawns", for a histogram, without values of
// which no position is proven.
func Bins(r *report.Report, group string) []stats.Bin {
	return slices.DeleteFunc(r.Bins(group), func(b stats.Bin) bool { return !(b.Result.Low.Value > 0) })
}
