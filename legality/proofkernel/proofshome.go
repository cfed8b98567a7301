// # Lemma 19: rooks and queens shut in at home
//
// Definitions.
//
//   - Held are men of S that have never moved: pawns of c at home, its king and rooks with castling rights, and its bishops at
//     home behind pawns at home (Lemma 6).
//   - Take a rook of c that is not held. Let I be the squares of the home row from its first square to the next held man on both
//     sides.
//   - A low pawn is a pawn of c one row beyond its pawn row, with pawns of c at home on the files beside it, one or two.
//   - Suppose that S shows on every file of I a pawn of c at home, or a low one. Then the rook has an area: I, with the squares
//     behind low pawns.
//   - A queen that is not held has the area I if pawns of c are at home on all files of I and on those beside.
//
// (a) A rook or queen with an area never left it. If S shows none of its role and color there, it was taken there. If S shows n
// rooks of c, and f were taken in their areas, at least n - 2 + f of the n were promoted. For queens it is n - 1 + f. D(c) counts
// so many.
//
// (b) If pawns of c are at home on all files of I and on those beside, no pawn took it. The capture has no part in the rest: K(o)
// is less by one.
//
// (c) Suppose that, of both colors, just one man was taken in an area for which (b) does not hold. Then one of these holds of
// some chain (Lemma 8) and class (Lemma 10), or S is illegal:
//
//   - K(o) is less by one: an officer took it;
//   - a pawn of o promotes by a capture from a file beside one of I;
//   - a pawn of o crosses to the file of a low pawn of the area.
//
// Proof of (a). The pawns beside a low pawn have never moved. So the low pawn came from its own pawn row, on its file. It was on
// one of the two squares throughout, and no man moved between these two. Suppose that the rook makes a first step out of the
// area. Along the home row it meets a held man. Ahead on a file of I it meets a pawn, at home or low. From a square behind a low
// pawn it meets that pawn ahead, and pawns at home on both sides. If it castles, the squares that it passes and the one to which
// it comes are empty; they are in I. A queen meets pawns at home on all squares ahead. So there is no such step, and no rook
// elsewhere is this one. Of the n rooks at most 2 - f are of the start. The others were promoted, and the rest is Lemma 4.
//
// Proof of (b) and (c). A pawn that takes something on the home row comes from the pawn row of c on a file beside, and promotes.
// In (b) pawns at home are on those squares. Behind a low pawn, a pawn that takes something comes to the file of the low pawn. So
// in (c) the man was taken by an officer or in one of the two other ways. The game gives the chain.
//
// In the search for (c) a pawn that can step may capture once more than Lemma 5 has it. Lemmas 11, 14 and 17 count the men taken
// in areas among the men that were taken, except those of (b), which K(o) does not count.
//
//	illegal  rnbqkbnr/pppppppp/8/8/P7/R6P/1PPPPPP1/RNBQKB2 w Qkq -
//	legal    rnbqkbnr/pppppppp/8/8/P6P/R7/1PPPPPP1/RNBQKB2 w Qkq -
//	game     1. Nf3 Nc6 2. Nd4 Nxd4 3. a4 Nc6 4. h4 Nb8 5. Rh3 Nc6 6. Rha3 Nb8
//
// The board:
//
//	4  P . . . . . . .
//	3  R . . . . . . P
//	2  . P P P P P P .
//	1  R N B Q K B . .
//	   a b c d e f g h
//
// The area of the rook h1 is g1, h1 and h2, behind the low pawn h3 and the bishop f1, which is held. No rook is there. So it was
// taken, and one of the two rooks was promoted. But all pawns are there.
package proofkernel
