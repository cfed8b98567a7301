package forms

import (
	"fmt"
	"html"
	"reflect"
	"regexp"
	"strings"
	"unicode"

	"chesscensus/internal/digits"
	"chesscensus/jupyter/cell"
)

// MaxRows is the number of rows of a table that are shown.
const MaxRows = 60

// Table returns a table as HTML, with raised digits in powers of ten, and as text. The first row is the head. The first column and columns
// with words are set to the left.
func Table(rows [][]string) cell.Rich {
	var h, t strings.Builder // HTML and text
	widths := make([]int, len(rows[0]))
	words := make([]bool, len(rows[0])) // columns of words, which are set to the left
	for n, row := range rows {
		for len(row) < len(widths) { // a row shorter than the head
			row = append(row, "")
		}
		rows[n] = row
		for i, field := range row {
			field = strings.Join(strings.FieldsFunc(field, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " ")
			row[i] = field
			widths[i] = max(widths[i], len([]rune(field)))
			words[i] = words[i] || n > 0 && field != "" && field != "NaN" && unicode.IsLetter([]rune(field)[0])
		}
	}
	words[0] = true
	h.WriteString(`<table style="font-family:Arial,Helvetica,sans-serif;border-collapse:collapse">`)
	for n, row := range rows {
		h.WriteString("<tr>")
		var fields []string
		for i, field := range row {
			tag, align := "td", "right"
			if n == 0 {
				tag = "th"
			}
			pad := strings.Repeat(" ", widths[i]-len([]rune(field)))
			if words[i] {
				align, field = "left", field+pad
			} else {
				field = pad + field
			}
			fmt.Fprintf(&h, `<%s style="text-align:%s;padding:1px 10px">%s</%[1]s>`, tag, align, html.EscapeString(digits.Raised(strings.TrimSpace(field))))
			fields = append(fields, field)
		}
		h.WriteString("</tr>")
		t.WriteString(strings.TrimRight(strings.Join(fields, "  "), " ") + "\n")
	}
	h.WriteString("</table>")
	return cell.Rich{HTML: h.String(), Text: strings.TrimSuffix(t.String(), "\n")}
}

// Line returns a line of text as HTML, with raised digits in powers of ten.
func Line(text string) string {
	return `<div style="font-family:Arial,Helvetica,sans-serif;margin:4px 0">` + html.EscapeString(digits.Raised(text)) + "</div>"
}

// ofCell matches the name of the package that a cell is.
var ofCell = regexp.MustCompile(`\bmain\.`)

// typeName returns the name of a type as a cell writes it.
func typeName(t reflect.Type) string { return ofCell.ReplaceAllString(t.String(), "") }
