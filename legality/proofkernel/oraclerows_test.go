package proofkernel

// An oracleRows is the system of rows of one kernel: variables with bounds and parity (-1 if free), and differences.
type oracleRows struct {
	lo, hi, parity []int
	differences    [][3]int // u, v, k: u <= v + k
	columns        [8][]oraclePawn
}

// An oraclePawn is a pawn of a column: its letter and its newest variable.
type oraclePawn struct {
	letter byte
	v      int
}

// add returns a new variable.
func (r *oracleRows) add(lo, hi int) int {
	r.lo, r.hi, r.parity = append(r.lo, lo), append(r.hi, hi), append(r.parity, -1)
	return len(r.lo) - 1
}

// le demands u <= v + k.
func (r *oracleRows) le(u, v, k int) { r.differences = append(r.differences, [3]int{u, v, k}) }

// within demands lo <= v <= hi.
func (r *oracleRows) within(v, lo, hi int) { r.lo[v], r.hi[v] = max(r.lo[v], lo), min(r.hi[v], hi) }

// renew gives every pawn of a file a new row, not behind the old one.
func (r *oracleRows) renew(file int) {
	for i := range r.columns[file] {
		p := &r.columns[file][i]
		v := r.add(-30, 40)
		if p.letter == 'P' {
			r.le(p.v, v, 0)
		} else {
			r.le(v, p.v, 0)
		}
		p.v = v
	}
}

// order demands that the rows of a file ascend strictly.
func (r *oracleRows) order(file int) {
	for i := 1; i < len(r.columns[file]); i++ {
		r.le(r.columns[file][i-1].v, r.columns[file][i].v, -1)
	}
}

// remove takes pawn i of a file off.
func (r *oracleRows) remove(file, i int) {
	r.columns[file] = append(append([]oraclePawn{}, r.columns[file][:i]...), r.columns[file][i+1:]...)
}

// rowsFit builds the rows of the kernel in path and reports whether there is a solution.
func (o *oracle) rowsFit() bool {
	var r oracleRows
	for file := range 8 {
		r.columns[file] = []oraclePawn{{'P', r.add(1, 1)}, {'p', r.add(6, 6)}}
	}
	for _, m := range o.path {
		r.play(m)
	}
	for file := range 8 {
		letters := ""
		for _, p := range r.columns[file] {
			letters += string(p.letter)
		}
		below, _, ok := o.pawnsOutsideGoal(file, letters)
		if !ok {
			return false
		}
		for k, row := range o.rows[file] {
			p := r.columns[file][below+k]
			if p.letter == 'P' {
				r.within(p.v, -30, row)
			} else {
				r.within(p.v, row, 40)
			}
		}
	}
	return r.solve()
}

// play adds the constraints of a capture.
func (r *oracleRows) play(m capture) {
	if m.promotedOn >= 0 {
		i := 0
		if m.color == 1 { // the victim is white
			i = len(r.columns[m.promotedOn]) - 1
		}
		r.remove(m.promotedOn, i)
	}
	if !m.pawn {
		if m.victim == oP {
			r.within(r.columns[m.to][m.j].v, 1, 6)
			r.remove(m.to, m.j)
		}
		return
	}
	r.renew(m.from)
	r.order(m.from)
	capturer := r.columns[m.from][m.i]
	r.remove(m.from, m.i)
	if m.promotes >= 0 {
		r.within(capturer.v, 6-5*m.color, 6-5*m.color)
		return
	}
	r.within(capturer.v, 1, 6)
	to := r.add(1, 6)
	r.le(to, capturer.v, 1-2*m.color)
	r.le(capturer.v, to, 2*m.color-1)
	r.renew(m.to)
	if col := r.columns[m.to]; m.victim == oP {
		r.le(col[m.j].v, to, 0)
		r.le(to, col[m.j].v, 0)
		col[m.j] = oraclePawn{capturer.letter, to}
	} else {
		r.columns[m.to] = append(col[:m.j:m.j], append([]oraclePawn{{capturer.letter, to}}, col[m.j:]...)...)
		switch m.victim {
		case oD:
			r.parity[to] = m.to % 2
		case oL:
			r.parity[to] = 1 - m.to%2
		}
	}
	r.order(m.to)
}

// solve reports whether there is a solution, by repeated passes over all constraints, in both directions.
func (r *oracleRows) solve() bool {
	for changed := true; changed; {
		changed = false
		for _, d := range r.differences {
			u, v, k := d[0], d[1], d[2]
			if r.lo[v]+k < r.lo[u] {
				r.lo[v] = r.lo[u] - k
				changed = true
			}
			if r.hi[u] > r.hi[v]+k {
				r.hi[u] = r.hi[v] + k
				changed = true
			}
		}
		for v := range r.lo {
			if r.parity[v] >= 0 {
				if r.lo[v]&1 != r.parity[v] {
					r.lo[v]++
					changed = true
				}
				if r.hi[v]&1 != r.parity[v] {
					r.hi[v]--
					changed = true
				}
			}
			if r.lo[v] > r.hi[v] {
				return false
			}
		}
	}
	return true
}
