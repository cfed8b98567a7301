package paper

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"chesscensus/paper/numbers"
	"chesscensus/plots"
)

// A span is a range of values of a property.
type span struct{ lo, hi int }

// String returns "4" or "0 to 3".
func (s span) String() string {
	if s.lo == s.hi {
		return strconv.Itoa(s.lo)
	}
	return fmt.Sprintf("%d to %d", s.lo, s.hi)
}

// spans returns the spans in the name of a stratum, such as "special=0 captures=4 promotions=0..4 pawns=8..16", by property.
func spans(name string) map[string]span {
	all := map[string]span{}
	for _, word := range strings.Fields(name) {
		key, value, ok := strings.Cut(word, "=")
		if !ok || key == "" {
			continue
		}
		lo, hi, found := strings.Cut(value, "..")
		if !found {
			hi = lo
		}
		a, errA := strconv.Atoi(lo)
		b, errB := strconv.Atoi(hi)
		if errA == nil && errB == nil {
			all[key] = span{a, b}
		}
	}
	return all
}

// A tile is the sum of the strata of one row and some columns.
type tile struct {
	row, column span
	legal, size float64
	variance    float64
}

// tiles adds strata up by two properties. It leaves out those without both, and those with rights or en passant. Where
// columns overlap in a row they become one.
func tiles(e *numbers.Edition, row, column string) (list []tile) {
	for _, part := range e.Report.Estimate.Strata {
		s := spans(part.Name)
		r, okRow := s[row]
		c, okColumn := s[column]
		if !okRow || !okColumn || s["special"].hi > 0 || strings.Contains(part.Name, " beyond ") {
			continue
		}
		list = append(list, tile{r, c, part.Value, part.Size, part.StdErr * part.StdErr})
	}
	slices.SortFunc(list, func(a, b tile) int {
		return cmp.Or(cmp.Compare(a.row.lo, b.row.lo), cmp.Compare(a.row.hi, b.row.hi), cmp.Compare(a.column.lo, b.column.lo), cmp.Compare(a.column.hi, b.column.hi))
	})
	var merged []tile
	for _, t := range list {
		if n := len(merged); n > 0 && merged[n-1].row == t.row && merged[n-1].column.hi >= t.column.lo {
			m := &merged[n-1]
			m.column.hi = max(m.column.hi, t.column.hi)
			m.legal, m.size, m.variance = m.legal+t.legal, m.size+t.size, m.variance+t.variance
			continue
		}
		merged = append(merged, t)
	}
	return merged
}

// columnProperty returns the property by which, beside captures, the strata of a space are divided: promotions or pawns.
func columnProperty(e *numbers.Edition) string {
	for _, part := range e.Report.Estimate.Strata {
		if _, ok := spans(part.Name)["promotions"]; ok && !strings.Contains(part.Name, " beyond ") {
			return "promotions"
		}
	}
	return "pawns"
}

// heatMap draws the share of the elements of the space that is legal, by captures and promotions (or pawns). It reports false if the strata
// are not divided so.
func heatMap(e *numbers.Edition) (figure, bool) {
	column := columnProperty(e)
	list := tiles(e, "captures", column)
	if len(list) == 0 {
		return figure{}, false
	}
	what := map[string]string{"promotions": "promotions that the counts force", "pawns": "pawns on the board"}[column]
	f := figure{Name: "legal-share", Title: "Share of the set that is legal, by captures and " + column,
		Head: []string{"captures", column, "elements", "legal", "legal_std_err", "share_of_elements"}}
	opt := plots.HeatOptions{XLabel: what, YLabel: "men captured"}
	var rows []span
	last := 0
	for _, t := range list {
		if !slices.Contains(rows, t.row) {
			rows = append(rows, t.row)
		}
		last = max(last, t.column.hi)
	}
	for i := range last + 1 {
		opt.Columns = append(opt.Columns, strconv.Itoa(i))
	}
	for _, r := range rows {
		name := r.String()
		if r.hi-r.lo > 1 {
			name += ", rest"
		}
		opt.Rows = append(opt.Rows, name)
	}
	var cells []plots.Cell
	for _, t := range list {
		share := t.legal / t.size
		cells = append(cells, plots.Cell{Column: t.column.lo, Columns: t.column.hi - t.column.lo + 1, Row: slices.Index(rows, t.row),
			Value: share, Note: twoDigits(100 * share)})
		f.Rows = append(f.Rows, []string{t.row.String(), t.column.String(), number(t.size), number(t.legal), number(math.Sqrt(t.variance)), number(share)})
	}
	f.Caption = fmt.Sprintf("Share (per cent) of the elements of %s that stand for legal positions, by men captured and %s, without "+
		"castling rights and en passant. Wide cells are strata that were not cut further; rows called rest hold what no other row has. %s",
		e.Report.Space, what, origin(e))
	f.Draw = func(form layout) (picture, error) {
		o := opt
		o.Options = form.rowOptions(f.Title)
		return plots.Heat(cells, o)
	}
	return f, true
}

// twoDigits returns a percentage with two digits, with one decimal below 10.
func twoDigits(x float64) string {
	if x < 9.95 {
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}
