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
		for x := range 8 {
			for i := range st.col[x] {
				if st.col[x][i] == pawnOf(victims) && o.movable(x, st.col[x], i) {
					next := base
					next.have[victims][oP]--
					next.col[x] = cutOut(next.col[x], i)
					if yield(capture{color: c, victim: oP, to: x, j: i, promotedOn: -1, promotes: -1}, &next) {
						return true
					}
				}
			}
		}
		for x := range 8 {
			for i := range st.col[x] {
				if st.col[x][i] == pawnOf(c) && o.movable(x, st.col[x], i) && o.eachPawnMove(st, &base, c, x, i, yield) {
					return true
				}
			}
		}
	}
	return false
}

// eachPawnMove yields the captures of pawn i of file x in state st, with the states after them. The state base is st with one capture
// less left for color c. It stops when yield returns true, and returns true then.
func (o *oracle) eachPawnMove(st, base *oracleState, c, x, i int, yield func(capture, *oracleState) bool) bool {
	victims := 1 - c
	for d, dx := range []int{-1, 1} {
		y := x + dx
		if y < 0 || y > 7 {
			continue
		}
		// The victim is a pawn.
		out := *base
		out.col[x] = cutOut(out.col[x], i)
		for j := range out.col[y] {
			if out.col[y][j] == pawnOf(victims) && o.movable(y, out.col[y], j) {
				next := out
				next.have[victims][oP]--
				next.col[y] = replaced(next.col[y], j, pawnOf(c))
				if yield(capture{color: c, pawn: true, from: x, i: i, to: y, j: j, victim: oP, promotedOn: -1, promotes: -1}, &next) {
					return true
				}
			}
		}
		// The victim is an officer, by kind, or a pawn that promotes to be taken, by file.
		for k := range oP + 8 {
			next := *base
			promotedOn, i, victim := -1, i, oN // a promoted victim counts as a knight; i is lowered if its pawn leaves the file below
			if k < oP {
				victim = k
				if next.have[victims][k] == 0 || k == oR && next.have[victims][k] <= o.castling[victims] {
					continue
				}
				next.have[victims][k]--
			} else {
				f := k - oP
				promotedOn = f
				foremost, ok := o.promotableIndex(victims, f, next.col[f])
				if !ok || o.mode[victims][f]&1 == 0 {
					continue
				}
				next.col[f] = cutOut(next.col[f], foremost)
				next.have[victims][oP]--
				if f == x && foremost < i {
					i--
				}
			}
			isForemost := i == len(next.col[x])-1
			if c == 1 {
				isForemost = i == 0
			}
			next.col[x] = cutOut(next.col[x], i)
			for j := range len(next.col[y]) + 1 {
				if !o.mayInsert(y, next.col[y], j) {
					continue
				}
				after := next
				after.col[y] = putIn(after.col[y], j, pawnOf(c))
				m := capture{color: c, pawn: true, from: x, i: i, to: y, j: j, victim: victim, promotedOn: promotedOn, promotes: -1}
				if yield(m, &after) {
					return true
				}
			}
			if isForemost && o.mode[c][x]>>(1+d)&1 != 0 {
				dark := (y+7*(1-c))%2 == 0
				if k == oL && dark || k == oD && !dark { // no such bishop can be taken there
					continue
				}
				for p := range oP {
					if p == oL && dark || p == oD && !dark {
						continue
					}
					after := next
					after.have[c][oP]--
					after.have[c][p]++
					m := capture{color: c, pawn: true, from: x, i: i, to: y, victim: victim, promotedOn: promotedOn, promotes: p}
					if yield(m, &after) {
						return true
					}
				}
			}
		}
	}
	return false
}

// promotableIndex returns the index of the pawn of color c that stands foremost in column col of file x. If the foremost pawn is of
// the other color or never moves, ok is false.
func (o *oracle) promotableIndex(c, x int, col string) (i int, ok bool) {
	if col == "" {
		return 0, false
	}
	if c == 0 {
		return len(col) - 1, col[len(col)-1] == 'P' && o.movable(x, col, len(col)-1)
	}
	return 0, col[0] == 'p' && o.movable(x, col, 0)
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
