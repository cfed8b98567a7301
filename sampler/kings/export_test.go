package kings

import (
	"math/rand/v2"

	"chesscensus/chess"
)

// MaxMen is for the tests, which are outside of this package as they draw from the ranked set, which imports it.
const MaxMen = maxMen

// Numbers returns N0, N1 and N2.
func (c *Counter) Numbers() [MostCheckers + 1]int { return c.n }

// Choose is Redraw for a setup that is counted.
func (c *Counter) Choose(s *chess.Setup, src rand.Source, may func(*chess.Setup) bool) int {
	return c.choose(s, src, may)
}

// Round rounds a fraction at random.
var Round = round
