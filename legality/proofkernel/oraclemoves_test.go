package proofkernel

// moves yields every capture with the state after it; it stops when yield returns true.
func (o *oracle) moves(st *oracleState, yield func(capture, *oracleState) bool) bool {
	for c := range 2 {
		if st.left[c] == 0 {
			continue
		}
		v := 1 - c
		base := *st
		base.left[c]--
		// Officers take.
		for k := range oP {
			if base.have[v][k] > 0 && (k != oR || base.have[v][k] > o.castling[v]) {
				q := base
				q.have[v][k]--
				if yield(capture{color: c, victim: k, promotedOn: -1, promotes: -1}, &q) {
					return true
				}
			}
		}
		for x := range 8 {
			for i := range st.col[x] {
				if st.col[x][i] == pawnOf(v) && o.movable(x, st.col[x], i) {
					q := base
					q.have[v][oP]--
					q.col[x] = cutOut(q.col[x], i)
					if yield(capture{color: c, victim: oP, to: x, j: i, promotedOn: -1, promotes: -1}, &q) {
						return true
					}
				}
			}
		}
		for x := range 8 {
			for i := range st.col[x] {
				if st.col[x][i] == pawnOf(c) && o.movable(x, st.col[x], i) && o.pawnMoves(st, &base, c, x, i, yield) {
					return true
				}
			}
		}
	}
	return false
}

// pawnMoves yields the captures of pawn i of file x.
func (o *oracle) pawnMoves(st, base *oracleState, c, x, i int, yield func(capture, *oracleState) bool) bool {
	v := 1 - c
	for d, dx := range []int{-1, 1} {
		y := x + dx
		if y < 0 || y > 7 {
			continue
		}
		out := *base
		out.col[x] = cutOut(out.col[x], i)
		for j := range out.col[y] {
			if out.col[y][j] == pawnOf(v) && o.movable(y, out.col[y], j) {
				q := out
				q.have[v][oP]--
				q.col[y] = replaced(q.col[y], j, pawnOf(c))
				if yield(capture{c, true, x, i, y, j, oP, -1, -1}, &q) {
					return true
				}
			}
		}
		// Victims: officers, and pawns that promote to be taken.
		for k := range oP + 8 {
			q := *base
			promotedOn, i, victim := -1, i, oN
			if k < oP {
				victim = k
				if q.have[v][k] == 0 || k == oR && q.have[v][k] <= o.castling[v] {
					continue
				}
				q.have[v][k]--
			} else {
				f := k - oP
				promotedOn = f
				at, ok := o.promotable(v, f, q.col[f])
				if !ok || o.mode[v][f]&1 == 0 {
					continue
				}
				q.col[f] = cutOut(q.col[f], at)
				q.have[v][oP]--
				if f == x && at < i {
					i--
				}
			}
			end := i == len(q.col[x])-1
			if c == 1 {
				end = i == 0
			}
			q.col[x] = cutOut(q.col[x], i)
			for j := range len(q.col[y]) + 1 {
				if !o.mayInsert(y, q.col[y], j) {
					continue
				}
				r := q
				r.col[y] = putIn(r.col[y], j, pawnOf(c))
				if yield(capture{c, true, x, i, y, j, victim, promotedOn, -1}, &r) {
					return true
				}
			}
			if end && o.mode[c][x]>>(1+d)&1 != 0 {
				dark := (y+7*(1-c))%2 == 0
				if k == oL && dark || k == oD && !dark {
					continue
				}
				for p := range oP {
					if p == oL && dark || p == oD && !dark {
						continue
					}
					r := q
					r.have[c][oP]--
					r.have[c][p]++
					if yield(capture{c, true, x, i, y, 0, victim, promotedOn, p}, &r) {
						return true
					}
				}
			}
		}
	}
	return false
}

// promotable returns the index of the pawn that can promote from a column.
func (o *oracle) promotable(c, x int, col string) (int, bool) {
	if col == "" {
		return 0, false
	}
	if c == 0 {
		return len(col) - 1, col[len(col)-1] == 'P' && o.movable(x, col, len(col)-1)
	}
	return 0, col[0] == 'p' && o.movable(x, col, 0)
}

// leastCaptures decides whether a kernel can be completed from st.
func (o *oracle) kernel(st *oracleState) bool {
	if st.left == [2]int{} {
		return o.isGoal(st)
	}
	if o.weak && o.incomplete(st) > 2*(st.left[0]+st.left[1]) {
		return false
	}
	key := st.key()
	if v, ok := o.plain[key]; ok {
		return v
	}
	o.nodes++
	v := o.moves(st, func(_ capture, q *oracleState) bool { return o.kernel(q) })
	o.plain[key] = v
	return v
}

// findExtended tries the rows of every kernel.
func (o *oracle) extended(st *oracleState) bool {
	if !o.kernel(st) {
		return false
	}
	if st.left == [2]int{} {
		o.nodes++
		return o.rowsFit()
	}
	return o.moves(st, func(m capture, q *oracleState) bool {
		if !o.kernel(q) {
			return false
		}
		o.seq = append(o.seq, m)
		ok := o.extended(q)
		o.seq = o.seq[:len(o.seq)-1]
		return ok
	})
}
