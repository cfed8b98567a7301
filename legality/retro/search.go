package retro

import (
	"context"
	"time"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A frame is one setup on the line that the search is following backwards.
type frame struct {
	setup         chess.Setup
	unmove        Unmove // the unmove from the frame before
	first         int    // where its unmoves begin in search.list; they go on to the end
	next          int    // the first that has not been tried
	listsForceful bool   // the forceful unmoves are listed, not the quiet ones
	quietUnmoves  int    // the number of its quiet unmoves
	quietOnLine   int    // that of all setups of the line up to this one
	askKernels    bool   // the kernels must be asked before the line is accepted
	askDeadlock   bool   // or whether men hold each other
	seenBefore    int    // setups seen before this one
	treeBefore    mark   // the tree before its entry
}

// A search goes backwards from a setup, depth first. It stops where an open line is
// found that nothing refutes, or when all lines are refuted: then the setup is illegal, by
// Lemma 3.
//
// Invariant: each setup seen is on the stack, or refuted by the kernels, or all its
// unmoves lead to setups that are seen or refuted.
type search struct {
	theorems
	openness

	nodes, limit int64
	deadline     time.Time
	ctx          context.Context
	nextCheck    int64 // the nodes at which deadline and context are looked at next
	stop         verdict.Stop

	scratch chess.Setup // scratch space, so that it need not be allocated

	stack []frame
	list  []Unmove // the unmoves of all frames, one after the other
	seen  seen
	tree  tree
}

// A question to the kernels has a budget of kernelSteps (the 117 that the development
// sets lead to need up to 1201), and counts as kernelNodes and one node for every
// stepsPerNode; see TestCost in bench_test.go.
const (
	kernelSteps  = 1 << 14
	kernelNodes  = 32
	stepsPerNode = 16
)

// Theorems are what setups on the way are judged by, as in [Stage]; nil ones are left out.
type theorems struct {
	static   func(*chess.Setup) (verdict.Reason, verdict.Evidence)
	kernels  Kernels
	cages    func(*chess.Setup) (verdict.Reason, verdict.Evidence, int64)
	deadlock func(*chess.Setup) (verdict.Reason, verdict.Evidence)
}

// begin starts a search from s, which must be valid.
func (x *search) begin(s *chess.Setup) {
	x.stack, x.list = x.stack[:0], x.list[:0]
	x.seen.truncate(0)
	x.tree.truncate(mark{})
	x.seen.add(s)
	x.push(s, 0, false)
}

// run goes on with the search. It reports whether a line was found that is not refuted:
// the stack holds it. Otherwise the setup is refuted if stop is Complete.
func (x *search) run() bool {
	for len(x.stack) > 0 {
		f := &x.stack[len(x.stack)-1]
		if f.next == len(x.list) {
			if f.listsForceful {
				x.pop()
				continue
			}
			f.listsForceful = true
			f.next = f.first
			x.list = appendClass(x.list[:f.first], &f.setup, forceful|histories)
			continue
		}
		u := x.list[f.next]
		f.next++
		if x.nodes++; x.limitReached() {
			return false
		}
		x.scratch = Undo(f.setup, u)
		before := &x.scratch
		if *before == initial {
			x.push(before, u, false)
			return true
		}
		change := u.Irreversible() || before.Castling != f.setup.Castling
		if change && x.static != nil {
			if r, e := x.static(before); r != 0 {
				x.tree.add(entry{depth: len(x.stack), unmove: u, why: ByRules, reasons: r, evidence: e})
				continue
			}
		}
		tree, seen := x.tree.mark(), x.seen.len()
		if !x.seen.add(before) {
			x.tree.add(entry{depth: len(x.stack), unmove: u, why: Repeated})
			continue
		}
		x.tree.add(entry{depth: len(x.stack), unmove: u, why: Exhausted})
		x.push(before, u, change)
		top := &x.stack[len(x.stack)-1]
		top.treeBefore, top.seenBefore = tree, seen
		if x.openness.open(top, len(x.stack)-1) && x.acceptLine() {
			return true
		}
		if x.stop != verdict.Complete {
			return false
		}
	}
	return false
}

var initial = chess.InitialSetup()

// An openness says where a line counts as open, so that the search ends: after most
// unmoves, or after least if the last setup has a quiet unmove and all setups of the line
// together have enough of them.
type openness struct{ least, most, enough int }

// defaultOpenness decides no row of the development sets less than any larger one; see
// TestLargerOpenness in dev_test.go.
var defaultOpenness = openness{least: 2, most: 40, enough: 24}

// open reports whether the line that ends with f after n unmoves counts as open.
func (o *openness) open(f *frame, n int) bool {
	return n >= o.least && f.quietUnmoves > 0 && f.quietOnLine >= o.enough || n >= o.most
}

// push makes s the top of the stack and lists its quiet unmoves.
func (x *search) push(s *chess.Setup, by Unmove, ask bool) {
	lo, free := len(x.list), 0
	if n := len(x.stack); n > 0 {
		free = x.stack[n-1].quietOnLine
	}
	x.list = appendClass(x.list, s, quiet)
	n := len(x.list) - lo
	x.stack = append(x.stack, frame{setup: *s, unmove: by, first: lo, next: lo, quietUnmoves: n, quietOnLine: free + n, askKernels: ask, askDeadlock: !ask && x.deadlock != nil && len(x.stack) > 0})
}

// pop takes away the top of the stack, the unmoves of which are all refuted.
func (x *search) pop() {
	x.list = x.list[:x.stack[len(x.stack)-1].first]
	x.stack = x.stack[:len(x.stack)-1]
}

// drop takes frame i and all above it from the stack, counts its setup as seen, and
// returns the unmove that led to it. What was seen since it was entered is forgotten:
// that something in there was refuted may rest on setups of the line that are now left
// unexplored (Lemma 4).
func (x *search) drop(i int) Unmove {
	f := x.stack[i]
	x.list = x.list[:f.first]
	x.tree.truncate(f.treeBefore)
	x.seen.truncate(f.seenBefore)
	x.seen.add(&f.setup)
	x.stack = x.stack[:i]
	return f.unmove
}

// acceptLine reports whether no setup of the line is refuted. Setups before a move that is not quiet are judged
// by the kernels and the theorems of cages, the others by deadlock alone. The first setup that is refuted is
// dropped.
func (x *search) acceptLine() bool {
	if x.kernels == nil && x.cages == nil && x.deadlock == nil {
		return true
	}
	for i := range x.stack {
		f := &x.stack[i]
		if f.askDeadlock {
			f.askDeadlock = false
			if reasons, evidence := x.deadlock(&f.setup); reasons != 0 {
				x.tree.add(entry{depth: i, unmove: x.drop(i), why: ByRules, reasons: reasons, evidence: evidence})
				return false
			}
		}
		if !f.askKernels {
			continue
		}
		if x.nodes += kernelNodes; x.limitReached() {
			return false
		}
		f.askKernels = false
		e := entry{depth: i, why: NoKernel}
		if x.refutes(&f.setup, &e) {
			e.unmove = x.drop(i)
			x.tree.add(e)
			return false
		}
	}
	return true
}

// refutes asks the kernels and what is shut about a setup, and notes what refutes it.
func (x *search) refutes(s *chess.Setup, e *entry) bool {
	if x.kernels != nil {
		refuted, steps := x.kernels.Refutes(*s, kernelSteps)
		x.nodes += steps / stepsPerNode
		if refuted {
			return true
		}
	}
	if x.cages == nil {
		return false
	}
	reasons, evidence, steps := x.cages(s)
	x.nodes += steps / stepsPerNode
	e.why, e.reasons, e.evidence = ByRules, reasons, evidence
	return reasons != 0
}

// limitReached reports whether a limit is reached, and sets stop.
func (x *search) limitReached() bool {
	switch {
	case x.limit >= 0 && x.nodes > x.limit || x.seen.len() >= maxSeen:
		x.stop = verdict.NodeLimit
	case x.nodes < x.nextCheck:
		return false
	case x.ctx.Err() != nil:
		x.stop = verdict.Canceled
	case !x.deadline.IsZero() && time.Now().After(x.deadline):
		x.stop = verdict.TimeLimit
	}
	x.nextCheck = x.nodes + 2*kernelNodes
	return x.stop != verdict.Complete
}
