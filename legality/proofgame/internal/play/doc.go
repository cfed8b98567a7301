// Package play carries out a schedule move by move, both colors helping each other, without
// search. What goes in is a start, a goal and a kernel, with the random numbers of a restart and a budget;
// what comes out is a line that reaches the goal, or how far it came ([Outcome], [Left]).
//
// # Why no search
//
// The length of a proof game does not matter. Moves of officers can be taken back, so
// that nothing is lost by a bad one; pawns have no choice once it is settled who captures
// whom; and both sides want the same. What makes single moves hard to find is that kings
// may not walk into attacks, and men stand in each other's way. So every color has
// tasks of its own, and states requests, which the other color fulfills first: leave these
// squares; attack none of those, for my king has to pass there. With that a look of one
// ply suffices nearly everywhere.
//
// # The stages of a restart
//
//  1. Path, to the last capture (path.go): make captures that are ready, answer checks, fulfill
//     requests, walk the king out of the danger zone, bring pawns, victims and capturers on, lose
//     time. The agenda (agenda.go, bind.go) says what is open and who does it.
//  2. Pawns, to their ends or where they are held back, by the same rules.
//  3. Placing (placing.go, assign.go, place.go): a matching says which officer goes where; then one
//     after the other takes the cheapest way through the others, who move aside (clear_path.go).
//     Pawns held back go last.
//  4. Parity (parity.go): if everything stands but the wrong side is to move, an odd
//     number of moves that lead back to the same board.
//
// The boards after the path and after the pawns are kept, so that a failure does not repeat what
// came before: up to three tries of the pawns a restart, with up to three of the officers each.
//
// # Who owns what
//
//	Player    one restart after the other; the snapshots
//	scene     what both stages share: the board, the schedule, fixedMen, reservations, requests, rng, budget
//	agenda    what is still to be done of the schedule, and who is chosen for it
//	path      moves of the first two stages; reads and writes the agenda
//	placing   targets, queues and the foremost man of the last stage
//
// A scene belongs to one Player; agenda, path and placing point to it.
//
// # Example
//
// The goal rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - lacks a knight of each color. The
// kernel has each fall at home, to an officer: wxg8 bxb1 (an officer of White takes on g8, one of Black on b1). White's agenda then has one capture, on
// g8, for which it chooses a capturer and the victim g8, and Black's one on b1. When both are done
// the path is over. The other knights and the capturers go home (placing). Then the board is that of
// the goal and White is to move, so that no move has to be lost (parity). See the package example.
//
// # Invariants
//
//   - Every move of the line is legal: moves are taken from the position's own list.
//   - Tasks are done in an order that the schedule allows.
//   - Kings and rooks with castling rights in the goal never move; those that wait to castle move
//     by castling first.
//   - All choices come from the random numbers: the same problem and random numbers give the same line.
//
// # Pitfalls
//
// Each of these was a class of failures once:
//
//   - A king at home when enemy pawns come down around it is mated. It leaves the zone:
//     squares that pawns have to pass or will attack, and its home while enemy pawns are
//     to arrive there; these wait for it.
//   - Squares that enemy pawns attack for good are walls for a king, not expensive. A king
//     on the wrong side of them is stuck, so that it has to be on the right side
//     before the pawns are.
//   - A request must name all squares of the king's way. If it names the next one only, the
//     enemy attacks again what it has just released.
//   - Give no check except in need: the side in check has to answer it, with a move that
//     may undo what was prepared.
//   - A man that has moved aside returns at once, unless it comes behind the mover in the
//     queue.
//   - In a corridor moving aside off the whole way is impossible; then along it.
//   - A capture by an officer that is found, and then not made since it would give check, leaves
//     its victim chosen but not bound, so that two jobs may have the same: such a restart, one in
//     some thousands with few men, fails. To mend it would change the games of first passes.
//   - Kings and rooks with rights cannot capture. The last man that can is not captured
//     while its color still has to.
//
// # Names
//
//	r          the receiver: a scene, or a stage that embeds one
//	t          a job, or the task in it
//	u, v       men by number, those of the start in the order of squares
//	us, them   the side to move, and the other
//	requests   by the color that is asked
//	ways       squares that a color is about to pass
//	busy       squares of tasks not done; engaged: their pawns
//	immobile   men that castling rights forbid to move; keep: not to be captured
//	bound      chosen as victim or capturer; arrived: victims in place
//	zone       where a king is in danger
//	patient      said of restarts in which pawns wait for men whose way in they would shut (approach.go)
//	foremost   the first man of the queue with a way, which the others keep clear
package play
