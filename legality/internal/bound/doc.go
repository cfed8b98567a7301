// Package bound finds lower bounds on the number of moves from one chess position to another, [Goal.Bound]. An
// infinite bound proves that no sequence of moves leads to the goal. From the initial position it proves the goal
// illegal; the [Stage] uses this. Finite bounds guide a search to its goal.
//
// The model is a relaxation of chess: men pass through each other, move in any order of
// colors, and ignore checks. Two questions are left:
//
//   - which unit becomes which unit of the goal, and which are captured: an assignment;
//   - how many moves each needs alone, past men that provably never move: path tables.
//
// # The steps, in the order of the code
//
//	analyse.go    counts (Lemma 1); then the steps below in turn, until no square is newly blocked
//	blocked.go    squares whose men take no part (Lemmas 2 to 4), for seven reasons
//	layout.go     columns of the assignment and from where each is reached (Lemma 5)
//	match.go      candidates of each column (Lemma 6); matching (Lemma 9)
//	captures.go   captures that pawns need together (Lemma 7); squares where men must be
//	              captured (Lemma 8)
//	bound.go      costs, castling, and plies from moves
//	paths.go      distances of officers, kings and pawns; tables.go caches them
//	geometry.go   functions that move sets of squares
//
// The proofs are in proofs.go, each with a goal that the lemma refutes and a similar legal goal with its game. Each
// lemma is a statement about all plays of at least one move from the position to the goal. The order in which the
// statements are derived does not matter for their truth, and stopping early only refutes less.
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
//	squares on one of which a man must be captured, and none can be     Lemma 8
//	white men that can take these places of the goal or be captured ... Lemma 9
//
// For example, Nnbqkbnr/1ppppppp/1p6/3r4/8/8/1PPPPPPP/RNB1KBNR b Kk - has the evidence "men that can become
// nothing in the goal and cannot be captured: d1". The squares are those of the initial position, so d1 is
// the white queen. The setup has no white queen, so it was captured, and on b6, where the only capture was
// made. But the pawns c2 and d2, the king e1 and the bishop c1 never moved, so the queen never left d1. With
// the queen on d1, and a rook missing instead, the setup is legal: it is the legal example of Lemma 9.
//
// To understand a refutation, look for blocked squares first. If one of the men around the named places
// could move, or a man that must get past them were absent, the goal would mostly be reachable. The legal
// examples of the lemmas differ from the illegal ones by such a change.
//
// # What it does not see
//
// The model ignores men in each other's way (other than those on blocked squares), checks,
// tempo, pawns of opposite colors that would have to pass each other, and dependencies between
// the two sides' captures. The proof kernel handles the last two.
//
// # Names
//
//	row      a unit of the position, named by its square (rows of a matrix, not of the board)
//	column   a place of the goal, or a capture of an own unit
//	losses   own units still to be captured
//	free     squares that are not blocked
//	k        captures that a pawn may make
//	region   squares from which some square is reached, ever
package bound
