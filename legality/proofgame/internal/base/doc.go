// Package base holds what the packages of the planner have in common: kinds of officers, the ends of pawns, the random numbers of a
// restart, and the board of a planned game, whose men keep their numbers from the start to their capture, with ways across it.
//
// # Contents
//
//	Kind         an officer, where bishops differ by the color of their squares
//	Man, Roster  the men of a start with numbers, which they keep until they are captured
//	World        a position with a Roster and facts that are needed all the time: legal moves by square, squares from which a man
//	             gives check, men that give discovered check, squares that the enemy attacks
//	FreeWay      the shortest way of a man past all other men
//	CostWay      the cheapest way of a man through others, each of which has a cost
//	Pawn, Ends   where the pawns of one file go if none of them captures any more
//	IsCage       whether a region is a cage for a man
//	RNG          random numbers, keyed by goal, seed and number of the restart
//
// # Examples
//
// White's pawns stand on e2 and e4, and the goal shows one pawn on the e-file, on e4. Pawns do not pass each other: the one on e4
// promotes on e8, and the one on e2 ends on e4. Ends returns that. With a black pawn on e6 that the goal does not show, two pawns
// would have to promote past each other, and Ends returns false. See the example of Ends.
//
//	var w base.World
//	p := chess.InitialPosition()
//	w.Reset(&p)                                     // knight b1 is man 1
//	way, ok := w.FreeWay(chess.B1, chess.Knight, chess.D5.BB(), ^chess.Bitboard(0))
//	                                                // b1-c3-d5: First is c3, Cost is 2
//
// # Invariants
//
//   - Random numbers depend on the key alone, and on how many were drawn before. Games are found again with them: the order of the
//     draws must not change by accident.
//   - In a Roster, Men and At agree after each Move and Remove.
//   - After every move a World is what Reset makes of the position, but for the numbers of the men and the line.
//   - A copy of a World is a snapshot. [World.Restore] returns to it, if the line has only grown since.
//   - The path of a free way is empty, and its first move legal. A costly way crosses no wall.
//
// # Pitfalls
//
//   - IsCage is a rule of thumb, not a theorem. A set of 12 squares is a cage for a queen, one of 6 is none for a knight.
//   - Checks, GivesCheck and QuietStops ignore castling and en passant.
//   - A free way stops on given squares only, but its first move may give a discovered check.
//   - Legal holds old values for squares that are not in Own.
//   - A copy of a World shares the lists of moves with its original: update fills Moves again, and Line may be cut but not changed.
//   - A single move of a costly way costs at most 120 before the cost of its stop, and at most 127 with it, the length of the queue.
//     Where that cuts costs, the way need not be the cheapest.
//
// # Names
//
//	w         a World
//	u         the number of a man
//	stops     squares on which a move may end
//	reach     squares that a man attacks
package base
