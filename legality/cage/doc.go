// Package cage proves setups illegal by men that pawns and others shut in: theorems that
// look further than those of package rules, and cost more, some tenth of a millisecond.
// [Stage] asks them for setups that nothing cheaper refutes and for which no game was found.
//
// # The theorems
//
//   - [Deadlocked]: of a set of men none can have arrived last, as each came from a square
//     that another one holds.
//   - [Finder.Trapped]: a man behind pawns that can never have got in.
//   - [Finder.Full]: promotion squares in a pocket so full of men that came to stay that nobody
//     else can have promoted there and left.
//   - [Finder.Barred]: promotion squares that a bishop or knight promoted there could not
//     leave; a kernel that needs them is none. [Stage] asks package kernel for another one.
//
// # The model behind the last three
//
// Take all men off the board but some pawns and one officer. Of a game to the setup,
// played backwards, there remains: one of these pawns goes back a row, or a row and a file
// when it takes a capture back, onto a square that neither another of them nor the officer
// holds; or the officer goes from one square to the next that it passes or enters, none of
// these pawns standing on it. A double step is two of the former. The captures that pawns of a
// color take back are at most the men that the other color lacks. So whatever
// can have been before in the game is among the configurations of pawns and squares of the
// officer that a search finds in which every one of these unmoves is allowed (search.go).
// The search is complete or says that it is not.
//
// If no configuration lets the officer stand where officers of its kind start, castle to or
// promote, it never entered the game: it is trapped. A bishop or knight that is promoted by a
// step, and still on the board, stood once on the promotion square while the square behind
// was just left by a pawn that is none of those of the setup. If there is no such
// configuration from any square where the setup shows such a man, the square is barred.
//
// For a full pocket the model holds all men on its squares, and one more that is promoted on
// one of them and ends outside. No two stand on one square. Outside is a place
// where any number of men may be, from where each comes in over every square of the rim that no
// pawn of the model holds; a man that may have been promoted or castled where it stands may
// vanish from there to the outside (pocket.go). If a man in the pocket is itself of the kind
// asked about, nothing is said.
//
// # What follows for kernels
//
// Let D be the men of a color that must be promoted, by role, as the setup shows more of them
// than the start. Of each role at least as many promoted men are on the board. So D
// different pawns have promoted to what is needed on squares that are not barred for it; a pawn
// that promotes on a square barred for all roles needed is not one of them. Package kernel
// keeps, for every file, the number of pawns that step onto its last row. Those on
// barred files cover no need for bishops, and if no role that is needed can come from there,
// they and the pawns that are taken are at most 8 less the goal's pawns and D.
//
// Package kernel lets pawns that promoted wait in their column, and a pawn that promotes by
// capture may change roles with one that stepped before it. That keeps, for every file, how many
// stepped onto its last row and how many turned off it, which is all that is counted here.
// A promoted man that was taken counts as one that promoted, though not to what is needed.
//
// # Names
//
//	x       searcher; a file in package kernel
//	c       config; a color where officers are near
//	reach   squares where the officer can have been, for one configuration
//	region  squares it can reach among the pawns of the setup
package cage
