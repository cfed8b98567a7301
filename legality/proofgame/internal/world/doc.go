// Package world is the board of a planned game: a position whose men keep their numbers from the
// start to their capture, what is asked about it all the time, and ways through it.
//
// What goes in is a position, and then moves; what comes out are the answers that World.sense
// works out after each move: legal moves by square, the squares from which a man gives check, the
// men that open a check, what the enemy attacks. Two questions are about ways:
//
//	World.FreeWay   the shortest way of a man that is free as the board stands
//	CostWay         the cheapest way of a man through others, each of which costs something
//
// # Example
//
//	var w world.World
//	p := chess.InitialPosition()
//	w.Begin(&p)                                     // knight b1 is man 1
//	way, ok := w.FreeWay(chess.B1, chess.Knight, chess.D5.BB(), ^chess.Bitboard(0))
//	                                                // b1-c3-d5: First is c3, Cost is 2
//
// # Invariants
//
//   - After every move the world is what Begin makes of the position, but for the numbers of the
//     men and the line: nothing is updated by halves.
//   - A copy is a snapshot. [World.Restore] goes back to one, if the line has only grown since.
//   - The path of a free way is empty, its first move legal. A costly way crosses no wall.
//
// # Pitfalls
//
//   - Checks, Gives and QuietStops know nothing of castling and en passant.
//   - A free way stops on no square that is not among the stops, but its first move may open a
//     check of another man.
//   - Legal holds old values for squares that are not in Own.
//   - A copy shares the lists of moves with its original: Moves is made anew by Sense, and Line
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
package world
