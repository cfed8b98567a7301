// Package mates estimates how many legal positions are checkmates, stalemates, or mates
// in one, two, three ... moves: it draws from a space, leaves to a judge what counts as a
// position, and solves what is left with package chess/mate.
//
// # A share of what
//
// Every draw that the judge does not refute contributes weight/multiplicity, as in package
// survey. The share of a class is the ratio of two such sums,
//
//	share = sum of w/m over the draws of the class / sum of w/m over all that are not refuted
//
// whose error is that of a ratio estimator (package stats/design, Share): the denominator
// is an estimate, too. Judges are
//
//	Engine        the engine of package legality at some effort. Up to effort kernel it
//	              proves nothing legal, and the shares are those of the positions that nothing
//	              refutes; what else an effort leaves undecided is in the row's bounds.
//	ChessCounter  the rules of package legality/chesscounter as published. They accept eight
//	              illegal diagrams for each legal one. With them and one of the counter spaces the shares
//	              mean what ChessCounter's README gives shares of.
//
// # Three kinds of doubt
//
// Chance gives the intervals. Positions that the solver leaves undecided within its
// nodes give a low and a high share: none of them, or all, belong to the class, as far
// as the depth that was reached leaves it open. Legality that the engine leaves undecided gives
// the bounds of [Row.Legal], which exist once something is proven legal.
//
// A [Report] depends on the configuration alone, not on the number of workers.
package mates
