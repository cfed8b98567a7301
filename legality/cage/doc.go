// Package cage proves setups illegal by men that others shut in or out. Its theorems look further than those of package rules and
// cost more: a tenth of a millisecond, and up to a second or two for projection searches. [Stage] applies them to setups that
// nothing cheaper refutes and for which no game was found.
//
// # The theorems
//
//	Lemma 1   deadlockedMen                     of some men none can have arrived last
//	Lemma 2   Finder.trappedMan                 pawns can never have let this man in
//	Lemma 3   Finder.barredSquares              a man promoted here could not get out
//	Lemma 4   Finder.fullPockets                a pawn that promotes here finds the square taken
//	Lemma 5   proofkernel.Barred                what Lemmas 3, 4, 8 and 9 mean for proof kernels
//	Lemma 6   projection                        every game gives a path in the projection
//	Lemma 7   proofkernel.Window                ... at a cost that the other files allow
//	Lemma 8   projector.shutOutMan,             so a man is shut out, or a promotion square barred,
//	          projector.barredSquares           if there is no such path
//	Lemma 9   projector.barredSquares           a bishop that stayed at home until it was too late
//	Lemma 10  immobileMen                       what checks exclude in Lemma 1
//	Lemma 11  Finder.trappedMan                 what kings and men that never moved cannot do in Lemma 2
//	Lemma 12  Finder.refutePromotedMen          too many men must have been promoted, or too few can have been
//	Lemma 13  Finder.refuteTakenAtHome          pawns took more men than they ever let out
//	Lemma 14  projector.incompatibleMen         a few men that cannot all have come to their squares
//	Lemma 15  projector.impossibleNeededSquare  a needed promotion, which left no way for the man that stands there now
//	Lemma 16  Stage.impossiblyTakenBishop       a bishop that a pawn must have taken, where it cannot have come
//	Lemma 17  Finder.menNeverLetIn              two men that the pawns of the setup never let in, one after the other
//
// Each proof below ends with a setup that the lemma refutes and a neighbor with a game. Words are defined where they are first
// used. (A neighbor of a setup differs from it by one small change.)
//
// # The method
//
//  1. Lemmas 1 and 10 look at the setup alone.
//  2. Lemmas 2 to 4, 11 to 13 and 17 go backward from the setup. They take a few of its pawns and one man, or two, and visit all
//     configurations from which these can have come. If the man never comes to a square where it started or was promoted, the
//     setup is illegal. These theorems know only the pawns that the setup shows.
//  3. Lemmas 6 to 9 and 14 to 16 go forward from the initial position. They take a few files with all their pawns, those that are
//     gone in the setup included, and one man or several. They visit all paths whose captures and promotions the other files can
//     afford. If no path ends in the setup, it is illegal.
//  4. The promotion squares that 2 and 3 bar are handed to the search for proof kernels (Lemma 5).
//
// A search that comes to its limit proves nothing.
//
// A new theorem needs four things: its lemma with an example in a proofs file, which TestLemmas reads; its search; a call in
// Stage.refute; and its evidence under Reading a refutation.
//
// # Why pawns that are gone matter
//
// In the setup
//
//	rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -
//
// White has all sixteen men, so Black captured nothing and Black's pawns are on their files. White took one man, and White's
// h-pawn is a queen now. Black's h-pawn stood before it. So White's h-pawn left the file by its one capture, and came behind
// Black's g-pawn: h6xg7, with Black's pawns on g6 and h7. Before g7-g6 the bishop could not enter g8, since the pawns f7, g7 and
// h7 were at home. After g7-g6 the only way in was g6-h7-g8, which the pawn on g6 shut. So the bishop on g8 cannot be there. The
// pawns of the setup alone do not show this: taken back in another order, h5 goes to h7, g6 to g7, and the bishop comes out in
// between.
//
// # Reading a refutation
//
// The evidence of a verdict is one of these sentences, with squares. Below each stand its lemmas, and what to try to make the
// setup legal; the neighbors of the lemmas differ by such a step.
//
//	none of these men can have come last
//	    Lemmas 1, 10: a pawn among them advanced, or a man away, so that one of them has a free source
//	pawns can never have let this man in
//	    Lemmas 2, 11: a pawn beside it elsewhere, so that there is a gap; or another man missing, for a pawn to have captured
//	whatever pawns have captured, they can never have let this man in
//	    Lemma 8(a): the same, for all pawns of the files around it, those that are gone included
//	whatever pawns have captured, they can never have let these men in together
//	    Lemma 14: one of the men elsewhere, or another man missing
//	pawns can never have let this man in, in any order
//	pawns can never have let these men in, one after the other
//	    Lemma 17: one of the men elsewhere, a pawn beside them elsewhere, or another man missing
//	the bishop of this square was taken by a pawn, but never came to where one can have taken it
//	    Lemma 16: another man missing besides, or in place of the bishop that started on the square
//	no kernel without men promoted on squares that they cannot have left
//	    Lemmas 3 to 5: a promoted man less; or the pawns and men around these squares elsewhere
//	no kernel without men promoted on squares that they cannot have left, whatever pawns have captured
//	    Lemmas 8, 9: another man missing, so that a pawn could capture and promote elsewhere
//	no kernel without a man promoted on this square, who did not get away before the man on it came
//	    Lemma 15: the man on the square elsewhere; a pawn beside it elsewhere, so that one of the two has another way; or another man missing
//	pawns let none of these men in from home, so that more were promoted than pawns are gone
//	    Lemma 12: another pawn missing; or one of the pawns advanced, so that a man came out
//	pawns let none of these men in from the last row, so that none was promoted, and the start has fewer
//	    Lemma 12: one of these men less
//	pawns never let out the men of these squares, which are gone; too few others are, for what pawns have taken
//	    Lemma 13: another man missing, or a pawn elsewhere that lets one of these men out; or a pawn back on its file
//
// For example, rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq - has the evidence "pawns can never have let this man in",
// and the square h2. The pawns on f2 and g2 never moved, so that on g3 came by h2xg3. Before that the bishop was on g1
// (the knight came there later), between f2 and h2, and nothing let it in there. With the pawn on h3 instead of g3 the setup is legal: the
// bishop came over g3.
//
// # Files, in reading order
//
//	deadlock.go    Lemmas 1 and 10 (proofs.go, proofschecks.go)
//	cage.go        Lemmas 2, 3 and 11; search.go, the search
//	pocket.go      Lemma 4
//	origins.go     Lemma 12; athome.go, Lemma 13
//	projection.go  Lemmas 6 and 7 (proofspaths.go): configurations and the search for a path;
//	               prices.go, costs of paths; remaining.go, what pawns still need
//	projector.go   Lemmas 8 and 9: the questions; barring.go, their choice and order
//	joint.go       Lemma 14 (proofstogether.go): the men and their arrangements;
//	               jointmoves.go, the moves; together.go, the choice of the men
//	needed.go      Lemma 15 (proofsneeded.go)
//	fallen.go      Lemma 16 (proofsfallen.go)
//	pair.go        Lemma 17 (proofspair.go)
//	stage.go       verdicts
//
// The package is larger than the limit of docs/ARCHITECTURE.md: projections of one man and of several play the same pawns at the same
// prices, and the proofs are a fifth of it.
//
// # Names
//
//	c, o    a color and the other one
//	s, b    the setup that is judged, and its board
//	st      a configuration or state of a search; a Stage where it is a receiver
//	reach   squares where the man can have been, for one configuration
//	region  squares that the man reaches among the pawns of the setup
//	walls   squares that no man can enter: those of pawns and of men that never moved
package cage
