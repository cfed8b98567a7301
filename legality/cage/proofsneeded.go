// # Lemma 15: a promotion that the game needs
//
// Let sq be a promotion square of color c on which S has a man x, other than the king of the other color. Let R be some of the
// roles that a pawn can become, queens and rooks counted as one. S is illegal if both of this holds:
//
//   - S has no kernel, in the sense of Lemma 5, if sq is barred for all roles of R, together with the squares that are barred
//     anyway.
//   - For no role r of R there is a path of x, with costs as in Lemma 7, on which a pawn of c steps onto sq and becomes (1) x,
//     which has the role r, or (2) another man y of role r, while x is elsewhere; and y leaves sq before x comes there. It leaves
//     by a step of its role to a square without x and without a pawn of the window.
//
// Proof. Suppose that a man of S of a role r of R was promoted on sq by a step. It is x, or another man y, which S has elsewhere.
// As in the proof of Lemma 8(c) the game gives a path: until y leaves sq neither a pawn nor x enters sq. Afterwards nothing is
// asked of y. There is no such path. So no such man was promoted on sq, and sq is barred for all roles of R. But then S has no
// kernel.
//
// The first condition says that in every game to S a man of a role of R was promoted on sq. So the question is worth some time.
// Lemma 8(c) follows y further, but only where pawns of S leave it few squares.
//
//	illegal  Nnbqkbnr/2pppppp/1p6/3r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -
//	legal    Nnbqkbnr/2pppppp/8/1p1r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -
//	game     1. a4 Nh6 2. Nf3 Ng4 3. a5 Ne5 4. a6 b5 5. Nd4 Nec6 6. Nc3 Nxd4 7. Na2 Nf5 8. Nb4 Ng3 9. Nd3 Ne4 10. Nf4 Nd6 11. Ng6 Nc4
//	         12. Nf4 Na5 13. Nd3 Nac6 14. Nf4 Ne5 15. Nh3 Ng6 16. Ng5 Ne5 17. Ne6 Nbc6 18. Nd4 Ng6 19. Nb3 Nf4 20. Nd4 Bb7 21. Nf5
//	         Rb8 22. Nh6 Na5 23. Nf5 Bd5 24. Nd4 Bf3 25. Nc6 Bh5 26. Nxa7 Qc8 27. Nc6 Nh3 28. a7 Rb7 29. a8=B Qd8 30. Nb4 Rb8 31. Be4
//	         Bg4 32. Nd5 Be6 33. Nb6 Bd5 34. Na8 Bb7 35. Bd3 Bc8 36. Be4 Nc6 37. Bf3 Rb6 38. Be4 Nb8 39. Bd3 Rd6 40. Be4 Rd5 41. Nb6
//	         Nf4 42. Na8 Nh5 43. Bd3 Nf6 44. Be4 Ng8 45. Bf5 Na6 46. Bd3 Nb8 47. Be4
//
// The board:
//
//	8  N n b q k b n r
//	7  . . p p p p p p
//	6  . p . . . . . .
//	   a b c d e f g h
//
// White's second bishop on light squares was the a-pawn. Black's a-pawn was taken and let it by, so it was promoted on a8. From
// there the bishop left over b7, after b7-b6. A knight comes to a8 over b6 or c7. The pawn on c7 has not moved. So the knight
// came before b7-b6, and was on a8 when the pawn promoted. In the neighbor the pawn went on to b5, and the knight came over b6.
// Lemma 4 does not see this, since it does not know that only the bishop was promoted, not the knight.
package cage
