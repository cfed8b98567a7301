// Package bound finds lower bounds on the number of moves from one chess position to
// another, [Goal.Bound]. An infinite bound is a proof that there is no way, and from the
// initial position that the goal is illegal: so judges the [Stage]. Finite ones lead a
// search to its goal.
//
// The model gives up on everything that makes chess difficult: men pass through each
// other, take turns as they like, and ignore checks. What is left is
//
//   - which unit becomes which unit of the goal, and which are captured: an assignment;
//   - how long each takes alone, past men that provably never move: path tables.
//
// # The steps, in the order of the code
//
//	analyse.go    counts; then the steps below in turn, until nothing is new
//	blocked.go    squares whose men can take no part, for seven reasons
//	layout.go     columns of the assignment and from where each is reached
//	match.go      candidates of each column; matching
//	captures.go   captures that pawns need together; where men must be captured
//	bound.go      costs, castling, and plies from moves
//	paths.go      distances of officers, kings and pawns, tables.go keeps them
//	geometry.go   sets of squares moved all at once
//
// # Why it is a lower bound
//
// Each step states its theorem and proof where it is made. They all have one form: take
// any play from the position to the goal, of at least one move; then such and such is
// true of it. What follows from true statements is true, in whatever order they are
// found, and stopping early loses strength only. In short:
//
//   - Blocked squares ([BlockReason]): the men there never move and are never captured.
//   - Ways ([Tables]): a real way of a man is one past blocked squares alone.
//   - Candidates: a unit and a place that the way, the captures of all pawns together,
//     the required captures or lack of another choice exclude are no pair of any play.
//   - Assignment: a play pairs every unit with a place or a capture; its moves
//     are at least the sum of the ways of these pairs, and so at least the least sum.
//   - Castling and en passant: see [Goal.Bound] and the method require. Both sides may
//     do both, at once or later.
//
// Castling rights of the goal must exist throughout, since they are never gained. An en
// passant square of the goal says what the last move was.
//
// # What it does not see
//
// Men in each other's way (other than blocked ones), checks, tempo, pawns of opposite
// colors that would have to pass each other, and that the two sides' captures depend on
// each other. The proof kernel sees the last two.
//
// # Names
//
//	row      a unit of the position, named by its square
//	column   a place of the goal, or a capture of an own unit
//	lost     own units still to be captured
//	free     squares that are not blocked
//	k        captures that a pawn may make
//	region   squares from which some square is reached, ever
package bound
