// Package planner builds proof games without search. From a start position, a goal and a
// proof kernel it plans one move ahead, both colors helping each other, and tries again
// with other random choices when it is stuck. A candidate with 25 to 32 men takes about
// 2 ms, a thousand planned plies in all.
//
// [Planner.Find] is all there is to call; [Problem], [Options] and [Result] say what goes
// in and out. Every game is replayed before it is returned, and what leads from a position back to the
// same one is left out. A failure proves nothing.
//
// # The packages
//
// This package wires restarts together, and guesses kernels for goals with few men (guess.go). The other work is done elsewhere:
//
//	retract    the goal with its last moves taken back: what is planned for
//	schedule   the kernel as tasks that wait for each other; where pawns go, what they become
//	play       one restart: the schedule carried out move by move, then officers to their places
//
// # Guesses
//
// With few men and many captures a kernel is guessed, since the search for one loses itself (guess.go): pawns of the start are given to those of the goal
// at random. Where that fails, and [Problem].Deep allows it, the pawns of the goal are taken back instead, the most promising board of pawns first, until
// each is on a file of its own (pawnsback.go, skeleton.go); the way back makes the kernel (pawnsforth.go). To
//
//	k7/Pppp4/rp6/1K6/1P6/pP6/p1PP4/8 w - -
//
// which needs fifteen captures by pawns, the solver of package proofkernel finds none in 2^20 states, 1.9 s; a guess backwards takes some 15 ms.
//
// # The way of a restart
//
//  1. A target is chosen: the goal itself if an officer may have moved last, else the goal
//     with its last moves taken back until that is so. The first of the list is taken most
//     often; after 40 restarts the list grows.
//  2. It gets a kernel, of a source. After six restarts it gets another
//     one, or after two in which the schedule said that it does not fit ([play.Outcome]). A kernel
//     that was expensive to find is kept until as much has been planned with it as it cost.
//  3. A restart is made, with random numbers of its own. What reaches the target reaches the goal by the
//     moves that were taken back.
//
// # Example
//
// The goal r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQkq - lacks three knights. A restart may
// plan for the goal itself, or for one of the setups a move before. Here it is the setup in
// which White's last knight on f3 is about to take a black one on g1. The kernel leads there: wxb8
// bxb1. White takes the man on b8 with an officer, whichever it is, and Black the man on b1. A restart makes them in 23 plies, brings the knights to f3 and g1, and
// the move taken back, Nxg1, ends the game.
//
// # Invariants
//
//   - All choices come from a stream keyed by goal, seed and number of the restart: the result
//     depends on problem and options alone, not on what was planned before.
//   - The budget counts planned plies, 2 us each, and what the source of kernels says. A try is not interrupted for the budget, which may be exceeded by some 1000
//     plies, and by one search for a kernel.
//   - Without [Options.Revise] what the first 40 restarts find stays the same from version to version. Later ones are
//     patient: pawns wait for victims whose way in they would shut.
//
// # Variants tried
//
// What parts of the method are worth, measured at commit 835ab4f; up to fdb1cb2 they could
// be switched off one at a time. The first 600 lines without refutation of fresh-dev.tsv,
// 50 000 plies each, CPU time of the planner with its replay:
//
//	variant                              solved   mean ms   99% ms   plies   restarts
//	full                                    600      1.54      8.5     967       0.55
//	without requests to vacate                600      3.60     24.7    2189       0.91
//	without requests for the king's way       589      8.54     82.5    5375       1.86
//	without the danger zone                 600      1.61     10.0    1197       0.96
//	without holding pawns back              593      2.64     43.3    1751       3.89
//	without repairs of the kernel           599      1.44      8.3    1050       0.82
//	without early victims                   599      1.47      8.3    1042       1.31
//	without snapshots                       600      1.34      7.0     988       1.75
//
// Requests decide how fast, cages whether: repairs and early victims matter for one line in
// some hundreds, which no number of restarts solves without them. Snapshots gain nothing on
// the usual candidates; they are kept for long paths, with few men.
//
// # Limits
//
// Goals in which a side with castling rights has no other man that can move (real
// zugzwang: all its time comes from pawns) are mostly not found by Find alone, since the
// order of the last captures and the placing is not planned together: see Tight of package
// retract. With castling rights most restarts fail by a check that only the king could answer,
// who may not move; with Revise none is given on purpose that no other man can answer.
//
// # Names
//
//	pl     a Planner
//	p      the problem
//	t      the target of a restart
//	k      a kernel or its number
//
// and of a guess:
//
//	g            a guesser
//	at           the pawns, as they stand after the steps so far
//	home         pawns that become one of the goal's or promote, by square at the start
//	left         pawns that pawns have to capture
//	excess       officers of a kind that have to fall
//	reserve      how many pawns have to fall to pawns
package planner
