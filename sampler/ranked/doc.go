// Package ranked is the space of ChessPositionRanking, 8.7e45 urpositions with exact ranks, and a repaired version
// of it that provably contains every legal position.
//
// # The sets
//
// An urposition is a setup (one king and up to 15 other men a side, side to move,
// castling rights, en passant square) together with
//
//   - if there is an en passant square: which of the one or two pawns that could
//     capture is singled out;
//   - a list of p opposing pairs of pawns, at most one a file.
//
// An opposing pair is a black pawn and a white pawn on one file, black above white, with no pawn between them. How
// many are required follows from the men: with caps men missing, x of a side's pawns lost as pawns and pi promoted
// at the least,
//
//	u_W = x_B + caps - pi_W >= 0,   u_B = x_W + caps - pi_B >= 0,
//	p = max(0, m),                  m = pawns_W - u_W = 8 - caps - x_W - x_B.
//
// Sides, cases (castling, en passant), armies, pawn structures and pieces are chosen in this order, each from a number
// of possibilities that depends on few quantities of the choices before, so that the position of every block is known.
//
// [New] makes the reference set, compatible with ChessPositionRanking to the bit. Its definition has two known
// flaws (both were reported to its author in 2026): with en passant it places no opposing pair on the file of an en
// passant pawn unless that pawn is part of it. So it lacks some legal positions, such as
//
//	rnbqkbnr/1p2pppp/p7/2Pp4/3p4/8/PP1PPPPP/RNBQKB1R w KQkq d6
//
// after 1 c4 c5 2 Nf3 a6 3 Nd4 cxd4 4 c5 d5, which needs the pair d4/d2, and its
// published multiplicities count pair lists that it does not contain.
//
// [NewRepaired] makes the repaired set: the same definition, but any opposing pair may be chosen on any file.
// Everything without en passant is the same, block by block. With en passant, the options for the files of the two
// en passant pawns are those of the reference set, in its order, followed by those with pairs that do not contain
// the en passant pawn of their file. Then the number of urpositions of a setup is the number of capturers times the
// number of pair lists, exactly as the reference prints it, and that is the true multiplicity.
//
// # Every legal position is in the repaired set
//
// Take a game that leads to the position. Let Pi_c be the promotions of color c in it, X_c the pawns of c captured
// as pawns, so pawns_c + Pi_c + X_c = 8; the men on the board show Pi_c >= pi_c (rooks with a castling right are
// original ones), hence X_c <= x_c.
//
// Guard. A white pawn that promoted either captured something, or stayed on its file; then the black pawn that
// started opposite to it either captured something or was captured as a pawn, for neither can pass the other. Each
// file with a promoted pawn thus accounts for a capture of its own two pawns or for a pawn of X_B, all different.
// So pi_W <= Pi_W <= caps + X_B <= caps + x_B, and u_W >= 0. The same holds for Black.
//
// Pairs. Let F be the number of files on which some black pawn stands above some white pawn, that is, files with an
// opposing pair. F starts at 8. It does not change when a man moves without capturing (pawns on a file cannot
// pass), nor when a pawn promotes, with or without a capture (nothing of the enemy's stood above it). It falls by
// at most 1 when a piece captures a pawn (X grows by 1), by at most 1 when a pawn captures a piece (caps grows by
// 1), and by at most 2 when a pawn captures a pawn, en passant or not: one file loses the capturer, one the victim
// (caps and X both grow by 1). So F >= 8 - caps - X_W - X_B >= m: there are p files with a pair, and any choice of
// one pair on each of p such files is a list. The set contains the position with every one of them.
//
// What remains is that the tables list every army with pi <= 8 - pawns, that a castling right implies king and rook
// at home, and that an en passant square implies the double step: the pawn, an enemy pawn beside it, and two empty
// squares behind it. All hold in every legal position.
//
// # Reading the code
//
// Read package sampler/internal/arith (192 and 256-bit integers) and army.go (armies, stats, classes) first, then
// cases.go, which finds a block by its weight: a stat's share of a class is an integer weight over lambda squared,
// so that prefix sums need not be kept for 20 million couples of stats but for 1.7 million couples of classes. Then
// structure.go and pairs.go (pawns), package internal/sequence (placing men on squares), and last unrank.go and
// rank.go, which put it together. equivalents.go has indices and multiplicities. strata.go divides the set in
// strata of exactly known sizes, and kings.go redraws the kings of a draw where they can be in a legal position.
//
//	stat        (men, pawns, promotions, code) of one side
//	class       stats that differ only in the code
//	couple      a white and a black class
//	block       a couple of stats: all urpositions with these
//	fixed       men that castling rights and en passant place: rooks, kings, two pawns
//	e           1 with an en passant square, else 0
//	f, fw, fb   number of fixed rooks of a side, of White, of Black
//	w, b        stats or classes of White and of Black
//	E, F        empty squares and free pieces of a couple
//	u, U        weight of a stat, of a class
//	B, K        elements of a couple over its weights (see caseTable), elements for each pawn structure
//	A, O, T, S  arrangements of pairs (pairs.go); placements of pairs, strings and their squares (row)
//	pw, pb      pawns that en passant does not fix
//	gw, gb      1 if the white (black) en passant pawn is part of a required pair, else 0
//	victim      the pawn that made the double step
//	m, p        required pairs before and after max(0, m)
//
// Squares are in reading order here, a8 = 0 to h1 = 63, and rows run from 0 (row 8)
// to 7 (row 1); package chess has it the other way round (square ^ 56).
package ranked
