// # Lemma 16: a bishop that is gone
//
// Let x be the bishop of color c that started on a square h, and o the other color. Let the number e of Lemma 11 of package
// proofkernel be 1 for c and the color of h. By a plain capture we mean one by a pawn that does not promote with it. S is illegal
// if both of this holds:
//
//   - There is no extended kernel without plain captures of bishops of this kind.
//   - For each file f: there is no extended kernel either in which all plain captures of bishops of this kind are on f. Or no
//     path leads to the pawns of S on which a pawn of o takes x on f by a plain capture. The path is one of a projection with
//     costs as in Lemma 7, with x starting on h. Until the capture x is the man of Lemma 6; afterwards no man is followed.
//
// Proof. That e is 1 says that x was taken, and not behind two pawns that never moved: S shows no bishop of c on the color of h,
// or only such as were promoted on required squares. The proof of Lemma 11 takes any e bishops of each kind that were taken. Take
// x. So if x was not taken by a plain capture, the game gives a kernel of the first kind. If a plain capture took it on f, it
// gives one of the second kind. The search for kernels leaves out promotions by capture that serve no need (Lemma 5). Then pawns
// take fewer officers, and those among them that are no such bishops are at most n, as before.
//
// So a plain capture took x on some file f, not en passant. No man took x before. Up to this move Lemma 6 holds for x as for men
// of S, and the pawn enters the square of x. Afterwards it holds for pawns alone. The costs are those of Lemma 7. They count x in
// the end, so x may be counted from the beginning.
//
//	illegal  rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -
//	legal    rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RN1QKB1R w KQk -
//	game     1. b3 a6 2. b4 a5 3. b5 Nf6 4. a4 Ng4 5. Ba3 Ne5 6. Bb4 axb4 7. a5 Ng4 8. a6 Ne3 9. a7 Nc4 10. Nc3 Nd6 11. Na4 Nc4 12.
//	         Nc5 Nd6 13. Na6 bxa6 14. e3 Nc4 15. Bd3 Nc6 16. Nh3 Rb8 17. a8=Q Rb7 18. Ng1 Nb8 19. Ne2 Ra7 20. Qd5 Ra8 21. Nc3 Nd6 22.
//	         Nb1 Ne4 23. Bf1 Nf6 24. Qd4 Ng8
//
// The board:
//
//	8  r n b q k b n r
//	7  . . p p p p p p
//	6  p . . . . . . .
//	5  . P . . . . . .
//	4  . p . Q . . . .
//	3  . . . . P . . .
//	2  . . P P . P P P
//	1  R N B Q K . . R
//	   a b c d e f g h
//
// Black's pawns took both men that White lacks. One was taken on b4, a dark square, from the a-file, which let White's a-pawn go
// by. The other was taken on a6. So the light-squared bishop was taken on a6, after White's a-pawn had passed. But the pawn on b4
// came in below White's on b5. From then on only a knight could come to a6, between b5 and b7. In the neighbor it was a knight,
// and the dark-squared bishop was taken on b4.
package cage
