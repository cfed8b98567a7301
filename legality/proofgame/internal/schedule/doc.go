// Package schedule says what has to happen on the way from a start to a goal, and what has to wait for what. The
// input is the men of the start, the goal and a proof kernel. The result is a [Schedule]: the captures and pawn
// moves of the kernel as a list of tasks, where every pawn goes after the last capture, and what it promotes to.
// The package makes no moves and plans no ways of officers; package play does.
//
// # A partial order
//
// A kernel is a list of steps, but only some of them depend on each other. A [Task] waits for earlier tasks that
// share a pawn with it ([Task.Pawns]) or a square that pawns pass (Squares), and for the task WaitsFor, if there is
// one: the officer of that task has to be in place before. The order of the list is one of those possible; package
// play follows it loosely.
//
// # How it is made
//
//  1. The kernel is read on a board of pawns (read.go). Victims that could not come later are marked to come early
//     (order.go).
//  2. Ends: without captures the order of the pawns in a file is fixed. So it is known where each pawn ends, and
//     which pawns promote (columns.go, [base.Ends]).
//  3. The promotion roles are drawn from what the goal lacks (promotions.go).
//  4. Cages: pawns of the goal shut in squares, which can be reached only before. A pawn that closes a cage is held
//     back, short of its end, until the officers are placed (cages.go).
//  5. If a task shuts a square in, the list is changed (repair.go, move_capture.go): the capture that closes the cage is
//     made on an earlier row, or an officer settles before it.
//  6. With [Options.Revise] the list may be changed further. A closing step and all that need it go to the end of
//     the list (postpone.go). An officer or king goes in before the last pawn move after which it could not
//     (settle_early.go). Officers that would be shut in leave before, and pawns promote early for that (departures.go). Captures
//     exchange their victims (order.go) or are made on other rows (vary_rows.go).
//
// # Example
//
// The goal
//
//	rn1qkb1r/ppp1pppb/3p2P1/7p/8/8/PPPPPPP1/RNBQKBNR b KQkq -
//
// shows a black bishop on h7, which the pawns on f7, g7 and g6 shut in. White's h-pawn stands on g6 and captured a
// knight on its way. Let the kernel be
//
//	wPh2-h5 bNb8-g6 wPh5xg6
//
// Its capture is a closing step: after it no bishop gets to h7. So the list is changed to h2-h4, h4xg5 (step 5), and
// the pawn is held back on g5, one row short of its end, until the bishop stands on h7 (step 4). See the example of
// [Schedule.Make]. Where the pawn can capture on no earlier row, a Settle task brings the bishop to h7 first, and
// the capture waits for that task.
//
// # Invariants
//
//   - The pawns can carry the tasks out in the order of the list, and can go to their ends afterwards without
//     captures.
//   - There are as many captures as in the kernel, of the same kinds of men by the same colors.
//   - The chain of WaitsFor from any task has an end.
//   - The officers of the start, without the victims and with the promoted pawns, are those of the goal.
//   - Each pawn that is held back stops on a square of its own, on its file.
//
// # Pitfalls
//
//   - Chances were chosen by hand; no measurement of single ones is stored.
//   - A bishop promoted in a corner behind a pawn never gets out. The goal has to show it there, and then it must be
//     the last promotion on its file.
//   - The pawn that captures may shut out its own victim. A flood around the square, with the pawns as they then
//     stand, finds that.
//   - Men that the goal shows at home, behind pawns at home, cannot be replaced. They must not be captured
//     (ProtectedMen), and some can never move (LockedOfficers).
//   - Indices of tasks change with every change of the list: use insert and remove, which renumber WaitsFor.
//   - After an error of [Schedule.Make] only Tasks is of use, for a report.
//
// # Names
//
//	l, s, r, ch    receivers: a list, a Schedule, a repairer, a chooser
//	t              a task
//	u, v           numbers of men, given to those of the start in the order of their squares
//	k              a kind of officer, or the kernel
//	pawns          the pawn on each square, somewhere in the list; pawnsAfter at its end
//	interim square where a pawn that is held back stops
//	region         squares that a man can reach, often from a goal square
//	edge           squares beside a region
//	cage           a small region, see [base.IsCage]
//	closing step   a task that brings a pawn to the edge of a cage
//	origin         the first square of an officer: where it starts or promotes
package schedule
