// # Checks
//
// A man that stands beside a king, a pawn before it or a knight a leap away gives check whatever else is on the board. In a game
// no side leaves its king in check, and none moves when the other king is in check already.
//
// # Lemma 10: checks and the last arrival
//
// A man checks a king for certain if it is a neighbor, a pawn before it, or a knight a leap away. In Lemma 1 a source x of a man
// of M need not be in M in these cases:
//
//   - (a) The man is a king. Either x is beside the enemy king, which is in M. Or a man e of the other color in M checks a king
//     on x for certain, and each source of e is x or in M without the king.
//   - (b) The man was a pawn on x: it is a pawn, or an officer that may have promoted. A pawn on x attacks the enemy king, which
//     is in M. And no double step to the man's square passes over x.
//   - (c) The man is an officer that stood on x itself. That is so for a knight. It is so for another officer if the square
//     behind x in its line is in M or beyond the edge. And from x it checks the enemy king, which is in M, for certain.
//
// Nothing is excluded for a king or rook that may have castled last. That is a king or rook with these properties: it stands
// where castling puts it; the square where castling puts the other of the two holds that man or is not in M; and M holds none of
// the squares that castling leaves empty, which are those of files e and h, or of a, b and e.
//
// Proof. Take the last arrival of a man m of M, as in Lemma 1. Let x be the square that it left or passed over last. It is empty
// after the move, so it is not in M. The other men of M are on their squares before the move and after it. We show that none of
// the cases can be. Castling is apart: it brings both men to their squares at once, and the men of M stand on theirs after it.
//
// (a) The king came from x itself. It cannot have stood beside the enemy king. Now let e check a king on x. Go back one move
// further, to the move of e's side. Before it the king stood on x and was not in check. So that move brought e, since a check for
// certain is not discovered by others. After it the square that e left or passed over is empty: a source of e. It is not x, where
// the king was. It is not in M without m, since these men were on their squares. Contradiction. If e is a pawn on its pawn row,
// it has no sources, and it has attacked x throughout the game.
//
// (b), (c) The man stood on x, as what it was then, with its side to move, and gave check. Contradiction.
//
// As in Lemma 1: if all men of M stand where the initial position has men like them, none of them has arrived. They never moved.
// We call them unmoved.
//
//	illegal  4BQ1q/3ppKpk/4pP1p/8/8/8/8/8 b - -
//	legal    4BQ1q/3ppKp1/4pP1p/7k/8/8/8/8 b - -
//	game     1. a3 b6 2. a4 Nf6 3. Na3 b5 4. axb5 c5 5. d3 h6 6. Qd2 Qa5 7. Qb4 Kd8 8. Qd2 Kc7 9. d4 cxd4 10. e4 Ba6 11. Ke2 Qc3 12.
//	         e5 Qxb2 13. Kd3 Qxc1 14. Kc4 Qxd2 15. Kb3 Bxb5 16. e6 fxe6 17. g4 Qf4 18. g5 Qxh2 19. g6 Na6 20. Bg2 Nb4 21. Nc4 Nxc2
//	         22. Ne5 Ne1 23. Kb4 Nf3 24. Ka5 Ng5 25. Nf7 Ngh7 26. gxh7 Rb8 27. Nxh8 Kd6 28. Bf1 Kd5 29. Ng6 Ke4 30. Nh4 Kd5 31. Nhf3
//	         Ke4 32. Nxh2 Kd5 33. Nhf3 Ke4 34. Nh4 Kd5 35. Ng6 Ke4 36. Nxf8 Rxf8 37. Ra3 Kd5 38. Rf3 Ke4 39. Rxf6 Rxf6 40. Rh5 Rg6
//	         41. Rxb5 Rxg1 42. Ka6 Kf3 43. Kxa7 Kg4 44. Ka6 Kh4 45. Kb6 Rg5 46. Kc7 Rxb5 47. Bxb5 d3 48. f4 d2 49. f5 d1=Q 50. h8=Q
//	         Kh5 51. Kd8 Qg1 52. Qf8 Qg6 53. f6 Qh7 54. Ke8 Qh8 55. Kf7 Kg5 56. Be2 Kf5 57. Bf1 Kg4 58. Bd3 Kh5 59. Bb1 Qh7 60. Bc2
//	         Qh8 61. Be4 Kh4 62. Bg6 Qh7 63. Bc2 Kh5 64. Bb3 Qh8 65. Bc2 Kg5 66. Bg6 Kg4 67. Bh7 Kh5 68. Bg8 Qh7 69. Qd8 Qh8 70. Kf8
//	         Kg6 71. Qc8 Kh5 72. Kf7 Kg4 73. Kg6 Kh3 74. Bf7 Kg4 75. Be8 Kf4 76. Kf7 Kg4 77. Qc2 Kh5 78. Qh7 Kg4 79. Qg8 Kh5 80. Qf8
//
// The board:
//
//	8  . . . . B Q . q
//	7  . . . p p K p k
//	6  . . . . p P . .
//	5  . . . . . . . .
//	   a b c d e f g h
//
// The kings, queens and the bishop hold all sources but g6, f6 and g8. Neither king was on g6 or g8, beside the other one.
// White's was not on f6, which the pawns e7 and g7 attack. A queen on g8 gives check. In the neighbor the king on h5 may have
// come last.
//
// # Lemma 11: kings, and men that have never moved
//
// Lemma 2 holds also with two restrictions. Neither pawns nor the man enter the square of an unmoved man (Lemma 10). And a king
// makes no step that begins, read backwards, on a square that a pawn of the other color attacks in the configuration.
//
// Proof. No man enters the square of a man that has not moved. A step of a king, read backwards, begins where the king arrived.
// The pawns of the model were then where the configuration has them, and a king does not move to an attacked square. Castling
// ends on an origin, where nothing is asked.
//
//	illegal  2bK1kN1/1pppprpp/5p2/8/8/8/8/8 b - -
//	legal    2bK1kN1/1pp1prpp/5p2/8/8/8/8/8 b - -
//	game     1. e4 Nf6 2. b4 Ng4 3. Ne2 Ne3 4. Nd4 d5 5. Ne6 dxe4 6. g4 Kd7 7. Ke2 Kc6 8. Nxf8 Kb5 9. g5 Be6 10. g6 Bxa2 11. Ne6 Bxb1
//	         12. Nxd8 Nc6 13. Ne6 Rad8 14. d4 Ng4 15. Kd2+ Kb6 16. Kc3 Rd5 17. Kb2 Ne3 18. Kc3 Nxc2 19. Kb2 Rd6 20. Kb3 Rd7 21. Kc4
//	         Rd5 22. Qd3 Rh5 23. d5 Rf5 24. d6 Rxf2 25. Kd5 a6 26. d7 N6d4 27. d8=N a5 28. Nc6 axb4 29. Nxb4 Ne1 30. Nc2 Nef3 31.
//	         Ncxd4 Nxh2 32. Nb3 Bxd3 33. Nbc5 Bxf1 34. Nb3 f6 35. Nec5 Kb5 36. Ke6 Kb4 37. Kf7 Kc3 38. Ke6 Kc2 39. Kf7 Kd1 40. Ke6
//	         Rf8 41. Na5 Rf7 42. gxf7 Nf3 43. Nd3 Ne1 44. Nc6 Be2 45. Nd8 Bh5 46. Kd7 Bxf7 47. Kc8 Rf1 48. Nc5 Rxh1 49. Nb3 Nc2 50.
//	         Nd2 Nxa1 51. Nf1 Kxc1 52. Ng3 Rd1 53. Nh1 e3 54. Ne6 Rd6 55. Nf2 Rxe6 56. Nh3 Re4 57. Nf2 Ra4 58. Nd1 Rg4 59. Nf2 Bg8
//	         60. Nxg4 Ba2 61. Kd7 Bb1 62. Ke6 e2 63. Kd5 Bd3 64. Kc5 Bg6 65. Kb4 e1=R 66. Ka3 Bf5 67. Ka2 Re3 68. Kxa1 Kc2 69. Ka2
//	         Rg3 70. Nh6 Kd1 71. Ng4 Bd3 72. Kb2 Ke2 73. Kc3 Kf3 74. Kd4 Kf4 75. Kd5 Kf5 76. Nf2 Kg5 77. Ke6 Kf4 78. Kd7 Kf5 79. Kd8
//	         Ke6 80. Ng4 Kf7 81. Nf2 Kf8 82. Ng4 Rg1 83. Kc8 Rd1 84. Nh6 Bc2 85. Nf5 Rb1 86. Kb8 Bb3 87. Nh6 Rd1 88. Kc8 Rg1 89. Kd8
//	         Ra1 90. Kd7 Ra8 91. Nf5 Kg8 92. Nh4 Rf8 93. Nf5 Rf7 94. Kd8 Kf8 95. Nh6 Be6 96. Ng4 Bc8 97. Nh6 Bg4 98. Nf5 Bh3 99. Nh6
//	         Bc8 100. Ng8
//
// The bishop c8 has never moved. White's king came in over f7, from e6 or g6, which pawns on d7 and h7 attack. In the neighbor
// there is no pawn on d7.
//
// # Lemma 12: who was promoted, and who was not
//
// Take the model of Lemma 2, with the unmoved men of Lemma 11, and one officer of S.
//
//   - If the model brings it to no square where a man of its role starts, or where castling puts it, we say that it was surely
//     promoted.
//   - If the model brings it to no square of the last row, we say that it was surely not promoted.
//
// Roles are counted one by one, bishops by the color of their squares. For a role let p be the number of men surely promoted, or
// of men beyond those of the start if this is more. S is illegal
//
//   - if the sum of p over the roles of a color, and its pawns, are together more than eight;
//   - if more men of a role were surely not promoted than the start has.
//
// Proof. By Lemma 2 the model reaches the origin of the man: a square of the start, or the square of the last row where it was
// promoted. The men that were promoted were different pawns, none of those of S, and there were eight. Men that were not promoted
// are men of the start.
//
//	illegal  rnbqkbnr/1ppppppp/8/p7/8/RPP5/P2PPPPP/1NBQKBNR w Kk -
//	legal    rnbqkbnr/1ppppppp/8/p7/P7/RPP5/3PPPPP/1NBQKBNR w Kk -
//	game     1. a3 a5 2. a4 Ra6 3. Ra3 Ra8 4. b3 Ra6 5. c3 Ra8
//
// The board:
//
//	3  R P P . . . . .
//	2  P . . P P P P P
//	1  . N B Q K B N R
//	   a b c d e f g h
//
// All eight pawns are there, so nothing was promoted, and the rook on a3 is one of the start. But the pawn on a2 never moved, and
// no other gap leads out. White has taken nothing, so b2 or b3 always held a pawn, and so did c2 or c3. In the neighbor the
// a-file was open.
//
// # Lemma 13: men that were taken at home
//
// Take the model of Lemma 2, with the unmoved men of Lemma 11, and a square where an officer of color c starts: its home. Let o
// be the other color. The man of the model may begin
//
//   - in S: on any square where S has a man of this role of c;
//   - in every configuration: on any square where a pawn of S of color o can have taken something, if no pawn of the model and no
//     unmoved man is there.
//
// A pawn of S can have taken something on a square if it can have come from there to its square in S, at most a file aside for
// every row, and if the square is not on its pawn row. If the model never brings the man to its home, we say that the officer was
// taken at home.
//
// Give each pawn of S of color o a different home file, such that the files between are as few as can be in all. So many captures
// k its pawns have made at the least. S is illegal if k is more than the men of c that S lacks, without those taken at home.
//
// Proof. An officer taken at home is not in S: from S the model would bring it to its home. So it was taken. Suppose that a pawn
// of S took it. That was on a square as described, just before the pawn came there, and from there the model brings it home.
// Contradiction. A rook that castled passed only the king, which is not in the model. So none of the k captures took an officer
// at home.
//
//	illegal  rnbqkbnr/ppppp1pp/6p1/8/8/PP6/2PPPPPP/1NBQKBNR b Kkq -
//	legal    rnbqkbnr/ppppp1pp/6p1/8/P7/1P6/2PPPPPP/1NBQKBNR b Kkq -
//	game     1. a3 Nc6 2. a4 Nb8 3. Ra3 Nc6 4. Rg3 Nb8 5. Rg6 fxg6 6. b3
//
// The board:
//
//	3  P P . . . . . .
//	2  . . P P P P P P
//	1  . N B Q K B N R
//	   a b c d e f g h
//
// Black's f-pawn took a man on g6. White lacks only the rook a1. Behind the pawns a3 and b3 it never got farther than a2 and b2.
// In the neighbor it went over a3.
package cage
