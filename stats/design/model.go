package design

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"chesscensus/stats"
	"chesscensus/stats/design/internal/slope"
)

// A Model holds the numbers of one phase of one stratum that [Design.Allocate] needs.
type Model struct {
	// Reach is the probability that a draw of the stratum reaches this phase if
	// all draws that pass are judged further; 1 for phase 1.
	Reach float64 `json:"reach"`
	// Variance is B_j of the package documentation for one draw judged in this phase.
	Variance float64 `json:"variance"`
	// Cost of judging one draw in this phase in CPU seconds, drawing included.
	Cost float64 `json:"cost"`
	// Next has the models of the next phase by class; empty for the last phase.
	Next []Model `json:"next,omitempty"`
}

// priorDraws is the number of draws of the pooled pilot that [Design.Model] mixes into every
// stratum, so that a stratum with few draws does not seem to have no variance. From the third
// phase on, if a pilot has fewer than so many refutations for each stratum, the whole pool is
// mixed in: otherwise one loss among ten would have a stratum judged in all phases.
const priorDraws = 20

// priorOut is the part of a draw that counts as Out where a pilot has none. A larger part would allot too much to
// the last phase: with 2000 games in a pilot and one in 3000 lost, half a draw predicts twice the loss.
const priorOut = 0.25

// A Knowledge holds what is known besides a pilot. The zero value stands for nothing.
type Knowledge struct {
	// Covariate of each stratum, such as a number of pawns, on which the risk to be lost may depend in phases in which the
	// strata of the pilot are pooled; nil means that all strata have the same risk there.
	Covariate []float64
	// Last[h][g] is the risk to be lost in the last phase, above 0 and below 1, of a draw of stratum h that the phase before
	// has passed in class g, from earlier surveys; nil means that the risks are those of the pilot. All risks are
	// multiplied by one factor that depends on the pilot, see [Design.Model].
	Last [][]float64
}

