package kernelspace

import (
	"math/bits"

	"chesscensus/sampler/internal/arith"
)

// A cell is the setups with the same numbers of pawns and the same resources. White has no fewer pawns
// than Black, since setups are counted in their canonical image.
type cell struct {
	number        int    // index in [Space].cells
	pawns         [2]int // by color
	resources     uint8  // index in [Space].resources
	officers      [2][]officers
	firstOfficers [2][maxPairs + 1]uint16 // by color and requirement: index of the first such officers
	present       [2]uint16               // by color: bit r is set if some officers have requirement r
	slots         [2][maxPairs]uint16     // by color and requirement: summands of an index of byRequirement
	sets          []uint16                // sets of requirements that patterns of the cell accept, ascending
	byDark        []placementCounts       // by the number of pawns on dark squares
}

// A placementCounts value holds numbers of ways to place all officers beside given pawns and to choose
// the side to move.
type placementCounts struct {
	byRequirement []arith.U192 // by pair of requirements that are present; see countOf
	bySet         []arith.U192 // by index in the cell's sets: the sum over the pairs of the set
}

// newCell returns a cell without sets and counts.
func newCell(pawns [2]int, number int, res resources, bishopCap int) *cell {
	c := &cell{pawns: pawns, resources: uint8(number)}
	for color := range 2 {
		c.officers[color] = res.side(color, pawns[color]).officerLists(bishopCap)
		k := 0
		for requirement := range maxPairs {
			for k < len(c.officers[color]) && int(c.officers[color][k].requirement) == requirement {
				k++
			}
			if c.firstOfficers[color][requirement+1] = uint16(k); k > int(c.firstOfficers[color][requirement]) {
				c.present[color] |= 1 << requirement
			}
		}
	}
	for color, step := range [2]int{bits.OnesCount16(c.present[black]), 1} {
		n := 0
		for set := c.present[color]; set != 0; set &= set - 1 {
			c.slots[color][bits.TrailingZeros16(set)] = uint16(n)
			n += step
		}
	}
	return c
}

// countOf returns the number of placements of all officers with requirements w of White and b of Black,
// which must be present.
func (p *placementCounts) countOf(c *cell, w, b int) *arith.U192 {
	return &p.byRequirement[c.slots[white][w]+c.slots[black][b]]
}

// fill computes byDark. The argument is [Tables].sets.
func (c *cell) fill(sets []requirementSet) {
	pairs := bits.OnesCount16(c.present[white]) * bits.OnesCount16(c.present[black])
	p := c.pawns[white] + c.pawns[black]
	c.byDark = make([]placementCounts, p+1)
	for dark := range c.byDark {
		c.byDark[dark] = placementCounts{make([]arith.U192, pairs), make([]arith.U192, len(c.sets))}
	}
	for i := range c.officers[white] {
		for j := range c.officers[black] {
			w, b := &c.officers[white][i], &c.officers[black][j]
			others := othersWays(w, b, p)
			for dark := range c.byDark {
				n := arith.MulAdd192(&others, bishopWays(w, b, 0, p-dark)*bishopWays(w, b, 1, dark), 0)
				sum := c.byDark[dark].countOf(c, int(w.requirement), int(b.requirement))
				*sum = arith.Add192(sum, &n)
			}
		}
	}
	for dark := range c.byDark {
		counts := &c.byDark[dark]
		for i, number := range c.sets {
			for whiteSet := c.present[white]; whiteSet != 0; whiteSet &= whiteSet - 1 {
				w := bits.TrailingZeros16(whiteSet)
				for blackSet := sets[number][w] & c.present[black]; blackSet != 0; blackSet &= blackSet - 1 {
					counts.bySet[i] = arith.Add192(&counts.bySet[i], counts.countOf(c, w, bits.TrailingZeros16(blackSet)))
				}
			}
		}
	}
}

// ways returns the number of ways to place officers w of White and b of Black beside the pawns, of which
// dark stand on dark squares, and to choose the side to move.
func (c *cell) ways(w, b *officers, dark int) arith.U192 {
	p := c.pawns[white] + c.pawns[black]
	others := othersWays(w, b, p)
	return arith.MulAdd192(&others, bishopWays(w, b, 0, p-dark)*bishopWays(w, b, 1, dark), 0)
}

// bishopWays returns the number of ways to place the bishops of both sides on the squares of one color
// (0 light, 1 dark), of which pawns hold some. It is below 2^50: 32 squares, 16 bishops, and the pawns
// are fewer the more bishops there are.
func bishopWays(w, b *officers, color, pawns int) uint64 {
	free := 32 - pawns
	n := int(w.bishops[color])
	return arith.Binomials[n][free] * arith.Binomials[b.bishops[color]][free-n]
}

// othersWays returns the number of ways to place kings, queens, rooks and knights on the squares that p
// pawns and the bishops leave, times two for the side to move.
func othersWays(w, b *officers, p int) arith.U192 {
	free := 64 - p - w.bishopCount() - b.bishopCount()
	n := arith.U192{2 * w.orders}
	for _, factor := range [...]uint64{b.orders, arith.Binomials[w.others][free], arith.Binomials[b.others][free-int(w.others)]} {
		n = arith.MulAdd192(&n, factor, 0)
	}
	return n
}

// bishopCount returns the number of bishops.
func (o *officers) bishopCount() int { return int(o.bishops[0] + o.bishops[1]) }
