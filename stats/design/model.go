package design

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"chesscensus/stats"
)

// A Model says how often one phase of one stratum is reached, what it costs and
// how much it varies: all that [Design.Allocate] needs to know of it.
type Model struct {
	// Reach is the probability that a draw of the stratum reaches this phase if
	// everything that passes is taken on; 1 for phase 1.
	Reach float64 `json:"reach"`
	// Variance B_j of the package documentation for one draw judged in this phase.
	Variance float64 `json:"variance"`
	// Cost of judging one draw in this phase in CPU seconds, drawing included.
	Cost float64 `json:"cost"`
	// Next phase by class; empty for the last.
	Next []Model `json:"next,omitempty"`
}

// PriorDraws is the number of draws of the pooled pilot that are mixed into every
// stratum by [Design.Model], so that no stratum with few draws is taken for one
// without variance. In the last of three phases or more, which few draws of a pilot reach, the
// whole pool is mixed in: one loss among ten must not have a stratum judged to the end.
const PriorDraws = 20

// PriorOut is the part of a draw that is taken for Out where a pilot has none. More of it
// spends more on the last phase than that is worth: with 2000 games in a pilot and one in
// 3000 lost, half a draw foretells twice the loss.
const PriorOut = 0.25

// Model returns the model of each stratum from a pilot sample and the cost, in CPU
// seconds, of judging one draw in each phase (that of phase 1 with making it).
//
// A stratum's frequencies are mixed with PriorDraws draws of all strata pooled,
// and the pool at each phase with 1-PriorOut of a draw In and PriorOut of a draw Out: a
// pilot in which something never happened does not prove that it cannot. Undecided draws
// count as Out. A pilot should be large enough that this hardly matters, and must
// not be part of the survey's own sample if it decides the coefficients Known.
//
// It is an error if [Design.Estimate] would fail, a cost is missing or not
// positive, or the pilot has no draws.
func (d *Design) Model(pilot *Sample, costs []float64) ([]Model, error) {
	if err := d.check(pilot, stats.Options{}); err != nil {
		return nil, err
	}
	if len(costs) != d.Phases || slices.ContainsFunc(costs, func(c float64) bool { return !(c > 0) || math.IsInf(c, 0) }) {
		return nil, fmt.Errorf("design: want %d positive costs", d.Phases)
	}
	pool := new(Node)
	for h := range pilot.Strata {
		pool.Merge(&pilot.Strata[h])
	}
	if pool.n == 0 {
		return nil, errors.New("design: the pilot has no draws")
	}
	models := make([]Model, len(d.Strata))
	for h := range models {
		models[h], _ = d.model(&pilot.Strata[h], pool, 0, 0, 1, costs)
	}
	return models, nil
}

// moments are means over the draws that reach a node: of y and y^2, the possible
// contribution, and of z and z^2, the true one.
type moments struct{ y, y2, z, z2 float64 }

// spread returns the variance of z - k*y.
func (m *moments) spread(k float64) float64 {
	mean := m.z - k*m.y
	return max(0, k*k*m.y2+(1-2*k)*m.z2-mean*mean)
}

