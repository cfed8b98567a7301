// Package parity refutes setups in which the wrong side is to move: those to which every game
// has an even number of moves though Black is to move, or an odd one though White is.
//
// # Definitions
//
// A ply is one move of one side. Rows are counted from the side that a man belongs to, so that
// both its pawns of row 2 and its officers of row 1 stand at home. A man is immobile if it can
// never have moved. A setup is stiff for a side if all of the following hold:
//
//   - all 32 men are on the board;
//   - the side's king, queen and bishops stand at home;
//   - the side has one pawn on every file, on row 2 or 3; on files b, c, d, e and g on row 2;
//     on file f on row 3 only if the side has a castling right.
//
// # Lemmas
//
// Take a game to a setup that is stiff for both sides, and any moment of it.
//
// Lemma 1. Nothing was captured and nothing promoted, and every pawn is on the file where it
// began. Proof: the number of men never grows. A pawn leaves its file by captures only. So the
// two pawns of a file stay on it and face each other, neither passes, and neither promotes.
//
// Lemma 2. A pawn on row 2 has never moved, and one on row 3 has moved once, by one step.
// Proof: a pawn never goes back; from row 2 to row 3 leads one step, and no double step.
//
// Lemma 3. King, queen and bishops are immobile. Proof: suppose that one of a side's four is the
// first to move. Up to then all four stand at home, and so do the pawns b, c, d, e and g, by
// lemma 2. A bishop leaves c1 by b2 or d2 and f1 by e2 or g2, where pawns stand. The queen
// leaves d1 by c1, e1, c2, d2 or e2, where three pawns, the bishop and the king stand. The king
// leaves e1 by d1, f1, d2, e2 or f2, also if it castles, which passes d1 or f1. There stand the
// queen, a bishop, two pawns, and the pawn f unless it is on row 3 in the setup. But then the
// side has a castling right, and its king has never moved. None of them can capture, by lemma
// 1. So none can be first.
//
// Lemma 4. A rook moves to a neighboring square. Proof: it begins on a1 or h1; say a1. By lemma
// 3 the bishop is always on c1, so that on row 1 there are a1 and b1. The pawn b is always on
// b2. Square a2 is free only after the pawn has gone to a3, where it stays, by lemma 2. So the
// rook is always on a1, b1 or a2. No rook goes from b1 to a2, and nobody castles, by lemma 3.
// For h1 it is the bishop f1, the pawn g2 and the squares h1, g1 and h2.
//
// Lemma 5. Every ply moves one man to a square of the other color. Proof: kings, queens and
// bishops do not move (3). A knight always goes to the other color, a rook to a neighboring
// square (4), a pawn from row 2 to row 3 (2).
//
// Theorem. In a setup that is stiff for both sides the number of men on dark squares is even if
// and only if White is to move. Proof: it is 16 at the start, with White to move, and
// changes by one with every ply (5).
//
// # Examples
//
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - -     refuted
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -     legal: four knights make way for the rooks
//	rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - refuted: White's king never moved
//	rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w kq -   legal: it has walked f2 g3 f4 g4 g3 f2
//
// The games stand in parity_test.go. The rows of the theorem cannot be widened much: a pawn on
// row 4 came by one move or two, a pawn b or g on row 3 lets a bishop lose a move (c1-b2-a3
// for c1-a3), a pawn c, d or e lets the queen do so, and a man that was captured may have stood on
// either color.
//
// White and Black are not alike here: the mirror image of a refuted setup is never refuted. It
// has the other side to move, and as many men on dark squares as the setup has on light ones, which
// for 32 men is an even number in both or odd in both.
package parity
