// # Definitions of the proofs
//
//   - S is the setup that is judged; us is the side to move in it, them the side whose move is taken back.
//   - An unmove is a move taken back. The setup before is the one in which the move is made.
//   - A setup is refuted if a theorem proves it illegal.
//   - A line is a sequence of unmoves from S.
//
// The engine refutes some of the examples by an earlier stage. To use this stage alone:
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
// It remains to show which unmoves leave the king of us unattacked before: Lemma 2. In the example:
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
// Let a man of them move back from its square T to an empty square F. Before the move the king of
// us is attacked if and only if
//
//   - another man of them attacks it in S, and F is not between the two; or
//   - the man itself attacks it from F, where T is empty, or occupied if the move captured; or
//   - the move did not capture, the man on T is the only man between the king and a line piece of
//     them, and F is not on the line of king and T.
//
// Captures en passant and castling change more squares; for them all attackers are computed.
//
// Proof. Between S and the setup before only F and T differ: F becomes occupied, and T empty or
// occupied by a man of us. A man of them that attacks the king in S still does, unless F blocks
// its line. Any other man of them, except the man itself, that attacks the king before is a line
// piece whose line is closed in S and open before. So T is the only occupied square of this line
// in S, T is empty before, and F is not on the line.
//
//	illegal  rnbqkbnr/pppp1ppp/3NpN2/8/8/8/PPPPPPPP/R1BQKB1R b KQkq -
//	legal    rnbqkbnr/pppp1ppp/4pN2/8/4N3/8/PPPPPPPP/R1BQKB1R b KQkq -
//	game     1. Nf3 e6 2. Nc3 Nf6 3. Ne4 Nh5 4. Ne5 Nf6 5. Ng4 Ng8 6. Ngf6+
//
// No unmove of one knight removes the check of the other.
//
// # Lemma 3: the search
//
// Suppose that the search from S ends within its limits without accepting a line, and that S is
// not the initial position. Then S is illegal.
//
// Proof. Call a setup seen if the search has visited it; it visits each once. In the end every
// unmove of every seen setup leads to a setup that is refuted or seen. Suppose that there is a
// game to S. S is seen. If a position of the game is seen, the position before it is among its
// setups before, by Lemma 1. That position is legal, so that it is not refuted, and so it is
// seen. By induction the initial position is seen. But there the search stops with a line.
//
//	illegal  r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -
//	legal    r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKBNR b KQkq -
//	game     1. Nc3 Na6 2. Ne4 Nc5 3. Nxc5 Nf6 4. Ne6 Ne4 5. Ng5 Nxg5 6. Nf3 Nh3 7. a3 Ng1 8. Nxg1
//
// The last move was a2-a3, and before it Black had no last move.
//
// # Lemma 4: what kernels refute is forgotten
//
// Before a line is accepted, the kernels are applied to its setups. If they refute one, it is
// removed from the line with all later ones, and all setups seen after it are forgotten. The
// refuted setup stays seen. Lemma 3 holds all the same.
//
// Proof. The search keeps an invariant: each seen setup is on the line, or refuted, or all its
// unmoves lead to setups that are refuted or seen. When the search reaches a setup, each setup
// seen before is on the line before it, or its unmoves lead to setups that are refuted or were
// seen before, too. So if the later setups are forgotten, the invariant still holds for the
// others. It holds for the removed setup, which is refuted. At the end the line is empty.
//
//	illegal  rnbq1b1r/pppp1ppp/3k4/2P1p3/2B5/4P3/PP1P1PPP/RNBQK1NR b KQ -
//	legal    rnbq1b1r/pppp1ppp/3k4/2P1p3/8/3BP3/PP1P1PPP/RNBQK1NR b KQ -
//	game     1. c4 e5 2. e3 Nf6 3. Bd3 Ne4 4. Bxe4 Ke7 5. Bd3 Kd6 6. c5+
//
// The pawn on c5 gives check, and cannot have come from c4. So it captured, from b4 or d4. But
// there it was not on its home file c, and before the capture Black had all sixteen men.
//
// # Lemma 5: forced moves
//
// Let u be an unmove of S, and P the setup before it. Suppose that the search finds no line
// from S if P counts as refuted. Then, if S is legal, so is P, and a game to P followed by u is
// a game to S.
//
// Proof. Take a game to S. If P were not among its positions before S, the proof of Lemma 3 would
// apply, and the search would have found a line. So P is a position of a game.
//
//	illegal  rnbq1b1r/pppp1ppp/3k4/2P1p3/2B5/4P3/PP1P1PPP/RNBQK1NR b KQ -
//	legal    rnbq1b1r/pppp1ppp/3k4/2P1p3/8/3BP3/PP1P1PPP/RNBQK1NR b KQ -
//	game     1. c4 e5 2. e3 Nf6 3. Bd3 Ne4 4. Bxe4 Ke7 5. Bd3 Kd6 6. c5+
//
// In the legal setup c4-c5 is forced and taken back. In the illegal one all last moves are refuted.
//
// # Lemma 6: the certificate
//
// Let a tree have all unmoves of S, and of every setup in it that is called exhausted, each with
// the setup before. Let every other setup be refuted by rules or kernels, or occur elsewhere in
// the tree with another cause, or be S itself. Let the initial position not occur. Then S is
// illegal.
//
// Proof. As for Lemma 3, with the setups of the tree as the seen ones.
//
//	illegal  r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -
//	legal    r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKBNR b KQkq -
//	game     1. Nc3 Na6 2. Ne4 Nc5 3. Nxc5 Nf6 4. Ne6 Ne4 5. Ng5 Nxg5 6. Nf3 Nh3 7. a3 Ng1 8. Nxg1
package retro
