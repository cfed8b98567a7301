package compare

import (
	"fmt"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
)

// Frame returns one row a sample with the columns sample, value, std_err, lo, hi,
// draws, seconds, relative_std_err, variance_draw, variance_second (relative, see
// [Efficiency]), efficiency_draw, efficiency_second.
func (a *Agreement) Frame() dataframe.DataFrame {
	n := len(a.Samples)
	names := make([]string, n)
	draws := make([]int, n)
	var columns [10][]float64
	for i, s := range a.Samples {
		e, f := s.Estimate, a.Efficiency[i]
		names[i], draws[i] = s.Name, int(e.Draws)
		for c, x := range [...]float64{e.Value, e.StdErr, e.Lo, e.Hi, s.Seconds, f.RelativeStdErr, f.PerDraw, f.PerSecond, f.Draws, f.Seconds} {
			columns[c] = append(columns[c], x)
		}
	}
	list := []series.Series{series.New(names, series.String, "sample")}
	for c, name := range [...]string{"value", "std_err", "lo", "hi"} {
		list = append(list, series.New(columns[c], series.Float, name))
	}
	list = append(list, series.New(draws, series.Int, "draws"))
	for c, name := range [...]string{"seconds", "relative_std_err", "variance_draw", "variance_second", "efficiency_draw", "efficiency_second"} {
		list = append(list, series.New(columns[4+c], series.Float, name))
	}
	return dataframe.New(list...)
}

// Frame returns one row a value of the property with the columns first, last, and
// share and std_err of each sample, such as "ranked" and "ranked_se".
func (sh *Shares) Frame() dataframe.DataFrame {
	var first, last []int
	shares := make([][]float64, len(sh.Names))
	errors := make([][]float64, len(sh.Names))
	for _, c := range sh.Categories {
		first, last = append(first, c.First), append(last, c.Last)
		for i := range sh.Names {
			shares[i], errors[i] = append(shares[i], c.Shares[i]), append(errors[i], c.StdErrs[i])
		}
	}
	list := []series.Series{series.New(first, series.Int, "first"), series.New(last, series.Int, "last")}
	for i, name := range sh.Names {
		list = append(list, series.New(shares[i], series.Float, name), series.New(errors[i], series.Float, fmt.Sprint(name, "_se")))
	}
	return dataframe.New(list...)
}
