// # Projections
//
// A window is a set of neighboring files. Take a game to S and one man x of S that is no pawn. The projection of a moment of the
// game is: the pawns on the files of the window, and the square of x, if x has entered the game. A configuration of the search is
// the pawns of the window with a set of squares where x can be, and what the path to it has cost (Lemma 7).
//
// The moves of a projection are:
//
//	(a) a pawn of the window steps to the square before it, where no pawn is
//	(b) a pawn captures from a file of the window to one: a pawn of the other color that is on
//	    the square entered, or else an officer
//	(c) a pawn captures to a file outside and leaves the window
//	(d) a pawn captures from outside to a file of the window: a pawn or an officer, as in (b)
//	(e) an officer or king takes a pawn
//	(f) a pawn promotes, by a step or a capture
//	(g) x makes a step to a square on which no pawn of the window is; files outside are free
//
// # Lemma 6: every game gives a path
//
// The projections of a game to S, from the initial position on, are a path: each follows from the one before by moves (a) to (g).
// No pawn ever enters a square where x is. The path begins with the pawns of the initial position and x on its initial square, or
// without x; in the second case x appears by a promotion, on the last row. It ends with the pawns of S and x where S has it.
//
// Proof. A move of a man that is neither x nor a pawn changes nothing, unless it captures a pawn of the window: (e). So does a
// move of a pawn outside the window that captures nothing there. Single steps are (a), and a double step is two, since the square
// between was empty; x was on neither. Captures are (b), (c) and (d). En passant is a capture of the victim on the square that it
// has just passed over: put it between the two steps of the victim. A promotion is (f). Moves of x are steps over empty squares,
// (g); if x captures, (e) comes first if a pawn of the window is taken. A rook that castles jumps over the king, not over a pawn.
// S is the end of the game, so that its pawns are those of S. No man enters the square of x, since x is in S and so was not
// captured.
//
// The search keeps for every configuration all squares that x can have reached on some path. A pawn that enters a square takes it
// out of the set; if nothing is left, there is no such path. A man that comes from a promotion outside, or on an outer file of
// the window by a capture from outside, may appear at any time.
//
//	illegal  rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -
//	legal    rn1qkbbr/ppp1pp2/3p4/6pp/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -
//	game     1. h3 d6 2. h4 Bf5 3. h5 g6 4. h6 Nf6 5. Nf3 Nh5 6. Ng1 Ng7 7. hxg7 h5 8. g8=Q g5 9. Qg7 Bh7 10. Qd4 Bg8 11. Qg4
//
// Why the first is illegal stands in the section on pawns that are gone. In the neighbor the pawn went on to g5 and let the
// bishop in.
//
// # Lemma 7: a path costs no more than the others allow
//
// The cost of a path is: its captures by color, as far as they touch columns of the window, without crossings of the left
// boundary, which the file to the left pays for; pawns of the window taken; promotions by color and color of the square; officers
// that pawns took, by color of the square; and the crossings of both boundaries, in order. Take the chain of outcomes of the
// files that the game gives by the lemmas of package proofkernel. Then at every moment of the path of the game
//
//   - the crossings so far are the beginnings of the two boundary words of the chain;
//   - what the files to the left of the window paid, what the path has cost, and what the crossings of the right boundary still
//     to come cost, leaves enough for the files to the right;
//   - so it does if further captures are set aside. Pair columns of the window that do not come to those of S by steps and
//     promotions alone, each with its neighbor. Set one capture aside for each pair, less the crossings still to come;
//   - count the officers that pawns took on squares of one color. Those beyond the bishops of that color that must be taken are
//     other men. Add these up for light and dark squares. They are at most the captures, less the pawns taken in all files, less
//     the bishops that must be taken.
//
// Proof. The chain's words are the crossings of the game in order. Files pay for the captures that touch their columns, crossings
// being paid on the left of their boundary. So the path pays what the outcomes of its files pay in the end, and at each moment no
// more. A column that does not come to that of S by steps and promotions is touched by a later capture, which touches two
// neighboring columns at most; a greedy choice finds disjoint pairs. Each of those captures is one of those set aside, or a
// crossing still to come. As to officers: all bishops in excess of a color were taken on squares of that color, so the officers
// taken on squares of that color, these bishops included, are at least the greater of the two numbers. Add the two colors of
// squares.
//
//	illegal  rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -
//	legal    rn1qkbbr/ppp1pp2/3p2p1/8/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -
//	game     1. h4 Nc6 2. h5 d6 3. h6 Bf5 4. Nf3 Bg6 5. Ng5 Qb8 6. Nxh7 Bd3 7. Ng5 Bf5 8. h7 Bd3 9. hxg8=Q Qd8 10. Nf3 Bh7 11. Ng1 g6
//	         12. Qg7 Bg8 13. Qd4 Nb8 14. Qg4
//
// Without the pawn on h5 White has made two captures. Nothing else has changed: one capture more, and there is a path.
//
// # Lemma 8: shut out
//
// (a) If no path of a man x to S has costs as in Lemma 7, then S is illegal.
//
// (b) Let sq be a promotion square of a color, and men the men of S of that color and a role. If no such path contains a
// promotion by a step on sq after which x is the promoted man, and ends with x on a square of men, then sq is barred for the
// role.
//
// (c) Let x be the man that S has on sq. Take the paths on which a pawn of the color steps onto sq while x is elsewhere, or on
// which it becomes x there. If there are none, sq is barred for all roles. Else let y be the man that the pawn becomes, and let
// the area of sq be the squares that a man of the role gets to from sq by steps around the pawns of S. Follow y around the pawns
// of the path and x. If y is x, which has the role then, on none of these paths, and comes on none of them to a square of men or
// out of the area, then sq is barred for the role.
//
// Proof. By Lemmas 6 and 7 the game gives such a path; in (b) and (c), the game in which a man of men was promoted on sq by a
// step. A promoted man of men is on the board from then on, so that no pawn enters its square and neither x nor it passes over
// the other. For rooks the path is that of a queen, who makes every step of a rook.
//
// If x itself is a promoted man of a role of which S shows no more than the initial position had, then a man of its kind was
// taken, and the promotion is one beyond those needed: a pawn less can be taken. If bishops of its color must have been promoted,
// it is one of these.
//
//	illegal  rn1qkbbr/ppp1pp2/3p2p1/n7/6Q1/8/PPPPPPP1/RNBQKBNR b Qkq -
//	legal    rn1qkb1r/ppp1pp2/3pb1p1/n7/6Q1/8/PPPPPPP1/RNBQKBNR b Qkq -
//	game     1. h3 g6 2. h4 d6 3. h5 Qd7 4. h6 Nf6 5. Nf3 Nh5 6. Ng5 Ng7 7. hxg7 h5 8. g8=Q h4 9. Ne4 h3 10. Qg7 h2 11. Ng5 Qd8 12.
//	         Rg1 h1=N 13. Qd4 Ng3 14. Nh3 Nf5 15. Qg4 Nd4 16. Rh1 Ndc6 17. Ng1 Be6 18. Nc3 Na5 19. Nb1
//
// This is the example of Lemma 6 with Black's h-pawn promoted to a knight. It is refuted by (c): when White's pawn comes to g8,
// the bishop is not elsewhere.
//
// # Lemma 9: a bishop that stayed at home
//
// Let sq be a promotion square of color c on which a bishop of the other color o starts. Let S show bishops of o on squares of
// that color, more than must have been promoted. Suppose that
//
//   - no path of the original bishop with costs as in Lemma 7 contains a promotion by a step on sq while it is elsewhere, and
//     ends with it where S has a bishop of its kind;
//   - no path with such costs contains a promotion by a step on sq, if one pawn less of o can be taken.
//
// Then sq is barred for all roles.
//
// Proof. Suppose that a pawn of c stepped onto sq in the game. If the bishop that started there is in S, its path is one of the
// first kind. If it was taken, all bishops of its kind in S were promoted. These are more than needed, so one pawn of o more than
// those needed was promoted, and not taken. The path is one of the second kind.
//
//	illegal  RNqkr3/Kp1q4/1R2q3/3Q2R1/1BPnq1rn/5bBP/2pP2B1/1rr3n1 w - -
//	legal    RNqkr3/Kp1q4/1R2q3/3Q2R1/1BPnq1rn/5bBP/2pP2B1/1r4n1 w - -
//	game     1. c4 a5 2. b4 axb4 3. e3 d6 4. Na3 Kd7 5. Nb5 Kc6 6. Nxc7 d5 7. e4 d4 8. Nb5 f5 9. Nc3 dxc3 10. g4 fxe4 11. Ba3 b3 12.
//	         Be2 e6 13. Bxf8 h5 14. Qc2 hxg4 15. a4 e5 16. a5 g3 17. a6 e3 18. h3 g6 19. Bg4 e2 20. Qf5 e4 21. f4 g2 22. Kf2 b2 23.
//	         Ke3 g5 24. a7 e1=Q+ 25. Be2 g4 26. Qh5 Nd7 27. Kd4 Rb8 28. f5 c2 29. a8=R b1=N 30. f6 e3 31. f7 g3 32. Bb4 Nh6 33. f8=B
//	         Nf6+ 34. Bfd6 Qf2 35. Nf3 g1=Q 36. Ba5 g2 37. Kd3 Be6 38. Bf1 e2 39. Nh2 Bd5 40. Bg3 Kd7 41. Nf3 e1=Q 42. Nd4 Na3 43.
//	         Nc6 Ne4 44. Qe5 Nc3 45. Rc1 Ne2 46. Ra1 Nb5 47. Qg7+ Qf7 48. Qe5 Qgb6 49. Rc1 g1=R 50. Nd4 Qdc7 51. Bg2 Rbg8 52. Rb1
//	         Qbe6 53. Nc6 Bf3 54. Re8 Nf5 55. Qe4 Nbd4 56. Ra8 Nh4 57. Rb5 Qc8 58. Bb4 Rg4 59. Nb8+ Kd8 60. Rg5 Qfd7 61. Qd5 Re8 62.
//	         Bbd6 Nc1+ 63. Kc3 Q1e4 64. Kb4 Nce2 65. Ka5 Rd1 66. Kb6 Rf1 67. Ka7 Rf2 68. Rb1 Ng1 69. Rb6 Rf1 70. Bb4 Rb1
//
// The square is c1, which a black pawn needs. White's original dark-squared bishop is b4 or g3, or was taken. It left c1 over b2,
// as d2 is at home; neither that nor its loss leaves White's pawns and captures enough. In the neighbor Black has a rook less, so
// White made a capture more. The search is long: effort game leaves this setup unknown, effort exhaustive refutes it.
package cage
