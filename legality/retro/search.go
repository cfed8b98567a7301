package retro

import (
	"context"
	"time"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A frame is one setup on the line that the search follows backwards.
type frame struct {
	setup         chess.Setup
	unmove        Unmove // the unmove from the frame before
	first         int    // index in search.list of its first unmove; the last is at the end of the list
	next          int    // index of the first unmove that has not been tried
	listsForceful bool   // whether its forceful unmoves are in the list, not the quiet ones
	quietUnmoves  int    // the number of its quiet unmoves
	quietOnLine   int    // the number of quiet unmoves of all setups of the line up to this one
	askKernels    bool   // whether kernels and cages are still to be tried on it
	askDeadlock   bool   // whether deadlock is still to be tried on it
	seenBefore    int    // number of setups seen before this one
	treeBefore    mark   // the tree before the entry of this setup
}

// A search follows the unmoves of a setup backwards, depth first. It stops at an open line that no theorem refutes,
// or when all lines are refuted: then the setup is illegal, by Lemma 3.
//
// Invariant: each setup seen is on the stack, or refuted by a theorem, or all its unmoves
// lead to setups that are seen or refuted.
type search struct {
	theorems
	openness

	nodes, limit int64
	deadline     time.Time
	ctx          context.Context
	nextCheck    int64 // the number of nodes at which deadline and context are checked next
	stop         verdict.Stop

	scratch chess.Setup // the setup before the current unmove, here so that it is not allocated

	stack []frame
	list  []Unmove // the unmoves of all frames, one after the other
	seen  setupSet
	tree  tree
}

// A call of the kernels has a budget of kernelSteps (the 117 calls for the development
// sets need up to 1201), and counts as kernelNodes and one node for every stepsPerNode.
const (
	kernelSteps  = 1 << 14
	kernelNodes  = 32
	stepsPerNode = 16
)

// theorems are the functions of a [Stage] that refute setups on a line; each may be nil.
type theorems struct {
	static   func(*chess.Setup) (verdict.Reason, verdict.Evidence)
	kernels  Kernels
	cages    func(*chess.Setup) (verdict.Reason, verdict.Evidence, int64)
	deadlock func(*chess.Setup) (verdict.Reason, verdict.Evidence)
}

// reset prepares a search from s, which must be valid.
func (se *search) reset(s *chess.Setup) {
	se.stack, se.list = se.stack[:0], se.list[:0]
	se.seen.truncate(0)
	se.tree.truncate(mark{})
	se.seen.add(s)
	se.push(s, 0, false)
}

// advance continues the search until it accepts a line, which is then on the stack, and reports
// whether it did. If not, the setup is refuted, unless stop has a limit.
func (se *search) advance() bool {
	for len(se.stack) > 0 {
		f := &se.stack[len(se.stack)-1]
		if f.next == len(se.list) {
			if f.listsForceful {
				se.pop()
				continue
			}
			f.listsForceful = true
			f.next = f.first
			se.list = appendKinds(se.list[:f.first], &f.setup, forceful|histories)
			continue
		}
		u := se.list[f.next]
		f.next++
		if se.nodes++; se.limitReached() {
			return false
		}
		se.scratch = Undo(f.setup, u)
		before := &se.scratch
		if *before == initial {
			se.push(before, u, false)
			return true
		}
		isForceful := u.Irreversible() || before.Castling != f.setup.Castling
		if isForceful && se.static != nil {
			if r, e := se.static(before); r != 0 {
				se.tree.add(entry{depth: len(se.stack), unmove: u, why: ByRules, reasons: r, evidence: e})
				continue
			}
		}
		tree, seen := se.tree.mark(), se.seen.len()
		if !se.seen.add(before) {
			se.tree.add(entry{depth: len(se.stack), unmove: u, why: Repeated})
			continue
		}
		se.tree.add(entry{depth: len(se.stack), unmove: u, why: Exhausted})
		se.push(before, u, isForceful)
		top := &se.stack[len(se.stack)-1]
		top.treeBefore, top.seenBefore = tree, seen
		if se.openness.accepts(top, len(se.stack)-1) && se.acceptLine() {
			return true
		}
		if se.stop != verdict.Complete {
			return false
		}
	}
	return false
}

// initial is the setup at which a line is a game.
var initial = chess.InitialSetup()

// An openness is the condition under which a line counts as open, so that the search ends: it has maxMoves unmoves;
// or it has minMoves, its last setup has a quiet unmove, and all its setups together have minQuiet of them.
type openness struct{ minMoves, maxMoves, minQuiet int }

// defaultOpenness decides no row of the development sets less than any larger one; see
// TestLargerOpenness in dev_test.go.
var defaultOpenness = openness{minMoves: 2, maxMoves: 40, minQuiet: 24}

// accepts reports whether the line that ends with f after n unmoves counts as open.
func (o *openness) accepts(f *frame, n int) bool {
	return n >= o.minMoves && f.quietUnmoves > 0 && f.quietOnLine >= o.minQuiet || n >= o.maxMoves
}

// push puts s on the stack, the setup before an unmove that is forceful or quiet, and lists its quiet unmoves.
func (se *search) push(s *chess.Setup, unmove Unmove, isForceful bool) {
	first := len(se.list)
	se.list = appendKinds(se.list, s, quiet)
	quietUnmoves := len(se.list) - first
	quietOnLine := quietUnmoves
	if depth := len(se.stack); depth > 0 {
		quietOnLine += se.stack[depth-1].quietOnLine
	}
	se.stack = append(se.stack, frame{
		setup: *s, unmove: unmove, first: first, next: first,
		quietUnmoves: quietUnmoves, quietOnLine: quietOnLine,
		askKernels: isForceful, askDeadlock: !isForceful && se.deadlock != nil && len(se.stack) > 0,
	})
}

// pop removes the top of the stack, whose unmoves are all refuted.
func (se *search) pop() {
	se.list = se.list[:se.stack[len(se.stack)-1].first]
	se.stack = se.stack[:len(se.stack)-1]
}

// drop removes frame i and all above it from the stack, and returns the unmove that led to it.
// The setup of the frame stays seen. The setups seen after it are forgotten, since their
// refutations may depend on setups of the dropped line that are not explored (Lemma 4).
func (se *search) drop(i int) Unmove {
	f := se.stack[i]
	se.list = se.list[:f.first]
	se.tree.truncate(f.treeBefore)
	se.seen.truncate(f.seenBefore)
	se.seen.add(&f.setup)
	se.stack = se.stack[:i]
	return f.unmove
}

// acceptLine reports whether no setup of the line is refuted. Setups before a move that is not quiet are judged by
// the kernels and the theorems of cages, the others by deadlock alone. The first setup that is refuted is dropped.
func (se *search) acceptLine() bool {
	if se.kernels == nil && se.cages == nil && se.deadlock == nil {
		return true
	}
	for i := range se.stack {
		f := &se.stack[i]
		if f.askDeadlock {
			f.askDeadlock = false
			if reasons, evidence := se.deadlock(&f.setup); reasons != 0 {
				se.tree.add(entry{depth: i, unmove: se.drop(i), why: ByRules, reasons: reasons, evidence: evidence})
				return false
			}
		}
		if !f.askKernels {
			continue
		}
		if se.nodes += kernelNodes; se.limitReached() {
			return false
		}
		f.askKernels = false
		e := entry{depth: i, why: NoKernel}
		if se.isRefuted(&f.setup, &e) {
			e.unmove = se.drop(i)
			se.tree.add(e)
			return false
		}
	}
	return true
}

// isRefuted reports whether the kernels or cages refute a setup, and stores the cause in e.
func (se *search) isRefuted(s *chess.Setup, e *entry) bool {
	if se.kernels != nil {
		refuted, steps := se.kernels.Refutes(*s, kernelSteps)
		se.nodes += steps / stepsPerNode
		if refuted {
			return true
		}
	}
	if se.cages == nil {
		return false
	}
	reasons, evidence, steps := se.cages(s)
	se.nodes += steps / stepsPerNode
	e.why, e.reasons, e.evidence = ByRules, reasons, evidence
	return reasons != 0
}

// limitReached reports whether a limit is reached, and sets stop.
func (se *search) limitReached() bool {
	switch {
	case se.limit >= 0 && se.nodes > se.limit || se.seen.len() >= maxSeen:
		se.stop = verdict.NodeLimit
	case se.nodes < se.nextCheck:
		return false
	case se.ctx.Err() != nil:
		se.stop = verdict.Canceled
	case !se.deadline.IsZero() && time.Now().After(se.deadline):
		se.stop = verdict.TimeLimit
	}
	se.nextCheck = se.nodes + 2*kernelNodes
	return se.stop != verdict.Complete
}
