package record

import (
	"slices"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
)

// Frame returns rows as a data frame for exploring, with the columns of [Row]; that of classes is left out if all are 0.
// Counts are exact, as gota keeps whole numbers in an int of 64 bits.
func Frame(rows []Row) dataframe.DataFrame {
	ints := make([][]int, 6)
	texts := make([][]string, 3)
	for _, r := range rows {
		for i, x := range []int{int(r.Phase), int(r.Stratum), int(r.Weight), int(r.Multiplicity), int(r.Draws), int(r.Class)} {
			ints[i] = append(ints[i], x)
		}
		for i, x := range []string{r.Property, r.Value, r.Outcome} {
			texts[i] = append(texts[i], x)
		}
	}
	list := []series.Series{series.New(ints[0], series.Int, columns[0]), series.New(ints[1], series.Int, columns[1]),
		series.New(texts[0], series.String, columns[2]), series.New(texts[1], series.String, columns[3]),
		series.New(texts[2], series.String, columns[4]), series.New(ints[2], series.Int, columns[5]),
		series.New(ints[3], series.Int, columns[6]), series.New(ints[4], series.Int, columns[7])}
	if classed(rows) {
		list = slices.Insert(list, classPlace, series.New(ints[5], series.Int, classColumn))
	}
	return dataframe.New(list...)
}
