package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// A price is what one event of a path adds to its cost. The constants below are the prices for White; those for Black are one
// more.
type price uint8

// The prices. That of a crossing of the right boundary includes its capture. That of a crossing of the left boundary does not,
// since the file to the left pays for it.
const (
	leavesLeft   price = 2 * iota // a pawn of the color goes to the file on the left
	comesLeft                     // a pawn of the color comes from the left
	leavesRight                   // a pawn of the color goes to the file on the right, with its capture
	comesRight                    // a pawn of the color comes from the right, with its capture
	captures                      // a capture by the color
	loses                         // a pawn of the color is taken
	survives                      // a promoted man of the color beyond those needed is never taken
	losesOfficer                  // an officer of the color is taken; plus 2 on a dark square
	_
	promotes // a pawn of the color is promoted; plus 2 on a dark square
	_
	numPrices = iota * 2
)

// officerOn returns the price of an officer of color o that is taken on a square.
func officerOn(o chess.Color, sq chess.Square) price {
	return losesOfficer + price(2*squareColor(sq)) + price(o)
}

// promotionOn returns the price of a pawn of color c that is promoted on a square.
func promotionOn(c chess.Color, sq chess.Square) price {
	return promotes + price(2*squareColor(sq)) + price(c)
}

// A pathCost is the cost of some path, with what has been computed about it.
type pathCost struct {
	proofkernel.PathCost
	afterPrice [numPrices]int32      // number of the cost with a price added, plus one; 0 if not yet computed
	allowed    [windowFiles + 1]int8 // answers of allows by the captures needed: 1 yes, -1 no, 0 not yet computed
	remaining  [2]int8               // captures that each color may still make
}

// pay returns the number of the sum of a cost, given by its number, and a price. The number of a cost is its index in p.costs.
func (p *projection) pay(costNumber int32, extra price) int32 {
	if n := p.costs[costNumber].afterPrice[extra]; n != 0 {
		return n - 1
	}
	c := p.costs[costNumber].PathCost
	color := chess.Color(extra & 1)
	switch {
	case extra >= promotes:
		p.window.Promote(&c, color, int(extra-promotes)/2)
	case extra >= losesOfficer:
		c.Officers[color][(extra-losesOfficer)/2]++
	}
	switch extra - price(color) {
	case leavesLeft:
		c.Left = c.Left.Add(color, true)
	case comesLeft:
		c.Left = c.Left.Add(color, false)
	case leavesRight:
		c.Right = c.Right.Add(color, false)
		c.Captures[color]++
	case comesRight:
		c.Right = c.Right.Add(color, true)
		c.Captures[color]++
	case captures:
		c.Captures[color]++
	case loses:
		c.Lost[color]++
	case survives:
		c.Kept[color]++
	}
	sum := p.numberOf(&c)
	p.costs[costNumber].afterPrice[extra] = sum + 1
	return sum
}

// numberOf returns the number of a cost. A new cost gets the next number.
func (p *projection) numberOf(c *proofkernel.PathCost) int32 {
	n, ok := p.costNumbers[*c]
	if !ok {
		n = int32(len(p.costs))
		p.costNumbers[*c] = n
		p.costs = append(p.costs, pathCost{PathCost: *c, remaining: p.remainingCaptures(c)})
	}
	return n
}

// remainingCaptures returns how many captures each color may still make, less than 0 if the path has made too many. Pawns that
// crossed the left boundary made captures too, which the file on the left pays for.
func (p *projection) remainingCaptures(c *proofkernel.PathCost) (remaining [2]int8) {
	right, left := c.Left.Flow()
	for i := range remaining {
		remaining[i] = int8(p.window.Captures(chess.Color(i)) - int(c.Captures[i]) - right[i] - left[i])
	}
	return remaining
}

// allows reports whether the other files allow a cost, given by its number, if the window needs so many more captures (Lemma 7). It
// caches the answers of [proofkernel.Window.Allows].
func (p *projection) allows(costNumber int32, more int) bool {
	c := &p.costs[costNumber]
	if c.allowed[more] == 0 {
		c.allowed[more] = -1
		if p.window.Allows(&c.PathCost, more) {
			c.allowed[more] = 1
		}
	}
	return c.allowed[more] > 0
}
