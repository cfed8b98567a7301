package report

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// TestJackknife compares the standard errors of the stored surveys, by formulas for several phases and redrawn kings, with the jackknife. The
// estimate is made anew without each of the G shards. With the mean m of these estimates the jackknife has
//
//	SE^2 = (G-1)/G * sum of (estimate without shard s - m)^2
//
// without a formula for the variance. Its own relative error is 1/sqrt(2(G-1)) or a little more, 13 % for 30 shards. The ratio may differ from 1
// by four times that.
func TestJackknife(t *testing.T) {
	testkit.Long(t)
	for _, name := range []string{"first", "second"} {
		c, err := Open(filepath.Join("..", "..", "records", name))
		testkit.OK(t, err)
		var parts [][]record.Row
		allRows := map[record.Row]int64{} // draws, by the other columns
		_, _, err = c.survey().Check(func(_ record.Entry, s *record.Shard) error {
			var part []record.Row
			for _, r := range s.Rows {
				if shards.IsAll(&r) {
					part = append(part, r)
					n := r.Draws
					r.Draws = 0
					allRows[r] += n
				}
			}
			parts = append(parts, part)
			return nil
		}, nil)
		testkit.OK(t, err)
		if each := len(parts) / 30; each > 1 && testkit.Stride() > 3 { // thirty parts of several shards
			var groups [][]record.Row
			for group := range slices.Chunk(parts, each) {
				groups = append(groups, slices.Concat(group...))
			}
			parts = groups
		}
		estimate := func(without []record.Row) stats.Estimate {
			removed := map[record.Row]int64{}
			for _, r := range without {
				n := r.Draws
				r.Draws = 0
				removed[r] += n
			}
			var rows []record.Row
			for r, n := range allRows {
				if r.Draws = n - removed[r]; r.Draws > 0 {
					rows = append(rows, r)
				}
			}
			sample := design.NewSample(len(c.Plan.Strata))
			shards.AddRows(sample, c.Plan, rows, shards.IsAll)
			e := testkit.Must(shards.DesignOf(c.Plan).Estimate(sample, stats.Options{}))(t)
			return e.Low
		}
		whole := estimate(nil)
		g, mean, squares := 0.0, 0.0, 0.0
		for _, part := range parts {
			v := estimate(part).Value
			g++
			d := v - mean
			mean += d / g
			squares += d * (v - mean)
		}
		se := math.Sqrt((g - 1) / g * squares)
		t.Logf("%s: %v shards, %.5g, standard error %.4g, by the jackknife %.4g", name, g, whole.Value, whole.StdErr, se)
		if ratio := se / whole.StdErr; g < 30 || math.Abs(ratio-1) > 4/math.Sqrt(2*(g-1)) {
			t.Errorf("%s: standard error %.4g, by the jackknife over %v shards %.4g", name, whole.StdErr, g, se)
		}
	}
}
