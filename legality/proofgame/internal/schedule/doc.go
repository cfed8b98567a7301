// Package schedule says what has to happen on the way from a start to a goal, and what has to wait
// for what. What goes in is the men of the start, the goal and a proof kernel; what comes out is a
// [Schedule]: the captures and pawn moves of the kernel as a list of tasks, where every pawn goes
// after the last capture, and what it becomes. No move is made here, and no officer has a way.
//
// # A partial order
//
// A kernel is a list of steps, but only some of them depend on each other. A [Task] waits for
// earlier ones that share a pawn with it ([Task.Pawns]) or a square that pawns pass (Touch),
// and for its gate, if it has one: the task whose officer has to be in place before. The order of
// the list is one of those possible; the planner follows it loosely.
//
// # How it is made
//
//  1. The kernel is read on a board of pawns (read.go). Victims that could not come later are
//     to come early (order.go).
//  2. Columns: without captures the order of pawns in a file is fixed, so that where each
//     pawn ends is known, and so is who promotes (columns.go, [base.Ends]).
//  3. What the pawns become is drawn from what the goal lacks (promotions.go).
//  4. Cages: squares of the goal that pawns shut in are reached only before they do. A pawn is
//     held back, short of its end, until the officers stand (cages.go).
//  5. Where the path itself shuts a square in, the list is changed (repair.go, shift.go): the
//     capture that closes is made on an earlier row, or an officer is sent ahead.
//  6. With [Options.Revise] it may be changed further: a closing step and all that need it go to
//     the end of the list (postpone.go), or an officer or king goes in before the last pawn move after
//     which it could not (early.go); officers that would be shut in leave before, pawns
//     promote early for that (leave.go), captures exchange their victims (order.go) or are made on other rows (ways.go).
//
// # Example
//
// The goal
//
//	rn1qkb1r/ppp1pppb/3p2P1/7p/8/8/PPPPPPP1/RNBQKBNR b KQkq -
//
// shows a black bishop on h7, which the pawns on f7, g7 and g6 shut in. White's h-pawn stands on
// g6 and took a knight on its way. Let the kernel be
//
//	wPh2-h5 bNb8-g6 wPh5xg6
//
// Its capture is a closing step: after it no bishop gets to h7. So the list is changed to h2-h4,
// h4xg5 (step 5), and the pawn is held back on g5, one row short of its end, until the bishop
// stands (step 4). See the example of [Schedule.Make]. Where the pawn can capture on no earlier
// row, the bishop settles on h7 first, as a task of its own, and the capture has that for its gate.
//
// # Invariants
//
//   - The pawns can carry the tasks out in the order of the list, and after them can go to their
//     ends without captures.
//   - There are as many captures as in the kernel, of the same kinds of men by the same colors.
//   - Gates are no circle: from gate to gate one comes to an end.
//   - With what pawns become, and without the victims, the officers of the start are those of
//     the goal.
//   - A man that is held back stops on a square of its own, on its file.
//
// # Pitfalls
//
//   - A bishop promoted in a corner behind a pawn never gets out. The goal has to show it
//     there, and then it must be the last promotion on its file.
//   - A victim or its capturer may be shut out by the pawn that captures. It is found
//     by a flood around the square with the pawns as they then stand.
//   - Men that the goal shows at home, behind pawns at home, cannot be replaced: they are not to
//     be captured (Keep), and some can never move (Solid).
//   - Indices of tasks change with every change of the list: use insert and remove, which mend
//     the gates.
//   - After an error of [Schedule.Make] only Tasks are of use, for a report.
//
// # Names
//
//	r              a Schedule or a part of it
//	t, n           tasks
//	u, v           men by number, those of the start in the order of squares
//	k              a kind of officer, or the kernel
//	at, column     pawns by square, as they stand somewhere in the list; at its end
//	end, hold      last square of a pawn; rows by which it stops short
//	interim        where it stops
//	closing step   a task that brings a pawn to the edge of a cage
//	gate           the task that one waits for
//	immobile       an officer that never leaves home, though the goal does not show it there
//	promotion squares  those on which pawns promote
package schedule
