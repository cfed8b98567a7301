// Package assign solves assignment problems of up to 16 rows and columns: which unit goes
// where, so that all together cost least.
//
// It is written for long series of small problems that resemble each other, each starting
// from the prices of the last. Of the libraries that the project uses, gonum solves linear
// programs, but has nothing for assignments.
package assign

import "math/bits"

const (
	// Max is the largest number of rows and columns.
	Max = 16
	// Never, like any cost of 128 or more, forbids a pair.
	Never = 255
	// Forbidden is what a forbidden pair costs, more than any assignment without one.
	Forbidden = 1 << 14
)

// A Problem is an assignment of rows to as many columns at least cost, solved by shortest
// augmenting paths (Jonker and Volgenant, "A Shortest Augmenting Path Algorithm for Dense
// and Sparse Linear Assignment Problems", Computing 38, 1987).
//
// Column prices may start anywhere. With those of a similar problem nearly all rows
// find their columns at once: O(n^2) then, and O(n^3) from nothing.
type Problem struct {
	N         int
	Cost      [Max][Max]uint8 // by row, then column: 0 to 127, or Never
	Row       [Max]int8       // assigned to the column, -1 for none
	rowPrices Prices          // of the rows
}

// Prices are dual variables of rows or columns: no cost is less than the prices of its row and
// its column together, and those of assigned pairs are equal to it.
type Prices [Max]int32

// price returns the cost of a pair as a number that can be added.
func price(c uint8) int32 { return int32(c) + int32(c>>7)<<14 }

// Solve returns the least total cost, [Forbidden] or more if there is no assignment. It
// starts with the column Prices v and leaves those of the solution there.
func (p *Problem) Solve(v *Prices) int {
	n := p.N
	highest := v[0]
	for _, reduced := range v[1:n] {
		highest = max(highest, reduced)
	}
	for j := range n { // prices only fall; keep them small
		p.Row[j&15] = -1
		v[j&15] = max(v[j&15]-highest, -2*Forbidden)
	}
	var waiting [Max]int8
	var taken uint32
	waitingRows := 0
	for i := range n {
		best, cheapest := int32(1<<30), uint32(0) // columns of the least price
		for j, c := range p.Cost[i][:n] {
			reduced := price(c) - v[j&15]
			if reduced < best {
				best, cheapest = reduced, 0
			}
			if reduced == best {
				cheapest |= 1 << j
			}
		}
		p.rowPrices[i] = best
		if cheapest &^= taken; cheapest != 0 {
			taken |= cheapest & -cheapest
			p.Row[bits.TrailingZeros32(cheapest)&15] = int8(i)
		} else {
			waiting[waitingRows&15] = int8(i)
			waitingRows++
		}
	}
	for _, i := range waiting[:waitingRows] {
		taken |= p.augment(int(i), taken, v)
	}
	total := int32(0)
	for j := range n {
		total += price(p.Cost[p.Row[j&15]&15][j&15])
	}
	return int(total)
}

// augment assigns the row free along a path of least reduced cost. Columns in taken have a row; it
// returns the column that gets its first.
//
// Invariant: all reduced costs cost - u - v are >= 0, and 0 for the pairs that are assigned.
func (p *Problem) augment(free int, taken uint32, v *Prices) (end uint32) {
	n := p.N
	var dist Prices     // least reduced cost of a path to the column
	var prev [Max]int8  // the column before on that path, -1 for the start
	var order [Max]int8 // columns whose dist is final, in order
	var isFinal uint32  // the same as a set
	for j := range n {
		dist[j&15] = 1 << 30
	}
	i, column, least, finalColumns := free, -1, int32(0), 0
	for {
		best, nearest := int32(1<<30), uint32(0) // columns at the least distance
		u := p.rowPrices[i&15] - least
		row := &p.Cost[i&15]
		for open := (uint32(1)<<n - 1) &^ isFinal; open != 0; open &= open - 1 {
			j := bits.TrailingZeros32(open) & 15
			reduced := price(row[j]) - v[j] - u
			if reduced < dist[j] {
				dist[j], prev[j] = reduced, int8(column)
			} else {
				reduced = dist[j]
			}
			if reduced < best {
				best, nearest = reduced, 0
			}
			if reduced == best {
				nearest |= 1 << j
			}
		}
		least = best
		if end := nearest &^ taken; end != 0 {
			column = bits.TrailingZeros32(end)
			break
		}
		column = bits.TrailingZeros32(nearest)
		isFinal |= 1 << column
		order[finalColumns&15] = int8(column)
		finalColumns++
		i = int(p.Row[column&15])
	}
	p.rowPrices[free&15] += least
	for _, j := range order[:finalColumns] {
		delta := least - dist[j&15]
		v[j&15] -= delta
		p.rowPrices[p.Row[j&15]&15] += delta
	}
	end = 1 << column
	for prev[column&15] >= 0 {
		p.Row[column&15] = p.Row[prev[column&15]&15]
		column = int(prev[column&15])
	}
	p.Row[column&15] = int8(free)
	return end
}

// Reduced returns by how much at least the total grows if row i must take column j.
func (p *Problem) Reduced(i, j int, v *Prices) int {
	return int(price(p.Cost[i&15][j&15]) - p.rowPrices[i&15] - v[j&15])
}
