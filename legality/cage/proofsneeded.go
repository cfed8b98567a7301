package cage

// # Lemma 15: a promotion that the game needs
//
// Let sq be a promotion square of color c on which S has a man x, other than the king of the other color. Let R be some of the roles that a pawn
// becomes, queens and rooks counted as one. Suppose that
//
//   - S has no kernel, in the sense of Lemma 5, if sq is barred for all roles of R, beside the squares that are barred anyway;
//   - for no role r of R there is a path of x with costs as in Lemma 7 on which a pawn of c steps onto sq and becomes x, which has the role r; or
//     it becomes another man y of role r, while x is elsewhere, and y leaves sq, by a step of its role to a square
//     without x and without a pawn of the window, before x comes to sq.
//
// Then S is illegal.
//
// Proof. Suppose that a man of S of a role r of R was promoted on sq by a step. It is x, or another man y, who is in S, too, but not on sq. As in the
// proof of Lemma 8(c) the game gives a path: until y leaves sq no pawn enters sq, nor does x. Nothing is asked of y from then on. There is no such
// path, so that nobody was: sq is barred for all roles of R. Then S has no kernel.
//
// In every game somebody of R was promoted on sq, that is what the first condition says; so this is a question worth some time. Lemma 8(c) follows y further,
// but only where pawns of S leave it few squares.
//
//	illegal  Nnbqkbnr/2pppppp/1p6/3r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -
//	legal    Nnbqkbnr/2pppppp/8/1p1r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -
//	game     1. a4 Nh6 2. Nf3 Ng4 3. a5 Ne5 4. a6 b5 5. Nd4 Nec6 6. Nc3 Nxd4 7. Na2 Nf5 8. Nb4 Ng3 9. Nd3
//	         Ne4 10. Nf4 Nd6 11. Ng6 Nc4 12. Nf4 Na5 13. Nd3 Nac6 14. Nf4 Ne5 15. Nh3 Ng6 16. Ng5 Ne5
//	         17. Ne6 Nbc6 18. Nd4 Ng6 19. Nb3 Nf4 20. Nd4 Bb7 21. Nf5 Rb8 22. Nh6 Na5 23. Nf5 Bd5 24. Nd4
//	         Bf3 25. Nc6 Bh5 26. Nxa7 Qc8 27. Nc6 Nh3 28. a7 Rb7 29. a8=B Qd8 30. Nb4 Rb8 31. Be4 Bg4
//	         32. Nd5 Be6 33. Nb6 Bd5 34. Na8 Bb7 35. Bd3 Bc8 36. Be4 Nc6 37. Bf3 Rb6 38. Be4 Nb8 39. Bd3
//	         Rd6 40. Be4 Rd5 41. Nb6 Nf4 42. Na8 Nh5 43. Bd3 Nf6 44. Be4 Ng8 45. Bf5 Na6 46. Bd3 Nb8
//	         47. Be4
//
// White's second bishop on light squares was the a-pawn, which Black's a-pawn let by when it was taken; so it was promoted on a8. From there
// it left over b7, after b7-b6. A knight comes to a8 over b6 or c7. The pawn on c7 has not moved, so the knight came
// before b7-b6, and was on a8 when the pawn promoted. In the neighbor the pawn went on to b5, and the knight came over b6.
// Lemma 4 does not know that nobody but the bishop was promoted, so that the knight was not.
