package kings

import (
	"math/rand/v2"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// Levels is the number of levels of [Counter.Redraw]: a draw counts a whole number of
// 32nds. Rounding to them adds 0.007 to a relative variance of 0.15; 64 would add 0.002,
// and make the tables of a survey twice as long.
const Levels = 32

// Redraw draws the kings and the side to move of a setup anew and returns what the result
// counts, level/[Levels]. With level 0 there is nothing to judge and s is not to be
// used. Castling rights and en passant square of s must be empty; they and the other men
// are left as they are.
//
// May asks whether a placement can be legal, at least as far as the checks go: it may say no only of
// what is illegal. It is asked about one placement with one checker and one with two at most.
// Nil takes all for possible.
//
// # The law
//
// Of the N1 placements with one checker one is chosen uniformly, and one of the N2 with
// two. Let q1 and q2 be 1 if May says yes of it, and 0 if not. Then
//
//	n = N0 + q1 N1 + q2 N2
//
// is an unbiased estimate of the number of placements that may be legal. One of three
// classes is taken with probability N0/n, q1 N1/n, q2 N2/n: a uniform placement without
// check, or the one that was tried. It counts n/a, where a is the number of all
// placements: so a placement that may be legal counts
//
//	no check    n/a * N0/n * 1/N0  =  1/a
//	k checkers  E[n/a * qk Nk/n * (is the one tried)]  =  Nk/a * 1/Nk  =  1/a
//
// in the mean, exactly as in a plain draw, whatever the other tries have brought. Last, n/a is rounded to a whole number
// of levels, up or down at random such that it keeps its mean, independently of the
// placement.
//
// Against choosing among N0 + N1 + N2 placements this takes away the variance that
// comes from those that no last move explains: nine double checks in ten and one
// single check in twelve.
func (c *Counter) Redraw(s *chess.Setup, src rand.Source, may func(*chess.Setup) bool) (level int) {
	c.Count(&s.Board)
	return c.choose(s, src, may)
}

// choose is Redraw for a setup that is counted.
func (c *Counter) choose(s *chess.Setup, src rand.Source, may func(*chess.Setup) bool) (level int) {
	var tried [MostCheckers + 1]int
	n := [MostCheckers + 1]int{c.n[0]}
	sum := n[0]
	for k := 1; k <= MostCheckers; k++ {
		if c.n[k] == 0 {
			continue
		}
		tried[k] = int(sampler.Below(src, uint64(c.n[k])))
		if may != nil {
			if c.Place(s, k, tried[k]); !may(s) {
				continue
			}
		}
		n[k] = c.n[k]
		sum += n[k]
	}
	if sum == 0 {
		return 0
	}
	x := int(sampler.Below(src, uint64(sum)))
	level = round(src, Levels*sum, c.All())
	switch {
	case level == 0:
	case x < n[0]:
		c.Place(s, 0, x)
	case x < n[0]+n[1]:
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
