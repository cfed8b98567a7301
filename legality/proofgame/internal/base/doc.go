// Package base holds what the packages of the planner have in common: kinds of officers, where pawns end, the
// random numbers of a restart, and the board of a planned game, whose men keep their numbers from the start
// to their capture, with ways through it.
//
// # What is here
//
//	Kind         an officer, with bishops told apart by the color of their squares
//	Man, Roster  the men of a start with numbers, which they keep until they are captured
//	World        a position with a Roster, and what is asked about it all the time: legal moves by square, the squares
//	             from which a man gives check, the men that open a check, what the enemy attacks
//	FreeWay      the shortest way of a man that is free as the board stands
//	CostWay      the cheapest way of a man through others, each of which costs something
//	Pawn, Ends   where the pawns of one file go if none of them captures any more
//	Small        whether what a man can reach is a cage for it
//	RNG          random numbers, keyed by goal, seed and number of the restart
//
// # Examples
//
// White's pawns stand on e2 and e4, and the goal shows one pawn on the e-file, on e4. Pawns do not
// pass each other: that on e4 promotes on e8, and that on e2 ends on e4. So says Ends. With a black
// pawn on e6 besides, which the goal does not show, two pawns would have to promote past each
// other: Ends says that there is no way. See the example of Ends.
//
//	var w base.World
//	p := chess.InitialPosition()
//	w.Begin(&p)                                     // knight b1 is man 1
//	way, ok := w.FreeWay(chess.B1, chess.Knight, chess.D5.BB(), ^chess.Bitboard(0))
//	                                                // b1-c3-d5: First is c3, Cost is 2
//
// # Invariants
//
//   - Random numbers depend on the key alone, and on how many were drawn before. Games are
//     found again with them: what is drawn, and in what order, must not change by accident.
//   - In a Roster, Men and At agree after each Put and Take.
//   - After every move a World is what Begin makes of the position, but for the numbers of the
//     men and the line: nothing is updated by halves.
//   - A copy of a World is a snapshot. [World.Restore] goes back to one, if the line has only grown since.
//   - The path of a free way is empty, its first move legal. A costly way crosses no wall.
//
// # Pitfalls
//
//   - Small is a rule of thumb, not a theorem. A set of 12 squares counts as a cage for a
//     queen, one of 6 not for a knight.
//   - Checks, GivesCheck and QuietStops know nothing of castling and en passant.
//   - A free way stops on no square that is not among the stops, but its first move may open a
//     check of another man.
//   - Legal holds old values for squares that are not in Own.
//   - A copy of a World shares the lists of moves with its original: Moves is made anew by update, and Line
//     may be cut but not changed.
//   - The single moves of a costly way cost at most 120, and its cost is cut at 127 a move, the
//     length of the queue: a way longer than that is not the cheapest by the letter.
//
// # Names
//
//	w         a World
//	u         a man by number
//	stops     squares on which a move may end
//	shy, hot  stops that cost more: checks, attacked squares
//	reach     squares that a man attacks
package base
