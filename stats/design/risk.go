package design

import (
	"fmt"
	"math"
	"slices"

	"chesscensus/stats"
)

// priorLost is the number of lost draws that risks known beforehand count for against those that a pilot loses.
const priorLost = 20

// checkRisks returns an error if risks of the last phase are not those of the strata.
func (d *Design) checkRisks(risks [][]float64) error {
	if risks == nil {
		return nil
	}
	if len(risks) != len(d.Strata) || d.Phases < 2 {
		return fmt.Errorf("design: risks of the last phase of %d for %d strata, or no phase before the last", len(risks), len(d.Strata))
	}
	for h := range risks {
		if len(risks[h]) == 0 || len(risks[h]) != len(risks[0]) || slices.ContainsFunc(risks[h], func(q float64) bool { return !(q > 0 && q < 1) }) {
			return fmt.Errorf("design: stratum %d: want risks above 0 and below 1, of as many classes in all strata", h)
		}
	}
	return nil
}

// calibrate sets the risks of the last phase to those known beforehand, all multiplied by what the pilot says.
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
		m.last = append(m.last, nil)
		for _, q := range known[h] {
			m.last[h] = append(m.last[h], math.Min(0.5, scale*q))
		}
	}
	return nil
}

// lost counts the draws of a node that come to nothing: those that are Out, in the last phase also those that pass.
func (n *Node) lost(last bool) uint64 {
	if last {
		return n.n - n.Count(stats.In)
	}
	return n.Count(stats.Out)
}
