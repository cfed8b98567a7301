package report

import (
	"strconv"

	"chesscensus/stats"
)

// Items returns the by-products of a group, nil if the report has no group of this name.
func (r *Report) Items(group string) []Item {
	for _, g := range r.Groups {
		if g.Name == group {
			return g.Items
		}
	}
	return nil
}

// Item returns a by-product, nil if there is none of the name.
func (r *Report) Item(group, value string) *Item {
	items := r.Items(group)
	for i := range items {
		if items[i].Value == value {
			return &items[i]
		}
	}
	return nil
}

// Bins returns the by-products of a group whose values are numbers, such as men, for a histogram.
func (r *Report) Bins(group string) (bins []stats.Bin) {
	for _, item := range r.Items(group) {
		if n, err := strconv.Atoi(item.Value); err == nil {
			lo, hi := item.Range()
			bins = append(bins, stats.Bin{Key: n, Result: stats.Result{Low: item.Low, High: item.High, Lo: lo, Hi: hi}})
		}
	}
	return bins
}

// Spent returns the processor time in seconds after each point of a trace, and the relative half-width in percent at that point. It leaves
// out points before the first hit, which have no half-width.
func Spent(trace []Point) (seconds, percent []float64) {
	for _, p := range trace {
		if p.Relative > 0 {
			seconds, percent = append(seconds, p.CPU), append(percent, 100*p.Relative)
		}
	}
	return seconds, percent
}