// Model returns the model of each stratum, given a pilot sample, the cost of judging one
// draw in each phase in CPU seconds (in phase 1 with drawing it), and other knowledge.
//
// A stratum's frequencies are mixed with priorDraws draws of all strata pooled, and the pool at each phase with
// 1-priorOut of a draw In and priorOut of a draw Out: a pilot without some event does not prove that it is
// impossible. Undecided draws count as Out. A pilot should be large enough that this hardly matters, and must not
// be part of the survey's own sample if it decides the coefficients Known.
//
// Where the strata are pooled and there is no covariate, all have the same risk to be lost. With a covariate,
// the logarithm of the risk is linear in it, with a slope fitted to the pilot. Otherwise a stratum in which no
// draw is ever lost would get as much of the last phase as one that loses twenty times the mean.
//
// Risks of the last phase in known.Last are multiplied by
//
//	(priorLost + lost) / (priorLost + expected),
//
// with lost the number of draws that the pilot loses there and expected the sum of their risks. This is the
// posterior mean for a gamma prior with mean 1 that counts as much as priorLost lost draws. So with a small
// pilot, which loses one draw or none, the prediction is nearly that of earlier surveys.
//
// It is an error if [Design.Estimate] would fail, a cost is missing or not positive, or the pilot has no draws. It is
// an error if draws pass in a class of which none is judged in the next phase of any stratum, since nothing is known
// about them. It is an error if the number of covariates or of lists of risks is not that of the strata, a covariate
// is not finite, a class of the pilot has no risk or one that is not between 0 and 1, or risks are given for a design
// of one phase.
func (d *Design) Model(pilot *Sample, costs []float64, known Knowledge) ([]Model, error) {
	covariate := known.Covariate
	isNotFinite := func(c float64) bool { return math.IsNaN(c) || math.IsInf(c, 0) }
	if covariate != nil && (len(covariate) != len(d.Strata) || slices.ContainsFunc(covariate, isNotFinite)) {
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
	pool, nodes := new(Node), make([]*Node, len(d.Strata))
	for h := range nodes {
		nodes[h] = &pilot.Strata[h]
		pool.merge(nodes[h])
	}
	if pool.n == 0 {
		return nil, errors.New("design: the pilot has no draws")
	}
	if err := pool.checkJudged(1, d.Phases); err != nil {
		return nil, err
	}
	m := modeler{Design: d, costs: costs, covariate: covariate, riskRatios: map[*Node][]float64{}}
	if known.Last != nil {
		if err := m.calibrate(known.Last, pilot); err != nil {
			return nil, err
		}
	}
	m.fit(pool, nodes, 0)
	models := make([]Model, len(nodes))
	for h, node := range nodes {
		models[h], _, _ = m.model(h, node, pool, nodePlace{}, 0, 1)
	}
	return models, nil
}

// checkJudged returns an error if draws pass in a class of which none is judged in the next phase, at this node or below.
// The node is at the given phase, from 1.
func (n *Node) checkJudged(phase, phases int) error {
	if phase == phases {
		return nil
	}
	for _, c := range n.Cells() {
		if child := n.child(c.Class); c.Outcome == stats.Open && (child == nil || child.n == 0) {
			return fmt.Errorf("design: the pilot passes draws of class %d in phase %d, none of which is judged in phase %d",
				c.Class, phase, phase+1)
		}
	}
	for _, child := range n.Below(1) {
		if err := child.checkJudged(phase+1, phases); err != nil {
			return err
		}
	}
	return nil
}

// A modeler holds the parameters of a model that are the same for all nodes.
type modeler struct {
	*Design
	costs, covariate []float64
	// riskRatios holds, for nodes of the pool at which strata are pooled, the risk of each stratum divided by that of the pool.
	riskRatios map[*Node][]float64
	// lastRisks has the risks of the last phase by stratum and class, nil if they are those of the pilot.
	lastRisks [][]float64
}

// A nodePlace is the place of a node in its stratum: its phase minus 1, and the class of its draws.
type nodePlace struct{ j, class int }

// fit sets riskRatios for a node of the pool and the nodes below it, given the nodes of the strata at the same place.
func (m *modeler) fit(pool *Node, nodes []*Node, j int) {
	if isLast := j == m.Phases-1; j >= 2 && pool.lost(isLast) < priorDraws*uint64(len(nodes)) {
		judged, lost := make([]float64, len(nodes)), make([]float64, len(nodes))
		for h, node := range nodes {
			judged[h], lost[h] = float64(node.n), float64(node.lost(isLast))
		}
		m.riskRatios[pool] = slope.Fit(judged, lost, m.covariate)
	}
	for class, child := range pool.Below(1) {
		below := make([]*Node, len(nodes))
		for h, node := range nodes {
			below[h] = node.childOrEmpty(class)
		}
		m.fit(child, below, j+1)
	}
}

// A moments value holds means over the draws that reach a node: of y and y^2 for the
// possible contribution y, and of z and z^2 for the true one.
type moments struct{ y, y2, z, z2 float64 }

// spread returns the variance of z - k*y.
func (m *moments) spread(k float64) float64 {
	mean := m.z - k*m.y
	return max(0, k*k*m.y2+(1-2*k)*m.z2-mean*mean)
}

// model returns the model of a node of stratum h, its moments, and the part of the variance of a draw that belongs
// to later phases. The arguments k and reach are the coefficient of the step to the node, and its reach.
func (m *modeler) model(h int, node, pool *Node, where nodePlace, k, reach float64) (model Model, mean moments, later float64) {
	j := where.j
	model = Model{Reach: reach, Cost: m.costs[j]}
	if m.lastRisks != nil && j == m.Phases-1 {
		q := m.lastRisks[h][where.class]
		mean = moments{1, 1, 1 - q, 1 - q}
		model.Variance = mean.spread(k)
		return model, mean, 0
	}
	prior, riskRatio := float64(priorDraws), 1.0
	ratios, pooled := m.riskRatios[pool]
	if pooled {
		prior, riskRatio = float64(pool.n)+1, ratios[h]
	}
	passing := make([]classSums, len(pool.next))
	mean, total := sumFrequencies(frequencies(node, pool, prior, riskRatio, j == m.Phases-1), pooled, passing)
	var nextK float64
	if j < len(m.Known) {
		nextK = m.Known[j]
	}
	for class, pass := range passing {
		share := pass.freq / total
		sub, below, laterBelow := m.model(h, node.childOrEmpty(class), pool.Child(class), nodePlace{j + 1, class}, nextK, reach*share)
		// Draws of other strata may be mixed in below, with other contributions. Only the
		// shares of y and y^2 that are In are used from them.
		if pass.freq > 0 && below.y > 0 {
			yFactor, y2Factor := pass.y/pass.freq/below.y, pass.y2/pass.freq/below.y2
			below = moments{yFactor * below.y, y2Factor * below.y2, yFactor * below.z, y2Factor * below.z2}
			sub.scale(y2Factor)
			sub.Variance = max(0, below.spread(nextK)-y2Factor*laterBelow)
		}
		model.Next = append(model.Next, sub)
		mean.z += pass.freq * below.z
		mean.z2 += pass.freq * below.z2
		later += share * below.spread(nextK)
	}
	for _, x := range []*float64{&mean.y, &mean.y2, &mean.z, &mean.z2} {
		*x /= total
	}
	model.Variance = max(0, mean.spread(k)-later)
	return model, mean, later
}

// classSums holds the sum of the frequencies of the draws that pass in a class, and the sums of y and y^2.
type classSums struct{ freq, y, y2 float64 }

// sumFrequencies returns the moments, not yet divided by the total frequency, and that total. It adds what passes to
// passing, by class. Where strata are pooled, every contribution counts as 1, since contributions may differ greatly
// between strata: losses are assumed to be independent of contributions.
func sumFrequencies(list []frequency, pooled bool, passing []classSums) (sums moments, total float64) {
	for _, f := range list {
		total += f.freq
		y := float64(f.weight) / float64(f.mult)
		if pooled {
			y = 1
		}
		if f.outcome == stats.Open && f.class < len(passing) {
			pass := &passing[f.class]
			pass.freq, pass.y, pass.y2 = pass.freq+f.freq, pass.y+f.freq*y, pass.y2+f.freq*y*y
		}
		sums.y += f.freq * y
		sums.y2 += f.freq * y * y
		if f.outcome == stats.In {
			sums.z += f.freq * y
			sums.z2 += f.freq * y * y
		}
	}
	return sums, total
}

// scale multiplies the variances of a model by a factor.
func (m *Model) scale(f float64) {
	m.Variance *= f
	for i := range m.Next {
		m.Next[i].scale(f)
	}
}

// A frequency is a number of draws of one kind, in parts that are mixed.
type frequency struct {
	kind
	freq float64
}

// frequencies returns the draws of a node mixed with those of the pool. The pool counts as much as prior draws, and the risk to be
// lost in it is multiplied by riskRatio. In the last phase draws that pass are lost.
func frequencies(n, pool *Node, prior, riskRatio float64, isLast bool) (list []frequency) {
	mixed := map[kind]float64{}
	scale := prior / (float64(pool.n) + 1)
	lostCount := float64(pool.lost(isLast)) + priorOut
	keptCount := float64(pool.n) + 1 - lostCount
	scaledLost := math.Min(riskRatio*lostCount, lostCount+keptCount/2) // at least half of the others are kept
	add := func(k kind, count float64) {
		factor := scale
		if k.outcome == stats.Out || isLast && k.outcome == stats.Open {
			factor *= scaledLost / lostCount
		} else {
			factor *= (keptCount + lostCount - scaledLost) / keptCount
		}
		mixed[k] += factor * count
	}
	for c := range pool.unordered() {
		add(c.kind(), float64(c.Count))
	}
	add(kind{stats.In, 0, 1, 1}, 1-priorOut)
	add(kind{stats.Out, 0, 1, 1}, priorOut)
	for c := range n.unordered() {
		mixed[c.kind()] += float64(c.Count)
	}
	for k, f := range mixed {
		list = append(list, frequency{k, f})
	}
	slices.SortFunc(list, func(a, b frequency) int { return a.kind.compare(b.kind) }) // sums in a fixed order
	return list
}

// SetCosts sets the costs of judging in models, by [stratum][phase] in CPU seconds. A cost of 0 means no change. Costs
// can differ greatly: in the ranked set a candidate with castling rights costs 500 times as much as another one.
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

// setCosts sets the costs of the phases from this one on.
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
