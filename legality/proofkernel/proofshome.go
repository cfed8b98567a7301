// # Lemma 19: rooks and queens shut in at home
//
// Held are men of S that have never moved: pawns of c at home, its king and rooks with castling rights, and its bishops at home that pawns at
// home lock in (Lemma 6). Take a rook of c that is not held, and let I be the squares of the home row from its first one to
// the next held man on both sides. Let S show, on every file of I, a pawn of c at home; or one a row further on, if pawns of c are at home on the
// files beside it, one or two: a low pawn. The room of the rook is I, with the squares behind low pawns. It is the same with the queen, if pawns
// of c are at home on all files of I and on those beside.
//
// (a) The rook never left its room. It fell, which is to say that it was taken, if S shows no rook of c there. If S shows n rooks of c, and f
// fell, at least n - 2 + f of those were promoted (of queens n - 1 + f). D(c) counts so many.
//
// (b) If pawns of c are at home on all files of I and beside, no pawn took it. The capture has no part in the rest: K(o) is less by one.
//
// (c) If there is just one, of both colors, who fell in another room, then there is a chain of Lemma 8 with K(o) less by one; or one in which a pawn of
// o promotes by a capture from a file beside one of I; or one in which a pawn of o crosses to the file of a low pawn of the room. So it is
// with classes (Lemma 10). Otherwise S is illegal.
//
// Proof. A low pawn came to its row from its own pawn row: the pawns beside have never moved. So it is the one of its file, and of the
// two squares one was taken by it throughout. Nobody steps from one to the other. Now let the rook make a first step out of the room. Along the home
// row it meets a held man. Ahead on a file of I it meets a pawn, at home or low. From a square behind a low pawn it meets that pawn ahead, and
// pawns at home on both sides. When it castles the squares that it passes are empty, and so is the one to which it comes; they are in I. The
// queen meets pawns at home on all squares ahead.
//
// So no rook elsewhere is this one. If none is in the room it was taken there. Of the n rooks at most 2 - f are of the start. Others were
// promoted, and the rest is Lemma 4. A pawn that takes something on the home row comes from the pawn row of c, on a file beside, and
// promotes; this is (b), as pawns at home are on those squares. Behind a low pawn it comes to the file of that pawn.
//
// In (c) it was taken by no pawn, or in one of these ways. The game gives the chain. In the search a pawn that can step may then capture
// once more than Lemma 5 has it. Lemmas 11, 14 and 17 count who fell among the men that were taken, but for K(o) with those of (b).
//
//	illegal  rnbqkbnr/pppppppp/8/8/P7/R6P/1PPPPPP1/RNBQKB2 w Qkq -
//	legal    rnbqkbnr/pppppppp/8/8/P6P/R7/1PPPPPP1/RNBQKB2 w Qkq -
//	game     1. Nf3 Nc6 2. Nd4 Nxd4 3. a4 Nc6 4. h4 Nb8 5. Rh3 Nc6 6. Rha3 Nb8
//
// White's rook on h1 never got past the bishop on f1 and the pawn on h3. So a rook was promoted, and all pawns are there.
package proofkernel
