// # Words of the proofs
//
// S is the setup that is judged. A game is one from the initial position to S; we assume that there is one and find a
// contradiction.
//
// The pawns of S have been on the board, as pawns, throughout the game. Any other man of S has an origin: the square where it
// stood at the start, or where it was promoted.
//
// A man moves in steps: a king, a line piece from square to square in its direction, a knight by one leap. Every square that it
// passes over or enters in a game was empty then.
//
// The engine refutes some of the examples by an earlier stage. The command for this stage alone is
//
//	chesscensus judge --stage cage -v 'FEN'
//
// That of Lemma 9 takes --nodes 10000000.
//
// # Lemma 1: no last arrival
//
// The sources of a man on its square are
//
//   - the squares one step of its role away, if it is no pawn;
//   - the squares diagonally and straight behind it, if it is a pawn not on its pawn row, or may have been promoted where it
//     stands (any officer on its last row);
//   - the neighbors along row and file, if it is a king or rook on its back row.
//
// Let M be a set of men that holds all sources of all its men. If a man of M stands where the initial position has no man like
// it, S is illegal.
//
// Proof. When a man arrives on its square, one of its sources is empty after the move. A man that moved: the last square that it
// left or passed over. A pawn that double-stepped passed over the square behind. A king that castled to g1 or g8: the rook's
// corner. A king that castled to c1 or c8: the square beside it towards the corner. A rook that castled: the king's home square.
//
// Some man of M has arrived in the game, since one stands where it cannot have started. Take the last arrival of a man of M.
// After it all men of M are on their squares. One source of the man is empty. But M holds it. Contradiction.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQ1BRK b kq -
//	legal    rnbqkbnr/pppppppp/8/8/8/4PN2/PPPP1PPP/RNBQ1BRK b kq -
//	game     1. e3 Nc6 2. Nf3 Na5 3. Be2 Nh6 4. O-O Nc6 5. Kh1 Nb8 6. Rg1 Ng8 7. Bf1
//
// King h1, rook g1 and bishop f1 hold each other's sources, with pawns at home. In the neighbor the bishop has the source e2. The
// stage shows the greatest such set: men may be in it that the argument does not need, such as pawns at home, which have no
// sources.
//
// # Lemma 2: the retraction model
//
// Take some pawns of S, and one man of S that is no pawn. A configuration is where these pawns are, how many captures each color
// has taken back, and where the man is. It starts as in S. It changes in two ways:
//
//   - a pawn that is not on its pawn row goes back a row, or goes back a row to a neighboring file and takes a capture back.
//     Neither a pawn of the model nor the man is on the square that it enters. A color takes back at most as many captures as the
//     other color lacks men.
//   - the man makes a step to a square on which no pawn of the model is.
//
// Read backwards until the man is on its origin, every game is a sequence of such changes. Hence, if they never bring the man to
// a square that can be an origin, S is illegal. Origins are home squares of its kind, for kings and rooks also where castling
// puts them (which only makes more possible), and for all but kings the last row.
//
// Proof. A move of another man changes nothing in the model. A move of a pawn of the model, taken back, is the first change: a
// single step or a capture, en passant included. The square that it enters is where it stood before, so that no other man was
// there. A double step is two changes; the square between was empty. Different captures took different men, so the bound holds. A
// move of the man, taken back, is a sequence of the second change, over squares that were empty. Castling too: a rook jumps over
// the king, not over pawns.
//
//	illegal  rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq -
//	legal    rnbqkb1r/pppppppp/8/8/3P4/7P/PPP1PPPB/RN1QKBNR b KQkq -
//	game     1. d4 Nh6 2. h3 Ng4 3. Bf4 Nh2 4. Bxh2
//
// The pawns on f2 and g2 never moved, so that on g3 came by h2xg3. Before that the bishop was on g1, between f2 and h2. In the
// neighbor the pawn came from h2 by a step, and g3 is open.
//
// # Lemma 3: no way out of a promotion square
//
// Let sq be a promotion square of a color and b the square behind it. Start the model of Lemma 2 from the bishops (or knights) of
// the color in S. If the changes never bring one of them to sq while no pawn of the model is on b, then no bishop (knight) of S
// was promoted on sq by a step. We call sq barred for the role.
//
// Proof. Suppose that one was. Read the game backwards until just after its promotion. The man is on sq. The square b was left a
// moment ago by a pawn that is none of S, so it is empty. By Lemma 2 this is a configuration of the model.
//
//	illegal  1nbqkbnr/1ppppppp/1p6/3r4/5N2/8/1PPPPPPP/1NBQKBNR b Kk -
//	legal    Nnbqkbnr/1ppppppp/1p6/3r4/8/8/1PPPPPPP/1NBQKBNR b Kk -
//	game     1. a4 Nh6 2. Ra3 Ng4 3. Rb3 Nf6 4. Rb6 axb6 5. Nh3 Ra5 6. Ng1 Rg5 7. a5 Rh5 8. a6 Rd5 9. a7 Ng8 10. a8=N
//
// Black has all sixteen men. So White took nothing, and the a-pawn, which is the third knight now, was promoted on a8. A knight
// leaves a8 over b6 or c7. The pawn on c7 never moved, and the one on b6 came by a7xb6; so the knight left before that. But then
// the pawn was still on a7, and White's pawn cannot have passed it. In the neighbor the knight did not leave.
//
// # Lemma 4: a promotion square that is taken
//
// Let a pocket be a set of at most four squares around the promotion square sq, with at most three men, none of them a king, and
// none of the color and role that we ask about. Take the model of Lemma 2 with all men of the pocket and one more, y, of that
// color and role, which starts outside. Outside is one place for any number of men. A man goes from a square of the pocket to the
// outside if it has a step to a square that is neither in the pocket nor held by a pawn of the model, and comes in likewise. A
// man that stands where it can have been promoted, or a rook where it can have castled, may go outside from there. No two men are
// on one square. If y never comes to sq while no pawn of the model is on b, then sq is barred for the role.
//
// Proof. Suppose that a man y of the role was promoted on sq by a step, and that S shows it. S shows it outside the pocket. Read
// the game backwards until just after the promotion. As in Lemma 2 all moves are changes of the model. Men of the pocket on
// different squares stay so. One that becomes a pawn again, or castles back, goes outside in the model. One that is at home from
// the start on stays there. Outside, the model allows more than the game. At the end y is on sq and b is empty.
//
//	illegal  nrbqkbnr/1ppppppp/1p6/8/3Q4/8/1PPPPPPP/1NBQKBNR b Kk -
//	legal    1rbqkbnr/1ppppppp/1p6/3n4/3Q4/8/1PPPPPPP/1NBQKBNR b Kk -
//	game     1. a4 Nc6 2. a5 Nb4 3. a6 Rb8 4. Ra5 Nd5 5. Rb5 Nb4 6. Rb6 axb6 7. a7 Nd5 8. a8=Q Ne3 9. Qa4 Nd5 10. Qd4
//
// As in Lemma 3, the a-pawn is White's second queen, and was promoted on a8 after a7xb6. The knight on a8 came over b6 or c7, so
// before that, and was on a8 when White's pawn wanted to promote. In the neighbor it stands elsewhere.
//
// # Lemma 5: what barred squares mean for kernels
//
// Let D be the men of a color that must have been promoted, D(r) of role r, bishops by the color of their squares. A file is
// barren for the color if its promotion square is barred for all r with D(r) > 0. Then
//
//   - a bishop that is needed was not promoted by a step on a square barred for bishops;
//   - pawns taken, and pawns that step onto the last row of barren files, are together at most 8 - D - the pawns of S.
//
// Proof. At least D(r) promoted men of each role are on the board; choose so many. They were D different pawns. None of these
// stepped to its promotion on a square barred for what it became, so none on a barren file. The chosen pawns, those of S, those
// taken as pawns and those that stepped onto barren files are all different, and there were eight.
//
// Package proofkernel lets promoted pawns wait in their column until the end, and may exchange the roles of two of them that promoted
// from one file. Both keep the number of those that stepped onto the last row of each file, and nothing else is counted here.
//
//	illegal  nrbqkbn1/1pppppp1/1p6/7r/3Q3Q/8/1PPPPPP1/1NBQKBNR b K -
//	legal    nrbqkbn1/1pppppp1/1p6/7r/7Q/8/1PPPPPP1/1NBQKBNR b K -
//	game     1. Nc3 Nc6 2. Nf3 Rb8 3. Ng5 Nf6 4. Nb1 Nd5 5. Nc3 Nb6 6. Nb5 Na8 7. Nd4 Nb4 8. h4 Nxa2 9. h5 Nc3 10. Ra6 Rg8 11. Ne4
//	         Nd5 12. Nc3 h6 13. Nb1 Ne3 14. Rxh6 Rh8 15. Rb6 axb6 16. h6 Rg8 17. h7 Ng4 18. h8=Q Nh6 19. Qh7 Rh8 20. Nf3 Ng8 21. Qh4
//	         Rh5 22. Ng1
//
// By Lemma 4 the square a8 is barred for all roles, so that the a-file is barren. Of two queens only one can come from the
// h-file. One queen leaves a pawn to be taken on the a-file.
package cage
