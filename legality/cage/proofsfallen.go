package cage

// # Lemma 16: a bishop that is gone
//
// Let x be the bishop of c that started on h, and let the e of Lemma 11 of package kernel be 1 for c and the color of h. S is illegal if
//
//   - there is no extended kernel in which no pawn takes a bishop of this kind, unless it promotes by that;
//   - for each file f, there is none either in which pawns take bishops of this kind on f alone, unless they promote; or no path
//     in a projection with costs as in Lemma 7, with x starting on h, leads to the pawns of S if a pawn of o takes x on f, without promoting. Until then
//     x is the man of Lemma 6, and none is after it.
//
// Proof. That e is 1 says that x was taken, and not between two pawns that never moved: S shows no bishop of c on the color of h, or only such as
// were promoted on required squares. The proof of Lemma 11 takes any e bishops of each kind that were taken; take x. Those are the
// bishops that kernels are asked for. So if pawns took x while promoting, or not at all, the game gives a kernel of the first kind; and if one
// took x on f otherwise, of the second. The search leaves out promotions by capture that serve no need (Lemma 5): then fewer officers are taken by pawns, and
// those of them that are no such bishops are as before at most n.
//
// So a pawn took x on some f, without promoting, and not en passant. Nobody took x before. So up to this move Lemma 6 holds for x as for men of S, and
// the pawn enters the square of x. Afterwards it holds for pawns alone. The costs are those of Lemma 7; as they count x in the end, x may be
// counted from the beginning.
//
//	illegal  rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -
//	legal    rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RN1QKB1R w KQk -
//	game     1. b3 a6 2. b4 a5 3. b5 Nf6 4. a4 Ng4 5. Ba3 Ne5 6. Bb4 axb4 7. a5 Ng4 8. a6 Ne3 9. a7 Nc4
//	         10. Nc3 Nd6 11. Na4 Nc4 12. Nc5 Nd6 13. Na6 bxa6 14. e3 Nc4 15. Bd3 Nc6 16. Nh3 Rb8
//	         17. a8=Q Rb7 18. Ng1 Nb8 19. Ne2 Ra7 20. Qd5 Ra8 21. Nc3 Nd6 22. Nb1 Ne4 23. Bf1 Nf6
//	         24. Qd4 Ng8
//
// Black's pawns took both men that White lacks: on b4, a dark square, from the a-file, which let White's a-pawn go by; and then on a6. So the
// light-squared bishop fell on a6, after the a-pawn had passed it. But the pawn on b4 came in below White's on b5, and from then on nobody came to
// a6 between b5 and b7 but a knight. In the neighbor it was a knight, and the dark-squared bishop fell on b4.
