package report

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A rowCounts has numbers of draws by the other columns of their rows.
type rowCounts map[record.Row]int64

// add adds the draws of rows, times a sign.
func (c rowCounts) add(rows []record.Row, sign int64) {
	for _, r := range rows {
		n := r.Draws
		r.Draws = 0
		c[r] += sign * n
	}
}

// estimate returns the estimate of a survey with these counts.
func (c rowCounts) estimate(t *testing.T, p *plan.Plan) stats.Estimate {
	t.Helper()
	var rows []record.Row
	for r, n := range c {
		if r.Draws = n; n > 0 {
			rows = append(rows, r)
		}
	}
	sample := design.NewSample(len(p.Strata))
	shards.AddRows(sample, p, rows, shards.IsAll)
	return testkit.Must(shards.DesignOf(p).Estimate(sample, stats.Options{}))(t).Low
}

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
		reader := testkit.Must(Open(filepath.Join("..", "..", "records", name)))(t)
		var parts [][]record.Row
		counts := rowCounts{}
		_, _, err := reader.survey().Check(func(_ record.Entry, s *record.Shard) error {
			part := slices.DeleteFunc(slices.Clone(s.Rows), func(r record.Row) bool { return !shards.IsAll(&r) })
			counts.add(part, 1)
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
		var values []float64
		for _, part := range parts {
			counts.add(part, -1)
			values = append(values, counts.estimate(t, reader.Plan).Value)
			counts.add(part, 1)
		}
		g, want := float64(len(parts)), counts.estimate(t, reader.Plan)
		se := (g - 1) / math.Sqrt(g) * stat.StdDev(values, nil)
		t.Logf("%s: %v parts, %.5g, standard error %.4g, by the jackknife %.4g", name, g, want.Value, want.StdErr, se)
		if ratio := se / want.StdErr; g < 30 || math.Abs(ratio-1) > 4/math.Sqrt(2*(g-1)) {
			t.Errorf("%s: standard error %.4g, by the jackknife over %v parts %.4g", name, want.StdErr, g, se)
		}
	}
}