// model returns the model of a node and its moments.
func (d *Design) model(n, pool *Node, j int, k, reach float64, costs []float64) (m Model, mo moments) {
	m = Model{Reach: reach, Cost: costs[j]}
	prior := float64(PriorDraws)
	if j >= 2 && j == d.Phases-1 {
		prior = float64(pool.n) + 1
	}
	freq := frequencies(n, pool, prior)
	var total float64
	pass := make([]float64, len(pool.next))
	passY, passY2 := make([]float64, len(pool.next)), make([]float64, len(pool.next))
	for _, f := range freq {
		total += f.freq
		if f.Outcome == stats.Open && f.Class < len(pass) {
			pass[f.Class] += f.freq
			y := float64(f.Weight) / float64(f.Mult)
			passY[f.Class] += f.freq * y
			passY2[f.Class] += f.freq * y * y
		}
		y := float64(f.Weight) / float64(f.Mult)
		mo.y += f.freq * y
		mo.y2 += f.freq * y * y
		if f.Outcome == stats.In {
			mo.z += f.freq * y
			mo.z2 += f.freq * y * y
		}
	}
	var next, later float64
	if j < len(d.Known) {
		next = d.Known[j]
	}
	for class := range pass {
		child := n.child(class)
		if child == nil {
			child = new(Node)
		}
		share := pass[class] / total
		sub, below := d.model(child, pool.Child(class), j+1, next, reach*share, costs)
		m.Next = append(m.Next, sub)
		// Draws of other strata may be mixed in below, with other contributions: only the
		// shares of y and y^2 that are In are taken from them.
		if pass[class] > 0 && below.y > 0 {
			f1, f2 := passY[class]/pass[class]/below.y, passY2[class]/pass[class]/below.y2
			below = moments{f1 * below.y, f2 * below.y2, f1 * below.z, f2 * below.z2}
		}
		mo.z += pass[class] * below.z
		mo.z2 += pass[class] * below.z2
		later += share * below.spread(next)
	}
	for _, x := range []*float64{&mo.y, &mo.y2, &mo.z, &mo.z2} {
		*x /= total
	}
	m.Variance = max(0, mo.spread(k)-later)
	return m, mo
}

// A frequency is a cell with a mixed count.
type frequency struct {
	Cell
	freq float64
}

// frequencies mixes the cells of a node with those of the pool, which count as much as
// the given number of draws.
func frequencies(n, pool *Node, prior float64) (list []frequency) {
	mixed := map[Cell]float64{}
	scale := prior / (float64(pool.n) + 1)
	for _, c := range pool.Cells() {
		count := float64(c.Count)
		c.Count = 0
		mixed[c] += scale * count
	}
	mixed[Cell{Outcome: stats.In, Weight: 1, Mult: 1}] += scale * (1 - PriorOut)
	mixed[Cell{Outcome: stats.Out, Weight: 1, Mult: 1}] += scale * PriorOut
	for _, c := range n.Cells() {
		count := float64(c.Count)
		c.Count = 0
		mixed[c] += count
	}
	for c, f := range mixed {
		list = append(list, frequency{c, f})
	}
	slices.SortFunc(list, func(a, b frequency) int { // sums in a fixed order
		return cmp.Or(cmp.Compare(a.Outcome, b.Outcome), cmp.Compare(a.Class, b.Class),
			cmp.Compare(a.Weight, b.Weight), cmp.Compare(a.Mult, b.Mult))
	})
	return list
}

// SetCosts sets the costs of judging in models, by [stratum][phase] in CPU seconds. A
// cost of 0 leaves what was there. Costs can differ greatly: in the ranked set a candidate
// with castling rights costs 500 times as much as another.
//
// It is an error if the numbers of strata differ, there are more costs than phases, or
// one is negative or not finite; models are then unchanged.
func SetCosts(models []Model, costs [][]float64) error {
	if len(costs) != len(models) {
		return fmt.Errorf("design: costs of %d strata for %d", len(costs), len(models))
	}
	for h, list := range costs {
		if len(list) > models[h].phases() {
			return fmt.Errorf("design: stratum %d: %d costs for %d phases", h, len(list), models[h].phases())
		}
		if slices.ContainsFunc(list, func(c float64) bool { return !(c >= 0) || math.IsInf(c, 0) }) {
			return fmt.Errorf("design: stratum %d: a cost is negative or not finite", h)
		}
	}
	for h, list := range costs {
		models[h].setCosts(list)
	}
	return nil
}

// phases returns the number of phases from this one on.
func (m *Model) phases() (n int) {
	for i := range m.Next {
		n = max(n, m.Next[i].phases())
	}
	return n + 1
}

func (m *Model) setCosts(costs []float64) {
	if len(costs) == 0 {
		return
	}
	if costs[0] > 0 {
		m.Cost = costs[0]
	}
	for i := range m.Next {
		m.Next[i].setCosts(costs[1:])
	}
}
