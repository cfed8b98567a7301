package retro

import (
	"context"
	"time"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// A frame is one setup on the line that the search is following backwards.
type frame struct {
	setup   chess.Setup
	by      Unmove // the unmove from the frame before
	lo      int    // where its unmoves begin in search.list; they go on to the end
	next    int    // the first that has not been tried
	forced  bool   // the forceful unmoves are listed, not the quiet ones
	ask     bool   // the kernels must be asked before the line is accepted
	seen    int    // setups seen before this one
	entries int    // entries of the tree before this one's
}

// A search goes backwards from a setup, depth first, and stops where a line of depth
// setups was found that nothing refutes, or when there are none left. See the package
// documentation for why the latter refutes the setup.
type search struct {
	static  func(*chess.Setup) (verdict.Reason, verdict.Evidence)
	kernels Kernels
	depth   int

	nodes, limit int64
	deadline     time.Time
	ctx          context.Context
	stop         verdict.Stop

	stack []frame
	list  []Unmove // the unmoves of all frames, one after the other
	seen  seen
	tree  tree
}

// kernelNodes is what a question to the kernels counts, in nodes; see bench_test.go.
const kernelNodes = 32

// begin starts a search from s, which must be valid.
func (x *search) begin(s *chess.Setup) {
	x.stack, x.list = x.stack[:0], x.list[:0]
	x.seen.cut(0)
	x.tree.cut(0)
	x.seen.add(s)
	x.push(s, 0, false)
}

// run goes on with the search. It reports whether a line was found that is not refuted:
// the stack holds it. Otherwise the setup is refuted if stop is Complete.
func (x *search) run() bool {
	for len(x.stack) > 0 {
		f := &x.stack[len(x.stack)-1]
		if f.next == len(x.list) {
			if f.forced {
				x.pop()
				continue
			}
			f.forced = true
			f.next = f.lo
			x.list = appendClass(x.list[:f.lo], &f.setup, forceful|histories)
			continue
		}
		u := x.list[f.next]
		f.next++
		if x.nodes++; x.exhausted() {
			return false
		}
		before := Undo(f.setup, u)
		if before == initial {
			x.push(&before, u, false)
			return true
		}
		change := u.Irreversible() || before.Castling != f.setup.Castling
		if change && x.static != nil {
			if r, e := x.static(&before); r != 0 {
				x.tree.add(entry{depth: len(x.stack), unmove: u, why: ByRules, reasons: r, evidence: e})
				continue
			}
		}
		entries, seen := x.tree.len(), x.seen.len()
		if !x.seen.add(&before) {
			x.tree.add(entry{depth: len(x.stack), unmove: u, why: Repeated})
			continue
		}
		x.tree.add(entry{depth: len(x.stack), unmove: u, why: Exhausted})
		x.push(&before, u, change)
		top := &x.stack[len(x.stack)-1]
		top.entries, top.seen = entries, seen
		if len(x.stack) > x.depth && x.accept() {
			return true
		}
		if x.stop != verdict.Complete {
			return false
		}
	}
	return false
}

var initial = chess.InitialSetup()

// push makes s the top of the stack and lists its quiet unmoves.
func (x *search) push(s *chess.Setup, by Unmove, ask bool) {
	n := len(x.list)
	x.stack = append(x.stack, frame{setup: *s, by: by, lo: n, next: n, ask: ask})
	if len(x.stack) <= x.depth {
		x.list = appendClass(x.list, s, quiet)
	}
}

// pop takes away the top of the stack, the unmoves of which are all refuted.
func (x *search) pop() {
	x.list = x.list[:x.stack[len(x.stack)-1].lo]
	x.stack = x.stack[:len(x.stack)-1]
}

// drop takes frame i and all above it from the stack, and forgets all that was seen
// since it was entered: that something in there was refuted may rest on setups of the
// line that are now left unexplored.
func (x *search) drop(i int) {
	f := &x.stack[i]
	x.list = x.list[:f.lo]
	x.seen.cut(f.seen)
	x.tree.cut(f.entries)
	x.stack = x.stack[:i]
}

// accept asks the kernels about those setups of the line that differ from the one
// after by more than a quiet move. It reports whether none is refuted; otherwise the
// first that is has been dropped.
func (x *search) accept() bool {
	if x.kernels == nil {
		return true
	}
	for i := range x.stack {
		f := &x.stack[i]
		if !f.ask {
			continue
		}
		if x.nodes += kernelNodes; x.exhausted() {
			return false
		}
		f.ask = false
		if x.kernels.Refutes(f.setup) {
			u := f.by
			s := f.setup
			x.drop(i)
			x.seen.add(&s)
			x.tree.add(entry{depth: i, unmove: u, why: NoKernel})
			return false
		}
	}
	return true
}

// exhausted reports whether a limit is reached, and sets stop.
func (x *search) exhausted() bool {
	switch {
	case x.limit >= 0 && x.nodes > x.limit || x.seen.len() >= mostSeen:
		x.stop = verdict.NodeLimit
	case x.nodes&255 != 0 && x.kernels == nil:
	case x.ctx.Err() != nil:
		x.stop = verdict.Canceled
	case !x.deadline.IsZero() && time.Now().After(x.deadline):
		x.stop = verdict.TimeLimit
	}
	return x.stop != verdict.Complete
}
