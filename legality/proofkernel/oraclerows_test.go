package proofkernel

// rowsFit builds the rows of the kernel in path and solves them by repeated passes over all constraints, in both
// directions.
func (o *oracle) rowsFit() bool {
	type pawn struct {
		letter byte
		v      int
	}
	var lo, hi, parity []int
	type difference struct{ u, v, k int } // u <= v + k
	var differences []difference
	add := func(l, h int) int {
		lo, hi, parity = append(lo, l), append(hi, h), append(parity, -1)
		return len(lo) - 1
	}
	le := func(u, v, k int) { differences = append(differences, difference{u, v, k}) }
	var col [8][]pawn
	for x := range 8 {
		col[x] = []pawn{{'P', add(1, 1)}, {'p', add(6, 6)}}
	}
	// renew gives every pawn of a file a new row.
	renew := func(x int) {
		for i := range col[x] {
			p := &col[x][i]
			v := add(-30, 40)
			if p.letter == 'P' {
				le(p.v, v, 0)
			} else {
				le(v, p.v, 0)
			}
			p.v = v
		}
	}
	order := func(x int) {
		for i := 1; i < len(col[x]); i++ {
			le(col[x][i-1].v, col[x][i].v, -1)
		}
	}
	within := func(v, l, h int) { lo[v], hi[v] = max(lo[v], l), min(hi[v], h) }
	drop := func(x, i int) { col[x] = append(append([]pawn{}, col[x][:i]...), col[x][i+1:]...) }
	for _, m := range o.path {
		if m.promotedOn >= 0 {
			i := 0
			if m.color == 1 { // the victim is white
				i = len(col[m.promotedOn]) - 1
			}
			drop(m.promotedOn, i)
		}
		if !m.pawn {
			if m.victim == oP {
				within(col[m.to][m.j].v, 1, 6)
				drop(m.to, m.j)
			}
			continue
		}
		renew(m.from)
		order(m.from)
		capturer := col[m.from][m.i]
		if m.promotes >= 0 {
			within(capturer.v, 6-5*m.color, 6-5*m.color)
			drop(m.from, m.i)
			continue
		}
		within(capturer.v, 1, 6)
		drop(m.from, m.i)
		to := add(1, 6)
		le(to, capturer.v, 1-2*m.color)
		le(capturer.v, to, 2*m.color-1)
		renew(m.to)
		if m.victim == oP {
			v := col[m.to][m.j].v
			le(v, to, 0)
			le(to, v, 0)
			col[m.to][m.j] = pawn{capturer.letter, to}
		} else {
			col[m.to] = append(col[m.to][:m.j:m.j], append([]pawn{{capturer.letter, to}}, col[m.to][m.j:]...)...)
			switch m.victim {
			case oD:
				parity[to] = m.to % 2
			case oL:
				parity[to] = 1 - m.to%2
			}
		}
		order(m.to)
	}
	for x := range 8 {
		letters := ""
		for _, p := range col[x] {
			letters += string(p.letter)
		}
		below, _, ok := o.pawnsOutsideGoal(x, letters)
		if !ok {
			return false
		}
		for k, y := range o.rows[x] {
			p := col[x][below+k]
			if p.letter == 'P' {
				within(p.v, -30, y)
			} else {
				within(p.v, y, 40)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, r := range differences {
			if lo[r.v]+r.k < lo[r.u] {
				lo[r.v] = lo[r.u] - r.k
				changed = true
			}
			if hi[r.u] > hi[r.v]+r.k {
				hi[r.u] = hi[r.v] + r.k
				changed = true
			}
		}
		for v := range lo {
			if parity[v] >= 0 {
				if lo[v]&1 != parity[v] {
					lo[v]++
					changed = true
				}
				if hi[v]&1 != parity[v] {
					hi[v]--
					changed = true
				}
			}
			if lo[v] > hi[v] {
				return false
			}
		}
	}
	return true
}
