package design

import (
	"fmt"
	"math/big"

	"chesscensus/stats"
)

// A Result holds the estimates from a sample: bounds and intervals as in [stats.Result], with diagnostics.
type Result struct {
	// Low counts the draws that the last phase left undecided as Out, High as In. Estimate.Draws counts draws of phase
	// 1, Estimate.Hits the draws judged In, Estimate.Variance is that of one such draw, StdErr^2 * Draws / N^2.
	Low  stats.Estimate `json:"low"`
	High stats.Estimate `json:"high"`
	// Lo and Hi are the [stats.Range] of Low and High: they allow for chance and for undecided
	// draws. Counts of objects.
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
	// OpenDraws is the number of undecided draws.
	OpenDraws uint64 `json:"open_draws"`
	// Size is N, the sum of the sizes of the strata.
	Size *big.Int `json:"size"`
	// DesignEffect is the variance of Low divided by that of as many simple draws with the same contributions, each
	// judged through all phases (Kish 1965). 0 if there are no hits.
	DesignEffect float64 `json:"design_effect"`
	// EffectiveDraws is the number of simple draws with the same variance: Draws/DesignEffect. 0 if there are no hits.
	EffectiveDraws float64 `json:"effective_draws"`
	// LargestWeight is the largest number of members of the space for which one draw judged in its last phase
	// stands; LargestShare the largest share of Low.Value that a single draw judged In carries, in [0,1].
	LargestWeight float64 `json:"largest_weight"`
	LargestShare  float64 `json:"largest_share"`
	// Strata and Phases split value and variance of Low.
	Strata []StratumPart `json:"strata"`
	Phases []PhasePart   `json:"phases"`
}

// A StratumPart is the part of one stratum in a [Result].
type StratumPart struct {
	Name string `json:"name"`
	// Size is the number of members of the stratum.
	Size float64 `json:"-"`
	// Draws of phase 1.
	Draws uint64 `json:"draws"`
	// Value and StdErr of the stratum's total, counts of objects.
	Value  float64 `json:"value"`
	StdErr float64 `json:"std_err"`
	// Share of the variance of the whole, in [0,1].
	Share float64 `json:"share"`
	// Phases are the shares of this stratum and each phase in the variance of the
	// whole; they add up to Share. See PhasePart.Share.
	Phases []float64 `json:"phases"`
}

// A PhasePart is the part of one phase in a [Result].
type PhasePart struct {
	// Judged, Decided (In or Out) and Passed count draws.
	Judged  uint64 `json:"judged"`
	Decided uint64 `json:"decided"`
	Passed  uint64 `json:"passed"`
	// Out counts those of Decided that are Out.
	Out uint64 `json:"out"`
	// StdErr is the root of the variance that comes from judging only so many draws in this phase; the squares add
	// up to that of the whole. It is a count of objects.
	StdErr float64 `json:"std_err"`
	// Share of the variance of the whole. The shares add up to 1 (or all are 0);
	// by chance one can be slightly negative, and StdErr is then 0.
	Share float64 `json:"share"`
}

// warn appends a warning to an estimate.
func warn(e *stats.Estimate, format string, args ...any) {
	e.Warnings = append(e.Warnings, fmt.Errorf("design: "+format, args...))
}

// count adds a node at phase j+1 and the nodes below it to the counts of phases, the hits and undecided draws, and the
// largest weights. One draw of the node stands for weight members of the space. LargestShare is a number of objects here,
// which [Design.result] divides by the value.
func (r *Result) count(n *Node, j int, weight float64) {
	p := &r.Phases[j]
	p.Judged += n.n
	passed := map[int]uint64{}
	canContribute := j == 0 // some draws of the node can; those outside of a domain have weight 0
	for c := range n.unordered() {
		canContribute = canContribute || c.Weight > 0
		if c.Outcome != stats.Open {
			p.Decided += c.Count
		} else {
			p.Passed += c.Count
			passed[c.Class] += c.Count
		}
		if c.Outcome == stats.Out {
			p.Out += c.Count
		}
		if c.Outcome == stats.In {
			r.Low.Hits += c.Count
			r.LargestShare = max(r.LargestShare, weight*float64(c.Weight)/float64(c.Mult))
		}
	}
	if canContribute {
		r.LargestWeight = max(r.LargestWeight, weight)
	}
	for class := range maxClasses {
		m := passed[class]
		if m == 0 {
			continue
		}
		child := n.child(class)
		switch {
		case j == len(r.Phases)-1:
			r.OpenDraws += m
		case child == nil || child.n == 0:
			r.OpenDraws += m
			warn(&r.Low, "none of %d draws that pass phase %d in class %d was judged further; they count as undecided", m, j+1, class)
		default:
			r.count(child, j+1, weight*float64(m)/float64(child.n))
		}
	}
}

// minEvents is the number of draws of the rarer kind, Out or not, that a phase after
// the first should judge, so that its part of the variance is known to about a third.
const minEvents = 20

// warnEvents adds a warning for each phase after the first that rests on few events.
func (r *Result) warnEvents() {
	for j := 1; j < len(r.Phases); j++ {
		p := &r.Phases[j]
		if n := min(p.Out, p.Judged-p.Out); p.Judged > 0 && n < minEvents {
			warn(&r.Low, "phase %d judged %d draws but only %d of the rarer kind, so its part of the variance is rough", j+1, p.Judged, n)
		}
	}
}
