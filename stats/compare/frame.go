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

// PairFrame returns one row a pair with the columns a, b (names), difference,
// std_err, z, p, rejected.
func (a *Agreement) PairFrame() dataframe.DataFrame {
	var first, second []string
	var columns [4][]float64
	var rejected []bool
	for _, p := range a.Pairs {
		first, second = append(first, a.Samples[p.A].Name), append(second, a.Samples[p.B].Name)
		for c, x := range [...]float64{p.Difference, p.StdErr, p.Z, p.P} {
			columns[c] = append(columns[c], x)
		}
		rejected = append(rejected, p.Rejected)
	}
	return pairFrame(first, second, [...]string{"difference", "std_err", "z", "p"}, columns, rejected, "rejected")
}

// Frame returns one row a value of the property with the columns first, last, and
// share and std_err of each sample, such as "ranked" and "ranked_se".
func (sh *Shares) Frame() dataframe.DataFrame { return sh.frame(sh.Categories) }

// MergedFrame is Frame for the categories that chi-squared looks at.
func (sh *Shares) MergedFrame() dataframe.DataFrame { return sh.frame(sh.Merged) }

func (sh *Shares) frame(categories []Category) dataframe.DataFrame {
	var first, last []int
	shares := make([][]float64, len(sh.Names))
	errors := make([][]float64, len(sh.Names))
	for _, c := range categories {
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

// PairFrame returns one row a pair with the columns a, b (names), x2, df, x2_p, ks,
// ks_p, rejected (by either test).
func (sh *Shares) PairFrame() dataframe.DataFrame {
	var first, second []string
	var columns [4][]float64
	var df []int
	var rejected []bool
	for _, d := range sh.Differences {
		first, second = append(first, sh.Names[d.A]), append(second, sh.Names[d.B])
		for c, x := range [...]float64{d.X2, d.X2P, d.KS, d.KSP} {
			columns[c] = append(columns[c], x)
		}
		df = append(df, d.DF)
		rejected = append(rejected, d.X2Rejected || d.KSRejected)
	}
	f := pairFrame(first, second, [...]string{"x2", "x2_p", "ks", "ks_p"}, columns, rejected, "rejected")
	return f.Mutate(series.New(df, series.Int, "df"))
}

func pairFrame(first, second []string, names [4]string, columns [4][]float64, rejected []bool, last string) dataframe.DataFrame {
	list := []series.Series{series.New(first, series.String, "a"), series.New(second, series.String, "b")}
	for c, name := range names {
		list = append(list, series.New(columns[c], series.Float, name))
	}
	return dataframe.New(append(list, series.New(rejected, series.Bool, last))...)
}
