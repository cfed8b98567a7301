// Package shorten makes games shorter without changing what they lead to: from the same
// start to the same position, castling rights, side to move and en passant included.
//
// Three means are used in turn until none helps or the budget is spent:
//
//   - What lies between two equal positions is left out.
//   - Savings, one of each side: a man that goes out and back stays, or one that makes two
//     moves goes there at once. The game is replayed with the other moves as they were.
//   - Windows: package astar searches for a shorter way between two positions of the game,
//     any for large parts and the shortest for small ones.
//
// The result is replayed before it is returned. It is not the shortest game there is, but no
// part of some 12 plies can be made shorter if the work was completed. Draw rules are not
// looked at; a shorter game may have longer stretches without a pawn move or capture.
//
// # Names
//
//	window   the moves between two positions of the game
//	saving   one or two moves that one side can do without
//	round    every means once
package shorten
