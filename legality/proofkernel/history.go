package proofkernel

// A rowState is a historyState with the row variables of the pawns of the column, from the bottom up.
type rowState struct {
	historyState
	rows [16]variable
}

// A crossing is the next letter of the incoming or the outgoing word of a file.
type crossing struct {
	file     int
	color    int      // of the pawn
	incoming bool     // of the incoming word: the pawn crosses the boundary on the left
	otherRow variable // if incoming, the row of the pawn in the left neighbor
}

// tryHistory tries all continuations of the history of the file from a state.
//
// This function and the try functions below return true if the class was completed and stored. If they return false, rows and
// lists are as before.
func (ex *extension) tryHistory(file int, state *rowState) bool {
	if !ex.spend(1) {
		return false
	}
	first := ex.pick(3)
	for k := range 3 {
		ok := false
		switch (first + k) % 3 {
		case 0:
			ok = ex.tryIncoming(file, state)
		case 1:
			ok = ex.tryOutgoing(file, state)
		case 2:
			ok = ex.tryOfficerCaptures(file, state)
		}
		if ok {
			return true
		}
	}
	return state.finished(&ex.level[file]) && ex.finishFile(file, state)
}

// tryIncoming tries the next letter of the incoming word.
func (ex *extension) tryIncoming(file int, state *rowState) bool {
	lv := &ex.level[file]
	if int(state.usedIn) == lv.in.len() {
		return false
	}
	l := lv.in.at(int(state.usedIn))
	cr := crossing{file, l.color(), true, ex.level[file-1].crossingRows[state.usedIn]}
	if l.leftward() {
		return ex.tryDepartures(cr, state)
	}
	return ex.tryArrivals(cr, state)
}

// tryOutgoing tries the next letter of the outgoing word.
func (ex *extension) tryOutgoing(file int, state *rowState) bool {
	lv := &ex.level[file]
	if int(state.usedOut) == lv.out.len() {
		return false
	}
	l := lv.out.at(int(state.usedOut))
	cr := crossing{file: file, color: l.color()}
	if l.leftward() {
		return ex.tryArrivals(cr, state)
	}
	return ex.tryDepartures(cr, state)
}

// tryOfficerCaptures lets an officer take each pawn in turn.
func (ex *extension) tryOfficerCaptures(file int, state *rowState) bool {
	var next rowState // out here, or it would go to the heap
	for c := range 2 {
		if state.officersTake[c] == 0 {
			continue
		}
		for set := state.col.movable(c, ex.goal.fixed[file]); set != 0; {
			i := ex.next(&set)
			next = *state
			next.officersTake[c]--
			next.col = state.col.without(i)
			if !ex.canFinish(file, next.historyState) {
				continue
			}
			copy(next.rows[i:15], state.rows[i+1:])
			mark := ex.rows.mark()
			v := state.rows[i]
			// A pawn that is taken stands on the board: a white one at most on row 7, a black one at least on
			// row 2. The other bounds hold anyway.
			ok := false
			if c == white {
				ok = ex.rows.requireAtMost(v, 6)
			} else {
				ok = ex.rows.requireAtLeast(v, 1)
			}
			if ok && ex.tryEvent(file, &next, Event{Kind: Fall, Color: uint8(c), Index: int8(i)}, v) {
				return true
			}
			ex.rows.undo(mark)
		}
	}
	return false
}

// tryEvent appends an event to the history and tries to go on.
func (ex *extension) tryEvent(file int, next *rowState, e Event, row variable) bool {
	lv := &ex.level[file]
	n := len(lv.events)
	lv.events, lv.eventRows = append(lv.events, e), append(lv.eventRows, row)
	if ex.tryHistory(file, next) {
		return true
	}
	lv.events, lv.eventRows = lv.events[:n], lv.eventRows[:n]
	return false
}

// tryDepartures lets each pawn of the color in turn leave the file.
func (ex *extension) tryDepartures(cr crossing, state *rowState) bool {
	var next rowState // out here, or it would go to the heap
	r := &ex.rows
	for set := state.col.movable(cr.color, ex.goal.fixed[cr.file]); set != 0; {
		i := ex.next(&set)
		next = *state
		next.useLetter(cr.incoming)
		next.col = state.col.without(i)
		if !ex.canFinish(cr.file, next.historyState) {
			continue
		}
		mark := r.mark()
		from := r.add(1, 5)
		if cr.color == black {
			r.least[from], r.upper[from] = 2, 6
		}
		ok := ex.renewRows(state, &next, i, from)
		if ok && cr.incoming {
			ok = r.requireEqual(from, captureStep(cr.color), cr.otherRow)
		}
		if !cr.incoming {
			ex.level[cr.file].crossingRows[state.usedOut] = from
		}
		homeCapturesBefore := len(ex.homeCaptures)
		ex.recordDeparture(cr, state, i)
		copy(next.rows[i:15], next.rows[i+1:])
		if ok && ex.tryEvent(cr.file, &next, cr.event(Leave, i), from) {
			return true
		}
		ex.homeCaptures = ex.homeCaptures[:homeCapturesBefore]
		r.undo(mark)
	}
	return false
}

