// # Lemma 10: rows
//
// A class is one history for each file, such that neighbors agree on their words. Take the class of the game, with promotions as
// in Lemma 3. Whenever a pawn leaves a column or comes in, give its pawns new variables. There are numbers for them, 0 to 7 for
// the rows on the board, such that
//
//   - the numbers of a white pawn never fall, those of a black one never rise;
//   - in a column, at each of these moments, they strictly ascend;
//   - a capture by a white pawn goes from n to n+1, by a black one from n to n-1, and a pawn that is taken by a pawn has the
//     number of the square that is entered;
//   - pawns that leave, come in or are taken are on the board, where a pawn of their color can then be;
//   - in the end a white pawn of S has at most its row in S, a black one at least.
//
// Proof. Let each pawn have its row. The game keeps all of this. En passant: the victim gets the row that it has just passed
// over, where no pawn stood. Pawns that have promoted get numbers beyond the board, 8 and more for White, -1 and less for Black;
// they are outermost in the order, so that these can be chosen apart and in order.
//
// How the search decides it. The constraints are u + k <= v, bounds and parities. Each says that a number is at least a monotone
// function of another: u + k, a constant, the next number of the right parity. So if there is a solution there is a least one,
// which propagation from below finds. The system is feasible exactly if no least value exceeds its upper bound.
//
// A constraint links pawns of one column, or the two ends of a crossing, whose order the histories give. So a class is feasible
// or not, however its histories are merged. All classes are tried, with all indices (here equal neighbors are two).
//
//	illegal  r1bqkb1r/pppppppp/8/8/8/2P5/1PPPPPPP/RNBQKBNR b KQkq -
//	legal    r1bqkb1r/pppppppp/8/8/2P5/8/1PPPPPPP/RNBQKBNR b KQkq -
//	game     1. Nc3 Nc6 2. Nd5 Nd4 3. Nh3 Nb3 4. axb3 Nf6 5. Nc3 Ng4 6. Nb1 Ne3 7. Ng1 Nc4 8. bxc4
//
// The board:
//
//	3  . . P . . . . .
//	2  . P P P P P P P
//	   a b c d e f g h
//
// White's a-pawn comes to the c-file by two captures, and not before row 4.
//
// # Lemma 11: bishops are taken on their color
//
// For a kind of bishops of c let e be the number that was taken at the least: the original one, if not dead, and those that must
// have been promoted (Lemma 5), less those of S. Let n be K(o) less the pawns of c that were taken, less the e of both kinds.
// Suppose that captures B and D of o take u officers. Then at least u - n of these are bishops. Each was taken on a square of its
// color. No more than e of a kind are counted.
//
// Proof. K(o) men of c were taken, dead bishops apart. Among them were the pawns, and e bishops of each kind. If more bishops
// were promoted than needed, still more were taken; we count those beyond e with the rest. The rest are n. So at most n of the u
// officers are of the rest.
//
// All choices of such bishops among the captures are tried, as parities of rows. If none is possible even without rows, promoting
// pawns would have to take bishops on the wrong color. Then there is no kernel.
//
//	illegal  rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq -
//	legal    rnbqk1nr/pppp1ppp/4p3/8/1P6/8/1PPPPPPP/RNBQKBNR w KQkq -
//	game     1. a3 e6 2. Nc3 Bb4 3. axb4 Qf6 4. Nb1 Qd8
//
// A dark-squared bishop cannot be taken on b3. With two bishops missing and one capture by a pawn there is a choice, with two
// captures none.
//
// # Lemma 12: barred squares
//
// A promotion square is barred for a role r of c if no man of S of this role was promoted there by a step. That is known to the
// caller; see package cage. A file is barren for c if its square is barred for every role of which men must have been promoted.
// Then
//
//   - promotions by a step on squares barred for bishops serve no need of Lemma 5;
//   - pawns of c taken, and those that step onto the last row of barren files, are together at most S(c).
//
// Proof. Choose promoted men of S as in the proof of Lemma 4. They were D(c) pawns. None of these stepped onto the last row of a
// barren file. So those that did are others, as are those taken and the pawns of S. Lemma 3 keeps the numbers.
//
//	illegal  nrbqkbn1/1pppppp1/1p6/7r/3Q3Q/8/1PPPPPP1/1NBQKBNR b K -
//	legal    nrbqkbn1/1pppppp1/1p6/7r/7Q/8/1PPPPPP1/1NBQKBNR b K -
//	game     1. Nc3 Nc6 2. Nf3 Rb8 3. Ng5 Nf6 4. Nb1 Nd5 5. Nc3 Nb6 6. Nb5 Na8 7. Nd4 Nb4 8. h4 Nxa2 9. h5 Nc3 10. Ra6 Rg8 11. Ne4
//	         Nd5 12. Nc3 h6 13. Nb1 Ne3 14. Rxh6 Rh8 15. Rb6 axb6 16. h6 Rg8 17. h7 Ng4 18. h8=Q Nh6 19. Qh7 Rh8 20. Nf3 Ng8 21. Qh4
//	         Rh5 22. Ng1
//
// In both a8 is barred for all men of White. The first has one queen too many for the h-file alone.
//
// # Lemma 13: windows
//
// A window is a few neighboring files. Look at a game up to some moment. Its cost so far ([PathCost]) is
//
//   - captures that touch columns of the window, without crossings of the left boundary, which the file to the left pays for;
//   - pawns of the window taken, promotions from it, and men promoted beyond those needed;
//   - officers that pawns took;
//   - the words of the two boundaries so far.
//
// For some chain of Lemma 8
//
//   - the words so far are beginnings of the two words of the chain;
//   - what the files left of the window leave, less the cost, less a capture for each crossing of the right boundary still to
//     come, is enough for the files right of it;
//   - it is still enough if the captures that the window is known to need are set aside, too; crossings still to come are some of
//     these, and count once;
//   - the pawns taken on all files are no more than Lemma 14 leaves.
//
// [Window.Allows] tests this for all chains at once, by their pairs of words. [Window.Ends] tests it at the end of a game, where
// the words are those of the chain and the bishops needed are counted.
//
// Proof. The game gives a chain. What the window has cost so far its files have in their outcomes, which are costs of the whole
// game; the crossings of its right boundary are paid in it, those of the left boundary are not. A man promoted beyond those
// needed is in S, so one pawn more is neither taken nor promoted to what is needed.
//
//	illegal  rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -
//	legal    rn1qkbbr/ppp1pp2/3p2p1/8/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -
//	game     1. h4 Nc6 2. h5 d6 3. h6 Bf5 4. Nf3 Bg6 5. Ng5 Qb8 6. Nxh7 Bd3 7. Ng5 Bf5 8. h7 Bd3 9. hxg8=Q Qd8 10. Nf3 Bh7 11. Ng1 g6
//	         12. Qg7 Bg8 13. Qd4 Nb8 14. Qg4
//
// Two captures by White on the files f to h are one too many for the first.
//
// # Lemma 14: officers that pawns replace
//
// With e as in Lemma 11, let f be the queens, rooks and knights of the start that S lacks of c. Let pawns have taken a officers
// of c on the squares of one color. There is an a, and an e, for light squares and for dark ones. Let r be the sum of max(0, a -
// e) for light and for dark squares, less f. Then at most S(c) - r pawns of c are taken as pawns, on all files together.
//
// Proof. Take the officers of c that pawns took on light squares, and the light-squared bishops that had to be taken. These are
// at least max(a, e) men. So it is with dark squares, and no man is in both. Let p pawns be taken. Then K(o) is at least p, and
// both e, and both max(0, a - e), added up. By Lemma 4 K(o) is S(c), and both e, and f, added up. The difference is the claim.
//
//	illegal  rn1qkbnr/1pp1pppp/3p4/8/6P1/4P2B/PPPP1PP1/RNBQK1NR b KQkq -
//	legal    r2qkbnr/1pp1pppp/3p4/8/6P1/4P2B/PPPP1PP1/RNBQK1NR b KQkq -
//	game     1. e3 Nc6 2. Bc4 Nd4 3. Qe2 Nf5 4. Be6 Ng3 5. hxg3 d6 6. Bxc8 a6 7. Qxa6 Nf6 8. Bh3 Qc8 9. g4 Ng8 10. Qe2 Qd8 11. Qd1
//
// White's bishop came to h3 between h2xg3, which took no light-squared bishop, and g3-g4. Black's a-pawn cannot have replaced the
// man that was taken. Nor can it have been taken as well as the bishop.
//
// # Lemma 15: promotions, and what clears the files for them
//
// This lemma counts files on which pawns still face each other. Let D(c) men of c have been promoted at least (Lemma 4). At least
// T of them promoted by captures: for squares of each color, the bishops needed there, less those on required squares. This term
// is 0 if on some file of that color a pawn of c can step to its promotion and a bishop can leave (Lemmas 6, 7 and 12). Let A be
// the most captures without promotion that pawns of o can have made:
//
//   - a pawn of o that S does not show made five at most;
//   - one that S shows made one at most for each row that it has gone, and an even number exactly if it stands an even number of
//     files from its home; no two have the same home;
//   - together they made K(o) at most.
//
// S is illegal if D(c) + T > K(c) + A + S(o).
//
// Proof. A file has a pair while it shows a pawn of each color, White's below. All eight begin with one.
//
// A capture by a pawn that does not promote ends two pairs at most: that of the file that it leaves, and that of its victim, if this is a
// pawn. A capture of a pawn by an officer ends one at most. A pawn that promotes has no enemy before it, and is of no pair that lasts. Let
// there be n captures by pawns that do not promote, by both sides, and let x pawns of c and y of o be taken. Then at least 8 - n - x - y
// files have a pair in the end. But there are no more pairs than pawns of c: 8 - x less those promoted. So at most n + y were promoted.
//
// Of the n captures, o made A at most. The rest of n are captures of c, and so are the promotions by captures, T at least:
// together K(c) at most. And y is at most S(o) (Lemma 4).
//
// A pawn changes its file by one with each capture. This takes it a row up, as a step does. That gives A.
//
// The lemma is used for setups for which the search has spent its budget: many captures, and hardly a way past the pawns.
//
//	illegal  1Bbqkbnr/pp1ppppp/2p2n2/8/8/8/P1PPPPPP/RNBQKBNR b KQk -
//	legal    1Bbqkbnr/pp1ppppp/2p5/8/8/8/P1PPPPPP/RNBQKBNR b KQk -
//	game     1. b4 c6 2. b5 Na6 3. b6 Nc7 4. bxc7 Rb8 5. cxb8=B
//
// The board:
//
//	8  . B b q k b n r
//	7  p p . p p p p p
//	6  . . p . . n . .
//	   a b c d e f g h
//
// White's second dark-squared bishop was promoted on b8 or d8, behind pawns on b7 and d7 that never moved. So it came from the
// c-file by a capture. Its pawn had come past Black's c-pawn by another capture. In the first setup Black lacks one man.
//
// # Lemma 16: promoted beside a king that never moves
//
// Let the king of o have a castling right. Let S show no queen and no rook of c on the two squares beside it on its row, no more
// knights of c than the start, and let it need no promoted bishop of c on the color of these squares (Lemma 5). Then pawns of c
// taken, and those that promote from the king's file, are together at most S(c). So are they with those of Lemma 12.
//
// Proof. The king has never moved. A pawn of c on its file promotes by a capture, then, and on a square beside it. As a queen or
// rook it gives check from there, with no square between. The king does not move, so the man is taken at once, or the game ends;
// and S shows no such man there. Choose promoted men of S as in the proof of Lemma 4. They are queens and rooks, and bishops on
// the other color. So none of them came from the king's file, and the rest is as in Lemma 12.
//
//	illegal  rnb1kbnr/pppp1ppp/8/8/3Q4/8/PPPP1PPP/RNBQKBNR b KQkq -
//	legal    rnb1kbnr/pppp1ppp/8/8/3N4/8/PPPP1PPP/RNBQKBNR b KQkq -
//	game     1. e3 e5 2. Nf3 Nf6 3. Nxe5 Ng8 4. Nf3 Nf6 5. Ng1 Ng8 6. e4 Nc6 7. e5 Nb8 8. e6 Nc6 9. e7 Nb8 10. exd8=N Nc6 11. Ne6 Nb8
//	         12. Nd4
//
// White's e-pawn could promote only on d8 or f8, as all other pawns of Black are at home. A queen there would have been taken by
// Black, who took nothing.
//
// # Lemma 17: a square before a bishop
//
// Let a bishop of c start on a square of file x, and let s be the square before it, on the pawn row of c. Let a pawn of o capture
// onto s from a file beside x, and take an officer of c, while
//
//   - S shows a pawn of c at home on the other file beside x;
//   - on the file that it leaves a pawn of c stands before it;
//   - the next pawn in column x, as seen from s to the side of o, is of c and stands on the next square.
//
// Then the officer is no rook, if the bishop was not taken at home.
//
// Proof. The pawn of c that stands before the capturing one is on the pawn row of c, the row to which the capturing one goes. So
// the pawns on both files beside x had not moved, and the bishop never had a square to go to. Look at the pawn of c next to s. To
// its row a pawn of c comes by a step from s, or by a capture from a square of one of the two unmoved pawns. So it came from s.
// It stood on s until then, and next to s afterwards. So a rook can have come to s only over the bishop's square.
//
// When was the bishop not taken at home? Let it be none of the dead ones of Lemma 6.
//
//   - (a) It was not, if the captures of o in the histories are all that o made. Those by officers take pawns. And pawns cannot
//     come to its square, since the squares before that are taken.
//   - (b) It was not, if S(c) pawns of c were taken and e of Lemma 11 is 0 for its kind. For then D(c) men were promoted and no
//     more. So the men taken are S(c) pawns, the bishops of Lemma 11, and of each other role as many as S lacks.
//
// When is the officer a rook? If S(c) pawns of c were taken, if S lacks no queen and no knight of c, and if e is 0 for the
// bishops of c on the color of s. Bishops of the other kind do not come to s. So if a class has such a capture and such counts,
// the search demands that the square is not s, or that the pawn is not on the next one.
//
//	illegal  rnbqkbn1/ppPpppp1/2p5/7p/8/8/PPP1PPPP/RNBQKBNR b KQq -
//	legal    r1bqkbnr/ppPppppp/2p5/8/8/8/PPP1PPPP/RNBQKBNR b KQkq -
//	game     1. d4 c6 2. d5 Na6 3. d6 Nc7 4. dxc7
//
// The board:
//
//	8  r n b q k b n .
//	7  p p P p p p p .
//	6  . . p . . . . .
//	5  . . . . . . . p
//	   a b c d e f g h
//
// White's d-pawn took a man on c7, between pawns on b7 and d7 and behind one on c6. A rook cannot have been there, as it is in
// the first setup. A knight can have been there.
//
// # Lemma 18: promoted where a bishop stands
//
// Let a bishop of c start on file x, and let S show a pawn of c at home on one of the files beside it. Let a pawn of c capture
// onto file x from its home on the other one. Let at least two pawns of column x be behind the square then, as seen from c. Then
// a pawn of o has promoted from x by a capture, or the bishop was taken at home.
//
// Proof. The square is on the third row of c, and pawns stand on no first row. So only one pawn behind it is on the board.
// Another one has promoted, and it is one of o. Until this capture both pawns beside x were at home, and the bishop had no square
// to go to. If it was not taken, no pawn stepped to where it stood.
//
// Suppose that the captures of o in the histories are all that o made, and that none of them promotes. Then no pawn of o promoted
// by a capture: in a class for which the search leaves such captures out (Lemma 5), some are left. And the bishop was not taken
// (case (a) of Lemma 17). So the search demands of such classes that the square is not on that row.
//
//	illegal  rnbqkbnr/pppp2pp/5p2/8/2QQ4/8/PPPPP2P/R1BQKBNR w KQ -
//	legal    rnbqk1nr/pppp2pp/5p2/8/2QQ4/8/PPPPP2P/R1BQKBNR w KQ -
//	game     1. g4 f6 2. f4 Kf7 3. Nf3 Ke6 4. Nh4 Kd5 5. Ng6 f5 6. gxf5 Nh6 7. Nxf8 Nc6 8. f6 Nb8 9. f7 Nc6 10. Ng6 Rb8 11. f8Q Ng4
//	         12. f5 Ne3 13. f6 Ra8 14. f7 Nd4 15. Ne5 Ndf5 16. Nc3+ Ke6 17. Ne4 Ng4 18. Nf3 Nfh6 19. Nf6 exf6 20. Qb4 Ne5 21. f8Q Ng8
//	         22. Qfd6+ Kf7 23. Qc4+ Ke8 24. Qdd4 Nc6 25. Ng1 Nb8
//
// White's f-pawn, and its g-pawn, which took Black's f-pawn, were promoted on f8. One of them was promoted before e7xf6. So the
// bishop had to be taken first.
package proofkernel
