package paper

import (
	"fmt"

	"chesscensus/internal/digits"
	"chesscensus/paper/numbers"
	"chesscensus/plots"
	"chesscensus/survey/report"
)

// spaceSizes draws the sizes of all sets against the legal positions in them.
func spaceSizes(e *numbers.Edition) figure {
	low := &e.Report.Estimate.Low
	f := figure{Name: "spaces", Title: "Sets of positions and the legal ones among them",
		Head: []string{"space", "size", "elements_for_a_legal_position", "proven_to_hold_all", "what"}}
	var dots []plots.Dot
	for _, s := range numbers.Sizes() {
		size := s.Elements()
		kind := "not proven to hold all legal positions"
		if s.Sound {
			kind = "proven to hold all legal positions"
		}
		f.Rows = append(f.Rows, []string{s.Name, s.Size, number(size / low.Value), fmt.Sprint(s.Sound), s.About})
		dots = append(dots, plots.Dot{Label: s.Name, Value: size, Note: digits.Significant(size, 3).Figure(), Kind: kind})
	}
	f.Caption = "Exact sizes of the sets from which positions can be drawn, and the number of legal positions (dashed). Where a set does " +
		"not hold all of them it holds most, but for krinitskii, whose positions have no promoted men. " + origin(e)
	f.Draw = func(form layout) (picture, error) {
		return plots.DotPlot(dots, plots.DotOptions{Options: form.rowOptions(f.Title), Log: true, XLabel: "elements",
			Reference: plots.Reference{Value: low.Value, Label: "legal positions"}})
	}
	return f
}

// multiplicities draws the law of multiplicities. It reports false if all are one.
func multiplicities(e *numbers.Edition, law *report.Law) (figure, bool) {
	if law == nil || len(law.Values) < 2 {
		return figure{}, false
	}
	f := figure{Name: "multiplicity", Title: "Elements of the set for one legal position", Head: []string{"multiplicity", "share", "lo", "hi", "draws"}}
	var dots []plots.Dot
	for _, v := range law.Values {
		f.Rows = append(f.Rows, []string{whole(v.Value), number(v.Share.Value), number(v.Share.Lo), number(v.Share.Hi), whole(v.Draws)})
		if v.Share.Value > 0 {
			label := whole(v.Value) + " elements"
			if v.Value == 1 {
				label = "1 element"
			}
			d := plots.Dot{Label: label, Value: 100 * v.Share.Value, Lo: 100 * v.Share.Lo, Hi: 100 * v.Share.Hi}
			n := digits.Round(d.Value, 100*v.Share.HalfWidth())
			if d.Hi-d.Value > 1.2*(d.Value-d.Lo) { // a lopsided interval, as few draws give
				n = digits.Interval(d.Lo, d.Hi)
			}
			d.Note = n.Figure() + " %"
			if d.Lo <= 0 {
				d.Lo, d.Hi = 0, 0
			}
			dots = append(dots, d)
		}
	}
	f.Caption = fmt.Sprintf("Law of multiplicities: which share of the legal positions has how many elements in %s, with 95 %% "+
		"intervals, from %s draws proven legal. %s", e.Report.Space, digits.Group(law.Draws), origin(e))
	f.Draw = func(form layout) (picture, error) {
		return plots.DotPlot(dots, plots.DotOptions{Options: form.rowOptions(f.Title), Log: true, XLabel: "share of the legal positions (%)"})
	}
	return f, true
}
