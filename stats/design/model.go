package design

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"chesscensus/stats"
	"chesscensus/stats/design/internal/slope"
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

// priorDraws is the number of draws of the pooled pilot that are mixed into every
// stratum by [Design.Model], so that no stratum with few draws is taken for one
// without variance. From the third phase on, where a pilot shows fewer than so many refutations for each
// stratum, the whole pool is mixed in: one loss among ten must not have a stratum judged to the end.
const priorDraws = 20

// priorOut is the part of a draw that is taken for Out where a pilot has none. More of it
// spends more on the last phase than that is worth: with 2000 games in a pilot and one in
// 3000 lost, half a draw foretells twice the loss.
const priorOut = 0.25

// Knowledge is what is known beside a pilot. The zero value is none.
type Knowledge struct {
	// Covariate of each stratum, such as a number of pawns, on which the risk to be lost in a phase may depend of which a
	// pilot shows but the pool; nil means that the strata are alike.
	Covariate []float64
	// Last[h][g] is the risk to be lost in the last phase, above 0 and below 1, of a draw of stratum h that the phase before
	// has passed in class g, as earlier surveys have shown it; nil means that only the pilot tells. It is taken as a whole
	// for as many times too small or too large as the pilot shows, see [Design.Model].
	Last [][]float64
}

// Model returns the model of each stratum from a pilot sample, the cost, in CPU
// seconds, of judging one draw in each phase (that of phase 1 with making it), and what is known beside.
//
// A stratum's frequencies are mixed with priorDraws draws of all strata pooled,
// and the pool at each phase with 1-priorOut of a draw In and priorOut of a draw Out: a
// pilot in which something never happened does not prove that it cannot. Undecided draws
// count as Out. A pilot should be large enough that this hardly matters, and must
// not be part of the survey's own sample if it decides the coefficients Known.
//
// All strata are taken for alike where the pool is all that is known of a phase and there is no covariate.
// With one the logarithm of the risk to be lost is taken to be
// linear in it, with a slope fitted to the pilot. Without that a stratum in which nothing is ever lost gets
// as much of the last phase as one that loses twenty times the mean.
//
// Risks of the last phase are multiplied by
//
//	(priorLost + lost) / (priorLost + expected),
//
// lost the draws that the pilot loses there and expected the sum of their risks: the mean of the gamma law that has
// mean 1 before the pilot and counts as much as priorLost lost draws. So a small pilot, which sees none
// or one, foretells what earlier surveys lost.
//
// It is an error if [Design.Estimate] would fail, a cost is missing or not positive, or the pilot has no draws;
// if draws pass in a class of which none is judged in the next phase of any stratum, as then nothing is known of
// what they come to; if the numbers of covariates or of lists of risks are not that of the strata, a covariate is not finite, a
// class of the pilot has no risk or one that is not between 0 and 1, or there is no phase before the last.
func (d *Design) Model(pilot *Sample, costs []float64, known Knowledge) ([]Model, error) {
	covariate := known.Covariate
	if covariate != nil && (len(covariate) != len(d.Strata) || slices.ContainsFunc(covariate, func(c float64) bool { return math.IsNaN(c) || math.IsInf(c, 0) })) {
		return nil, fmt.Errorf("design: want %d finite covariates, one for each stratum", len(d.Strata))
	}
	if err := d.checkRisks(known.Last); err != nil {
		return nil, err
	}
	if err := d.check(pilot, stats.Options{}); err != nil {
		return nil, err
	}
	if len(costs) != d.Phases || slices.ContainsFunc(costs, func(c float64) bool { return !(c > 0) || math.IsInf(c, 0) }) {
		return nil, fmt.Errorf("design: want %d positive costs", d.Phases)
	}
	pool := new(Node)
	for h := range pilot.Strata {
		pool.merge(&pilot.Strata[h])
	}
	if pool.n == 0 {
		return nil, errors.New("design: the pilot has no draws")
	}
	if err := pool.unjudged(1, d.Phases); err != nil {
		return nil, err
	}
	m := modeler{Design: d, costs: costs, covariate: covariate, risks: map[*Node][]float64{}}
	if known.Last != nil {
		if err := m.calibrate(known.Last, pilot); err != nil {
			return nil, err
		}
	}
	models := make([]Model, len(d.Strata))
	nodes := make([]*Node, len(d.Strata))
	for h := range models {
		nodes[h] = &pilot.Strata[h]
	}
	m.fit(pool, nodes, 0)
	for h := range models {
		models[h], _, _ = m.model(h, &pilot.Strata[h], pool, place{}, 0, 1)
	}
	return models, nil
}

// unjudged returns an error if draws of the node, at a phase from 1, pass in a class of which none is judged in the next phase.
func (n *Node) unjudged(phase, phases int) error {
	if phase == phases {
		return nil
	}
	for _, c := range n.Cells() {
		if child := n.child(c.Class); c.Outcome == stats.Open && (child == nil || child.n == 0) {
			return fmt.Errorf("design: the pilot passes draws of class %d in phase %d, none of which is judged in phase %d", c.Class, phase, phase+1)
		}
	}
	for _, child := range n.next {
		if child == nil {
			continue
		}
		if err := child.unjudged(phase+1, phases); err != nil {
			return err
		}
	}
	return nil
}

// A modeler holds what is the same for all nodes.
type modeler struct {
	*Design
	costs, covariate []float64
	// risks are those of the nodes at which strata are pooled, by the node of the pool.
	risks map[*Node][]float64
	// last are the risks of the last phase by stratum and class, nil if only the pilot tells.
	last [][]float64
}

