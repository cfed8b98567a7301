package frames

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"chesscensus/jupyter/cell"
)

// TestFramesAreKept checks that a data frame comes back with its names, types, and values to the last bit, missing ones included.
func TestFramesAreKept(t *testing.T) {
	t.Setenv(cell.ValuesEnv, t.TempDir())
	full := dataframe.New(
		series.New([]float64{1.0 / 3, 4.82592e44, math.NaN(), math.Copysign(0, -1)}, series.Float, "value"),
		series.New([]int{1, math.MaxInt, 0, -7}, series.Int, "rank"),
		series.New([]string{"1", "NaN", "3", "4"}, series.Int, "some"),
		series.New([]bool{true, false, true, true}, series.Bool, "check"),
		series.New([]string{"true", "NaN", "false", "true"}, series.Bool, "maybe"),
		series.New([]string{"a", "", "NaN", "8/8 w - -\n"}, series.String, "text"),
	)
	for name, df := range map[string]dataframe.DataFrame{
		"full": full, "grouped": full.GroupBy("check").Aggregation([]dataframe.AggregationType{dataframe.Aggregation_MEAN}, []string{"rank"}),
		"none": {}, "no rows": full.Subset([]int{}), "failed": {Err: errors.New("no column x")},
	} {
		Keep("df", &df)
		for how, got := range map[string]dataframe.DataFrame{"Load": Load("df"), "Find": Find("df")} {
			if df.Err != nil {
				if got.Err == nil || got.Err.Error() != df.Err.Error() {
					t.Errorf("%s, %s: error %v, want %v", name, how, got.Err, df.Err)
				}
				continue
			}
			if got.Err != nil || got.Nrow() != df.Nrow() || got.Ncol() != df.Ncol() {
				t.Errorf("%s, %s: %v, want %v", name, how, got, df)
				continue
			}
			for j, column := range df.Names() {
				if got.Names()[j] != column || got.Types()[j] != df.Types()[j] {
					t.Errorf("%s, %s: column %s of type %s, want %s of %s", name, how, got.Names()[j], got.Types()[j], column, df.Types()[j])
				}
				for i := range df.Nrow() {
					a, b := df.Elem(i, j), got.Elem(i, j)
					if a.IsNA() != b.IsNA() || a.String() != b.String() || math.Float64bits(a.Float()) != math.Float64bits(b.Float()) {
						t.Errorf("%s, %s: row %d of %s is %v, want %v", name, how, i, column, b, a)
					}
				}
			}
		}
	}
}
