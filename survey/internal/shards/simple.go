package shards

import (
	"math"

	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// SimplePerSecond returns the standard error that simple sampling would have after one second: plain uniform draws of the whole
// space, each judged through all phases. Any survey estimates it: the variance of a simple draw is E[y^2] - E[y]^2, where y is
// weight/multiplicity for legal draws and 0 for others. Its cost is the sum over the phases of the probability to reach the phase
// times the cost of a judgement there. The cost of a redrawn draw stands for that of a plain one, which is less.
//
// A redrawn draw counts level/levels, so the mean of y^2 over plain draws is that of
// level/levels y^2 over redrawn ones.
func SimplePerSecond(p *plan.Plan, s *design.Sample, costs []float64, levels int) (float64, error) {
	d := DesignOf(p)
	d.Known = nil
	n := FloatOf(d.Size())
	mean := func(phases int, f func(w, m uint64) (uint64, uint64)) (float64, error) {
		d.Phases = phases
		r, err := d.Estimate(recount(s, phases, phases < len(costs), f), stats.Options{})
		return r.Low.Value / n, err
	}
	l := uint64(levels)
	meanY, err := mean(len(costs), func(w, m uint64) (uint64, uint64) { return w, m })
	if err != nil {
		return 0, err
	}
	meanSquare, err := mean(len(costs), func(w, m uint64) (uint64, uint64) { return w * l, m * m })
	if err != nil {
		return 0, err
	}
	cost := costs[0]
	for k := 1; k < len(costs); k++ {
		reach, err := mean(k, func(w, _ uint64) (uint64, uint64) { return w, l })
		if err != nil {
			return 0, err
		}
		cost += reach * costs[k]
	}
	return n * math.Sqrt(max(0, meanSquare-meanY*meanY)*cost), nil
}

// recount returns the first phases of a sample with the contributions f(weight, multiplicity). If passIn is set, draws that pass
// the last of these phases are In.
func recount(s *design.Sample, phases int, passIn bool, f func(w, m uint64) (uint64, uint64)) *design.Sample {
	t := design.NewSample(len(s.Strata))
	var copyNode func(to, from *design.Node, remaining int)
	copyNode = func(to, from *design.Node, remaining int) {
		for _, c := range from.Cells() {
			if c.Outcome == stats.Out && remaining == phases {
				c.Weight, c.Mult = 1, 1 // these have no contribution in the first phase
			} else {
				c.Weight, c.Mult = f(c.Weight, c.Mult)
			}
			if c.Outcome == stats.Open && remaining == 1 && passIn {
				c.Outcome, c.Class = stats.In, 0
			}
			to.AddCell(c)
		}
		if remaining > 1 {
			for g, child := range from.Below(1) {
				copyNode(to.Child(g), child, remaining-1)
			}
		}
	}
	for h := range s.Strata {
		copyNode(&t.Strata[h], &s.Strata[h], phases)
	}
	return t
}

// LevelsOf returns the number of levels of the redrawn draws in rows, 1 if draws are not redrawn or no row shows it.
func LevelsOf(rows []record.Row) int {
	for i := range rows {
		if r := &rows[i]; r.Property == Verdict && r.Outcome == record.Pass {
			return int(r.Multiplicity)
		}
	}
	return 1
}
