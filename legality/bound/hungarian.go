package bound

import "math/bits"

// hungarian solves the assignment of rows to as many columns at least cost, by the
// method of shortest augmenting paths (Jonker and Volgenant, "A Shortest Augmenting
// Path Algorithm for Dense and Sparse Linear Assignment Problems", Computing 38, 1987).
//
// Column prices may start anywhere. With those of a similar problem nearly all rows
// find their columns at once: O(n^2) then, and O(n^3) from nothing.
type hungarian struct {
	n    int
	cost [maxColumns][maxColumns]uint8 // by row, then column; unreachable forbids a pair
	row  [maxColumns]int8              // assigned to the column, -1 for none
	u    prices                        // of the rows
}

// prices are dual variables of rows or columns.
type prices [maxColumns]int32

// forbidden is what a pair without a way costs: more than any assignment without one.
const forbidden = 1 << 14

// price returns the cost of a pair as a number that can be added.
func price(c uint8) int32 { return int32(c) + int32(c>>7)<<14 }

// solve returns the least total cost, forbidden or more if there is no assignment. It
// starts with the column prices v and leaves those of the solution there.
func (h *hungarian) solve(v *prices) int {
	n := h.n
	high := v[0]
	for _, x := range v[1:n] {
		high = max(high, x)
	}
	for j := range n { // prices only fall; keep them small
		h.row[j&15] = -1
		v[j&15] = max(v[j&15]-high, -2*forbidden)
	}
	var waiting [maxColumns]int8
	var taken uint32
	w := 0
	for i := range n {
		best, at := int32(1<<30), uint32(0) // columns of the least price
		for j, c := range h.cost[i][:n] {
			x := price(c) - v[j&15]
			if x < best {
				best, at = x, 0
			}
			if x == best {
				at |= 1 << j
			}
		}
		h.u[i] = best
		if at &^= taken; at != 0 {
			taken |= at & -at
			h.row[bits.TrailingZeros32(at)&15] = int8(i)
		} else {
			waiting[w&15] = int8(i)
			w++
		}
	}
	for _, i := range waiting[:w] {
		taken |= h.augment(int(i), taken, v)
	}
	total := int32(0)
	for j := range n {
		total += price(h.cost[h.row[j&15]&15][j&15])
	}
	return int(total)
}

// augment assigns the row free along a path of least reduced cost. All reduced costs
// cost - u - v are >= 0, and 0 for the pairs that are assigned; it stays so. Columns in
// taken have a row; the one that gets its first is returned.
func (h *hungarian) augment(free int, taken uint32, v *prices) (end uint32) {
	n := h.n
	var dist prices           // least reduced cost of a path to the column
	var prev [maxColumns]int8 // the column before on that path, -1 for the start
	var done [maxColumns]int8 // columns whose dist is final, in order
	var final uint32          // the same as a set
	for j := range n {
		dist[j&15] = 1 << 30
	}
	i, at, base, d := free, -1, int32(0), 0
	for {
		best, last := int32(1<<30), uint32(0) // columns at the least distance
		u := h.u[i&15] - base
		row := &h.cost[i&15]
		for open := (uint32(1)<<n - 1) &^ final; open != 0; open &= open - 1 {
			j := bits.TrailingZeros32(open) & 15
			x := price(row[j]) - v[j] - u
			if x < dist[j] {
				dist[j], prev[j] = x, int8(at)
			} else {
				x = dist[j]
			}
			if x < best {
				best, last = x, 0
			}
			if x == best {
				last |= 1 << j
			}
		}
		base = best
		if end := last &^ taken; end != 0 {
			at = bits.TrailingZeros32(end)
			break
		}
		at = bits.TrailingZeros32(last)
		final |= 1 << at
		done[d&15] = int8(at)
		d++
		i = int(h.row[at&15])
	}
	h.u[free&15] += base
	for _, j := range done[:d] {
		delta := base - dist[j&15]
		v[j&15] -= delta
		h.u[h.row[j&15]&15] += delta
	}
	end = 1 << at
	for prev[at&15] >= 0 {
		h.row[at&15] = h.row[prev[at&15]&15]
		at = int(prev[at&15])
	}
	h.row[at&15] = int8(free)
	return end
}

// reduced returns by how much at least the total grows if row i must take column j.
func (h *hungarian) reduced(i, j int, v *prices) int {
	return int(price(h.cost[i&15][j&15]) - h.u[i&15] - v[j&15])
}
