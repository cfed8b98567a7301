// Package bound finds lower bounds on the number of moves from one chess position to another,
// [Goal.Bound]. An infinite bound is a proof that there is no way, and from the initial
// position that the goal is illegal: so judges the [Stage]. Finite ones lead a search to its
// goal.
//
// The model gives up on everything that makes chess difficult: men pass through each other,
// take turns as they like, and ignore checks. What is left is
//
//   - which unit becomes which unit of the goal, and which are captured: an assignment;
//   - how long each takes alone, past men that provably never move: path tables.
//
// # The steps, in the order of the code
//
//	analyse.go    counts (Lemma 1); then the steps below in turn, until nothing is new
//	blocked.go    squares whose men take no part (Lemmas 2 to 4), for seven reasons
//	layout.go     columns of the assignment and from where each is reached (Lemma 5)
//	match.go      candidates of each column (Lemma 6); matching (Lemma 9)
//	captures.go   captures that pawns need together (Lemma 7); where men must be captured
//	              (Lemma 8)
//	bound.go      costs, castling, and plies from moves
//	paths.go      distances of officers, kings and pawns, tables.go keeps them
//	geometry.go   sets of squares moved all at once
//
// The proofs stand in proofs.go, each with a goal that the lemma refutes and a neighbor with
// a game. All have one form: take any play from the position to the goal, of at least one
// move; then such and such is true of it. What follows from true statements is true, in
// whatever order they are found, and stopping early loses strength only. Terms are defined
// where they are first used.
//
// # Reading a refutation
//
// [Goal.Failure] is one of these sentences, with numbers or squares:
//
//	white men, of which the goal has more                               Lemma 1
//	white pawns, fewer than the goal has and needs for promotions       Lemma 1
//	the king cannot get to its place; these places ... cannot be entered    Lemma 5: all ways lead through blocked squares (Lemmas 2 to 4)
//	a castling right cannot get lost; the pawn of the last double step ...  Lemma 5
//	men of the goal that none or not enough of the men now can become   Lemma 6
//	men that can become nothing in the goal and cannot be captured      Lemmas 6 and 8
//	captures that the white pawns need at least, and black men to be captured   Lemma 7
//	the white pawns cannot get to these places                          Lemma 7
//	men that can become only one and the same man of the goal           Lemma 9
//	white men that can take these places of the goal, and the places    Lemma 9
//
// For example, Nnbqkbnr/1ppppppp/1p6/3r4/8/8/1PPPPPPP/RNB1KBNR b Kk - has the evidence "men that can become
// nothing in the goal and cannot be captured: d1". The squares are those of the initial position: it is
// the queen that started on d1. She is not in the setup, so she was taken, and on b6, the only capture. But
// the pawns c2 and d2 never moved, nor did the king e1 and the bishop c1, so she never got out. With the
// queen on d1, and a rook missing instead, the setup is legal: it is the neighbor of Lemma 9.
//
// A blocked square is what to look for first: free one of the men around the places that are named, or
// take away a man that must get through, and the goal is mostly within reach. The neighbors of the
// lemmas differ by such a step.
//
// # What it does not see
//
// Men in each other's way (other than blocked ones), checks, tempo, pawns of opposite colors
// that would have to pass each other, and that the two sides' captures depend on each other.
// The proof kernel sees the last two.
//
// # Names
//
//	row      a unit of the position, named by its square (rows of a matrix, not of the board)
//	column   a place of the goal, or a capture of an own unit
//	lost     own units still to be captured
//	free     squares that are not blocked
//	k        captures that a pawn may make
//	region   squares from which some square is reached, ever
package bound
