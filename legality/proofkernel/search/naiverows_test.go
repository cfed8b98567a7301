package search

import (
	"slices"

	"chesscensus/chess"
)

// A naiveRows holds the constraints of an extended kernel, added in the order of the path. Variable v is the row of a pawn at the start,
// before one of its captures, or after one: lo[v] <= v <= hi[v], with a parity if one is given. A solution gives each variable a value that
// agrees with its limits and with all inequalities.
type naiveRows struct {
	lo, hi, parity []int // by variable; parity -1 means any, 0 even, 1 odd
	inequalities   []inequality
	last           [8][]int // by file: the newest variable of each pawn, from row 1 up
}

// An inequality demands u <= v + k of the variables u and v.
type inequality struct{ u, v, k int }

// clone returns a copy that shares no memory.
func (r naiveRows) clone() naiveRows {
	c := naiveRows{
		lo: slices.Clone(r.lo), hi: slices.Clone(r.hi), parity: slices.Clone(r.parity),
		inequalities: slices.Clone(r.inequalities),
	}
	for file := range r.last {
		c.last[file] = slices.Clone(r.last[file])
	}
	return c
}

// add returns a new variable of any parity.
func (r *naiveRows) add(lo, hi int) int {
	r.lo, r.hi, r.parity = append(r.lo, lo), append(r.hi, hi), append(r.parity, -1)
	return len(r.lo) - 1
}

// atMost demands u <= v + k.
func (r *naiveRows) atMost(u, v, k int) { r.inequalities = append(r.inequalities, inequality{u, v, k}) }

// laterRow adds a variable for a later row of the pawn of color c whose row was v: the pawn has not gone back.
func (r *naiveRows) laterRow(v int, c chess.Color, lo, hi int) int {
	later := r.add(lo, hi)
	if c == chess.White {
		r.atMost(v, later, 0)
	} else {
		r.atMost(later, v, 0)
	}
	return later
}

// feasible reports whether there is a solution. It starts with the least values and raises each that breaks a constraint, by the least amount
// that mends it. So no value ever exceeds that of a solution. It ends with the least solution, or with a value above its limit.
func (r *naiveRows) feasible() bool {
	values := slices.Clone(r.lo)
	for changed := true; changed; {
		changed = false
		for v := range values {
			if p := r.parity[v]; p >= 0 && (values[v]-p)%2 != 0 {
				values[v]++
				changed = true
			}
			if values[v] > r.hi[v] {
				return false
			}
		}
		for _, q := range r.inequalities {
			if values[q.u] > values[q.v]+q.k {
				values[q.v] = values[q.u] - q.k
				changed = true
			}
		}
	}
	return true
}
