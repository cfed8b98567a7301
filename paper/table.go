package paper

import (
	"fmt"

	"chesscensus/internal/digits"
	"chesscensus/stats"
)

// A table has rows of texts and of numbers that are rounded by their intervals.
type table struct {
	Name, Caption string
	Head          []string
	Rows          [][]entry
}

// An entry is one field of a table: a text, or a rounded number with the exact one in exact.
type entry struct {
	text    string
	number  digits.Number
	exact   string
	isLimit bool // the number is an upper limit, of something of which nothing was found
}

// text returns a field of words.
func text(format string, args ...any) entry { return entry{text: fmt.Sprintf(format, args...)} }

// rounded returns a field with a number rounded by its half-width.
func rounded(value, half float64) entry {
	return entry{number: digits.Round(value, half), exact: number(value) + " +- " + number(half)}
}

// counted returns a field with an estimate and its half-width, or with its upper limit if no draw contributed to it.
func counted(e *stats.Estimate) entry {
	if e.Value > 0 || !(e.Hi > 0) {
		return rounded(e.Value, e.HalfWidth())
	}
	limit := about(e.Hi, 2)
	limit.isLimit, limit.exact = true, "<= "+limit.exact
	return limit
}

// about returns a field with a number rounded to some digits.
func about(value float64, places int) entry {
	return entry{number: digits.Significant(value, places), exact: number(value)}
}

// tex returns the table for LaTeX, as a tabular without float and caption.
func (t *table) tex() []byte {
	var rows [][]string
	for _, row := range t.Rows {
		var fields []string
		for _, e := range row {
			fields = append(fields, e.tex())
		}
		rows = append(rows, fields)
	}
	return fmt.Appendf(nil, "%% %s\n%% made by chesscensus figures; needs \\usepackage{booktabs} and \\usepackage{amsmath}\n%s", t.Caption,
		digits.Tabular(t.Head, rows))
}

func (e *entry) tex() string {
	if e.exact == "" {
		return digits.EscapeTeX(e.text)
	}
	if e.isLimit {
		return `$\le$ ` + e.number.TeX()
	}
	return e.number.TeX()
}

// unicode returns the rows for pages without LaTeX.
func (t *table) unicode() [][]string {
	return t.fields(func(e *entry) string {
		if e.isLimit {
			return "≤ " + e.number.Unicode()
		}
		return e.number.Unicode()
	})
}

// exact returns the rows with all digits.
func (t *table) exact() [][]string { return t.fields(func(e *entry) string { return e.exact }) }

func (t *table) fields(of func(*entry) string) (rows [][]string) {
	for i := range t.Rows {
		var row []string
		for k := range t.Rows[i] {
			e := &t.Rows[i][k]
			if e.exact == "" {
				row = append(row, e.text)
			} else {
				row = append(row, of(e))
			}
		}
		rows = append(rows, row)
	}
	return rows
}
