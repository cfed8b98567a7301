// # Lemma 17: two men that the pawns let in at different times
//
// A man whose region among the pawns of S contains no origin entered this region before some pawn moved. At that moment another
// man may have been in its way: a second man of S, or a bishop still at home between two unmoved pawns. So the pawns are
// retracted together with one man or two, to see whether all can leave.
//
// Where a man was not promoted. Let o be a color, and m the number of men that the other color lacks. Let k be the least number
// of captures that bring the pawns of S of color o from different home files to their files, and k' the same with one more pawn,
// on file f of the last row. If k' > m, or if S shows eight pawns of o, no man of o in S was promoted on f.
//
// Sure bishops. A bishop of color c is sure if it was not taken before one of the two pawns beside its home moved. There are two
// such cases:
//
//   - c lacks just as many men as k of the other color;
//   - S shows eight pawns of c, and a bishop of c on squares of the color of the home.
//
// Take one man or two of S, no pawns. The region of a man is where it gets by steps among the pawns of S and unmoved men
// (Lemma 11). Assume that no region contains an origin of its man; squares of the last row where it cannot have been promoted do
// not count. Take the model of Lemma 2 with all of these men, and change it in two ways:
//
//   - a man that enters a square outside its region is gone, and no longer in the way of others;
//   - while pawns of c stand on both squares beside the home of a sure bishop of c, on their pawn row, no man is on this home.
//
// If the changes do not bring all of the men out of their regions, S is illegal.
//
// Proof. Read a game backwards. Each man comes to its origin, which lies outside its region, so it is gone at some moment. Up to
// then the changes are those of Lemma 2; two men are never on one square. Let pawns stand on both squares beside the home of a
// sure bishop. They have never moved, so the bishop is still at home. It is none of the men: its home is an origin, so not in its
// region, and the man would be gone.
//
// That the bishop is sure: In the first case pawns of S made all captures of their color, and none of these was on its last row,
// where the home is. In the second no man of c was promoted, so a bishop that S shows on these squares is the one that started
// there. In both it was not taken at home.
//
// A pawn of S and one promoted on f came from different home files. So o made k' captures at least.
//
//	illegal  r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -
//	legal    r1nBkb1r/1b1ppppp/pp1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -
//	game     1. d3 a6 2. Nh3 Nf6 3. Ng5 Nc6 4. Ne4 Na7 5. Nd6+ cxd6 6. Be3 Qc7 7. Bb6 Qc4 8. Bd8 b6 9. Qd2 Qh4 10. Qc1 Bb7 11. Qd1
//	         Nc8
//
// The board:
//
//	8  r . n B k b . r
//	7  p b . p p p p p
//	6  . p . p . n . .
//	   a b c d e f g h
//
// The men are the knight, with region {c8}, and the bishop d8, with region {b8, c7, d8}. White shows eight pawns, so no white man
// was promoted on the last row. The bishop of c8 is sure: Black shows eight pawns and the bishop b7, which is on light squares as
// c8 is. The pawn b6 came from b7: d6 can have come only from c7, as d7 and e7 have not moved.
//
// The bishop entered its region after c7xd6, which opened c7, and before b7-b6, over b6. So c7xd6 came before b7-b6. The knight
// came to c8 over d6, before c7xd6, or over b6, before b7-b6. In both cases b7 and d7 were unmoved, so the sure bishop was on c8.
// In the neighbor the pawn of a7 has moved: the knight came over a7.
package cage
