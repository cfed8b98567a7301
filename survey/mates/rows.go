package mates

import (
	"fmt"
	"math"

	"chesscensus/stats"
	"chesscensus/stats/design"
)

// A Row is what a report says of one class.
type Row struct {
	// Class is "mated", "mate in 2", "stalemate", "none of these" or "in check".
	Class string `json:"class"`
	// Draws is the number of draws known to be of the class.
	Draws uint64 `json:"draws"`
	// Low and High are shares of the positions that are not refuted. High counts what
	// the solver left undecided, where that may belong to the class; without
	// undecided positions they are the same.
	Low  stats.Estimate `json:"low"`
	High stats.Estimate `json:"high"`
	// Positions is the number of positions of the class in the space that are not
	// refuted, the count of which the share is, with Low's draws.
	Positions stats.Estimate `json:"positions"`
	// Legal bounds the share among legal positions, whatever the undecided ones turn
	// out to be and however they are classed, without allowance for chance.
	// It is [0,1] if none is proven legal.
	Legal [2]float64 `json:"legal"`
}

// Rows returns the shares of all classes, mated first, then by number of moves, stalemate, what
// is none of these, and at last the share in check.
func (r *Report) Rows() []Row {
	open := func(from int) (keys []int) { // undecided that may be a mate in from, or later
		for _, k := range r.Classes.Bins() {
			if k <= -10 && -10-k < from {
				keys = append(keys, k)
			}
		}
		return keys
	}
	rows := []Row{r.row(&r.Classes, "mated", 0, nil)}
	for k := 1; k <= r.Moves; k++ {
		rows = append(rows, r.row(&r.Classes, fmt.Sprintf("mate in %d", k), k, open(k)))
	}
	return append(rows, r.row(&r.Classes, "stalemate", -1, nil),
		r.row(&r.Classes, "none of these", -2, open(math.MaxInt)),
		r.row(&r.InCheck, "in check", 1, nil))
}

// row estimates the share of one bin, and of it together with the open ones.
func (r *Report) row(h *stats.Histogram, name string, key int, open []int) Row {
	size, opt := r.Size, r.Options
	whole, part := h.Total(), h.Tally(key)
	wide := part.Clone()
	for _, k := range open {
		wide.Merge(hits(h.Tally(k)))
	}
	row := Row{Class: name, Draws: part.InCount() + part.OpenCount(), Legal: [2]float64{0, 1}}
	row.Low, row.High = share(whole, part, opt), share(whole, wide, opt)
	row.Positions = part.Estimate(size, opt).High
	if in, not := sum(part, false), sum(whole, true)-sum(part, true); whole.InCount() > 0 {
		row.Legal[0] = in / (in + not)
		in, not = sum(wide, true), sum(whole, false)-sum(wide, false)
		row.Legal[1] = in / (in + not)
	}
	return row
}

// hits returns the draws of a tally that are not Out.
func hits(t *stats.Tally) *stats.Tally {
	h := &stats.Tally{}
	for c := range t.All() {
		if c.Outcome != stats.Out {
			h.AddCount(c.Outcome, c.Weight, c.Mult, c.Count)
		}
	}
	return h
}

// sum returns the sum of the contributions, of Open draws as well if open is set.
func sum(t *stats.Tally, open bool) float64 {
	x, _ := t.Sum(stats.In).Float64()
	if open {
		y, _ := t.Sum(stats.Open).Float64()
		x += y
	}
	return x
}

// share estimates the ratio of two tallies of one sample, Open draws counted. Without a
// draw in the part, or outside of it, the interval is that of Clopper and Pearson for
// the effective number of draws (sum of y)^2/(sum of y^2).
func share(whole, part *stats.Tally, opt stats.Options) stats.Estimate {
	d := design.Simple(one)
	e, err := d.Share(sample(whole), sample(hits(part)), opt)
	if err != nil {
		panic("mates: " + err.Error()) // both are tallies of one sample
	}
	if n := effective(whole); n > 0 && e.StdErr == 0 {
		e.Method = stats.ClopperPearson
		e.Lo, e.Hi = stats.ClopperPearsonShare(n*e.Value, n, 1-opt.Level())
	}
	return e
}

// effective returns the effective number of draws that contribute.
func effective(t *stats.Tally) float64 {
	var y, y2 float64
	for c := range t.All() {
		if c.Outcome != stats.Out {
			x := float64(c.Weight) / float64(c.Mult)
			y += x * float64(c.Count)
			y2 += x * x * float64(c.Count)
		}
	}
	if y2 == 0 {
		return 0
	}
	return y * y / y2
}

// sample returns a tally as a sample of one phase in which nothing is open.
func sample(t *stats.Tally) *design.Sample {
	s := design.NewSample(1)
	for c := range t.All() {
		if c.Outcome == stats.Open {
			c.Outcome = stats.In
		}
		s.Strata[0].AddCell(design.Cell{Outcome: c.Outcome, Weight: c.Weight, Mult: c.Mult, Count: c.Count})
	}
	return s
}
