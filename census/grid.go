package census

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"chesscensus/internal/digits"
	"chesscensus/jupyter/cell"
	"chesscensus/jupyter/forms"
	"chesscensus/stats"
)

// A Table is a table of texts with a head. [NewTable] makes one.
type Table struct {
	Head []string
	Rows [][]string
}

// NewTable returns a table without rows. The first column is set to the left, the others to the right.
func NewTable(head ...string) *Table { return &Table{Head: head} }

// Add adds a row and returns the table. It writes numbers with four digits, counts with all digits in groups of three, estimates rounded by
// their intervals, anything else as fmt prints it. Missing values are blank; for values beyond the head the head gets empty fields.
func (t *Table) Add(values ...any) *Table {
	for len(t.Head) < len(values) {
		t.Head = append(t.Head, "")
	}
	row := make([]string, len(t.Head))
	for i := range values {
		switch v := values[i].(type) {
		case float64:
			row[i] = strings.Replace(strconv.FormatFloat(v, 'g', 4, 64), "e+", "e", 1)
		case int, int64, uint64:
			row[i] = digits.GroupFrom5(fmt.Sprint(v))
		case stats.Estimate:
			row[i] = Rounded(v)
		default:
			row[i] = fmt.Sprint(v)
		}
	}
	t.Rows = append(t.Rows, row)
	return t
}

// String returns the table as text.
func (t *Table) String() string { return t.form().Text }

// LaTeX returns the table as a tabular with the rules of booktabs, in letters that pdfLaTeX knows.
func (t *Table) LaTeX() string { return digits.Tabular(t.Head, digits.TeXFields(t.Rows)) }

// form returns the table as HTML and text.
func (t *Table) form() cell.Rich {
	if len(t.Head) == 0 {
		return cell.Rich{HTML: forms.Line("an empty table"), Text: "an empty table"}
	}
	return forms.Table(append([][]string{t.Head}, t.Rows...))
}

// Percent returns a share such as 0.0571 as "5.71 %", with three digits, and without a power of ten: 0.00000078 is "0.000078 %".
func Percent(share float64) string {
	text := fmt.Sprintf("%.3g", 100*share)
	if text == "100" && share < 1 && 1-share > 1e-12 { // not all: 99.9990
		text = strconv.FormatFloat(100*share, 'f', -1-int(math.Floor(math.Log10(1-share))), 64)
	}
	if p := math.Abs(100 * share); p > 0 && p < 1e-4 && p > 1e-12 {
		text = strconv.FormatFloat(100*share, 'f', 1-int(math.Floor(math.Log10(p))), 64) // two digits
	}
	return text + " %"
}
