// Package assign solves assignment problems with up to 16 rows and columns: it assigns each
// row a column of its own, at the least total cost.
//
// It is written for long series of similar small problems, of which each starts from the prices of the last. Of the
// libraries that the project uses, gonum solves linear programs, but has nothing for assignments.
package assign

import "math/bits"

const (
	// Max is the largest number of rows and columns.
	Max = 16
	// Never, like any cost of 128 or more, forbids a pair.
	Never = 255
	// Forbidden is added to the cost of a forbidden pair. It is more than any assignment without one costs.
	Forbidden = 1 << 14
)

// A Problem is an assignment of rows to as many columns at least cost, solved by shortest
// augmenting paths (Jonker and Volgenant, "A Shortest Augmenting Path Algorithm for Dense
// and Sparse Linear Assignment Problems", Computing 38, 1987).
//
// The column prices may start with any values. With those of a similar problem nearly all
// rows get their columns in the first pass, and Solve takes O(n^2), otherwise O(n^3).
type Problem struct {
	N         int             // number of rows and columns
	Cost      [Max][Max]uint8 // by row, then column: 0 to 127, or Never
	Row       [Max]int8       // by column: the row assigned to it, -1 for none
	rowPrices Prices
}

// Prices are dual variables of rows or columns: the price of a row and the price of a column
// together are at most the cost of the pair, and equal to it if the pair is assigned.
type Prices [Max]int32

// price returns the cost of a pair, with at least Forbidden for costs of 128 or more.
func price(c uint8) int32 { return int32(c) + int32(c>>7)<<14 }

// Solve solves the problem and returns the least total cost, [Forbidden] or more if every assignment has a
// forbidden pair. It starts with the column prices v and replaces them by those of the solution.
//
// First each row takes a free column of least reduced cost, cost - v, if there is one. The
// waiting rows are then assigned by augmenting paths.
func (p *Problem) Solve(v *Prices) int {
	n := p.N
	highest := v[0]
	for _, reduced := range v[1:n] {
		highest = max(highest, reduced)
	}
	for j := range n { // shift the prices to at most 0, since they only fall
		p.Row[j&15] = -1
		v[j&15] = max(v[j&15]-highest, -2*Forbidden)
	}
	var waiting [Max]int8
	var usedColumns uint32
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
		if cheapest &^= usedColumns; cheapest != 0 {
			usedColumns |= cheapest & -cheapest
			p.Row[bits.TrailingZeros32(cheapest)&15] = int8(i)
		} else {
			waiting[waitingRows&15] = int8(i)
			waitingRows++
		}
	}
	for _, i := range waiting[:waitingRows] {
		usedColumns |= p.augment(int(i), usedColumns, v)
	}
	total := int32(0)
	for j := range n {
		total += price(p.Cost[p.Row[j&15]&15][j&15])
	}
	return int(total)
}

// augment assigns the row free along a path of least reduced cost. The columns in usedColumns
// have rows; augment returns the set of the column that gets its first row.
//
// Invariant: all reduced costs, cost - row price - column price, are >= 0, and 0 for the assigned
// pairs. The columns are searched as in Dijkstra's algorithm.
func (p *Problem) augment(free int, usedColumns uint32, v *Prices) (end uint32) {
	n := p.N
	var dist Prices     // least reduced cost of a path to the column
	var prev [Max]int8  // the column before on that path, -1 for the start
	var final [Max]int8 // columns whose dist is final, in order
	var finalSet uint32 // the same as a set
	for j := range n {
		dist[j&15] = 1 << 30
	}
	i, column, least, finalColumns := free, -1, int32(0), 0
	for {
		best, nearest := int32(1<<30), uint32(0) // columns at the least distance
		u := p.rowPrices[i&15] - least
		row := &p.Cost[i&15]
		for unscanned := (uint32(1)<<n - 1) &^ finalSet; unscanned != 0; unscanned &= unscanned - 1 {
			j := bits.TrailingZeros32(unscanned) & 15
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
		if end := nearest &^ usedColumns; end != 0 {
			column = bits.TrailingZeros32(end)
			break
		}
		column = bits.TrailingZeros32(nearest)
		finalSet |= 1 << column
		final[finalColumns&15] = int8(column)
		finalColumns++
		i = int(p.Row[column&15])
	}
	p.rowPrices[free&15] += least
	for _, j := range final[:finalColumns] {
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

// Reduced returns a lower bound on the growth of the total if row i must take column j.
func (p *Problem) Reduced(i, j int, v *Prices) int {
	return int(price(p.Cost[i&15][j&15]) - p.rowPrices[i&15] - v[j&15])
}
