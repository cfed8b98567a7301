package ranked

import (
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/kings"
)

// kingLevels is the number of levels of [Space.Redraw]. With finer ones the variance of a contribution hardly falls.
const kingLevels = 16

// Redraw redraws the kings and the side to move of a uniform draw without castling rights and en passant
// square, and returns the factor level/levels by which the result counts. For every function that is 0 for
// illegal setups, such as Weight/Multiplicity of the legal ones, the mean of the function times
// level/levels is the mean over plain draws. If level is 0 the draw counts nothing, and d must not be used.
// The stratum of the draw does not change; Index is no longer that of the element drawn.
//
// Given all other men, every placement of the two kings on free squares with either side to move belongs to equally
// many urpositions (their number, the multiplicity, depends on the pawns), so in a uniform draw it is uniform among
// all a = 2 e (e-1), e the number of free squares. A number g of these leave the king of the side that has just
// moved unattacked and not beside the other king; no other can be legal. Package kings counts them exactly. Let L =
// 16 and level = ceil(L g / a). Redraw chooses one of the g placements uniformly, accepts it with probability L g /
// (a level), and an accepted one counts level/L. So a given placement counts
//
//	L g / (a level) * 1/g * level/L = 1/a
//
// in the mean, as in a plain draw. But one draw in three is a candidate instead of one in twelve, and the
// relative variance of contributions falls from 11 to 2.5, for 0.9 us of work.
//
// Draws with castling rights or en passant are left as they are and count 1.
func (s *Space) Redraw(d *sampler.Draw, src rand.Source) (level, levels int) {
	if d.Setup.Castling != 0 || d.Setup.EP != chess.NoSquare {
		return kingLevels, kingLevels
	}
	var c kings.Counter
	c.CountSafe(&d.Setup.Board)
	all, good := c.All(), c.Safe()
	if good == 0 {
		return 0, kingLevels
	}
	level = (kingLevels*good + all - 1) / all
	x := int(sampler.Below(src, uint64(all*level))) / kingLevels
	if x >= good {
		return 0, kingLevels
	}
	c.PlaceSafe(&d.Setup, x)
	return level, kingLevels
}
