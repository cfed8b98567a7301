package kernelspace

import (
	"math/bits"

	"chesscensus/sampler/internal/arith"
)

// A cell is the setups with the same numbers of pawns, of which White has no fewer, and the same
// resources.
type cell struct {
	number        int // in [Space]
	pawns         [2]int
	resources     uint8 // number
	officers      [2][]officers
	firstOfficers [2][maxPairs + 1]uint16 // of the officers with each number of requirements
	present       [2]uint16               // requirements that some officers have
	slots         [2][maxPairs]uint16     // what a requirement that is present adds to an index of byRequirement
	sets          []uint16                // of requirements, that patterns of the cell accept; ascending
	byDark        []placementCounts       // by the number of dark squares with pawns
}

// PlacementCounts are the numbers of ways to place all officers beside pawns on given squares, and
// to choose the side to move.
type placementCounts struct {
	byRequirement []arith.U192 // of the requirements that are present; see [placementCounts.requirements]
	bySet         []arith.U192 // for each of the cell's sets of requirements
}

// newCell returns a cell without sets and counts.
func newCell(pawns [2]int, number int, m resources, bishopCap int) *cell {
	c := &cell{pawns: pawns, resources: uint8(number)}
	for color := range 2 {
		c.officers[color] = m.side(color, pawns[color]).officerLists(bishopCap)
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

// requirements returns the number of placements of the officers with requirements w and b, which must be present.
func (q *placementCounts) requirements(c *cell, w, b int) *arith.U192 {
	return &q.byRequirement[c.slots[white][w]+c.slots[black][b]]
}

// fill computes the counts.
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
				n := arith.Mul192(&others, bishopWays(w, b, 0, p-dark)*bishopWays(w, b, 1, dark))
				sum := c.byDark[dark].requirements(c, int(w.requirement), int(b.requirement))
				low := arith.Low192(&n)
				*sum = arith.Add192(sum, &low)
			}
		}
	}
	for dark := range c.byDark {
		q := &c.byDark[dark]
		for k, id := range c.sets {
			for whiteOnes := c.present[white]; whiteOnes != 0; whiteOnes &= whiteOnes - 1 {
				w := bits.TrailingZeros16(whiteOnes)
				for blackOnes := sets[id][w] & c.present[black]; blackOnes != 0; blackOnes &= blackOnes - 1 {
					q.bySet[k] = arith.Add192(&q.bySet[k], q.requirements(c, w, bits.TrailingZeros16(blackOnes)))
				}
			}
		}
	}
}

// ways returns the number of ways to place the officers of White and of Black beside the pawns, of
// which so many stand on dark squares, and to choose the side to move.
func (c *cell) ways(w, b *officers, dark int) arith.U192 {
	p := c.pawns[white] + c.pawns[black]
	others := othersWays(w, b, p)
	n := arith.Mul192(&others, bishopWays(w, b, 0, p-dark)*bishopWays(w, b, 1, dark))
	return arith.Low192(&n)
}

// bishopWays returns in how many ways the bishops of both sides can stand on the squares of one
// color (1 is dark), of which so many hold pawns. It is below 2^50: 32 squares, 16 bishops, and
// the pawns are fewer the more bishops there are.
func bishopWays(w, b *officers, color, pawns int) uint64 {
	free := 32 - pawns
	n := int(w.bishops[color])
	return arith.Binomials[n][free] * arith.Binomials[b.bishops[color]][free-n]
}

// othersWays returns in how many ways kings, queens, rooks and knights can stand on the squares
// that p pawns and the bishops leave, times two for the side to move.
func othersWays(w, b *officers, p int) arith.U192 {
	free := 64 - p - w.count() - b.count()
	n := arith.U192{2 * w.orders}
	for _, factor := range [...]uint64{b.orders, arith.Binomials[w.others][free], arith.Binomials[b.others][free-int(w.others)]} {
		product := arith.Mul192(&n, factor)
		n = arith.Low192(&product)
	}
	return n
}

// count returns the number of bishops.
func (c *officers) count() int { return int(c.bishops[0] + c.bishops[1]) }
