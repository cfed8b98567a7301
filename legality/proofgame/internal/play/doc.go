// Package play carries out a schedule move by move, without search; both colors help each other. The input is a start, a goal and a
// kernel, with the random numbers of a restart and a budget. The result is a line that reaches the goal, or a description of how far it
// came ([Outcome], [Left]).
//
// # Why no search
//
// The length of a proof game does not matter. Moves of officers can be taken back, so that a bad one loses nothing. Pawns have no choice
// once the captures are fixed, and both colors want the same. What makes single moves hard to find is that kings may not walk into
// attacks, and that men stand in each other's way. So each color has tasks of its own, and requests that the other color fulfills first:
// to leave squares, and not to attack the way of a king. With that, looking one ply ahead suffices nearly everywhere.
//
// # The stages of a restart
//
//  1. Path, to the last capture (path.go): make captures that are ready, answer checks, fulfill requests, walk the king out of its danger
//     zone, advance tasks (tasks.go), or lose time. The agenda (agenda.go, choose_men.go) says what can be done and which men do it.
//  2. Pawns, to their interim squares, by the same rules.
//  3. Placing (placing.go, assign.go, place.go): a matching says which officer goes to which square. Then one after the other takes the
//     cheapest way through the others, which step aside (clear_path.go). Pawns held back go last.
//  4. Parity (parity.go): if all men stand but the wrong side is to move, an odd number of moves that lead back to the same board.
//
// Snapshots after the path and after the pawns let a failed stage be repeated alone: up to three tries of the pawns in a restart, with up
// to three tries of the officers each.
//
// # Types
//
//	Player    plays restarts; holds the snapshots
//	scene     what both stages share: the board, the schedule, fixedMen, reservations, requests, rng, budget
//	agenda    what is still to be done of the schedule, and the men chosen for it
//	path      moves of stages 1 and 2; reads and writes the agenda
//	placing   targets, queues and the foremost man of stage 3
//
// A Player owns one scene; agenda, path and placing point to it.
//
// # Example
//
// The goal rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - lacks a knight of each color. In the kernel wxg8 bxb1 an officer of White
// captures the one on g8, and an officer of Black the one on b1. So White's agenda has one capture, for which it chooses a capturer and
// the victim on g8, and Black's has the one on b1. When both are done the path is over. The other knights and the capturers go home
// (placing). Then the board is that of the goal and White is to move, so that no move has to be lost (parity). See the package example.
//
// # Invariants
//
//   - Every move of the line is legal: moves are taken from the position's own list.
//   - Tasks are done in an order that the schedule allows.
//   - Kings and rooks with castling rights in the goal never move. Those that wait to castle move by castling first.
//   - All choices come from the random numbers: the same problem and random numbers give the same line.
//
// # Pitfalls
//
// Chances, costs and limits were chosen by hand; no measurement of single ones is stored. Most of these were once a class of failures:
//
//   - A king at home is mated when enemy pawns come down around it. It leaves its danger zone, and these pawns wait for it.
//   - Squares that enemy pawns attack for good are walls for a king, not expensive squares. A king on the wrong side of them is stuck, so
//     that it has to be on the right side before the pawns are.
//   - A request must name all squares of the king's way. If it names only the next one, the enemy attacks again what it has just released.
//   - Give check only in need: the side in check has to answer it, with a move that may undo what was prepared.
//   - A man that has stepped aside returns at once, unless it is queued behind the man that passes.
//   - In a corridor a man cannot step off the whole way; then it steps along the way.
//   - If a capture by an officer is found, and not made since it would give check, its victim stays chosen but not reserved. Then two jobs
//     may have the same victim, and the restart fails: one restart in some thousands with few men. To mend it would change first passes.
//   - Kings and rooks with castling rights cannot capture. The last man that can capture is not captured while its color has to capture.
//
// # Names
//
//	s, a, p        receivers: a scene, an agenda, a path or placing
//	j              a job
//	u, v           numbers of men, given to those of the start in the order of their squares
//	Us, Them       the side to move, and the other
//	requests       by the color that has to fulfill them
//	ways           squares that a color is about to pass
//	taskSquares    squares of tasks not done; taskPawns: their pawns
//	immobile       men that castling rights forbid to move; protected: not to be captured
//	chosen         victims and capturers of tasks; arrived: victims on the square of their capture
//	interim square where a pawn stops until the officers are placed
//	danger zone    squares where a king may be shut in or mated
//	patient        pawns wait for officers whose way they would shut (approach.go)
//	foremost       the first man of the queue with a way, which the others keep clear
package play
