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
	plain.quotient(&e, total, opt, func(mean *big.Rat) []*view { return residualViews(whole, parts, mean) })
	return e, nil
}

// hits returns the number of draws of a sample that are In.
func (s *Sample) hits() (sum uint64) {
	for h := range s.Strata {
		sum += s.Strata[h].hits()
	}
	return sum
}

// residualViews returns the strata of a sample with the values whose total is estimated (view.go): an In draw of part v has v - mean
// times its contribution, every other draw 0.
func residualViews(whole *Sample, parts map[int]*Sample, mean *big.Rat) (list []*view) {
	for h := range whole.Strata {
		nodes := map[int]*Node{}
		for v, part := range parts {
			nodes[v] = &part.Strata[h]
		}
		list = append(list, residualView(&whole.Strata[h], nodes, mean))
	}
	return list
}

// residualView returns the view of one node, given the nodes of those parts that have draws there; see residualViews.
func residualView(whole *Node, parts map[int]*Node, mean *big.Rat) *view {
	v := &view{n: whole.n, next: make([]*view, len(whole.next))}
	v.addCells(whole.unordered(), linear{zero, zero}) // the In draws of the parts add 0 here, and their values below
	for number, part := range parts {
		residual := new(big.Rat).SetInt64(int64(number))
		v.addCells(part.only(stats.In), linear{zero, residual.Sub(residual, mean)})
	}
	for class, child := range whole.Below(1) {
		below := map[int]*Node{}
		for number, part := range parts {
			if c := part.child(class); c != nil {
				below[number] = c
			}
		}
		v.next[class] = residualView(child, below, mean)
	}
	return v
}