// event returns the event of the kind in the history of the file, with pawn i.
func (cr *crossing) event(kind EventKind, i int) Event {
	return Event{Kind: kind, Color: uint8(cr.color), Left: cr.incoming, Index: int8(i)}
}

// tryArrivals lets a pawn of the color come in at each place of the column.
func (ex *extension) tryArrivals(cr crossing, state *rowState) bool {
	var next rowState // out here, or it would go to the heap
	if state.col.full(cr.color) {
		return false
	}
	f := ex.goal.fixed[cr.file]
	victim := 1 - cr.color
	if state.pawnsTake[victim] > 0 {
		for set := state.col.movable(victim, f); set != 0; {
			i := ex.next(&set)
			next = *state
			next.useLetter(cr.incoming)
			next.col = state.col.recolored(i, cr.color)
			next.pawnsTake[victim]--
			if ex.canFinish(cr.file, next.historyState) && ex.tryArrival(cr, state, &next, i, TakePawn) {
				return true
			}
		}
	}
	for set := state.col.slots(f); set != 0; {
		i := ex.next(&set)
		next = *state
		next.useLetter(cr.incoming)
		next.col = state.col.with(i, cr.color)
		if ex.canFinish(cr.file, next.historyState) && ex.tryArrival(cr, state, &next, i, Arrive) {
			return true
		}
	}
	return false
}

// tryArrival lets a pawn come in at index i. The state next is the one afterwards, whose rows are not yet set.
func (ex *extension) tryArrival(cr crossing, state, next *rowState, i int, kind EventKind) bool {
	r := &ex.rows
	mark := r.mark()
	to := r.add(2, 6)
	if cr.color == black {
		r.least[to], r.upper[to] = 1, 5
	}
	var ok bool
	officerCapturesBefore := len(ex.officerCaptures)
	if kind == TakePawn {
		// The victim also gets a new row, which is that of the capture.
		ok = ex.renewRows(state, next, i, to)
	} else {
		old := *state
		old.col = next.col
		copy(old.rows[i+1:], state.rows[i:15])
		old.rows[i] = to
		ok = ex.renewOtherRows(&old, next, i, to)
		capture := officerCapture{row: to, victim: uint8(1 - cr.color), file: uint8(cr.file), event: uint8(len(ex.level[cr.file].events))}
		ex.officerCaptures = append(ex.officerCaptures, capture)
	}
	if ok && cr.incoming {
		ok = r.requireEqual(cr.otherRow, captureStep(cr.color), to)
	}
	if !cr.incoming {
		ex.level[cr.file].crossingRows[state.usedOut] = to
	}
	homeCapturesBefore := len(ex.homeCaptures)
	if ok {
		ex.recordArrival(cr, state, next, i, kind)
	}
	if ok && ex.tryEvent(cr.file, next, cr.event(kind, i), to) {
		return true
	}
	ex.officerCaptures, ex.homeCaptures = ex.officerCaptures[:officerCapturesBefore], ex.homeCaptures[:homeCapturesBefore]
	r.undo(mark)
	return false
}

// useLetter marks the next letter of the incoming or the outgoing word as used.
func (p *historyState) useLetter(incoming bool) {
	if incoming {
		p.usedIn++
	} else {
		p.usedOut++
	}
}

// captureStep returns the change of row in a capture by a pawn.
func captureStep(color int) int8 { return int8(1 - 2*color) }

// renewRows gives every pawn of the column new row variables, pawn i the variable v, and puts them in ascending order. The new
// variables go to next. It reports whether the rows are still feasible.
func (ex *extension) renewRows(state, next *rowState, i int, v variable) bool {
	return ex.requireDirection(state, i, v) && ex.renewOtherRows(state, next, i, v)
}

// requireDirection demands that v is a later row of pawn i: no pawn goes back.
func (ex *extension) requireDirection(state *rowState, i int, v variable) bool {
	if state.col.black(i) {
		return ex.rows.requireDifference(v, 0, state.rows[i])
	}
	return ex.rows.requireDifference(state.rows[i], 0, v)
}

// renewOtherRows is renewRows without the demand on pawn i, which has just come in or is dealt with by the caller.
func (ex *extension) renewOtherRows(state, next *rowState, i int, v variable) bool {
	r := &ex.rows
	n := state.col.len()
	for j := range n {
		row := v
		if j != i {
			row = r.add(lowest, highest)
			if !ex.requireDirection(state, j, row) {
				return false
			}
		}
		next.rows[j] = row
		if j > 0 && !r.requireDifference(next.rows[j-1], 1, row) {
			return false
		}
	}
	return true
}
