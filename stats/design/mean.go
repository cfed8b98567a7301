package design

import (
	"fmt"
	"math/big"

	"chesscensus/stats"
)

// Mean estimates the mean of a whole number over the objects, such as the number of legal moves of a position. Part v of the
// sample must hold the draws that are In and have the number v, at the nodes where they are In. Its other draws do not
// matter.
//
//	mean = sum over v of v total(part v) / total(whole)
//
// The standard error is that of the linearized ratio, the total of z (v - mean) divided by that of the whole, as in
// [Design.Share]: of two objects out of three with the number 1 and one with 4 the mean is 2, and the residuals are -1, -1 and
// 2. The coefficients Known are not used, since the number is known only for draws that are In. Undecided draws count as
// Out.
//
// It is an error if [Design.Estimate] of the whole would fail, a part holds a draw that the whole does not, or the
// parts together have not as many draws that are In as the whole. Without objects the mean is unknown: Value and
// limits are 0, with a warning. The time is linear in the number of cells of all parts.
func (d *Design) Mean(whole *Sample, parts map[int]*Sample, opt stats.Options) (stats.Estimate, error) {
	plain := *d
	plain.Known = nil
	e := stats.Estimate{Confidence: opt.Level(), Method: stats.Normal, Draws: whole.draws()}
	if err := plain.check(whole, opt); err != nil {
		return e, err
	}
	for v, part := range parts {
		if err := plain.checkPart(whole, part); err != nil {
			return e, fmt.Errorf("%w (in the part of %d)", err, v)
		}
		e.Hits += part.hits()
	}
	if hits := whole.hits(); e.Hits != hits {
		return e, fmt.Errorf("design: the parts have %d draws that are In, the sample %d", e.Hits, hits)
	}
	total := plain.value(views(whole, whole, forAll(contribution)))
	if total.Sign() <= 0 {
		warn(&e, "no objects, so the mean is unknown")
		return e, nil
	}
	plain.quotient(&e, total, opt, func(r *big.Rat) []*view { return numberedViews(whole, parts, r) })
	return e, nil
}

// hits returns the number of draws of a sample that are In.
func (s *Sample) hits() (sum uint64) {
	for h := range s.Strata {
		sum += s.Strata[h].hits()
	}
	return sum
}

// numberedViews returns the views of a sample in which an In draw of part v has the value v - r times its contribution, and
// every other draw the value 0.
func numberedViews(whole *Sample, parts map[int]*Sample, r *big.Rat) (list []*view) {
	for h := range whole.Strata {
		nodes := map[int]*Node{}
		for v, part := range parts {
			nodes[v] = &part.Strata[h]
		}
		list = append(list, numberedView(&whole.Strata[h], nodes, r))
	}
	return list
}

// numberedView returns the view of one node. It needs of the parts only those that have draws there; see numberedViews.
func numberedView(whole *Node, parts map[int]*Node, r *big.Rat) *view {
	v := &view{n: whole.n, next: make([]*view, len(whole.next))}
	v.addCells(whole.unordered(), linear{zero, zero}) // also the In draws of the parts, which add 0 here
	for number, part := range parts {
		x := new(big.Rat).SetInt64(int64(number))
		v.addCells(part.only(stats.In), linear{zero, x.Sub(x, r)})
	}
	for class, child := range whole.Below(1) {
		below := map[int]*Node{}
		for number, part := range parts {
			if c := part.child(class); c != nil {
				below[number] = c
			}
		}
		v.next[class] = numberedView(child, below, r)
	}
	return v
}
