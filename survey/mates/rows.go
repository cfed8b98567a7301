package mates

import (
	"fmt"
	"math"

	"chesscensus/stats"
	"chesscensus/stats/design"
)

// A Row is the estimate of one class.
type Row struct {
	// Class is "mated", "mate in 2", "stalemate", "none of these" or "in check".
	Class string `json:"class"`
	// Draws is the number of draws known to be of the class.
	Draws uint64 `json:"draws"`
	// Low and High are shares of the positions that are not refuted. High also counts the
	// positions that the solver left undecided and that may belong to the class; without
	// such positions both are the same.
	Low  stats.Estimate `json:"low"`
	High stats.Estimate `json:"high"`
	// Positions is the number of positions of the class in the space that are not refuted,
	// from the draws of Low.
	Positions stats.Estimate `json:"positions"`
	// Legal has the limits of the share among legal positions, whatever the legality and
	// class of undecided ones, without allowance for chance. It is [0,1] if no position is
	// proven legal.
	Legal [2]float64 `json:"legal"`
}

// Rows returns the shares of all classes: mated, mates by number of moves, stalemate, none of
// these, and in check.
func (r *Report) Rows() []Row {
	undecidedBelow := func(depth int) (keys []int) { // bins of positions without a mate in d moves, for a d below depth
		for _, k := range r.Classes.Bins() {
			if k <= -10 && -10-k < depth {
				keys = append(keys, k)
			}
		}
		return keys
	}
	rows := []Row{r.row(&r.Classes, "mated", 0, nil)}
	for k := 1; k <= r.Moves; k++ {
		rows = append(rows, r.row(&r.Classes, fmt.Sprintf("mate in %d", k), k, undecidedBelow(k)))
	}
	return append(rows, r.row(&r.Classes, "stalemate", -1, nil),
		r.row(&r.Classes, "none of these", -2, undecidedBelow(math.MaxInt)),
		r.row(&r.InCheck, "in check", 1, nil))
}

// row estimates the share of one bin, and of this bin together with undecided ones.
func (r *Report) row(h *stats.Histogram, name string, key int, undecided []int) Row {
	size, opt := r.Size, r.Options
	whole, part := h.Total(), h.Tally(key)
	wide := part.Clone()
	for _, k := range undecided {
		wide.Merge(withoutOut(h.Tally(k)))
	}
	row := Row{Class: name, Draws: part.InCount() + part.OpenCount(), Legal: [2]float64{0, 1}}
	row.Low, row.High = estimateShare(whole, part, opt), estimateShare(whole, wide, opt)
	row.Positions = part.Estimate(size, opt).High
	if whole.InCount() > 0 {
		inside, outside := sumContributions(part, false), sumContributions(whole, true)-sumContributions(part, true)
		row.Legal[0] = inside / (inside + outside)
		inside, outside = sumContributions(wide, true), sumContributions(whole, false)-sumContributions(wide, false)
		row.Legal[1] = inside / (inside + outside)
	}
	return row
}

// withoutOut returns a tally of the draws that are not Out.
func withoutOut(t *stats.Tally) *stats.Tally {
	h := &stats.Tally{}
	for c := range t.All() {
		if c.Outcome != stats.Out {
			h.AddCount(c.Outcome, c.Weight, c.Mult, c.Count)
		}
	}
	return h
}

// sumContributions returns the sum of the contributions, of Open draws as well if open is set.
func sumContributions(t *stats.Tally, open bool) float64 {
	x, _ := t.Sum(stats.In).Float64()
	if open {
		y, _ := t.Sum(stats.Open).Float64()
		x += y
	}
	return x
}

// estimateShare estimates the ratio of two tallies of one sample, in which Open draws count.
// If no draw is in the part, or all are, the interval is that of Clopper and Pearson for the
// effective number of draws (sum of y)^2/(sum of y^2).
func estimateShare(whole, part *stats.Tally, opt stats.Options) stats.Estimate {
	d := design.Simple(oneElement)
	e, err := d.Share(toSample(whole), toSample(withoutOut(part)), opt)
	if err != nil {
		panic("mates: " + err.Error()) // both are tallies of one sample
	}
	if n := effectiveDraws(whole); n > 0 && e.StdErr == 0 {
		e.Method = stats.ClopperPearson
		e.Lo, e.Hi = stats.ClopperPearsonShare(n*e.Value, n, 1-opt.Level())
	}
	return e
}

// effectiveDraws returns the effective number of draws that contribute.
func effectiveDraws(t *stats.Tally) float64 {
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

// toSample returns a tally as a sample of one phase in which nothing is open.
func toSample(t *stats.Tally) *design.Sample {
	s := design.NewSample(1)
	for c := range t.All() {
		if c.Outcome == stats.Open {
			c.Outcome = stats.In
		}
		s.Strata[0].AddCell(design.Cell{Outcome: c.Outcome, Weight: c.Weight, Mult: c.Mult, Count: c.Count})
	}
	return s
}
