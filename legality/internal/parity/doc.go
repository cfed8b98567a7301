// Package parity refutes setups in which the wrong side is to move: those to which every game
// has an even number of moves though Black is to move, or an odd one though White is.
//
// # Definitions
//
// A ply is one move of one side. Rows are counted from the side that a man belongs to, so that
// both its pawns of row 2 and its officers of row 1 stand at home. A man is immobile if it can
// never have moved. A setup is stiff for a side if all of the following hold:
//
//   - the side has eight pawns, one on every file, on row 2 or 3; on files b, c, d, e and g on
//     row 2; on file f on row 3 only if the side has a castling right;
//   - it has two rooks and two knights;
//   - its bishop c1 stands at home; so does its bishop f1, or it is gone, but then the side has the
//     right to castle kingside; there are no others;
//   - its queen stands at home, or it is gone; there are no others;
//   - its king stands at home, or, if the queen is gone, on d1.
//
// # Lemmas
//
// Take a game to a setup that is stiff for both sides, and any moment of it.
//
// Lemma 1. No pawn was captured, none has captured, and none has promoted. Proof: all sixteen are
// there. One on row 2 never left its square, as pawns do not go back; so the pawns b, c, d, e and g are
// those that began there. One on a3, f3 or h3 came from row 2 of its own file or of one beside it. The pawn of
// the file beside it never moved, so it came from its own: it has not captured. The two
// pawns of a file face each other, so neither can have promoted.
//
// Lemma 2. A pawn on row 2 has never moved, and one on row 3 has moved once, by one step.
// Proof: a pawn never goes back; from row 2 to row 3 leads one step, and no double step.
//
// Lemma 3. Both bishops of a side are immobile, also one that is gone, which was captured at home. Proof:
// a bishop leaves c1 by b2 or d2 and f1 by e2 or g2, where pawns stand that never move (2).
//
// Lemma 4. The queen is immobile, also one that is gone, which was captured on d1; and until she is gone the king is. Proof: suppose that one of
// the two moves first. The queen leaves d1 by c1, e1, c2, d2 or e2, where the bishop (3), the king and three
// pawns stand. The king leaves e1 by d1, f1, d2, e2 or f2, also if it castles, which
// passes d1 or f1. On d1 stands the queen, on d2 and e2 pawns. On f1 stands the bishop, and on f2 the pawn, unless the setup shows it
// gone or on f3. But then the side has a castling right, and its king has never moved.
//
// Lemma 5. The king is on e1 or d1, and goes from one to the other. Proof: before the queen is gone by
// lemma 4. Then, if the side has a castling right, it has never moved. Else bishops stand on c1 and f1, and pawns on c2, d2, e2 and
// f2, always; so from e1 only d1 is free, from d1 only e1, and castling passes a bishop.
//
// Lemma 6. A rook moves to a neighboring square. Proof: it begins on a1 or h1; say a1. The bishop is
// always on c1 (3), so that on row 1 there are a1 and b1. The pawn b is always on
// b2. Square a2 is free only after the pawn has gone to a3, where it stays (2). So the
// rook is always on a1, b1 or a2. No rook goes from b1 to a2, and nobody castles (5).
// For h1 it is the bishop f1, the pawn g2 and the squares h1, g1 and h2; if that bishop is gone, the right says that the rook has never moved.
//
// Lemma 7. Every ply moves one man to a square of the other color. Proof: bishops and queens do not
// move (3, 4). A king goes to the neighboring square of row 1 (5). A knight always goes to the other color, a rook to a neighboring
// square (6), a pawn from row 2 to row 3 (2).
//
// Theorem. In a setup that is stiff for both sides the number of men on dark squares, and of men that Black lacks, is together even if
// and only if White is to move. Proof: count the men on dark squares, and those captured on dark squares. This is 16 at the start,
// with White to move, and changes by one with every ply (7): whoever is captured is counted on. Captured were queens and bishops f1 at home
// (3, 4): on d1 and f1, which are light, and d8 and f8, which are dark.
//
// # Examples
//
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - -     refuted
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -     legal: four knights make way for the rooks
//	rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - refuted: White's king never moved
//	rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w kq -   legal: it has walked f2 g3 f4 g4 g3 f2
//
//	rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b - -      refuted: queens were captured at home
//	rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR b KQkq -     legal: with no bishop on c1 the queen was captured there
//
// The games stand in parity_test.go. The rows of the theorem cannot be widened much: a pawn on
// row 4 came by one move or two, a pawn b or g on row 3 lets a bishop lose a move (c1-b2-a3
// for c1-a3), a pawn c, d or e lets the queen do so, and a knight or rook that was captured may have stood on
// either color; so may a queen beside whom the bishop c1 was captured first.
//
// White and Black are not alike here: the mirror image of a refuted setup is never refuted. It
// has the other side to move, and as many men on dark squares as the setup has on light ones. With the men that Black lacks in either this
// is an even number in both or odd in both.
package parity
