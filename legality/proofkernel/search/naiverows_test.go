package search

import "slices"

// A naiveRows holds the constraints of the extended kernel, in the order of the path.
type naiveRows struct {
	lo, hi, parity []int    // parity -1 is free
	diff           [][3]int // u, v, k: u <= v + k
	last           [8][]int // newest variables of the pawns of each file
}

// clone returns a copy that shares no memory.
func (r naiveRows) clone() naiveRows {
	c := naiveRows{slices.Clone(r.lo), slices.Clone(r.hi), slices.Clone(r.parity), slices.Clone(r.diff), r.last}
	for x := range c.last {
		c.last[x] = slices.Clone(c.last[x])
	}
	return c
}

// add returns a new variable.
func (r *naiveRows) add(lo, hi int) int {
	r.lo, r.hi, r.parity = append(r.lo, lo), append(r.hi, hi), append(r.parity, -1)
	return len(r.lo) - 1
}

// le demands u <= v + k.
func (r *naiveRows) le(u, v, k int) { r.diff = append(r.diff, [3]int{u, v, k}) }

// later adds a variable of a pawn of color c that is not behind the variable v.
func (r *naiveRows) later(v, c, lo, hi int) int {
	w := r.add(lo, hi)
	if c == 0 {
		r.le(v, w, 0)
	} else {
		r.le(w, v, 0)
	}
	return w
}

// feasible reports whether there is a solution. It finds the least one by trying values upwards.
func (r *naiveRows) feasible() bool {
	x := slices.Clone(r.lo)
	for changed := true; changed; {
		changed = false
		for v := range x {
			for r.parity[v] >= 0 && (x[v]-r.parity[v])%2 != 0 {
				x[v]++
				changed = true
			}
			if x[v] > r.hi[v] {
				return false
			}
		}
		for _, d := range r.diff {
			if x[d[0]] > x[d[1]]+d[2] {
				x[d[1]] = x[d[0]] - d[2]
				changed = true
			}
		}
	}
	return true
}
