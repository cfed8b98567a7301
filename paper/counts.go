package paper

import (
	"fmt"
	"strconv"

	"chesscensus/paper/numbers"
	"chesscensus/plots"
	"chesscensus/stats"
)

// bars returns a figure with the number of legal positions by the value of a property, on a logarithmic axis. Values that are no whole numbers, such
// as "other", are left out. It reports false if the report has no such group, or no value of it a draw.
func bars(e *numbers.Edition, name, group, title, label string) (figure, bool) {
	items := e.Report.Items(group)
	if items == nil {
		return figure{}, false
	}
	f := figure{Name: name, Title: title, Head: []string{label, "proven", "lo", "hi", "not_refuted", "not_refuted_lo", "not_refuted_hi", "draws_judged_to_the_end"}}
	var bins []stats.Bin
	for i := range items {
		item := &items[i]
		key, err := strconv.Atoi(item.Value)
		if err != nil {
			continue
		}
		f.Rows = append(f.Rows, []string{item.Value, number(item.Low.Value), number(item.Low.Lo), number(item.Low.Hi),
			number(item.High.Value), number(item.High.Lo), number(item.High.Hi), whole(item.Draws[len(item.Draws)-1])})
		if item.High.Value > 0 { // a value without a draw has a row, but no bar
			bins = append(bins, stats.Bin{Key: key, Result: stats.Result{Low: item.Low, High: item.Low, Lo: item.Low.Lo, Hi: item.Low.Hi, InCount: item.Low.Hits}})
		}
	}
	f.Caption = fmt.Sprintf("Legal positions by %s, proven by games, with 95 %% intervals; the axis is logarithmic. %s", label, origin(e))
	f.Draw = func(form layout) (picture, error) {
		return plots.PieceHistogram(bins, plots.HistogramOptions{Options: form.options(f.Title), Log: true, XLabel: label})
	}
	return f, len(bins) > 0
}

// menBySpace returns a figure with the shares by men of all editions. It reports false if there is no edition, or one without the group "men".
func menBySpace(record *numbers.Record) (figure, bool) {
	f := figure{Name: "men-by-space", Title: "Men on the board, by edition", Head: []string{"edition", "space", "men", "share", "std_err"}}
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
			menShare, stdErr := item.Low.Value/total, item.Low.StdErr/total
			if err != nil || menShare < 1e-4 { // as the caption says
				continue
			}
			s.Keys, s.Shares, s.StdErrs = append(s.Keys, men), append(s.Shares, menShare), append(s.StdErrs, stdErr)
			f.Rows = append(f.Rows, []string{e.Name, e.Report.Space, item.Value, number(menShare), number(stdErr)})
		}
		series = append(series, s)
		caption += " " + origin(e)
	}
	f.Caption = caption
	f.Draw = func(form layout) (picture, error) {
		return plots.SharesPlot(series, plots.SharesOptions{Options: form.options(f.Title)})
	}
	return f, len(series) > 0
}
