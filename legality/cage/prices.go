package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// A price is what one move of a path adds to its cost. The price for White is the constant below, that
// for Black one more.
type price uint8

// The prices. A crossing of the right boundary includes its capture. One of the left boundary does not,
// since the file to the left pays for it.
const (
	leavesLeft   price = 2 * iota // a pawn of the color goes to the file on the left
	comesLeft                     // a pawn of the color comes from the left
	leavesRight                   // to the right, with its capture
	comesRight                    // from the right, with its capture
	captures                      // a capture by the color
	loses                         // a pawn of the color is taken
	survives                      // a promoted man of the color beyond those needed is never taken
	losesOfficer                  // an officer of the color is taken; plus 2 on a dark square
	_
	promotes // a pawn of the color is promoted; plus 2 on a dark square
	_
	prices = iota * 2
)

// officerOn is the price of an officer of a color that is taken on a square.
func officerOn(o chess.Color, t chess.Square) price {
	return losesOfficer + price(2*dark(t)) + price(o)
}

// promotionOn is that of a pawn of a color that is promoted on a square.
func promotionOn(c chess.Color, t chess.Square) price {
	return promotes + price(2*dark(t)) + price(c)
}

// A pathCost is a cost that some path has, and what is known of it.
type pathCost struct {
	proofkernel.PathCost
	afterPrice   [prices]int32         // number of the cost with a price more, plus one, or 0 if not asked
	allowed      [windowFiles + 1]int8 // by the captures that the window needs: 1 yes, -1 no, 0 not asked
	capturesLeft [2]int8               // captures that are left, by color
}

// pay returns the number of a cost with a price more.
func (z *projection) pay(cost int32, p price) int32 {
	if n := z.costs[cost].afterPrice[p]; n != 0 {
		return n - 1
	}
	c := z.costs[cost].PathCost
	color := chess.Color(p & 1)
	switch {
	case p >= promotes:
		z.window.Promote(&c, color, int(p-promotes)/2)
	case p >= losesOfficer:
		c.Officers[color][(p-losesOfficer)/2]++
	}
	switch p - price(color) {
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
	n := z.numberOf(&c)
	z.costs[cost].afterPrice[p] = n + 1
	return n
}

// numberOf returns the number of a cost, a new one if it is new.
func (z *projection) numberOf(c *proofkernel.PathCost) int32 {
	n, ok := z.costNumbers[*c]
	if !ok {
		n = int32(len(z.costs))
		z.costNumbers[*c] = n
		z.costs = append(z.costs, pathCost{PathCost: *c, capturesLeft: z.capturesLeft(c)})
	}
	return n
}

// capturesLeft returns how many captures each color may still make, those of pawns that came from the left or left to the left
// included, which the file on the left pays for.
func (z *projection) capturesLeft(c *proofkernel.PathCost) (rest [2]int8) {
	right, left := c.Left.Flow()
	for i := range rest {
		rest[i] = int8(z.window.Captures(chess.Color(i)) - int(c.Captures[i]) - right[i] - left[i])
	}
	return rest
}

// allows is [proofkernel.Window.Allows], Lemma 7, with a memory.
func (z *projection) allows(cost int32, more int) bool {
	c := &z.costs[cost]
	if c.allowed[more] == 0 {
		c.allowed[more] = -1
		if z.window.Allows(&c.PathCost, more) {
			c.allowed[more] = 1
		}
	}
	return c.allowed[more] > 0
}
