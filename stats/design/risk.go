package design

import (
	"fmt"
	"math"
	"slices"

	"chesscensus/stats"
)

// priorLost is the weight of the known risks against a pilot, as a number of lost draws.
const priorLost = 20

// checkRisks returns an error if risks of the last phase are out of range, or their numbers do not fit the design.
func (d *Design) checkRisks(risks [][]float64) error {
	if risks == nil {
		return nil
	}
	if len(risks) != len(d.Strata) || d.Phases < 2 {
		return fmt.Errorf("design: risks of the last phase of %d for %d strata, or no phase before the last", len(risks), len(d.Strata))
	}
	for h := range risks {
		outOfRange := slices.ContainsFunc(risks[h], func(q float64) bool { return !(q > 0 && q < 1) })
		if len(risks[h]) == 0 || len(risks[h]) != len(risks[0]) || outOfRange {
			return fmt.Errorf("design: stratum %d: want risks above 0 and below 1, of as many classes in all strata", h)
		}
	}
	return nil
}

// calibrate sets the risks of the last phase to the known ones, all multiplied by a factor from the pilot, see
// [Design.Model]. A risk is at most 0.5.
func (m *modeler) calibrate(known [][]float64, pilot *Sample) error {
	expected, lost := 0.0, 0.0
	for h := range pilot.Strata {
		for g, node := range pilot.Strata[h].Below(m.Phases - 1) {
			if g >= len(known[h]) {
				return fmt.Errorf("design: stratum %d: no risk of class %d in the last phase", h, g)
			}
			expected += float64(node.n) * known[h][g]
			lost += float64(node.lost(true))
		}
	}
	scale := (priorLost + lost) / (priorLost + expected)
	for h := range known {
		m.lastRisks = append(m.lastRisks, nil)
		for _, q := range known[h] {
			m.lastRisks[h] = append(m.lastRisks[h], math.Min(0.5, scale*q))
		}
	}
	return nil
}

// lost returns the number of draws of a node that are Out, in the last phase also those that pass.
func (n *Node) lost(isLast bool) uint64 {
	if isLast {
		return n.n - n.Count(stats.In)
	}
	return n.Count(stats.Out)
}
