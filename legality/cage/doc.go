// Package cage proves setups illegal by men that pawns and others shut in: theorems that
// look further than those of package rules, and cost more, some tenth of a millisecond.
// [Stage] asks them for setups that nothing cheaper refutes and for which no game was found.
//
// # The theorems
//
//   - [Deadlocked]: of a set of men none can have arrived last, as each came from a square
//     that another one holds.
//
//   - [Finder.Trapped]: a man behind pawns that can never have got in.
//
//   - [Finder.Full]: promotion squares in a pocket so full of men that came to stay that nobody
//     else can have promoted there and left.
//
//   - [Finder.Barred]: promotion squares that a bishop or knight promoted there could not
//     leave; a kernel that needs them is none. [Stage] asks package kernel for another one.
//
//   - [Projector.Shut] and [Projector.Squares]: trapped men and barred squares again, with the
//     captures that kernels ask for: a projection search.
//
// # The model behind Trapped, Full and Barred
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
// # Projection searches
//
// A pocket may have been shut all the time though the pawns that the setup shows would
// let everybody in if they alone went back: since another pawn, gone by now, stood in the
// gate until a capture closed it. In kQ1rqRbr/qq3p1B/N1B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b
// White took four men, Black none. The white h-pawn can have promoted only by h6xg7 behind the
// pawn g6, with the black h-pawn still on h7. So the bishop g8 never got in: before g7-g6 the
// pawns f7, g7 and h7 stood at home, after it g6 was shut.
//
// A projection search looks at two to four neighboring files, the window, and plays all their
// pawns forward from the initial position (projection.go): steps; captures from file to file of the
// window, of pawns or officers; pawns that leave the window by a capture or come in by one;
// pawns that an officer takes; promotions. It follows one man as the model above does: it may
// be on any square that it reaches around the pawns of the window, files outside being free, and a
// pawn may enter a square unless the man can be nowhere else. A configuration is the pawns and
// what the path has cost: captures, pawns lost, promotions by color of the square, officers that
// pawns took by color of the square, and the crossings of both boundaries in order.
//
// Every legal game to the setup gives such a path: delete all but the moves and the captures of
// pawns of the window and the followed man. A double step is two steps; en passant takes the
// pawn on the square it passed, which was empty, so that the man was not there. Pieces in the way
// are not looked at. The path of a game is among those that the search tries, and it ends
// with the pawns of the setup and the man on its square. So if none of the paths
// does, there is no game.
//
// Courses that cost too much are left out. By package kernel the game gives a chain of outcomes of
// the files, whose boundary words are the pawns that cross boundaries, in order; the path has the
// same crossings, and costs in the window what it costs. [kernel.Window] lists all pairs of
// boundary words at the two boundaries that chains have, with the resources that the files on
// the left leave, and asks whether the files on the right can do with what remains after the path,
// after its crossings to come, and after captures for files of the window whose
// pawns can no longer come by steps to those of the setup (a capture touches two neighboring files at
// most). Officers that pawns took on squares of one color beyond the bishops of that color
// that the setup lacks must be others, of which there are the captures less pawns and
// bishops lacking.
//
// A man may be promoted at home in the window, then it counts as one that is needed if its kind is
// in excess, and as a spare pawn less if not: the kinds in excess need their promotions all the
// same, and one man of its own kind was taken. It may come from outside, and be promoted on
// the window's outer files by a pawn from outside, at any time.
//
// Shut follows men of the setup with little room. Squares asks with an event: a pawn steps onto
// a promotion square, either while the man that is there in the end is elsewhere, or becoming the man
// that is followed, which has to be one of the men that the setup shows of its kind. A rook is
// followed as a queen, which goes wherever it does. In the first case the man that is promoted may
// be followed as well, square by square, until it has left the squares that it could not leave in the
// setup; then it is forgotten. A bishop that starts on the square is followed
// too: either it is on the board in the end, or it was taken, and then all of its kind are promoted, more than
// are needed, at the cost of a spare pawn.
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
