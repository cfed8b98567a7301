package proofkernel

// eachMove yields every capture with the state after it. It stops when yield returns true, and returns true then.
func (o *oracle) eachMove(st *oracleState, yield func(capture, *oracleState) bool) bool {
	for c := range 2 {
		if st.left[c] == 0 {
			continue
		}
		victims := 1 - c
		base := *st
		base.left[c]--
		// Officers take.
		for k := range oP {
			if base.have[victims][k] > 0 && (k != oR || base.have[victims][k] > o.castling[victims]) {
				next := base
				next.have[victims][k]--
				if yield(capture{color: c, victim: k, promotedOn: -1, promotes: -1}, &next) {
					return true
				}
			}
		}
		for file := range 8 {
			for i := range st.col[file] {
				if st.col[file][i] == pawnOf(victims) && o.movable(file, st.col[file], i) {
					next := base
					next.have[victims][oP]--
					next.col[file] = cutOut(next.col[file], i)
					if yield(capture{color: c, victim: oP, to: file, j: i, promotedOn: -1, promotes: -1}, &next) {
						return true
					}
				}
			}
		}
		for file := range 8 {
			for i := range st.col[file] {
				if st.col[file][i] == pawnOf(c) && o.movable(file, st.col[file], i) && o.eachPawnMove(&base, c, file, i, yield) {
					return true
				}
			}
		}
	}
	return false
}

// eachPawnMove yields the captures of pawn i of the file, with the states after them. The state base is that before, with one capture
// less left for color c. It stops when yield returns true, and returns true then.
func (o *oracle) eachPawnMove(base *oracleState, c, file, i int, yield func(capture, *oracleState) bool) bool {
	for side, y := range []int{file - 1, file + 1} {
		if y < 0 || y > 7 {
			continue
		}
		m := capture{color: c, pawn: true, from: file, i: i, to: y, promotedOn: -1, promotes: -1}
		if o.eachCaptureOfPawn(base, m, yield) {
			return true
		}
		for k := range oP {
			next := *base
			m.victim = k
			if next.have[1-c][k] == 0 || k == oR && next.have[1-c][k] <= o.castling[1-c] {
				continue
			}
			next.have[1-c][k]--
			if o.eachPlace(&next, m, side, yield) {
				return true
			}
		}
		if o.eachCaptureOfPromoted(base, m, side, yield) {
			return true
		}
	}
	return false
}

// eachCaptureOfPawn yields the captures of pawns by the pawn of m.
func (o *oracle) eachCaptureOfPawn(base *oracleState, m capture, yield func(capture, *oracleState) bool) bool {
	m.victim = oP
	out := *base
	out.col[m.from] = cutOut(out.col[m.from], m.i)
	for j := range out.col[m.to] {
		if out.col[m.to][j] == pawnOf(1-m.color) && o.movable(m.to, out.col[m.to], j) {
			next := out
			next.have[1-m.color][oP]--
			next.col[m.to] = replaced(next.col[m.to], j, pawnOf(m.color))
			if m.j = j; yield(m, &next) {
				return true
			}
		}
	}
	return false
}

// eachCaptureOfPromoted yields the captures of pawns that promote to be taken, by their files. They count as knights.
func (o *oracle) eachCaptureOfPromoted(base *oracleState, m capture, side int, yield func(capture, *oracleState) bool) bool {
	victims := 1 - m.color
	m.victim = oN
	for f := range 8 {
		next, m := *base, m
		foremost, ok := o.promotableIndex(victims, f, next.col[f])
		if !ok || o.mode[victims][f]&1 == 0 {
			continue
		}
		m.promotedOn = f
		next.col[f] = cutOut(next.col[f], foremost)
		next.have[victims][oP]--
		if f == m.from && foremost < m.i {
			m.i-- // a pawn below it has gone
		}
		if o.eachPlace(&next, m, side, yield) {
			return true
		}
	}
	return false
}

// eachPlace yields the captures of m at all places of the column entered, and with all promotions. In st the victim is gone. The side
// is 0 for captures to the left, 1 to the right.
func (o *oracle) eachPlace(st *oracleState, m capture, side int, yield func(capture, *oracleState) bool) bool {
	next := *st
	isForemost := m.i == len(next.col[m.from])-1
	if m.color == 1 {
		isForemost = m.i == 0
	}
	next.col[m.from] = cutOut(next.col[m.from], m.i)
	for j := range len(next.col[m.to]) + 1 {
		if !o.mayInsert(m.to, next.col[m.to], j) {
			continue
		}
		after := next
		after.col[m.to] = putIn(after.col[m.to], j, pawnOf(m.color))
		if m.j = j; yield(m, &after) {
			return true
		}
	}
	m.j = 0
	isDark := (m.to+7*(1-m.color))%2 == 0
	wrongBishop := oL // on the square of a promotion
	if !isDark {
		wrongBishop = oD
	}
	if !isForemost || o.mode[m.color][m.from]>>(1+side)&1 == 0 || m.victim == wrongBishop {
		return false
	}
	for p := range oP {
		if p == wrongBishop {
			continue
		}
		after := next
		after.have[m.color][oP]--
		after.have[m.color][p]++
		if m.promotes = p; yield(m, &after) {
			return true
		}
	}
	return false
}

// promotableIndex returns the index of the pawn of color c that stands foremost in column col of the file. If the foremost pawn is of
// the other color or never moves, ok is false.
func (o *oracle) promotableIndex(c, file int, col string) (i int, ok bool) {
	if col == "" {
		return 0, false
	}
	if c == 0 {
		return len(col) - 1, col[len(col)-1] == 'P' && o.movable(file, col, len(col)-1)
	}
	return 0, col[0] == 'p' && o.movable(file, col, 0)
}

// hasKernel reports whether a kernel can be completed from st. Answers are kept in kernelMemo.
func (o *oracle) hasKernel(st *oracleState) bool {
	if st.left == [2]int{} {
		return o.isGoal(st)
	}
	if o.usesPrune && o.incomplete(st) > 2*(st.left[0]+st.left[1]) {
		return false
	}
	key := st.key()
	if v, ok := o.kernelMemo[key]; ok {
		return v
	}
	o.nodes++
	v := o.eachMove(st, func(_ capture, q *oracleState) bool { return o.hasKernel(q) })
	o.kernelMemo[key] = v
	return v
}

// hasExtended reports whether some kernel that can be completed from st has rows.
func (o *oracle) hasExtended(st *oracleState) bool {
	if !o.hasKernel(st) {
		return false
	}
	if st.left == [2]int{} {
		o.nodes++
		return o.rowsFit()
	}
	return o.eachMove(st, func(m capture, q *oracleState) bool {
		o.path = append(o.path, m)
		ok := o.hasExtended(q)
		o.path = o.path[:len(o.path)-1]
		return ok
	})
}
