package report

import (
	"slices"
	"testing"

	"chesscensus/stats"
)

// TestItems finds groups and items by name. Bins are the items whose values are numbers, each with its range. Spent leaves out points before the
// first hit.
func TestItems(t *testing.T) {
	item := func(value string, low float64) Item {
		e := stats.Estimate{Value: low, Lo: 0.9 * low, Hi: 1.1 * low, Confidence: 0.95}
		high := e
		high.Value *= 2
		return Item{Value: value, Low: e, High: high}
	}
	r := &Report{Groups: []Group{{Name: "pawns", Items: []Item{item("9", 1)}}, {Name: "men", Items: []Item{item("2", 1000), item("28", 4000), item("more", 5)}}}}
	if r.Items("men")[2].Value != "more" || r.Items("kings") != nil || r.Item("men", "28") != &r.Groups[1].Items[1] || r.Item("men", "9") != nil ||
		r.Item("kings", "9") != nil {
		t.Error("items by other names")
	}
	bins := r.Bins("men")
	if len(bins) != 2 || bins[0].Key != 2 || bins[1].Key != 28 {
		t.Fatalf("%+v", bins)
	}
	if r := bins[1].Result; r.Low.Value != 4000 || r.High.Value != 8000 || r.Lo != 3600 || r.Hi != 4400 {
		t.Errorf("%+v", r)
	}
	seconds, percent := Spent([]Point{{CPU: 1}, {CPU: 2, Relative: 0.5}, {CPU: 8, Relative: 0.25}})
	if !slices.Equal(seconds, []float64{2, 8}) || !slices.Equal(percent, []float64{50, 25}) {
		t.Errorf("%v, %v", seconds, percent)
	}
}
