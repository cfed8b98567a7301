// Package parity refutes setups in which the wrong side is to move: setups to which every game
// has an even number of plies though Black is to move, or an odd number though White is.
//
// # Definitions
//
// A ply is one move of one side. Rows are counted from the side that a man belongs to, so that
// its pawns on row 2 and its officers on row 1 stand at home. A man is immobile if it can
// never have moved. A setup is stiff for a side if all of the following hold:
//
//   - the side has eight pawns, one on every file, on row 2 or 3; on files b, c, d, e and g on
//     row 2; on file f on row 3 only if the side has a castling right;
//   - it has two rooks and two knights;
//   - its bishop c1 stands at home; so does its bishop f1, or it is captured, but then the side has
//     the right to castle kingside; it has no other bishops;
//   - its queen stands at home, or it is captured; it has no other queens;
//   - its king stands at home, or, if the queen is captured, on d1.
//
// # Lemmas
//
// Take a game to a setup that is stiff for both sides, and any position of it.
//
// Lemma 1. No pawn was captured, none has captured, and none has promoted. Proof: all sixteen
// are present. A pawn on row 2 never moved, as pawns do not move back; so the pawns b, c, d, e
// and g are those of the initial position. A pawn on a3, f3 or h3 came from row 2 of its own
// file or of a file beside it. But the pawn of the file beside it never moved, so it came from
// its own file: it has not captured. All sixteen are still pawns, so none has promoted.
//
// Lemma 2. A pawn on row 2 has never moved, and one on row 3 has moved once, by one step.
// Proof: a pawn never moves back, and only a single step leads from row 2 to row 3.
//
// Lemma 3. Both bishops of a side are immobile; one that is captured was captured at home. Proof:
// a bishop leaves c1 by b2 or d2 and f1 by e2 or g2, where pawns stand that never move (2).
//
// Lemma 4. The queen is immobile; if it is captured, it was captured on d1. The king is immobile until the queen is
// captured. Proof: suppose that one of the two moves first. The queen leaves d1 by c1, e1, c2, d2 or e2, where the
// bishop (3), the king and three pawns stand. The king leaves e1 by d1, f1, d2, e2 or f2, also if it castles, which
// passes d1 or f1. The queen stands on d1, and pawns on d2 and e2. The bishop stands on f1 and the pawn on f2,
// unless in the setup the bishop is captured or the pawn is on f3. But then the side has a castling right, and its
// king has never moved.
//
// Lemma 5. The king is on e1 or d1, and moves only between the two. Proof: before the capture of
// the queen by lemma 4. After it, if the side has a castling right, the king has never moved.
// Otherwise bishops always stand on c1 and f1, and pawns on c2, d2, e2 and f2. So from e1 only d1
// is free, from d1 only e1, and castling would pass a bishop.
//
// Lemma 6. A rook moves to adjacent squares only. Proof: it begins on a1 or h1; say a1. The bishop is always on c1
// (3), so that the rook has only a1 and b1 on row 1. The pawn b is always on b2. Square a2 is free only after the
// pawn has moved to a3, where it stays (2). So the rook is always on a1, b1 or a2. No rook moves from b1 to a2, and
// the side never castles (5). For h1 the same holds with the bishop f1, the pawn g2 and the squares h1, g1 and h2.
// If that bishop is captured, the rook has never moved, by the right to castle.
//
// Lemma 7. Every ply moves one man to a square of the other color. Proof: bishops and queens do
// not move (3, 4). A king moves to the adjacent square of row 1 (5), a knight always to the other
// color, a rook to an adjacent square (6), a pawn from row 2 to row 3 (2).
//
// Theorem. In a setup that is stiff for both sides, let n be the number of men on dark squares, plus the number of
// men that Black has lost. Then n is even if and only if White is to move. Proof: count the men on dark squares and
// those captured on dark squares. This number is 16 in the initial position, with White to move. It changes by one
// with every ply (7), since captured men remain counted. Only queens and bishops f1 were captured, at home (3, 4):
// on d1 and f1, which are light, and on d8 and f8, which are dark.
//
// # Examples
//
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - -     refuted
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -     legal: the rooks moved behind the knights
//	rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - refuted: White's king never moved
//	rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR w kq -   legal: it has moved f2 g3 f4 g4 g3 f2 e1
//
//	rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b - -      refuted: queens were captured at home
//	rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR b KQkq -     legal: with no bishop on c1 the queen was captured there
//
// The games are in parity_test.go. The conditions cannot be weakened much. A pawn on row 4 came
// by one move or two. A pawn b or g on row 3 lets a bishop lose a move (c1-b2-a3 instead of
// c1-a3), and a pawn c, d or e the queen. A knight or rook that was captured may have stood on
// either color. So may a queen beside which the bishop c1 was captured first.
//
// The theorem is not symmetric in the colors: the mirror image of a refuted setup is never refuted. It has the
// other side to move, and as many men on dark squares as the setup has on light ones. Together with the men that
// Black has lost, the two numbers are both even or both odd.
package parity
