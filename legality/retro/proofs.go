// # Definitions of the proofs
//
//   - S is the setup that is judged; us is the side to move in it, them the side whose move is taken back.
//   - An unmove is a move taken back. The setup before is the one to which the move is made.
//   - A setup is refuted if a theorem says that it is illegal.
//   - A line is a sequence of unmoves from S.
//
// The engine refutes some of the examples by an earlier stage. This one alone is asked by
//
//	chesscensus judge --stage retro -v 'FEN'
//
// # Lemma 1: all last moves
//
// [Unmoves] with all en passant histories lists an unmove of S exactly if the setup before is
// valid, has at most eight pawns and promoted men a side (queens beyond one, other officers
// beyond two), and the move, legal there, leads to S with its castling rights and en passant
// square. Hence the position before S in any game is among the setups before.
//
// Proof. A position of a game is valid, and its promoted men were pawns. The list is complete:
//
//   - Who moved: a man of them, but no king or rook that still has a castling right.
//   - From where: a square from which its role, or a pawn if it was promoted, moves to where it stands. If S
//     has an en passant square, the last move was the double step over it. If S has none, the last move was no
//     double step that allows a capture en passant. Castling takes both men back.
//   - What was captured: nothing, or a man of us. It was no king, no pawn on the first or last row, and none that
//     would make nine pawns and promoted men. A capture en passant puts the victim beside.
//   - Rights before: those of S with any that the move loses, of a king or rook that moved from home, or of a rook
//     captured at home.
//   - En passant square before: any over which us can just have made a double step.
//
// What is left of the condition is that the king of us was not attacked before: Lemma 2. In the example:
//
//	8  r . b q k b . r
//	7  p p p p p p p p
//	   a b c d e f g h
//
//	illegal  r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//	legal    r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -
//	game     1. Na3 Nc6 2. Nc4 Nd4 3. Na3 Nf3+ 4. Nxf3 Nf6 5. Ng1 Ne4 6. Nb5 Nc3 7. Na3 Nb1 8. Nxb1
//
// Black has no man that can have moved last.
//
// # Lemma 2: the king was not in check
//
// Let a man of them go back from its square, to, to an empty square, from. Before the move
// the king of us is attacked if and only if
//
//   - another man of them attacks it in S, and from is not between the two; or
//   - the man itself attacks it from from: with to empty if nothing is put back there, with
//     to occupied otherwise; or
//   - nothing is put back on to, the man shields the king there from a line piece of them,
//     alone, and from is not on the line of king and to.
//
// Captures en passant and castling change more squares; there all attackers are looked for.
//
// Proof. Between S and the setup before only from and to differ: from becomes occupied, and
// to empty or occupied by a man of us. A man of them that attacks the king in S still does,
// unless from blocks its line. One that does not and is not the man itself is a line piece
// whose line has become open: then to was on it, alone, nothing is there now, and from does
// not block it.
//
//	illegal  rnbqkbnr/pppp1ppp/3NpN2/8/8/8/PPPPPPPP/R1BQKB1R b KQkq -
//	legal    rnbqkbnr/pppp1ppp/4pN2/8/4N3/8/PPPPPPPP/R1BQKB1R b KQkq -
//	game     1. Nf3 e6 2. Nc3 Nf6 3. Ne4 Nh5 4. Ne5 Nf6 5. Ng4 Ng8 6. Ngf6+
//
// No move of one knight takes away the check of the other.
//
// # Lemma 3: the search
//
// Suppose that the search from S ends, with no line accepted and within its limits, and that
// S is not the initial position. Then S is illegal.
//
// Proof. Call the setups that were looked at seen. In the end every unmove of every setup
// seen leads to one that is refuted or seen; that a setup is looked at once, however often it
// occurs, changes nothing in this. Suppose that there is a game to S. S is seen. If a
// position of the game is seen, the one before it is among its setups before, by Lemma 1. It
// is legal, so that it is not refuted, and so it is seen. By induction the initial position
// is seen. But there the search stops, with a line.
//
//	illegal  r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -
//	legal    r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKBNR b KQkq -
//	game     1. Nc3 Na6 2. Ne4 Nc5 3. Nxc5 Nf6 4. Ne6 Ne4 5. Ng5 Nxg5 6. Nf3 Nh3 7. a3 Ng1 8. Nxg1
//
// The last move was a2-a3, and before it Black had no last move.
//
// # Lemma 4: what kernels refute is forgotten
//
// The kernels are asked about setups of the line that is about to be accepted. If one is
// refuted, it is taken off the line with all that follow it, and all setups that were seen
// since it was entered are forgotten, but for itself. Lemma 3 holds all the same.
//
// Proof. The search keeps this true: a setup seen is on the line, or refuted, or all its
// unmoves lead to setups that are refuted or were seen. When a setup is entered, those seen
// before are on the line before it or are done, and what they rest on was seen before, too.
// So if the later ones are forgotten, it is still true of those that are kept. The one that
// was refuted stays seen and is refuted. At the end the line is empty.
//
//	illegal  rnbq1b1r/pppp1ppp/3k4/2P1p3/2B5/4P3/PP1P1PPP/RNBQK1NR b KQ -
//	legal    rnbq1b1r/pppp1ppp/3k4/2P1p3/8/3BP3/PP1P1PPP/RNBQK1NR b KQ -
//	game     1. c4 e5 2. e3 Nf6 3. Bd3 Ne4 4. Bxe4 Ke7 5. Bd3 Kd6 6. c5+
//
// The pawn has given check, and did not come from c4. So it captured, from b4 or d4. There it
// was not on its file, and Black had all sixteen men.
//
// # Lemma 5: forced moves
//
// Let u be an unmove of S, and P the setup before it. Suppose that the search finds no line
// from S if P is taken for refuted. Then, if S is legal, so is P, and a game to P with u at
// its end is one to S.
//
// Proof. Take a game to S. If no position of it before S were P, the argument of Lemma 3 would
// apply, and the search would have found a line. So P is a position of a game.
//
//	illegal  rnbq1b1r/pppp1ppp/3k4/2P1p3/2B5/4P3/PP1P1PPP/RNBQK1NR b KQ -
//	legal    rnbq1b1r/pppp1ppp/3k4/2P1p3/8/3BP3/PP1P1PPP/RNBQK1NR b KQ -
//	game     1. c4 e5 2. e3 Nf6 3. Bd3 Ne4 4. Bxe4 Ke7 5. Bd3 Kd6 6. c5+
//
// In the second c4-c5 is forced and taken back, in the first nothing is left.
//
// # Lemma 6: the certificate
//
// Let a tree hold for S, and for every setup in it that is called exhausted, all unmoves,
// each with the setup before; let every other setup be refuted by rules or kernels, or occur
// elsewhere in the tree with another reason, or be S itself; and let the initial position not
// occur. Then S is illegal.
//
// Proof. That of Lemma 3, with the setups of the tree for those seen.
//
//	illegal  r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -
//	legal    r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKBNR b KQkq -
//	game     1. Nc3 Na6 2. Ne4 Nc5 3. Nxc5 Nf6 4. Ne6 Ne4 5. Ng5 Nxg5 6. Nf3 Nh3 7. a3 Ng1 8. Nxg1
package retro
