package retract

import (
	"sort"

	"chesscensus/chess"
)

// Kernels and RefuteSetup refute setups to which no game leads: planning for such a setup is wasted, and so is a search from there. The
// search asks them with a small budget about each setup of a new least measure, and with a large one about the setup that would go to
// the planner: halfway through a search, at its end, and at a loose setup. With few men and many captures kernels often need 40 000
// states to refute a setup.

// onRefutedLine reports whether node i, or one after it in the game, was refuted.
func (x *Retractor) onRefutedLine(i int32) bool {
	for ; i > 0; i = x.nodes[i].next {
		if x.nodes[i].measure == prunedMeasure {
			return true
		}
	}
	return false
}

// prunedMeasure is the measure of a setup that was refuted, or that Unravel leaves out (unraveling.pruneLacking).
const prunedMeasure = 1 << 30

// prune asks kernels and RefuteSetup about the nodes from node i to the goal before which a capture or pawn move was taken back, and
// reports whether one of them is refuted. Extract and Unravel ask about further nodes only while all nodes asked about are refuted: if
// a game leads to a setup, games lead to all after it.
func (x *Retractor) prune(i int32) (refuted bool) {
	earlierPassed := false // a setup before this one in the game was asked about and not refuted
	for ; i > 0; i = x.nodes[i].next {
		n := &x.nodes[i]
		if n.mustCheck && !earlierPassed {
			if x.refutedByKernels(&n.setup) || x.setupRefuted(&n.setup) {
				n.measure, refuted = prunedMeasure, true
			} else {
				earlierPassed = x.extraction.active
			}
		}
		n.mustCheck = false
	}
	return refuted
}

// refutedByKernels reports whether the kernels refute a setup with the small budget. They are asked once for all setups with the same
// skeleton.
func (x *Retractor) refutedByKernels(s *chess.Setup) bool {
	key := skeletonOf(s)
	refuted, known := x.kernelAnswers[key]
	if !known && x.kernels != nil {
		var spent int64
		refuted, spent = x.kernels.Refutes(*s, x.stateBudget)
		x.states += spent
		x.kernelAnswers[key] = refuted
		if !refuted && spent >= x.stateBudget {
			x.stateBudget = max(x.stateBudget/2, leastStateBudget)
		}
	}
	return refuted
}

// leastStateBudget is the least number of states that the kernels may spend on a setup. The budget begins at kernelSteps, in Extract
// and Unravel at a quarter of that. It is halved whenever the kernels spend all of it without an answer, so that more is left for the
// search.
const leastStateBudget = 1 << 10

// setupRefuted reports whether RefuteSetup, if it is not nil, refutes a setup.
func (x *Retractor) setupRefuted(s *chess.Setup) bool {
	if x.RefuteSetup == nil {
		return false
	}
	refuted, spent := x.RefuteSetup(s)
	x.states += spent
	return refuted
}

// Limits of full checks: states that the kernels may spend on a setup, and the number of setups asked about in a row.
const (
	fullCheckStates = 1 << 16
	fullChecks      = 3
)

// confirm asks the kernels with the full budget about node best and, as long as they refute it, about its runner-up. It returns the
// first node that they do not refute, or the one after fullChecks refuted ones, or -1 if there is none.
func (x *Retractor) confirm(best int32) int32 {
	for range fullChecks {
		if best < 0 || !x.pruneFully(best) {
			break
		}
		best = x.runnerUp()
	}
	return best
}

// pruneFully asks the kernels with the full budget about node i, unless it is confirmed, and reports whether they refute it. If so, it
// also prunes the refuted node nearest to the goal, and thereby all before it. As all nodes before a refuted one are refuted, a binary
// search finds it.
func (x *Retractor) pruneFully(i int32) bool {
	if x.kernels == nil || x.nodes[i].confirmed || !x.refutedFully(i) {
		return false
	}
	var line []int32 // nodes before captures and pawn moves, from this one on
	for j := x.nodes[i].next; j > 0; j = x.nodes[j].next {
		if x.nodes[j].unmove.Irreversible() {
			line = append(line, j)
		}
	}
	if n := sort.Search(len(line), func(k int) bool { return !x.refutedFully(line[k]) }); n > 0 {
		x.nodes[line[n-1]].measure = prunedMeasure
	}
	x.nodes[i].measure = prunedMeasure
	return true
}

// refutedFully reports whether the kernels refute node i with the full budget.
func (x *Retractor) refutedFully(i int32) bool {
	n := &x.nodes[i]
	refuted, spent := x.kernels.Refutes(n.setup, fullCheckStates)
	x.states += spent
	n.confirmed = !refuted
	if refuted {
		x.kernelAnswers[skeletonOf(&n.setup)] = true
	}
	return refuted
}

// runnerUp returns the node of least measure among those that are visited, plannable and not refuted; -1 if there is none.
func (x *Retractor) runnerUp() int32 {
	for {
		best := int32(-1)
		for i := int32(1); int(i) < len(x.nodes); i++ {
			n := &x.nodes[i]
			if !n.visited || n.measure == prunedMeasure || !x.measuresLess(i, best) {
				continue
			}
			if isPlannable(&n.setup) && !x.onRefutedLine(i) {
				best = i
			}
		}
		if best < 0 || !x.prune(best) {
			return best
		}
	}
}
