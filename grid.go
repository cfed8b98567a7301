package chesscensus

import (
	"fmt"
	"strconv"

	"chesscensus/cell"
	"chesscensus/stats"
)

// A Table is rows of text under a head; it shows itself as a table. Make one with [NewTable].
type Table struct {
	Head []string
	Rows [][]string
}

// NewTable is a table without rows. The first column is set to the left, the others to the right.
func NewTable(head ...string) *Table { return &Table{Head: head} }

// Add adds a row and returns the table: numbers with four digits, estimates rounded by their intervals, anything else as fmt
// prints it. Missing values are blank, those beyond the head are left out.
func (t *Table) Add(values ...any) *Table {
	row := make([]string, len(t.Head))
	for i := range min(len(values), len(row)) {
		switch v := values[i].(type) {
		case float64:
			row[i] = strconv.FormatFloat(v, 'g', 4, 64)
		case stats.Estimate:
			row[i] = Rounded(v)
		default:
			row[i] = fmt.Sprint(v)
		}
	}
	t.Rows = append(t.Rows, row)
	return t
}

// String is the table as text.
func (t *Table) String() string { return t.form().Text }

func (t *Table) form() cell.Rich {
	if len(t.Head) == 0 {
		return cell.Rich{HTML: line("an empty table"), Text: "an empty table"}
	}
	return table(append([][]string{t.Head}, t.Rows...))
}

// Percent writes a share such as 0.0571 as "5.71 %", with three digits.
func Percent(share float64) string { return fmt.Sprintf("%.3g %%", 100*share) }
