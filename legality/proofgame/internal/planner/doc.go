// Package planner builds proof games without search. From a start position, a goal and a proof kernel it plans one move ahead;
// both colors help each other. When it is stuck it tries again with other random choices. A candidate with 25 to 32 men takes
// about 2 ms, a thousand planned plies in all.
//
// [Planner.Find] does it all; see [Problem], [Options] and [Result] for its arguments and results. Every game is replayed before
// it is returned, and loops from a position back to the same one are removed. A failure proves nothing.
//
// # The packages
//
// This package plays restarts one after the other, and guesses kernels for goals with few men (guess.go). Other packages do the
// rest:
//
//	retract    takes back last moves of the goal: the results are the targets of restarts
//	schedule   turns the kernel into tasks that wait for each other; says where pawns go and what they become
//	play       plays one restart: it carries out the schedule move by move, then brings officers to their squares
//
// # Guesses
//
// With few men and many captures a kernel is guessed, since the search for one runs out of states (guess.go): pawns of the start
// are assigned at random to those of the goal. Where that fails, and [Problem].MaxSkeletons allows it, the pawns of the goal are
// taken back instead, the most promising board of pawns first, until each is on a file of its own (pawnsback.go, skeleton.go).
// The way back to the goal makes the kernel (pawnsforth.go). To
//
//	k7/Pppp4/rp6/1K6/1P6/pP6/p1PP4/8 w - -
//
// which needs fifteen captures by pawns, the solver of package proofkernel finds none in 2^20 states (1.9 s). A guess backwards
// takes some 15 ms.
//
// # The steps of a restart
//
//  1. A target is chosen: the goal itself if an officer may have moved last, else the goal with its last moves taken back until
//     that is so. The first of the list is chosen most often; after 40 restarts the list grows.
//  2. The target gets a kernel. After six restarts it gets another one, or after two in which the schedule said that the kernel
//     does not fit ([play.Outcome]). A kernel that was expensive to find is kept until as much has been planned with it as it cost.
//  3. A restart is played, with random numbers of its own. From the target, the moves that were taken back lead to the goal.
//
// # Example
//
// The goal r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQkq - lacks three knights. A restart may plan for the goal itself, or
// for a position a move before it. Let it be the one in which White's last knight on f3 is about to capture a black one on g1. The
// kernel leads there: wxb8 bxb1, so White captures the man on b8 with some officer, and Black the man on b1. A restart makes both
// captures in 23 plies and brings the knights to f3 and g1. The move taken back, Nxg1, ends the game.
//
// # Invariants
//
//   - All choices come from a stream keyed by goal, seed and number of the restart: the result depends on problem and options
//     alone, not on what was planned before.
//   - The budget counts planned plies, of 2 us each, and the cost of finding kernels. A restart is not interrupted for the budget,
//     so that some 1000 plies, or one search for a kernel, may exceed it.
//   - Without [Options.Revise] what the first 40 restarts find stays the same from version to version. Later ones are patient:
//     pawns wait for victims whose way in they would shut.
//
// # Variants tried
//
// The worth of parts of the method, measured at commit 835ab4f; up to fdb1cb2 they could be switched off one at a time. The first
// 600 lines without refutation of fresh-dev.tsv, 50 000 plies each, CPU time of the planner with its replay:
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
// Requests make games fast, and cages make them possible. Repairs and early victims matter for one line in some hundreds, which no
// number of restarts solves without them. Snapshots gain nothing on the usual candidates; they help in long paths, with few men.
//
// # Limits
//
// Find mostly fails on goals in which a side with castling rights has no other man that can move (zugzwang: all its time comes from
// pawns), since it does not plan the order of the last captures and the placing together: see Tight of package retract. With
// castling rights most restarts fail by a check that only the immobile king could answer. With Revise no move gives on purpose a
// check that no other man can answer.
//
// # Names
//
//	pl     a Planner
//	p      the problem
//	k      a kernel or its number, or a kind of officer
//
// and of a guess:
//
//	g               a guesser
//	b               a backwardSearch
//	pawns           the pawns, as they stand after the steps so far
//	needed          pawns of the start that become one of the goal's or promote
//	forPawns        pawns that pawns have to capture
//	excess          officers of a kind that have to be captured
//	wantedForPawns  how many pawns have to be captured by pawns
//	skeleton        a board of pawns on the way back from the goal
package planner
