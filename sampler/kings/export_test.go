package kings

import (
	"math/rand/v2"

	"chesscensus/chess"
)

// The tests are outside of this package, since they draw from the ranked set, which imports it.

// MaxMen is the largest number of men of a side besides its king.
const MaxMen = maxMen

// Numbers returns N0, N1 and N2.
func (c *Counter) Numbers() [MostCheckers + 1]int { return c.counts }

// Choose is Redraw after Count.
func (c *Counter) Choose(s *chess.Setup, src rand.Source, canBeLegal func(*chess.Setup) bool) int {
	return c.chooseCounted(s, src, canBeLegal)
}

// Round rounds a fraction at random.
var Round = round
