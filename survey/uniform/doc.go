// Package uniform draws positions that are uniform over those proven legal.
//
//	stream, err := uniform.New(uniform.Options{Seed: 1})
//	for p, err := range stream.Positions(ctx) { ... }
//
// Every position comes with a game that leads to it, the proof. The positions are
// independent of each other, so the same one may come twice; where there are only a
// few, it soon does.
//
// # Which set
//
// Let S be the space that is drawn from, N its size, C a condition ([where.Condition]),
// and L(s) what the engine says of a setup s with the options of the stream. Budgets are
// counted in nodes, not in time, and no verdict depends on setups judged before: so L(s) is a
// function of s alone (package legality). The positions are uniform over the set
//
//	P = { s in S : C(s) and L(s) is Legal }
//
// It is not quite the set of all legal positions with C. A legal position for which the engine
// finds no game within its budget is missing, and one that is not in S: ranked-repaired,
// the default, has every legal position.
//
// # Why they are uniform
//
// A setup s is present m(s) times in S, and m(s) is known exactly. One draw is: an element e of
// S, each with probability 1/N; a coin that says yes with probability 1/m(s) for the setup s of
// e, and is independent of everything else; then C(s); then L(s). The draw is taken if all
// three say yes. For every s in P
//
//	probability that a draw is taken and is s = m(s)/N x 1/m(s) = 1/N
//
// which is the same for all of them. Draws are independent, draw i having a generator of its own
// ([sampler.DividedStream]). So what draw i is, given that it is taken, is uniform over P; and the
// draws that are taken, in their order, are a sequence of independent positions, each uniform over P.
//
// That holds of the first n of the sequence for any n that is chosen beforehand. It does not
// quite hold of what is there when somebody presses Ctrl-C: positions whose games are found fast
// are then a little more likely to be in time.
//
// # What the undecided ones can do
//
// Of D draws that coin and condition have let pass, suppose n are taken and u stay undecided. Then u/(n+u)
// estimates, from above, the share of the legal positions with C that P lacks: an undecided draw may be
// legal or not. If that share is at most d, then for every property A
//
//	| share of A among the legal positions with C - share of A in P | <= d
//
// since P is what is left when a share of at most d is taken away. [Tally.Undecided] counts u,
// [Tally.Lacking] bounds d.
//
// # Where a condition is rare
//
// Which draws pass is decided before the engine is asked, so a condition costs draws, two
// microseconds each, and not games, two milliseconds. And what the counts of men, the rights, the en passant
// square and the side to move say is not left to chance: [where.Condition.Predicates] are
// what every position with C keeps, and the space is restricted to them, with its exact size. The
// positions of men<=10, one in 10^21 of the ranked set, are drawn as fast as any.
package uniform
