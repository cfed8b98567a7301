package kings

import (
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// Levels is the number of levels of [Counter.Redraw]: a draw counts a whole number of 32nds. Rounding to them adds
// 0.007 to a relative variance of 0.15; 64 would add 0.002, and make the tables of a survey twice as long.
const Levels = 32

// Redraw redraws the kings and the side to move of a setup. The result counts with weight
// level/[Levels]. If level is 0 it counts nothing, and s must not be used. The setup must
// have no castling rights and no en passant square. The other men do not change.
//
// CanBeLegal reports whether a placement can be legal as far as the checks tell. It may
// return false only for illegal placements. It is called for at most one placement with
// one checker and one with two. Nil stands for a function that always returns true.
//
// # The law
//
// Redraw chooses one of the N1 placements with one checker uniformly, and one of the N2
// with two. Let q1 and q2 be 1 if these can be legal, else 0. Then
//
//	n = N0 + q1 N1 + q2 N2
//
// is an unbiased estimate of the number of placements that can be legal. The result is a uniform placement without
// check with probability N0/n, and one of the two chosen placements with probability q1 N1/n and q2 N2/n. It counts
// n/a, where a is the number of all placements. So a placement that can be legal counts
//
//	no check    n/a * N0/n * 1/N0  =  1/a
//	k checkers  E[n/a * qk Nk/n * (1 if it is chosen)]  =  Nk/a * 1/Nk  =  1/a
//
// in the mean, exactly as in a plain draw. Last, n/a is rounded to a whole number of levels,
// up or down at random such that the mean does not change, independently of the placement.
//
// A uniform choice among N0 + N1 + N2 placements would have more variance, because no last
// move can have given nine double checks in ten and one single check in twelve.
func (c *Counter) Redraw(s *chess.Setup, src rand.Source, canBeLegal func(*chess.Setup) bool) (level int) {
	c.Count(&s.Board)
	return c.chooseCounted(s, src, canBeLegal)
}

// chooseCounted is Redraw after Count.
func (c *Counter) chooseCounted(s *chess.Setup, src rand.Source, canBeLegal func(*chess.Setup) bool) (level int) {
	var tried [MostCheckers + 1]int
	counts := [MostCheckers + 1]int{c.counts[0]}
	sum := counts[0]
	for k := 1; k <= MostCheckers; k++ {
		if c.counts[k] == 0 {
			continue
		}
		tried[k] = int(sampler.Below(src, uint64(c.counts[k])))
		if canBeLegal != nil {
			if c.Place(s, k, tried[k]); !canBeLegal(s) {
				continue
			}
		}
		counts[k] = c.counts[k]
		sum += counts[k]
	}
	if sum == 0 {
		return 0
	}
	x := int(sampler.Below(src, uint64(sum)))
	level = round(src, Levels*sum, c.All())
	switch {
	case level == 0:
	case x < counts[0]:
		c.Place(s, 0, x)
	case x < counts[0]+counts[1]:
		c.Place(s, 1, tried[1])
	default:
		c.Place(s, 2, tried[2])
	}
	return level
}

// round returns num/den rounded down or up at random, such that the mean is exact.
func round(src rand.Source, num, den int) int {
	n := num / den
	if int(sampler.Below(src, uint64(den))) < num%den {
		n++
	}
	return n
}
