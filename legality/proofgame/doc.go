// Package proofgame proves setups legal: it constructs a game from the initial position to the one in question, has it replayed by
// independent programs, and returns it as the certificate of the verdict Legal.
//
// # How a game is found
//
//	kernel   a proof kernel with rows: which captures and promotions       package proofkernel
//	path     moves up to the last capture, planned one ply ahead           package planner
//	rest     officers to their squares, pawns, last moves                  package planner
//	retreat  moves of a hard goal taken back first                         package retract
//	search   A* over single moves, for near goals and as the last resort   package astar
//	shorten  on request                                                    package astar
//	replay   by two programs that share no code with the above             package replay
//
// A [Builder] does all this for one goroutine. [Stages] makes two stages of the legality engine of it. That of effort path looks for
// the moves up to the last capture. Only a whole game shows that a path can be completed, so that this stage mostly makes a whole
// game; but it decides nothing. That of effort game has this game replayed, or continues to look for one.
//
// # One game, step by step
//
// The goal
//
//	rnbqkbnr/1ppppppp/1p6/8/3Q4/8/1PPPPPPP/1NBQKBNR b Kk -
//
// shows a second white queen, Black's a-pawn on b6, and lacks White's a-pawn and the rook a1.
//
//	bound    more than 12 plies from the initial position: not near, so nothing is searched
//	kernel   bPa1xRb1: pawn 1 of the a-file, which is Black's, captures a rook, and becomes pawn 1 of the b-file
//	rows     wRa1-b6 bPa7xb6: the rook gets to b6 by some way, and is captured there
//	path     a4 Nc6 Ra3 Nb8 Rb3 Na6 Rb6 axb6: White opens the rook's way, Black waits with a knight
//	rest     a5 ... a7, a8Q: the a-pawn is free, and the goal lacks a queen; then all men go to their squares
//	replay   27 plies in all
//
// All this costs 33 planned plies, less than a tenth of a millisecond: 27 for the moves, 5 for the try, 1 for the kernel. It is the
// example of [Builder.Build].
//
// # Order of the methods
//
// A goal with a lower bound of at most 12 plies is searched for first, with 2000 expansions. Then, in a first pass, the stage of
// effort path
//
//	disentangles a goal with few men that is tight (retract.Retractor.IsTight), with a quarter of the budget
//	plans, and calls Options.Cages once, after 10 000 planned plies, to refute the goal
//
// until there is a whole game, or a path and an eighth of the budget is spent. If it has found no whole game, the stage of effort
// game
//
//	opens the goal (retract.Retractor.Open), with an eighth
//	disentangles it (retract.Retractor.Disentangle), with half of the budget; or, if it is dense, with seven budgets:
//	    two of three tries use Extract then, and tries double at most twice
//	    with Options.Long this takes turns with other ways for dense goals, see below
//	plans again, unless the stage of effort path has found no path with the same random numbers
//	searches from the closest position, with a quarter
//	disentangles it again, in shorter tries, with three budgets, if it is not dense and shows no promoted man, as in
//	    shortest proof games
//
// A goal is dense if it has at most 26 men, or if at most four moves can have been the last one. With [Options.Long] several ways to
// take moves back from dense goals take turns; the budgets of a turn double (long.go). They take moves back
//
//	until all men have free squares or are in the open (Disentangle, Extract), with seven budgets, half of them at the end
//	until pawns are on files of their own (Unravel), with one budget
//	until no man is left that must have been promoted (Extract with demote), with two and a quarter
//	after each turn, three of the resulting setups to which there are kernels become goals of their own (resume.go)
//	after the second turn one by one, with a short look for a game to each position before (Options.Backward)
//
// In these turns kernels to setups with few men are guessed backwards (package planner), and two of four tries revise the order of a
// kernel, as later passes do. But disentangling, which comes first, works as without Options.Long unless kernels are hard. A setup is
// left if its pawns have captured more men than are missing, or if two guesses to setups with the same pawns and numbers of officers
// have failed (guesses.go).
//
// The kernels to a goal are hard if one is guessed, but the kernels' solver finds none within 65 536 states: with most men captured by
// pawns, the choice of the men that a retraction gives back decides whether there is a kernel. Then every other try leaves setups to
// which no kernel is guessed, turns double twice more, and Options.Backward is not called.
//
// The remaining goals, one in two thousand, are mostly crowded: men stand behind pawns that came last, or so close together that the
// order in which they came is a puzzle. So later passes ([Request.Pass]) begin with taking moves back
//
//	until all men have free squares (Disentangle), with a quarter
//	until nothing is shut in (Open), with half of the rest
//
// and then plan and search as before, with other random numbers and random kernels, without promotions on squares that package cage
// bars, and with schedules that may be changed further. In all passes a setup with moves taken back is left when no kernel has fitted
// it in 64 restarts.
//
// # Why a game was not found
//
// A failure proves nothing. [Attempt] describes the best try:
//
//	Why                                   meaning
//	planner: ply budget spent             PathPlies is -1: no try made all captures, and Pending has the remaining steps.
//	                                      Otherwise there is a path, and the men of Misplaced did not get to their squares
//	planner: no kernel                    none was found within its budget; if Refuted is true there is none
//	planner: every last move is refuted   all last moves that were tried are; that proves nothing
//	planner: there is no game             Options.Cages has refuted the goal
//	...; no game begins with the moves    the search has tried all that can follow the closest line
//	of the closest line
//	replay: the game ... was over after   only with Options.Rules: the law is named
//	ply ... by ...
//
// Restarts that cost five or six planned plies each have failed before their first move: the schedule found that the kernel shuts in a
// square of the goal. For example,
//
//	rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -
//
// spends 5000 plies in nearly 900 restarts, and Pending has all its pawn moves, wPh2-h6 bPg7-g6 wPh6xg7. With pawns on f7, g6 and h7 at
// that moment no bishop can get to g8. The setup is indeed illegal, as package cage proves; with Black's pawn on g5 instead of g6 it is
// legal, and costs 43 planned plies.
//
// # Budgets
//
// The unit is the planned ply, about 2 us of the planner. Other work is converted to plies (kernels.go, retreat.go):
//
//	a restart of the planner                                5 plies, besides its own
//	an expansion of the search                              10 (PliesPerExpansion)
//	a setup of Open                                         50
//	a setup that Disentangle, Extract measure               1, a half
//	20 states of the kernel's solver                        1
//	5 nodes of the explicit search for kernels              1
//
// An attempt may exceed its budget by the search for a near goal (20 000 plies), and by the last piece of work (a restart, a kernel, or
// the opening of a goal: at most 28 800 plies, some 60 ms). In the stage of effort game of a first pass opening and disentangling come on
// top: five eighths of the budget; for dense goals seven budgets, three to five seconds; with Options.Long ten (four times as much with
// hard kernels) and the cost of looking at other setups. The result depends on the goal, the options and the budget alone, never on time,
// workers or earlier goals.
//
// # Rules of play
//
// By default only the rules of chess for legal moves count: a game may go on after a position has occurred five times or after 75 moves
// without a capture or pawn move, as texel's games do. With [Options.Rules] FIDE, games that would have ended are shortened or built
// again, or else the goal is given up.
//
// # Names
//
//	goal        the position that the game has to reach
//	attempt     a try to build a game, and its result
//	path        the moves up to the last capture
//	pass        a try with a larger budget, after others have failed
//	restart     one try of the planner, with random numbers of its own
//	retreat     a way to take moves back from a goal, and to look for games to the resulting setups
//	retraction  the result of one try of a retreat
//	halt        a setup of a retraction to which no game was found
//	closest     the position of the best try that failed
//
// Words are explained in docs/GLOSSARY.md.
package proofgame
