// Package uniform draws positions that are uniform over those proven legal.
//
//	stream, err := uniform.New(uniform.Options{Seed: 1})
//	for p, err := range stream.Positions(ctx) { ... }
//
// Every position comes with a game that leads to it, the proof. The positions are
// independent of each other, so the same one may come twice, and soon does if there are
// only a few.
//
// # Which set
//
// Let S be the space, N its size, C a condition ([where.Condition]), and L(s) the verdict of the
// engine on a setup s with the options of the stream. Budgets are counted in nodes, not in time,
// and no verdict depends on setups judged before: so L(s) is a function of s alone (package
// legality). The positions are uniform over the set
//
//	P = { s in S : C(s) and L(s) is Legal }
//
// This set lacks legal positions with C for which the engine finds no game within its budget,
// and those that are not in S. The default space, ranked-repaired, has every legal position.
//
// # Why they are uniform
//
// A setup s occurs m(s) times in S, and m(s) is known exactly. A draw is an element e of S, each
// with probability 1/N. For the setup s of e an independent coin is thrown that shows heads with
// probability 1/m(s). The draw is accepted if the coin shows heads, C(s) holds and L(s) is Legal.
// For every s in P
//
//	probability that a draw is s and accepted = m(s)/N x 1/m(s) = 1/N
//
// which is the same for all of them. Draws are independent, since each has its own generator
// ([sampler.DividedStream]). So an accepted draw is uniform over P, and the accepted draws in their
// order are a sequence of independent positions, each uniform over P.
//
// That is true of the first n positions of the sequence for any n that is chosen beforehand. It is
// not quite true of the positions up to a Ctrl-C: those whose games are found fast are then a
// little more likely.
//
// # Undecided draws
//
// Of the draws that pass coin and condition, let n be accepted and u undecided. Then u/(n+u) is an
// upper estimate of the share of the legal positions with C that P lacks, since an undecided draw
// may be legal or not. If that share is at most d, then for every property A
//
//	| share of A among the legal positions with C - share of A in P | <= d
//
// since P is the set of legal positions with C without a share of at most d. [Tally.Undecided] is u,
// [Tally.Lacking] bounds d.
//
// # Rare conditions
//
// A condition is tested before the engine is asked, so it costs draws, two microseconds each, and
// not games, two milliseconds each. And the part of a condition that depends only on the counts of
// men, the rights, the en passant square and the side to move costs nothing: the space is
// restricted to the [where.Condition.Predicates], which all positions with C have, with its exact
// size. The positions of men<=10, one in 10^21 of the ranked set, are drawn as fast as any.
package uniform
