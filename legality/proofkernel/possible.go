package proofkernel

import "math/bits"

// A historyState is a state in the history of a file, with what must still happen for the outcome of the level.
type historyState struct {
	col          column
	usedIn       int8    // letters of the incoming word that have been used
	usedOut      int8    // letters of the outgoing word that have been used
	officersTake [2]int8 // pawns of a color that officers must still take
	pawnsTake    [2]int8 // pawns of a color that pawns must still take
}

// key packs the state in two words.
func (p *historyState) key() [2]uint64 {
	return [2]uint64{uint64(p.col), uint64(p.usedIn) | uint64(p.usedOut)<<8 | uint64(p.officersTake[0])<<16 |
		uint64(p.officersTake[1])<<20 | uint64(p.pawnsTake[0])<<24 | uint64(p.pawnsTake[1])<<28}
}

// finished reports whether everything has happened that the outcome of the level demands.
func (p *historyState) finished(lv *level) bool {
	return int(p.usedIn) == lv.in.len() && int(p.usedOut) == lv.out.len() && p.officersTake == [2]int8{} && p.pawnsTake == [2]int8{}
}

// canFinish reports whether the history of the file can go on from a state to the outcome of its level, rows aside.
func (ex *extension) canFinish(file int, state historyState) bool {
	lv := &ex.level[file]
	if state.finished(lv) {
		_, ok := state.col.extra(ex.goal.column[file])
		return ok
	}
	key := state.key()
	if answer := lv.canFinishMemo.get(key); answer != 0 {
		return answer == memoYes
	}
	answer := uint8(memoNo)
	if ex.hasContinuation(file, state) {
		answer = memoYes
	}
	lv.canFinishMemo.store(key, answer)
	return answer == memoYes
}

// hasContinuation reports whether canFinish holds after some event. Equal neighboring pawns are tried as one.
func (ex *extension) hasContinuation(file int, state historyState) bool {
	lv := &ex.level[file]
	if int(state.usedIn) < lv.in.len() {
		l := lv.in.at(int(state.usedIn))
		next := state
		next.usedIn++
		if l.leftward() && ex.canLeave(file, next, l.color()) || !l.leftward() && ex.canArrive(file, next, l.color()) {
			return true
		}
	}
	if int(state.usedOut) < lv.out.len() {
		l := lv.out.at(int(state.usedOut))
		next := state
		next.usedOut++
		if !l.leftward() && ex.canLeave(file, next, l.color()) || l.leftward() && ex.canArrive(file, next, l.color()) {
			return true
		}
	}
	for c := range 2 {
		if state.officersTake[c] > 0 {
			next := state
			next.officersTake[c]--
			if ex.canLeave(file, next, c) {
				return true
			}
		}
	}
	return false
}

// canLeave reports whether canFinish holds after some pawn of a color has left the column.
func (ex *extension) canLeave(file int, state historyState, color int) bool {
	col := state.col
	for set := runs(col.movable(color, ex.goal.fixed[file])); set != 0; set &= set - 1 {
		state.col = col.without(bits.TrailingZeros32(set))
		if ex.canFinish(file, state) {
			return true
		}
	}
	return false
}

// canArrive reports whether canFinish holds after a pawn of a color has come in somewhere, beside others or in the place of a
// pawn of the other color.
func (ex *extension) canArrive(file int, state historyState, color int) bool {
	col := state.col
	if col.full(color) {
		return false
	}
	for set := col.distinctSlots(color, ex.goal.fixed[file]); set != 0; set &= set - 1 {
		state.col = col.with(bits.TrailingZeros32(set), color)
		if ex.canFinish(file, state) {
			return true
		}
	}
	victim := 1 - color
	if state.pawnsTake[victim] == 0 {
		return false
	}
	state.pawnsTake[victim]--
	for set := col.movable(victim, ex.goal.fixed[file]); set != 0; set &= set - 1 {
		state.col = col.recolored(bits.TrailingZeros32(set), color)
		if ex.canFinish(file, state) {
			return true
		}
	}
	return false
}