// A place says which node of a stratum is meant: its phase minus 1, and the class of the draws there.
type place struct{ j, class int }

// fit finds the risks at a node of the pool, to which the nodes of the strata belong, and below.
func (m *modeler) fit(pool *Node, nodes []*Node, j int) {
	if last := j == m.Phases-1; j >= 2 && pool.lost(last) < priorDraws*uint64(len(nodes)) {
		n, lost := make([]float64, len(nodes)), make([]float64, len(nodes))
		for h, node := range nodes {
			n[h], lost[h] = float64(node.n), float64(node.lost(last))
		}
		m.risks[pool] = slope.Fit(n, lost, m.covariate)
	}
	for class, child := range pool.next {
		if child == nil {
			continue
		}
		below := make([]*Node, len(nodes))
		for h, node := range nodes {
			below[h] = node.childOr(class)
		}
		m.fit(child, below, j+1)
	}
}

// moments are means over the draws that reach a node: of y and y^2, the possible
// contribution, and of z and z^2, the true one.
type moments struct{ y, y2, z, z2 float64 }

// spread returns the variance of z - k*y.
func (m *moments) spread(k float64) float64 {
	mean := m.z - k*m.y
	return max(0, k*k*m.y2+(1-2*k)*m.z2-mean*mean)
}

// model returns the model of a node of stratum h, its moments, and the part of the variance of a draw that belongs
// to later phases.
func (d *modeler) model(h int, n, pool *Node, at place, k, reach float64) (m Model, mo moments, later float64) {
	j := at.j
	m = Model{Reach: reach, Cost: d.costs[j]}
	if d.last != nil && j == d.Phases-1 {
		q := d.last[h][at.class]
		mo = moments{1, 1, 1 - q, 1 - q}
		m.Variance = mo.spread(k)
		return m, mo, 0
	}
	prior, relative := float64(priorDraws), 1.0
	risks, pooled := d.risks[pool]
	if pooled {
		prior, relative = float64(pool.n)+1, risks[h]
	}
	// Where strata are pooled, what is lost is taken for independent of what it would count, as
	// contributions may differ greatly between strata.
	freq := frequencies(n, pool, prior, relative, j == d.Phases-1)
	count := func(f *frequency) float64 {
		if pooled {
			return 1
		}
		return float64(f.Weight) / float64(f.Mult)
	}
	var total float64
	pass := make([]float64, len(pool.next))
	passY, passY2 := make([]float64, len(pool.next)), make([]float64, len(pool.next))
	for _, f := range freq {
		total += f.freq
		y := count(&f)
		if f.Outcome == stats.Open && f.Class < len(pass) {
			pass[f.Class] += f.freq
			passY[f.Class] += f.freq * y
			passY2[f.Class] += f.freq * y * y
		}
		mo.y += f.freq * y
		mo.y2 += f.freq * y * y
		if f.Outcome == stats.In {
			mo.z += f.freq * y
			mo.z2 += f.freq * y * y
		}
	}
	var next float64
	if j < len(d.Known) {
		next = d.Known[j]
	}
	for class := range pass {
		child := n.child(class)
		if child == nil {
			child = new(Node)
		}
		share := pass[class] / total
		sub, below, rest := d.model(h, child, pool.Child(class), place{j + 1, class}, next, reach*share)
		// Draws of other strata may be mixed in below, with other contributions: only the
		// shares of y and y^2 that are In are taken from them.
		if pass[class] > 0 && below.y > 0 {
			f1, f2 := passY[class]/pass[class]/below.y, passY2[class]/pass[class]/below.y2
			below = moments{f1 * below.y, f2 * below.y2, f1 * below.z, f2 * below.z2}
			sub.scale(f2)
			sub.Variance = max(0, below.spread(next)-f2*rest)
		}
		m.Next = append(m.Next, sub)
		mo.z += pass[class] * below.z
		mo.z2 += pass[class] * below.z2
		later += share * below.spread(next)
	}
	for _, x := range []*float64{&mo.y, &mo.y2, &mo.z, &mo.z2} {
		*x /= total
	}
	m.Variance = max(0, mo.spread(k)-later)
	return m, mo, later
}

// scale multiplies the variances of a model by a factor.
func (m *Model) scale(f float64) {
	m.Variance *= f
	for i := range m.Next {
		m.Next[i].scale(f)
	}
}

// A frequency is a cell with a mixed count.
type frequency struct {
	Cell
	freq float64
}

// frequencies mixes the cells of a node with those of the pool, which count as much as
// the given number of draws, and in which draws are lost relative times as often. In the last
// phase what passes is lost.
func frequencies(n, pool *Node, prior, relative float64, last bool) (list []frequency) {
	mixed := map[Cell]float64{}
	scale := prior / (float64(pool.n) + 1)
	lost := float64(pool.lost(last)) + priorOut
	kept := float64(pool.n) + 1 - lost
	more := math.Min(relative*lost, lost+kept/2) // never more than half of the rest
	add := func(c Cell, count float64) {
		factor := scale
		if c.Outcome == stats.Out || last && c.Outcome == stats.Open {
			factor *= more / lost
		} else {
			factor *= (kept + lost - more) / kept
		}
		mixed[c] += factor * count
	}
	for _, c := range pool.Cells() {
		count := float64(c.Count)
		c.Count = 0
		add(c, count)
	}
	add(Cell{Outcome: stats.In, Weight: 1, Mult: 1}, 1-priorOut)
	add(Cell{Outcome: stats.Out, Weight: 1, Mult: 1}, priorOut)
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
