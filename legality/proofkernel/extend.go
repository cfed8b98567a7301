package proofkernel

import (
	"math/bits"
	"math/rand/v2"
)

// A level is the part of the class under construction that concerns one file.
type level struct {
	in            BoundaryWord
	out           BoundaryWord
	crossingRows  [30]variable    // row of the pawn of each letter of out, on its square in this file
	crossingEnds  [30]crossingEnd // what each letter of out says of bishops' homes
	events        []Event
	eventRows     []variable // the row of each event
	outcome       *outcome
	byCapture     [2]int    // pawns that promote by capture though they could step, by color
	next          resources // resources that the file leaves
	canFinishMemo set       // answers of canFinish for this file and outcome
}

// findExtended searches for an extended kernel (Lemma 10) among the classes with at least total captures. If withRows is false it
// ignores the rows.
func (ex *extension) findExtended(total int, withRows bool) bool {
	ex.rows.clear()
	ex.rows.disabled = !withRows
	ex.officerCaptures, ex.homeCaptures = ex.officerCaptures[:0], ex.homeCaptures[:0]
	ex.promotionCaptures = [2][2]int{}
	most := ex.goal.captures[0] + ex.goal.captures[1]
	first := total
	for ex.random != nil && first < most && ex.random.IntN(8) == 0 {
		first++
	}
	for n := first; n <= most && !ex.exhausted; n++ {
		if ex.extend(0, EmptyWord, ex.resources(n)) {
			return true
		}
	}
	for n := first - 1; n >= total && !ex.exhausted; n-- {
		if ex.extend(0, EmptyWord, ex.resources(n)) {
			return true
		}
	}
	return false
}

// extend tries all classes of the files from the given one on, except those that no chain completes. If it returns true, the class has been
// stored, and the state of the search is not restored.
//
// Invariant: when it returns false, the rows and lists are as they were before.
func (ex *extension) extend(file int, in BoundaryWord, left resources) bool {
	if file == 8 {
		// A class with captures left is tried with a smaller total.
		return left.total == 0 && ex.assignBishops(left, true)
	}
	limit, ok := ex.limits(file, in, &left)
	if !ok {
		return false
	}
	t := ex.table(file, in, limit)
	if t == nil {
		return false
	}
	lv := &ex.level[file]
	lv.in = in
	from := ex.pick(len(t.outcomes))
	for i := range t.outcomes {
		if i += from; i >= len(t.outcomes) {
			i -= len(t.outcomes)
		}
		o := &t.outcomes[i]
		for byCapture, next := range ex.successors(file, o, &left) {
			if !ex.feasible(file+1, o.out, next) {
				continue
			}
			if ex.tryHistories(file, o, byCapture, next) {
				return true
			}
			if ex.exhausted {
				return false
			}
		}
	}
	return false
}

// A tryOrder is the order in which alternatives are tried: the lowest first, or at random.
type tryOrder struct{ random *rand.Rand }

// pick returns which of n alternatives to try first.
func (o *tryOrder) pick(n int) int {
	if o.random == nil || n < 2 {
		return 0
	}
	return o.random.IntN(n)
}

// next takes an index out of a set that is not empty: the lowest, or at random the lowest or the highest.
func (o *tryOrder) next(set *uint32) int {
	i := bits.TrailingZeros32(*set)
	if o.random != nil && o.random.IntN(2) == 0 {
		i = bits.Len32(*set) - 1
	}
	*set &^= 1 << i
	return i
}

// tryHistories tries all histories of the file that have the outcome, and whether extend succeeds after one. For the results see
// extend.
func (ex *extension) tryHistories(file int, o *outcome, byCapture [2]int, next resources) bool {
	lv := &ex.level[file]
	lv.out, lv.outcome, lv.byCapture, lv.next = o.out, o, byCapture, next
	lv.events, lv.eventRows = lv.events[:0], lv.eventRows[:0]
	lv.canFinishMemo.clear()

	crossedRight, crossedLeft := o.out.Flow()
	var state rowState
	state.col = startColumn
	for c := range 2 {
		// What the outcome pays beyond crossings and promotions are captures of pawns by officers.
		victim := 1 - c
		paid := int(o.captures[c]) - crossedRight[c] - crossedLeft[c]
		if ex.goal.mode[c][file] == byCaptureOnly {
			paid -= int(o.extra[c])
		}
		state.officersTake[victim] = int8(paid)
		state.pawnsTake[victim] = int8(int(o.lost[victim]) - paid)
	}
	if state.pawnsTake[0] < 0 || state.pawnsTake[1] < 0 {
		return false
	}
	mark := ex.rows.mark()
	state.rows[0] = ex.rows.add(1, 1)
	state.rows[1] = ex.rows.add(6, 6)
	promotionCapturesBefore := ex.promotionCaptures
	ex.addPromotionCaptures(file, o, byCapture)
	if ex.tryHistory(file, &state) {
		return true
	}
	ex.promotionCaptures = promotionCapturesBefore
	ex.rows.undo(mark)
	return false
}

// addPromotionCaptures counts the promotions by capture of an outcome in promotionCaptures.
func (ex *extension) addPromotionCaptures(file int, o *outcome, byCapture [2]int) {
	for c := range 2 {
		n := byCapture[c]
		if ex.goal.mode[c][file] == byCaptureOnly {
			n = int(o.extra[c])
		}
		ex.promotionCaptures[1-c][1-endColor(file, c)] += n
	}
}

// finishFile is the end of a history: it gives the pawns of the goal their rows and goes on to the next file.
func (ex *extension) finishFile(file int, state *rowState) bool {
	g := &ex.goal
	lv := &ex.level[file]
	n, ok := state.col.extra(g.column[file])
	if !ok {
		return false
	}
	mark := ex.rows.mark()
	for k := range g.column[file].len() {
		v := state.rows[n[black]+k]
		if g.column[file].black(k) {
			ok = ex.rows.requireAtLeast(v, g.row[file][k])
		} else {
			ok = ex.rows.requireAtMost(v, g.row[file][k])
		}
		if !ok {
			break
		}
	}
	ok = ok && (file == 7 || ex.bishopsPossible(lv.next))
	if ok && ex.extend(file+1, lv.out, lv.next) {
		return true
	}
	ex.rows.undo(mark)
	return false
}
