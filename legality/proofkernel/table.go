package proofkernel

import (
	"cmp"
	"math/bits"
	"slices"
)

// A tableKey names the question that a file table answers: which histories lead from the start column, with the letters of in, to
// the goal column for at most the given costs? It is two words so that it can be a map key that hashes quickly.
type tableKey struct {
	in   BoundaryWord
	rest uint64
}

// newTableKey packs a key. The goal column has at most 6 pawns, which take 7 bits. The last file, h, has no word on its right.
func newTableKey(in BoundaryWord, goal column, f fixed, mode [2]mode, last bool, limit limits) tableKey {
	k := uint64(goal) | uint64(f)<<8 | uint64(mode[white])<<10 | uint64(mode[black])<<12
	if last {
		k |= 1 << 14
	}
	k |= uint64(limit.captures[white])<<16 | uint64(limit.captures[black])<<20
	k |= uint64(limit.lost[white])<<24 | uint64(limit.lost[black])<<28
	k |= uint64(limit.total) << 32
	return tableKey{in, k}
}

// A limits bounds what may happen in one file, or counts what has happened (fileState.cost, without total). The numbers captures
// and lost are below 16, total is below 32.
type limits struct {
	captures [2]uint8 // by color
	lost     [2]uint8 // pawns taken by pawns or officers, by color
	total    uint8    // captures of both colors
}

// An outcome is one way in which a file can go: the word on its right and the costs. The captures of the crossings in this word
// are costs of the file, and those in the word on its left are not.
type outcome struct {
	out      BoundaryWord
	captures [2]uint8
	lost     [2]uint8
	extra    [2]uint8 // pawns that remain to promote
}

// A table holds all outcomes of a question, those with the fewest captures first.
type table struct {
	outcomes []outcome
	states   int64  // states expanded to build it, charged once to every search
	charged  uint64 // number of the last search that was charged
}

// A fileState is a state in the history of a file, with the costs so far.
type fileState struct {
	out         BoundaryWord
	col         column
	usedLetters uint8 // letters of the incoming word
	cost        limits
}

// key packs the state in two words.
func (st *fileState) key() [2]uint64 {
	c := &st.cost
	return [2]uint64{uint64(st.out), uint64(st.col) | uint64(st.usedLetters)<<20 |
		uint64(c.captures[0])<<28 | uint64(c.captures[1])<<32 | uint64(c.lost[0])<<36 | uint64(c.lost[1])<<40}
}

// A builder makes file tables by depth-first search. It reuses its scratch space.
type builder struct {
	visited  set
	stack    []fileState
	outcomes []outcome

	// The question.
	in     BoundaryWord
	goal   column
	fixed  fixed
	mode   [2]mode
	last   bool // no pawn crosses to the right: it is file h
	limits limits

	stop    func() bool // reports whether to give up; nil if never
	current fileState   // the state that is expanded
}

// build enumerates the histories of a file up to equality of fileState, which holds all that matters later (Lemma 8). It returns
// the table, or nil if there are more than maxStates states or stop returns true.
//
// Invariant: each state that can be reached within the limits is in visited, or can be reached from a state of the stack.
func (b *builder) build(maxStates int64) *table {
	b.visited.clear()
	b.stack = b.stack[:0]
	b.outcomes = b.outcomes[:0]
	b.visit(fileState{out: EmptyWord, col: startColumn})
	n := b.in.len()
	for i := 1; len(b.stack) > 0; i++ {
		if i&0xfff == 0 && b.stop != nil && b.stop() {
			return nil
		}
		b.current = b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		if int64(b.visited.n) > maxStates {
			return nil
		}
		if int(b.current.usedLetters) == n {
			b.addOutcome()
		}
		b.expand()
	}
	// The first two sums are for the search, the rest makes the order unique.
	slices.SortFunc(b.outcomes, func(p, q outcome) int {
		return cmp.Or(
			cmp.Compare(p.captures[0]+p.captures[1], q.captures[0]+q.captures[1]),
			cmp.Compare(p.lost[0]+p.lost[1], q.lost[0]+q.lost[1]),
			cmp.Compare(p.out, q.out),
			cmp.Compare(p.captures[0], q.captures[0]),
			cmp.Compare(p.lost[0], q.lost[0]))
	})
	return &table{outcomes: slices.Clone(b.outcomes), states: int64(b.visited.n)}
}

// visit adds a state if it is new.
func (b *builder) visit(st fileState) {
	if b.visited.add(st.key()) {
		b.stack = append(b.stack, st)
	}
}

// addOutcome adds the outcome of the current state if its column is that of the goal after promotions that are possible and, with
// their captures, within the limits. The captures by pawns that can promote by capture only are added to the costs.
func (b *builder) addOutcome() {
	st := &b.current
	n, ok := st.col.extra(b.goal)
	if !ok {
		return
	}
	o := outcome{out: st.out, captures: st.cost.captures, lost: st.cost.lost}
	for c := range 2 {
		o.extra[c] = uint8(n[c])
		switch {
		case n[c] == 0 || b.mode[c] == byStep:
		case b.mode[c] == never:
			return
		default: // byCaptureOnly
			o.captures[c] += uint8(n[c])
			if o.captures[c] > b.limits.captures[c] || o.captures[0]+o.captures[1] > b.limits.total {
				return
			}
		}
	}
	b.outcomes = append(b.outcomes, o)
}

// expand visits the successors of the current state by three kinds of events: the next letter of the incoming word, a new letter
// of the outgoing word, and an officer that takes a pawn. The last two cost a capture.
func (b *builder) expand() {
	st := b.current
	if int(st.usedLetters) < b.in.len() {
		l := b.in.at(int(st.usedLetters))
		st.usedLetters++
		if l.leftward() {
			b.removePawn(st, l.color())
		} else {
			b.insertPawn(st, l.color())
		}
		st.usedLetters--
	}
	if st.cost.captures[0]+st.cost.captures[1] >= b.limits.total {
		return
	}
	for c := range 2 {
		if st.cost.captures[c] >= b.limits.captures[c] {
			continue
		}
		paid := st
		paid.cost.captures[c]++
		if !b.last {
			paid.out = st.out.add(letter(c))
			b.removePawn(paid, c)
			paid.out = st.out.add(letter(c) | leftward)
			b.insertPawn(paid, c)
			paid.out = st.out
		}
		if other := 1 - c; st.cost.lost[other] < b.limits.lost[other] {
			paid.cost.lost[other]++
			b.removePawn(paid, other)
		}
	}
}

// removePawn visits the states after st in which a pawn of a color has left the column. Equal neighbors count as one.
func (b *builder) removePawn(st fileState, color int) {
	col := st.col
	for m := runs(col.movable(color, b.fixed)); m != 0; m &= m - 1 {
		st.col = col.without(bits.TrailingZeros32(m))
		b.visit(st)
	}
}

// insertPawn visits the states after st in which a pawn of a color has come in: it took an officer and stands between others, or
// it took a pawn and stands in its place.
func (b *builder) insertPawn(st fileState, color int) {
	col := st.col
	if col.full(color) {
		return
	}
	for m := col.distinctSlots(color, b.fixed); m != 0; m &= m - 1 {
		st.col = col.with(bits.TrailingZeros32(m), color)
		b.visit(st)
	}
	other := 1 - color
	if st.cost.lost[other] >= b.limits.lost[other] {
		return
	}
	st.cost.lost[other]++
	for m := col.movable(other, b.fixed); m != 0; m &= m - 1 {
		st.col = col.recolored(bits.TrailingZeros32(m), color)
		b.visit(st)
	}
}
