package retract

import (
	"sort"

	"chesscensus/chess"
)

// Which setups kernels and Shut refute. They are asked with a small budget about each setup that measures less
// than all before it, and with a large one about the setup that would go to the planner: halfway through a search, at its end, and when a setup
// is loose. Planning for a setup that no game leads to is wasted, and so is the search that goes on from there. With few men and
// many captures kernels often refute a setup only after 40 000 of their states.

// onRefutedLine reports whether a node, or one after it in the game, was refuted.
func (x *Retractor) onRefutedLine(i int32) bool {
	for ; i > 0; i = x.nodes[i].from {
		if x.nodes[i].shut == prunedMeasure {
			return true
		}
	}
	return false
}

// prunedMeasure is the measure of a setup that was refuted, or that Unravel leaves out (unraveling.exact).
const prunedMeasure = 1 << 30

// prune asks the kernels, and Shut, about all setups between a node and the goal that a capture or pawn move was taken back
// from, and reports whether one of them is refuted. Where men are extracted it asks the first of them in the game, and the others
// only while they are refuted: if there is a game to a setup there is one to all after it.
func (x *Retractor) prune(i int32) (refuted bool) {
	stands := false // a setup before this one in the game was not refuted
	for ; i > 0; i = x.nodes[i].from {
		n := &x.nodes[i]
		if n.forced && !stands {
			if x.refutedByKernels(&n.setup) || x.refutedByShut(&n.setup) {
				n.shut, refuted = prunedMeasure, true
			} else {
				stands = x.extraction.on
			}
		}
		n.forced = false
	}
	return refuted
}

// refutedByKernels reports whether the kernels refute a setup with the small budget. They are asked once for all setups with the same skeleton.
func (x *Retractor) refutedByKernels(s *chess.Setup) bool {
	key := skeletonOf(s)
	refuted, known := x.asked[key]
	if !known && x.kernels != nil {
		var spent int64
		refuted, spent = x.kernels.Refutes(*s, x.stateBudget)
		x.states += spent
		x.asked[key] = refuted
		if !refuted && spent >= x.stateBudget {
			x.stateBudget = max(x.stateBudget/2, leastStateBudget)
		}
	}
	return refuted
}

// leastStateBudget is the least number of states that the kernels may spend on a setup. It begins at kernelSteps, in Extract and Unravel at a
// quarter of that, and is halved whenever the kernels spend all of it without an answer, so that more is left for the search.
const leastStateBudget = 1 << 10

// refutedByShut reports whether Shut, if there is one, refutes a setup.
func (x *Retractor) refutedByShut(s *chess.Setup) bool {
	if x.Shut == nil {
		return false
	}
	refuted, spent := x.Shut(s)
	x.states += spent
	return refuted
}

// Full checks: the states that the kernels may spend on a setup, and how many setups are asked about in a row.
const (
	fullCheckStates = 1 << 16
	fullChecks      = 3
)

// confirm asks with the full budget about a node that may become the result, and as long as the answer is that it is refuted about its runner-up.
// It returns the first node that is not refuted, or the one after fullChecks refuted ones, -1 if there is none.
func (x *Retractor) confirm(best int32) int32 {
	for range fullChecks {
		if best < 0 || !x.pruneFully(best) {
			break
		}
		best = x.runnerUp()
	}
	return best
}

// pruneFully asks the kernels with the full budget about a node, once, and reports whether it is refuted. Then it prunes the node next to the
// goal that is refuted as well, with all before it: whatever is before a refuted setup is refuted, so that halving finds it.
func (x *Retractor) pruneFully(i int32) bool {
	if x.kernels == nil || x.nodes[i].confirmed || !x.refutedFully(i) {
		return false
	}
	var line []int32 // nodes before captures and pawn moves, from this one on
	for j := x.nodes[i].from; j > 0; j = x.nodes[j].from {
		if x.nodes[j].by.Irreversible() {
			line = append(line, j)
		}
	}
	if n := sort.Search(len(line), func(k int) bool { return !x.refutedFully(line[k]) }); n > 0 {
		x.nodes[line[n-1]].shut = prunedMeasure
	}
	x.nodes[i].shut = prunedMeasure
	return true
}

// refutedFully reports whether the kernels refute a node with the full budget.
func (x *Retractor) refutedFully(i int32) bool {
	n := &x.nodes[i]
	refuted, spent := x.kernels.Refutes(n.setup, fullCheckStates)
	x.states += spent
	n.confirmed = !refuted
	if refuted {
		x.asked[skeletonOf(&n.setup)] = true
	}
	return refuted
}

// runnerUp returns the node that measures least of those that were visited, are acceptable and not refuted, -1 if there is none.
func (x *Retractor) runnerUp() int32 {
	for {
		best := int32(-1)
		for i := int32(1); int(i) < len(x.nodes); i++ {
			n := &x.nodes[i]
			if !n.visited || n.shut == prunedMeasure || !x.measuresLess(i, best) {
				continue
			}
			if acceptable(&n.setup) && !x.onRefutedLine(i) {
				best = i
			}
		}
		if best < 0 || !x.prune(best) {
			return best
		}
	}
}
