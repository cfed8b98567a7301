// Package mates estimates how many legal positions are checkmates, stalemates, or mates
// in one, two, three ... moves: it draws from a space, has a judge refute illegal draws, and
// solves the others with package chess/mate.
//
// # The estimated share
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
//	              proves nothing legal, and the shares are those of the positions that it does
//	              not refute; a row's bounds allow for undecided draws.
//	ChessCounter  the rules of package legality/chesscounter as published. They accept eight
//	              illegal diagrams for each legal one. With them and one of the counter spaces the shares
//	              are those of ChessCounter's README.
//
// # Three kinds of doubt
//
// Intervals allow for chance. The low and the high share allow for positions that the solver
// leaves undecided within its nodes: none of them, or all that may, belong to the class. The
// bounds of [Row.Legal] allow for positions whose legality the engine leaves undecided; they
// exist if some position is proven legal.
//
// A [Report] depends on the configuration alone, not on the number of workers.
package mates
