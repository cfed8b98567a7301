package surveys

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"chesscensus/internal/digits"
	"chesscensus/stats"
)

// A page collects a report as text for a terminal or as Markdown.
type page struct {
	bytes.Buffer
	markdown bool
}

// section starts a section with a title.
func (p *page) section(title string) {
	if p.markdown {
		fmt.Fprintf(p, "\n## %s\n\n", title)
	} else {
		fmt.Fprintf(p, "\n%s\n", title)
	}
}

// line adds a line of text, in Markdown an item of a list.
func (p *page) line(format string, args ...any) {
	if p.markdown {
		p.WriteString("- ")
	}
	fmt.Fprintf(p, format+"\n", args...)
}

// table adds a table. Its first row is the header.
func (p *page) table(rows [][]string) {
	if p.markdown {
		for i, row := range rows {
			fmt.Fprintf(p, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintf(p, "|%s\n", strings.Repeat("---|", len(row)))
			}
		}
		return
	}
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		text := " "
		for i, cell := range row {
			text += " " + cell + strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell)+1)
		}
		p.WriteString(strings.TrimRight(text, " ") + "\n")
	}
}

// plusMinus formats an estimate, rounded to two digits of its half-width, as "value +- half-width". It leaves out the half-width if the
// interval is far from symmetric: its limits are then in columns of their own.
func plusMinus(e *stats.Estimate) string {
	h := e.HalfWidth()
	switch {
	case h > 0 && e.Value > 0 && (e.Lo < e.Value/4 || e.Hi-e.Value > 1.5*(e.Value-e.Lo)):
		return fmt.Sprintf("%.3g", e.Value)
	case !(h > 0 && e.Value > 0):
		return fmt.Sprintf("%.6g", e.Value)
	}
	places := 2 + int(max(0, math.Floor(math.Log10(e.Value))-math.Floor(math.Log10(h))))
	return fmt.Sprintf("%.*g +- %.2g", places, e.Value, h)
}

// scientific formats a positive estimate and its half-width. Both are rounded to one digit of the half-width, or two if its first digit
// is 1. Numbers of everyday size have no power of ten. Without a half-width the number has three digits.
//
//	4.82606e44, 6.6e40 -> (4.8261 +- 0.0007) x 10^44
func scientific(e *stats.Estimate) string { return digits.Round(e.Value, e.HalfWidth()).ASCII() }

// interval formats two limits with a common power of ten, rounded outward, see [digits.Interval].
func interval(lo, hi float64) string {
	return digits.Interval(lo, hi).ASCII()
}
