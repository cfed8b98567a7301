// # Definitions of the proofs
//
//   - A play is a sequence of legal moves from the position p to the goal, of at least one move.
//   - A unit is a man of p. Its place is where it ends in the goal, if it is not captured.
//   - A square is blocked if in every play the man there never moves and is never captured.
//
// So no man enters a blocked square, and the goal has the same man there. Every step and every capture, en passant or
// not, goes to a square that is not blocked.
//
// The engine refutes some of the examples by an earlier stage. To use this stage alone:
//
//	chesscensus judge --stage bound -v 'FEN'
//
// # Lemma 1: counts
//
// A color has at least as many units in p as in the goal, and at least as many pawns in p as
// in the goal together with the officers of which the goal has more than p.
//
// Proof. Captures remove units, and no move adds one. The number of officers of a role increases
// by promotion only, and a pawn that promotes is no pawn of the goal.
//
//	illegal  rnbqkbnr/1ppppppp/1p6/8/3Q4/8/PPPPPPPP/1NBQKBNR b Kk -
//	legal    rnbqkbnr/1ppppppp/1p6/8/3Q4/8/1PPPPPPP/1NBQKBNR b Kk -
//	game     1. a4 Nc6 2. Ra3 Nb8 3. Rb3 Na6 4. Rb6 axb6 5. a5 Nc5 6. a6 Nh6 7. a7 Rb8 8. a8=Q Ng8
//	         9. Qa4 Ra8 10. Qd4 Na6 11. Qf6 Nb8 12. Qd4
//
// # Lemma 2: pawns at home and castling rights
//
// Squares with a pawn of the goal on its pawn row are blocked (homePawn), and so are those
// of king and rook of a castling right of the goal (castlingRight).
//
// Proof. No pawn enters its pawn row. So the pawn is there in p, and stays. No move adds a right.
// So the right exists in p, and as long as it exists king and rook neither move nor are
// captured.
//
//	illegal  rnbqkb1r/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQK1NR b KQkq -
//	legal    rnbqkb1r/pppppppp/8/8/8/4PB2/PPPP1PPP/RNBQK1NR b KQkq -
//	game     1. e3 Nf6 2. Be2 Ne4 3. Bf3 Ng5 4. Be4 Nf3+ 5. Bxf3
//
// The bishop f1 cannot pass the pawns e2 and g2.
//
// # Lemma 3: pawns that stay
//
// The cone of a square is the set of squares from which a pawn of the color gets there on an
// empty board, with as many captures as the play has at most, the square itself included. Let
// the goal have a pawn on s, and let s not be known to be blocked.
//
// (a) The cone of s, for any number of captures, holds at least as many pawns of p as of the goal. For the captures
// that are left it holds at least one pawn of p that is not blocked.
//
// (b) Let p have a pawn on s. If the two numbers of (a) are equal, or if no other pawn that is not blocked is in the
// cone, then s is blocked (lastPawn).
//
// (c) Let the color have just as many pawns as the goal. Let a pawn of p stand where the goal has a pawn. If no step or
// capture leads from there into the cone of a pawn of the goal that is not blocked, then its square is blocked
// (settledPawn).
//
// Proof. (a) A cone contains the cones of its squares. So different pawns of the goal in the cone
// come from different pawns in the cone. (b) If the numbers are equal, all pawns in the cone end
// in it. But the pawn on s would leave the cone with any move. If no other pawn is in the cone,
// the pawn on s must end on s, and pawns never move back. (c) No pawn promotes or is captured. So
// this pawn ends on the square of a goal's pawn. If it moved, its first step would lead into the
// cone of a pawn of the goal that is not blocked.
//
//	illegal  r1bqkb1r/pppppppp/8/8/8/P7/PP1PPPPP/RNBQKBNR b KQkq -
//	legal    r1bqkb1r/pppppppp/8/8/P7/8/PP1PPPPP/RNBQKBNR b KQkq -
//	game     1. Nh3 Nc6 2. Nc3 Nd4 3. Ne4 Nb3 4. cxb3 Nf6 5. Nc3 Ne4 6. Nb1 Nc3 7. Ng1 Na4 8. bxa4
//
// The cone of a3 holds a2, b2 and a3. The goal has three pawns there, the initial position
// two.
//
// # Lemma 4: deadlock
//
// Let no captures be left. Let M be a set of men such that every square to which one of them
// can step is blocked or held by a man of M; for a king of M it may also be a square that men
// of M, or men on blocked squares, attack whatever else stands on the board. Then the squares
// of M are blocked (deadlock), and if the goal shows another man on one of them, there is
// no play.
//
// Proof. Take the first man of M that moves in a play. Its first step goes to an empty square. But
// until then all men of M are on their squares. A king does not step onto an attacked square. If
// king and rook castle, their first squares on the way are empty, and the king's is not
// attacked, so that they could step onto them.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq -
//	legal    rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBKQBNR w kq -
//	game     1. d3 Na6 2. Kd2 Nb4 3. Qe1 Nc6 4. Kd1 Nb8
//
// # Lemma 5: places and how they are entered
//
// The region of a place for a role is the set of squares from which a man of the role gets
// there by steps over squares that are not blocked; for pawns, with as many captures as are
// left.
//
// (a) A unit that ends on the place as that role is in the region, or is a pawn that gets to the
// last row within it. (b) If the region is the place alone, and no pawn gets there by promotion,
// the unit of the goal is there in p, and the square is blocked (noEntry). (c) The king is in
// the region of its place, where squares that men on blocked squares attack count as blocked,
// except the square of the king. (d) If p has a castling right that the goal does not have, its
// king or rook is on a square that is not blocked. (e) A pawn that has just made a double step in
// the goal was on its pawn row before.
//
// Proof. (a), (b): a man moves by steps, and enters no blocked square. (c) A king that castles
// passes over a square that is not attacked, and enters another such square, so that it could
// go there by steps. A rook that castles moves along its row over squares that were empty, or the
// king's. Men on blocked squares never move, so that their attacks on adjacent squares, and the
// attacks of knights and pawns, last. (d) A right is lost by a move or a capture of king or rook.
// (e) The pawn made the last move.
//
//	illegal  rnbqkbnr/pppp1ppp/4p3/8/8/8/PPPPPPPP/RNBQK1NB b Qkq -
//	legal    rnbqkbnr/pppp1ppp/4p3/8/8/6P1/PPPPPP1P/RNBQK1NB b Qkq -
//	game     1. Nc3 Nf6 2. Na4 Ne4 3. Nc5 Ng3 4. Nf3 Nxh1 5. Na6 e6 6. Ng1 Ng3 7. Nc5 Ne4 8. Na4 Nf6
//	         9. Nc3 Ng8 10. Nb1 Qg5 11. g3 Qf6 12. Bg2 Qd8 13. Bh1
//
// # Lemma 6: candidates
//
// Every unit that is not blocked and is no king ends on a place of the goal or is captured. The
// unit that ends on a place is one of its candidates: those of Lemma 5 without those that Lemmas
// 7 to 9 exclude. If the only candidate of the place of a goal's pawn is the pawn on it, the
// square is blocked (onlyPawn).
//
// Proof. The first two statements follow from the other lemmas. In the third that pawn ends on
// its square, and pawns never move back.
//
//	illegal  rnbqkbnr/pppppppp/8/8/4P3/1P1B1B2/P1PP1PPP/RN1QK1NR b KQkq -
//	legal    rnbqkbnr/pppppppp/8/8/4P3/1P1BB3/P1PP1PPP/RN1QK1NR b KQkq -
//	game     1. e4 Nc6 2. b3 Nh6 3. Bd3 Nb8 4. Ba3 Ng8 5. Bc5 Nc6 6. Bd4 Nb8 7. Be3
//
// Two bishops are on light squares, and White has all eight pawns. The bishop c1 is in the region
// of neither place.
//
// # Lemma 7: captures of all pawns together
//
// Assign pawns of p to the pawns of the goal, where a pair costs the least captures that it
// takes. The cheapest assignment costs no more than the other color has units to be captured.
// If the cheapest assignment with a given pair costs more, no play has that pair.
//
// Proof. A play defines an assignment. Each of its pawns makes at least the captures of its pair,
// and no two pawns share a capture. By duality there are prices u, v with u(row) + v(column) <=
// cost for all pairs, whose sum is the least cost. So an assignment with a given pair costs at
// least the least cost plus cost - u - v of the pair.
//
//	illegal  rnbqkb1r/pppppppp/8/8/8/2P4P/P1PPPP1P/RNBQKBNR b KQkq -
//	legal    r1bqkb1r/pppppppp/8/8/8/2P4P/P1PPPP1P/RNBQKBNR b KQkq -
//	game     1. Nh3 Nc6 2. Ng1 Nd4 3. Nc3 Nb5 4. Nb1 Nc3 5. bxc3 Nf6 6. Bb2 Nh5 7. Ba3 Nf4 8. Bc1 Nh3
//	         9. gxh3
//
// # Lemma 8: required captures
//
// Let the goal have a pawn on t, with candidates F. Let S1 be the squares from which t is
// reached by steps straight ahead. If none of F is in S1, the pawn that ends on t captures
// onto a square of S1. Let S2 be the squares from which a pawn gets, straight ahead, to a square
// from which it can make that capture. If none of F is in S2, there is an earlier capture onto
// S2; and so on. Squares that none of F reaches with the captures left may be removed. All these
// captures are different, also for different t. On the square of each, some unit of the other
// color is captured, which gets there with or without promotion; or a pawn is captured en
// passant, which has just passed over the square.
//
// Proof. The pawn moves straight ahead except for its captures. It starts outside S1, so that it
// enters S1 by a capture, and so on backwards. Different pawns make different captures. A
// captured unit stands on the square, or has passed over it by a double step, which takes one
// move, as a single step onto it does.
//
//	illegal  rnbqk1nr/pppp1ppp/4p3/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq -
//	legal    rnbqk1nr/pppp1ppp/4p3/8/1P6/8/1PPPPPPP/RNBQKBNR w KQkq -
//	game     1. a3 e6 2. Nc3 Bb4 3. axb4 Qf6 4. Nb1 Qd8
//
// The required capture is on b3, a light square. The bishop f8 is not captured there, and
// ends nowhere in the goal.
//
// # Lemma 9: single choices and matchings
//
// Let columns be the places of the goal, the required captures, and other captures, in all as
// many as there are units. If a column has only one candidate, that unit has no other column. If
// a unit is a candidate of one column only, no other unit has that column. If a set of columns
// has fewer candidates than columns, there is no play.
//
// Proof. A play pairs every unit with one column, and different units with different ones.
// The last statement is the easy half of Hall's theorem; augmenting paths find such sets.
//
//	illegal  Nnbqkbnr/1ppppppp/1p6/3r4/8/8/1PPPPPPP/RNB1KBNR b Kk -
//	legal    Nnbqkbnr/1ppppppp/1p6/3r4/8/8/1PPPPPPP/1NBQKBNR b Kk -
//	game     1. a4 Nh6 2. Ra3 Ng4 3. Rb3 Nf6 4. Rb6 axb6 5. Nh3 Ra5 6. Ng1 Rg5 7. a5 Rh5 8. a6 Rd5
//	         9. a7 Ng8 10. a8=N
//
// The only capture was made on b6. White's queen never left d1, since the pawns c2 and d2, the
// bishop c1 and the king e1 are on blocked squares. So it is no candidate for that capture.
//
// # Finite bounds
//
// A play pairs every unit with a place or a capture. Its number of moves is at least the sum of the
// ways of these pairs, and so at least the least sum over all assignments. For castling, en
// passant, and the number of plies see [Goal.Bound].
package bound
