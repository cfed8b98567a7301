// Package guess makes proof kernels for goals with few men, by luck. What goes in is a start and a
// goal; what comes out is a kernel with rows, a [search.Kernel], that leads from the one to the
// other, or nothing. A failure proves nothing.
//
// Where most men have to fall there are so many kernels that the first guess will do, while a
// search loses itself. A guess goes like this:
//
//  1. Every pawn of the goal gets a pawn of the start that becomes it, near ones first.
//  2. Every officer that the start lacks gets a pawn that promotes, on the right color for a
//     bishop, with no pawn ahead that stays; if there is none, one that goes to another file for it.
//     Bishops that pawns of the goal keep at home are lacking, if the goal has them elsewhere: they fall there.
//  3. The other pawns are captured where they stand by officers, except those that pawns have to
//     capture for want of officers.
//  4. The pawns go to the files of their goals by captures, at once or as late as they can. Where no officer is left to
//     be taken on the way, a pawn that has to fall promotes and is. The officers that are left are captured at home.
//
// If one step fails, all begins anew with more noise, 400 times.
//
// # Example
//
// King and pawn e5 against king: the pawn e2 stays on its file, officers capture the fifteen
// other pawns and all officers where they stand; no promotion is needed. See the package example.
//
// # Invariants
//
//   - A kernel has as many captures as the start has men more than the goal, and what falls and
//     promotes makes the start's officers the goal's.
//   - Its steps can be made one after the other on a board of pawns, and after them every pawn
//     can go to its square in the goal without captures, see [base.Ends].
//   - It depends on start, goal and the number of the guess alone.
//
// # Pitfalls
//
//   - Ways of officers, checks and castling rights are not looked at: a kernel may be no game.
//   - The goal need not be legal, and with many men a guess mostly fails: search then.
//
// # Names
//
//	g            a Guesser
//	at           the pawns, as they stand after the steps so far
//	home         pawns that become one of the goal's or promote, by square at the start
//	left         pawns that pawns have to capture
//	excess       officers of a kind that have to fall
//	reserve      how many pawns have to fall to pawns
package guess
