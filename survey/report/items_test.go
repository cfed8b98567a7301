package report

import (
	"reflect"
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
	men := r.Groups[1].Items
	if got := r.Items("men"); !reflect.DeepEqual(got, men) || r.Items("kings") != nil {
		t.Errorf("by men %+v, by kings %+v, want %+v and none", got, r.Items("kings"), men)
	}
	for _, c := range []struct {
		group, value string
		want         *Item
	}{{"men", "28", &men[1]}, {"men", "9", nil}, {"kings", "9", nil}} {
		if got := r.Item(c.group, c.value); got != c.want {
			t.Errorf("%s %s: %+v, want %+v", c.group, c.value, got, c.want)
		}
	}
	bins := r.Bins("men")
	if len(bins) != 2 || bins[0].Key != 2 || bins[1].Key != 28 {
		t.Fatalf("bins %+v, want those of 2 and 28", bins)
	}
	if r := bins[1].Result; r.Low.Value != 4000 || r.High.Value != 8000 || r.Lo != 3600 || r.Hi != 4400 {
		t.Errorf("28 men: %+v, want 4000 and 8000 in 3600 to 4400", r)
	}
	seconds, percent := Spent([]Point{{CPU: 1}, {CPU: 2, Relative: 0.5}, {CPU: 8, Relative: 0.25}})
	if !slices.Equal(seconds, []float64{2, 8}) || !slices.Equal(percent, []float64{50, 25}) {
		t.Errorf("after %v s %v %%, want 50 after 2 and 25 after 8", seconds, percent)
	}
}
