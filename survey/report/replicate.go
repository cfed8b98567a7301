package report

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"chesscensus/stats/design"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A flow holds the numbers of draws of a stratum that pass through the phases: judged by the first phase, then for each later phase
// those that the phase before passed and those that it judged. For the last phase it has these two numbers for every class. The
// flows of shards add up.
type flow []uint64

// flowsOf returns the flow of every stratum of a sample.
func flowsOf(p *plan.Plan, s *design.Sample) (list []flow) {
	for h := range s.Strata {
		node := &s.Strata[h]
		f := flow{node.Draws()}
		for k := 2; k < len(p.Phases); k++ {
			passed := node.Passed(0)
			node = node.Child(0)
			f = append(f, passed, node.Draws())
		}
		for g := range shards.ClassesOf(p) {
			if len(p.Phases) > 1 {
				f = append(f, node.Passed(g), node.Child(g).Draws())
			}
		}
		list = append(list, f)
	}
	return list
}

// expansions returns, by stratum and class, the number of elements that a draw in the last phase represents:
//
//	size of the stratum / draws * product over the phases of (draws that pass the phase before / draws that the phase judges)
//
// In the last phase only draws of the class count. Shard s counts times[s] times; nil means once. The number of a class without
// draws is not finite.
func (l *LastPhase) expansions(times map[int]int) (list [][]float64) {
	phases, classes := len(l.plan.Phases), shards.ClassesOf(l.plan)
	for h := range l.plan.Strata {
		sum := make(flow, 1+2*max(0, phases-2)+2*classes)
		for s, flows := range l.flows {
			n := uint64(1)
			if times != nil {
				n = uint64(times[s])
			}
			for i, count := range flows[h] {
				sum[i] += n * count
			}
		}
		factor, steps := shards.FloatOf(l.plan.Strata[h].N())/float64(sum[0]), sum[1:]
		for ; len(steps) > 2*classes; steps = steps[2:] {
			factor *= float64(steps[0]) / float64(steps[1])
		}
		expansions := make([]float64, classes)
		for g := range expansions {
			expansions[g] = factor
			if phases > 1 {
				expansions[g] *= float64(steps[2*g]) / float64(steps[2*g+1])
			}
		}
		list = append(list, expansions)
	}
	return list
}

// Total returns the estimate to which the draws of the last phase add up, with its standard error and the undecided draws. It does not
// use the coefficients of the plan, so its error is larger than that of a report of the same shards.
func (l *LastPhase) Total() (design.Result, error) {
	d := shards.DesignOf(l.plan)
	d.Known = nil
	return d.Estimate(l.whole, l.opt)
}

// Replicates are weights by which other programs can compute standard errors. Let T be any figure that follows from the draws and
// their Positions, such as a sum, a share or a regression, and T_r the same from the weights of replicate r. Then the standard error
// of T is estimated by the root of
//
//	Coefficient * sum over r of (T_r - T)^2
//
// Since shards are alike and independent, this contains the errors of all phases (K. M. Wolter, "Introduction to Variance Estimation",
// 2nd ed. 2007, chapters 4 and 5). The relative error of such a standard error is about 1/sqrt(2(n-1)) for n shards or groups.
type Replicates struct {
	Coefficient float64
	// Number of replicates.
	Number int
	times  []map[int]int // number of times that a shard counts, by replicate
	ratios [][][]float64 // weight of a draw that counts once, divided by its Positions, by replicate, stratum and class
}

// Jackknife returns the replicates of a jackknife. It deals the shards into groups of nearly the same size, and each replicate is the
// survey without one group. It is an error if there are fewer than two groups, or more groups than shards.
func (l *LastPhase) Jackknife(groups int) (*Replicates, error) {
	if groups < 2 || groups > l.Shards {
		return nil, fmt.Errorf("report: %d groups, want at least 2 and at most %d, the number of shards with lists", groups, l.Shards)
	}
	times := make([]map[int]int, groups)
	for r := range times {
		times[r] = map[int]int{}
	}
	for i, s := range l.listedShards() {
		for r := range times {
			if r != i%groups {
				times[r][s] = 1
			}
		}
	}
	return l.replicates(times, float64(groups-1)/float64(groups)), nil
}

// maxReplicates is the largest number of replicates of a bootstrap.
const maxReplicates = 10_000

// Bootstrap returns n replicates. Of N shards each replicate draws N-1 with replacement, so that the variance of a sum is estimated
// without bias (J. N. K. Rao, C. F. J. Wu, JASA 83 (1988)). It is an error if n is not from 2 to 10 000, or if there are fewer than
// two shards.
func (l *LastPhase) Bootstrap(n int, seed uint64) (*Replicates, error) {
	switch {
	case n < 2 || n > maxReplicates:
		return nil, fmt.Errorf("report: %d replicates, want 2 to %d", n, maxReplicates)
	case l.Shards < 2:
		return nil, fmt.Errorf("report: a bootstrap of shards takes at least 2 with lists")
	}
	rng := rand.New(rand.NewChaCha8(sha256.Sum256(binary.LittleEndian.AppendUint64([]byte("chesscensus replicates 1"), seed))))
	times, list := make([]map[int]int, n), l.listedShards()
	for r := range times {
		times[r] = map[int]int{}
		for range len(list) - 1 {
			times[r][list[rng.IntN(len(list))]]++
		}
	}
	return l.replicates(times, 1/float64(n)), nil
}

// listedShards returns the numbers of the shards that have a list, ascending.
func (l *LastPhase) listedShards() []int { return slices.Sorted(maps.Keys(l.flows)) }

// replicates returns the replicates in which shard s counts times[r][s] times.
func (l *LastPhase) replicates(times []map[int]int, coefficient float64) *Replicates {
	r := &Replicates{Coefficient: coefficient, Number: len(times), times: times}
	wholeExpansions := l.expansions(nil)
	for _, t := range times {
		ratios := l.expansions(t)
		for h := range ratios {
			for g := range ratios[h] {
				ratios[h][g] /= wholeExpansions[h][g]
			}
		}
		r.ratios = append(r.ratios, ratios)
	}
	return r
}

// AppendWeights appends the weights of a draw to dst: the number of legal positions that it represents in each replicate, if it is legal.
func (r *Replicates) AppendWeights(dst []float64, s *Sampled) []float64 {
	for i, times := range r.times {
		n, weight := times[s.Shard], 0.0
		if n > 0 {
			weight = float64(n) * r.ratios[i][s.Stratum][s.Class] * s.Positions
		}
		dst = append(dst, weight)
	}
	return dst
}
