// Package frames has the form in which data frames of gota are shown. It is separate from package forms because gota imports much of gonum.
package frames

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"chesscensus/internal/digits"
	"chesscensus/jupyter/cell"
	"chesscensus/jupyter/forms"
)

// Form returns a data frame of gota as a table with its shape, of at most forms.MaxRows rows, half of them from each end. If the frame holds
// an error, Form ends the cell with it.
func Form(df dataframe.DataFrame) cell.Rich {
	cell.Check(df.Err)
	rows, columns := df.Dims()
	shape := fmt.Sprintf("%s rows x %d columns", digits.Group(uint64(rows)), columns)
	if columns == 0 {
		return cell.Rich{HTML: forms.Line("an empty data frame"), Text: "an empty data frame"}
	}
	list := [][]string{append([]string{""}, df.Names()...)}
	for _, i := range forms.Shown(rows, forms.MaxRows) {
		row := []string{"..."}
		if i >= 0 {
			row[0] = strconv.Itoa(i)
		}
		for j := range columns {
			row = append(row, elementText(df, i, j))
		}
		list = append(list, row)
	}
	t := forms.Table(list)
	return cell.Rich{HTML: t.HTML + forms.Line(shape), Text: t.Text + "\n" + shape}
}

// Groups returns a table of the groups of a data frame, as df.GroupBy makes them, each with the number of its rows. If they hold an error,
// Groups ends the cell with it.
func Groups(g *dataframe.Groups) cell.Rich {
	cell.Check(g.Err)
	list := [][]string{{"group", "rows"}}
	all := g.GetGroups()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, []string{name, digits.Group(uint64(all[name].Nrow()))})
	}
	return forms.Table(list)
}

// elementText returns an element of a frame as text, a missing one as NaN, one of row -1 as dots. gota itself writes 4.8e44 with 45 digits.
func elementText(df dataframe.DataFrame, i, j int) string {
	if i < 0 {
		return "..."
	}
	e := df.Elem(i, j)
	if e.Type() == series.Float && !e.IsNA() {
		return forms.Number(e.Float())
	}
	return e.String()
}
