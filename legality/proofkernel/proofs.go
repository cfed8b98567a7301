// # Definitions of the proofs
//
//   - S is the setup that is judged. A game is one from the initial position to S. We assume that there is one, and show what is
//     then true. c is a color, o the other one.
//   - The column of a file is the list of its pawns by color, from row 1 up. W is a white pawn, B a black one; at the start each
//     column is WB.
//   - A to E are the kinds of captures in the package documentation.
//   - The history of a file is the captures that touch its column, in order. The word of a boundary is the pawns that cross it,
//     in order, each with its color and direction.
//   - A pawn is at home if S has it on its pawn row. It has never moved: pawns never enter their pawn row.
//   - A bishop's kind is its color and the color of its squares.
//
// Defined below: dead, stray and required bishops (Lemma 6), chain (8), class (10), barred square and barren file (12), window
// (13), held man and area (19).
//
// An earlier stage refutes some of the examples: judge --stage kernel 'FEN' runs this stage alone. Those of Lemmas 12 to 14 are
// refuted by --stage cage, which searches for kernels with the promotion squares barred.
//
// # Lemma 1: histories and words
//
// The game gives each file a history, the captures that touch its column in order, and each boundary of two files a word. The histories of
// neighbors agree on the word between them. Conversely, histories that agree on all words are those of one common order.
//
// Proof. A capture touches the columns of one file or of two neighbors. The game orders all of them, and so those of each file
// and of each boundary. En passant is A: no pawn stands between the victim and the square behind it that is entered. Conversely,
// suppose that the files a to x have a common order. It shares with the history of the next file only the crossings of one
// boundary, in the same order. Two orders that agree on what they share have a common extension.
//
//	illegal  rnbqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -
//	legal    r1bqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -
//	game     1. Nc3 Nf6 2. Nb1 Nd5 3. a3 Nb4 4. axb4 a5 5. b5 Na6 6. bxa6
//
// The board:
//
//	8  r n b q k b . r
//	7  . p p p p p p p
//	6  P . . . . . . .
//	5  p . . . . . . .
//	   a b c d e f g h
//
// White's a-pawn has passed Black's. It left the file and came back: two crossings, and White made one capture.
//
// # Lemma 2: equal neighbors
//
// Take a column as a word of colors. Which of neighbors of one color leaves it, or is taken by an officer, makes no difference to
// the word, nor on which side of neighbors of its color a pawn comes in. Which of them is taken by a pawn does.
//
// Proof. Deleting one or the other of equal neighboring letters gives one word. So does inserting a letter before or after its
// equal. A capturing pawn stands in the place of its victim: from WWB come BWB and WBB.
//
//	illegal  rnb1kbnr/1p2p1p1/p2p3p/q3p3/1p4P1/B3P2N/P1PP3P/RN1QKB1R b KQkq -
//	legal    rn2kbnr/1p2p1p1/p2p3p/q3p3/1p4P1/B3P2N/P1PP3P/RN1QKB1R b KQkq -
//	game     1. g4 c5 2. b4 cxb4 3. f4 a6 4. e3 d6 5. Nh3 h6 6. Ba3 Qa5 7. f5 Be6 8. fxe6 fxe6 9. Ng1 e5 10. Nh3
//
// The second was refuted while the lower of two white pawns on the e-file was taken for both: Black's f-pawn takes the upper one.
// In the first White has captured nothing.
//
// # Lemma 3: promotions wait
//
// Let every pawn that promotes in the game stay in its column instead, outermost of all, and promote when all captures A, B and C
// are over. The captures, in their order, still lead from column to column. In the end a column is, from the bottom up,
//
//	black pawns that promote, the pawns of S, white pawns that promote
//
// and the number of pawns that step onto the last row of a file is as in the game, and so is the number of those that capture
// onto a last row from it.
//
// Proof. A pawn that promotes has no pawn before it. Those that come to the file later are inserted behind it, in the order that they have.
// Those that leave, or are taken, stood behind it. If a pawn behind it promotes later, it is the next. If one of them promotes by a capture
// and the other by a step, they may do so in either order, as both wait: they exchange roles. Columns are up to 16 pawns long then.
//
//	illegal  rnbqkbnr/1ppppppp/p7/8/3Q4/8/1PPPPPPP/1NBQKBNR b Kk -
//	legal    rnbqkbnr/1ppppppp/1p6/8/3Q4/8/1PPPPPPP/1NBQKBNR b Kk -
//	game     1. a4 Nc6 2. Ra3 Nb8 3. Rb3 Na6 4. Rb6 axb6 5. a5 Nc5 6. a6 Nh6 7. a7 Rb8 8. a8=Q Ng8 9. Qa4 Ra8 10. Qd4 Na6 11. Qf6 Nb8
//	         12. Qd4
//
// White's a-pawn would wait below Black's pawn on a6, not above. In the neighbor that pawn has left the file by a capture.
//
// # Lemma 4: captures, promotions, spare pawns
//
// Let K(c) be the captures that c made: the men that o lacks, less dead bishops (Lemma 6). Let D(c) be the men of c beyond those
// of the initial position, summed over the roles, bishops as in Lemma 5. Let q(c) be the pawns of c that were taken as pawns, and
//
//	S(c) = 8 - pawns of c in S - D(c)
//
// Then q(c) <= S(c), and the captures of c in the histories, with those of promotions, are at most K(c). It does not matter to
// the columns which officers are taken.
//
// Proof. Of each role as many promoted men are in S as it has beyond the initial position. They were D(c) different pawns. These, the pawns
// of S and the pawns taken are different, out of eight. The histories hold captures of the game. Those that they do not hold are E, and so
// "at most" is all that can be said. A column is not changed by the officer that is taken, so that a promoted victim counts as any other.
//
//	illegal  rnbqkbnr/1ppppppp/1p6/8/3Q4/8/PPPPPPPP/1NBQKBNR b Kk -
//	legal    rnbqkbnr/1ppppppp/1p6/8/3Q4/8/1PPPPPPP/1NBQKBNR b Kk -
//	game     1. a4 Nc6 2. Ra3 Nb8 3. Rb3 Na6 4. Rb6 axb6 5. a5 Nc5 6. a6 Nh6 7. a7 Rb8 8. a8=Q Ng8 9. Qa4 Ra8 10. Qd4 Na6 11. Qf6 Nb8
//	         12. Qd4
//
// Two white queens need a promotion, and all eight pawns are there.
//
// # Lemma 5: promoted bishops have a color
//
// Of the bishops of c on squares of one color, those beyond one were promoted on squares of that color, and all if the original one is dead
// (Lemma 6). A pawn that steps to its promotion does so on the color of the last square of its file, one that captures on the other color.
//
// Those on required squares (Lemma 6) were promoted in any case.
//
// Proof. Bishops keep the color of their squares. Neighboring squares of a row differ in color.
//
// In the search a pawn that can step promotes by a capture only as far as bishops are needed on the other color, or to avoid
// barren files (Lemma 12). That loses nothing. A step costs no capture, and a promotion that need not be a bishop may be on
// either color.
//
//	illegal  rnbqkbnr/pp2pppp/3p4/3p4/7B/8/PP1PPPPP/R1BQKBNR b KQkq -
//	legal    rnbqkbnr/pp2pppp/3p4/3p4/6B1/8/PP1PPPPP/R1BQKBNR b KQkq -
//	game     1. c4 d6 2. Nc3 c6 3. Nd5 cxd5 4. c5 Qb6 5. c6 Qd8 6. c7 Bf5 7. c8=B Bd3 8. Bg4 Bf5 9. Bf3 Bc8 10. Bg4
//
// White captured nothing, so the c-pawn stepped to c8, a light square.
//
// # Lemma 6: bishops behind pawns at home
//
// Let s be a square of the back row of c. Let pawns of c be at home on the files beside it, one or two. Then no bishop ever went
// to s or from it, except that a pawn of o may have promoted on s by a step. So
//
//   - a bishop of c on s started there, or S is illegal: a stray bishop;
//   - if the bishop of c that started on s is not there, an officer took it there: a dead bishop, a capture that has no part in
//     the rest;
//   - a bishop of o on s was promoted there, by a step, the only one: it is required;
//   - any other man that a pawn of o became on s is no bishop of S.
//
// Proof. The diagonals from s go through the squares of the two pawns, which have never moved. Pawns of o that capture onto s
// come through these squares too. A bishop promoted on s stays there. If it is in S, no other man came there after it.
//
//	illegal  rnbqkbnr/pppp1ppp/4p3/8/8/8/PPPPPPPP/RNBQK1NB b Qkq -
//	legal    rnbqkbnr/pppp1ppp/4p3/8/8/6P1/PPPPPP1P/RNBQK1NB b Qkq -
//	game     1. Nc3 Nf6 2. Na4 Ne4 3. Nc5 Ng3 4. Nf3 Nxh1 5. Na6 e6 6. Ng1 Ng3 7. Nc5 Ne4 8. Na4 Nf6 9. Nc3 Ng8 10. Nb1 Qg5 11. g3
//	         Qf6 12. Bg2 Qd8 13. Bh1
//
// # Lemma 7: squares where no pawn promotes
//
// A king or rook of o with a castling right has never moved. No pawn of c promotes on its square, nor on that of a bishop of o
// that started there and is locked in (Lemma 6). If a pawn of o is at home on a file, no pawn of c promotes from it. If the king
// of o has a right, no pawn of c promotes from the files d and f.
//
// Proof. The squares are taken throughout. To promote from a file, a pawn of c first stands on the pawn row of o. If a pawn of o
// is at home there, it cannot. On d and f it gives check there. The king did not move. A check by a pawn is otherwise parried
// only by taking it. So the pawn was taken there.
//
//	illegal  rnbqkbnr/1ppppppp/1p6/8/3Q4/8/1PPPPPPP/1NBQKBNR b Kkq -
//	legal    rnbqkbnr/1ppppppp/1p6/8/3Q4/8/1PPPPPPP/1NBQKBNR b Kk -
//	game     1. a4 Nc6 2. Ra3 Nb8 3. Rb3 Na6 4. Rb6 axb6 5. a5 Nc5 6. a6 Nh6 7. a7 Rb8 8. a8=Q Ng8 9. Qa4 Ra8 10. Qd4 Na6 11. Qf6 Nb8
//	         12. Qd4
//
// The setups differ in one right, by which the rook a8 has never moved.
//
// # Lemma 8: the chain
//
// There is a chain: for each of the files a to h a history, from the initial column to one as at the end of Lemma 3, such that
// neighbors agree on their words and the outer words are empty. In all, c makes at most K(c) captures, promotions by capture
// included; at most S(c) pawns of c are lost; and pawns that promote do so as Lemmas 5 to 7 allow, on enough squares of each
// color for the bishops that are needed, once by a step on every required square.
//
// Proof. Take the histories of Lemma 1, with the promotions of Lemma 3. The costs are those of Lemma 4.
//
// How the search uses it. A file table is made for a goal column, a word on the left and limits of the costs. It lists every word
// on the right, with its costs, that some history has. Histories are taken as equal if column, letters used, word so far and
// costs are, which is all that matters later; also equal neighbors, as in Lemma 2. The limits are part of the key, so that a
// table is exact within them.
//
// The search tries all outcomes of all tables for 0, 1, ..., K(white) + K(black) captures in all. Beyond that Lemma 4 leaves
// nothing. It remembers whether the files from some file on can be completed, by all that is left to them.
//
//	illegal  rnbqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/R1BQKBNR b KQkq -
//	legal    r1bqkb1r/1ppppppp/P7/p7/8/8/1PPPPPPP/RNBQKBNR b KQkq -
//	game     1. Nc3 Nf6 2. Nb1 Nd5 3. a3 Nb4 4. axb4 a5 5. b5 Na6 6. bxa6
//
// One capture by each color does not let the pawns pass, two by White do.
//
// # Lemma 9: bounds
//
// (a) Let the files right of a boundary hold more pawns of c in S than they started with, by n. Then at least n pawns of c
// crossed it to the right, and each made a capture there; likewise to the left. (b) Call a column incomplete if S does not show a
// white pawn below a black one on its file. Go through the files from a to h. At an incomplete column count one capture, and skip
// the next file. At least so many captures were made. (c) Take the files from x on. The pawns of c that start there or crossed to
// there, less those of S there, are enough for the promotions that are needed from these files.
//
// Proof. (a) Pawns change files by captures only, one boundary at a time. (b) A column that no capture touches stays as it was,
// and no pawn promotes from it. A capture touches two neighboring columns at most, so that it touches one only of those that were
// counted. (c) Every pawn that promotes is one of those.
//
// What the files beyond need by these bounds is taken off the limits of a table (Lemma 8). That leaves out nothing that could be
// part of a chain.
//
//	illegal  rnbqkb1r/pppppppp/8/8/8/2P4P/P1PPPP1P/RNBQKBNR b KQkq -
//	legal    r1bqkb1r/pppppppp/8/8/8/2P4P/P1PPPP1P/RNBQKBNR b KQkq -
//	game     1. Nh3 Nc6 2. Ng1 Nd4 3. Nc3 Nb5 4. Nb1 Nc3 5. bxc3 Nf6 6. Bb2 Nh5 7. Ba3 Nf4 8. Bc1 Nh3 9. gxh3
//
// The pawns on c3 and h3 crossed two boundaries, b to c and g to h.
package proofkernel
