package paper

import (
	"fmt"
	"strconv"

	"chesscensus/paper/numbers"
	"chesscensus/plots"
	"chesscensus/stats"
)

// bars draws the number of legal positions by the value of a property, on a logarithmic axis. It reports false if the report has no such
// group or no number in it.
func bars(e *numbers.Edition, name, group, title, label string) (Figure, bool) {
	items := e.Report.Items(group)
	if items == nil {
		return Figure{}, false
	}
	f := Figure{Name: name, Title: title, Head: []string{label, "proven", "lo", "hi", "not_refuted", "not_refuted_lo", "not_refuted_hi", "draws_judged_to_the_end"}}
	var bins []stats.Bin
	for i := range items {
		item := &items[i]
		key, err := strconv.Atoi(item.Value)
		if err != nil {
			continue
		}
		f.Rows = append(f.Rows, []string{item.Value, number(item.Low.Value), number(item.Low.Lo), number(item.Low.Hi),
			number(item.High.Value), number(item.High.Lo), number(item.High.Hi), whole(item.Draws[len(item.Draws)-1])})
		if item.High.Value > 0 { // a part without a draw has no bar
			bins = append(bins, stats.Bin{Key: key, Result: stats.Result{Low: item.Low, High: item.Low, Lo: item.Low.Lo, Hi: item.Low.Hi, InCount: item.Low.Hits}})
		}
	}
	f.Caption = fmt.Sprintf("Legal positions by %s, proven by games, with 95 %% intervals; the axis is logarithmic. %s", label, origin(e))
	f.Draw = func(form Form) (Picture, error) {
		return plots.PieceHistogram(bins, plots.HistogramOptions{Options: form.options(f.Title), Log: true, XLabel: label})
	}
	return f, len(bins) > 0
}

// menBySpace draws the shares by men of all editions in one figure. It reports false if an edition has no group "men".
func menBySpace(record *numbers.Record) (Figure, bool) {
	f := Figure{Name: "men-by-space", Title: "Men on the board, by edition", Head: []string{"edition", "space", "men", "share", "std_err"}}
	var series []plots.Series
	caption := "Share of the legal positions by number of men, in each edition of the record, with 95 % intervals; values below 0.01 % are left out."
	for _, e := range record.Editions {
		items := e.Report.Items("men")
		if items == nil {
			return f, false
		}
		s := plots.Series{Name: e.Name + " edition, " + e.Report.Space}
		total := e.Report.Estimate.Low.Value
		for i := range items {
			item := &items[i]
			men, err := strconv.Atoi(item.Value)
			share := item.Low.Value / total
			if err != nil || share < 1e-4 {
				continue
			}
			s.Keys, s.Shares, s.StdErrs = append(s.Keys, men), append(s.Shares, share), append(s.StdErrs, item.Low.StdErr/total)
			f.Rows = append(f.Rows, []string{e.Name, e.Report.Space, item.Value, number(share), number(item.Low.StdErr / total)})
		}
		series = append(series, s)
		caption += " " + origin(e)
	}
	f.Caption = caption
	f.Draw = func(form Form) (Picture, error) {
		return plots.SharesPlot(series, plots.SharesOptions{Options: form.options(f.Title)})
	}
	return f, len(series) > 0
}
