// # Lemma 14: several men at once
//
// Definitions. A pocket is a set of squares on files of a window. Take up to four men of S that stand in it. At each moment of a
// game a man is on a square of the pocket or outside. Outside is anywhere else, or not yet in the game. A man checks a king of
// the group for certain if it is beside it, or a knight's leap away: then it attacks it whatever else is on the board.
//
// The moves are (a) to (f) of Lemma 6, and instead of (g)
//
//   - one of the men moves in the pocket, out of it or into it, past the pawns of the window and the men in the pocket. It comes
//     in from any square outside from which its way is free;
//   - a king or rook goes where castling puts it.
//
// These conditions hold of all moves:
//
//   - No two of the men are on one square. No two kings of them are beside each other. No pawn enters the square of one of them.
//   - While one of the men checks a king for certain, no pawn moves or captures, and of the men only this king moves. An officer
//     or king may take a pawn.
//   - While a pawn of the window attacks a king of the group, of the men only this king moves.
//   - A king goes to no square where one of the men would check it for certain, or that a pawn of the window attacks.
//
// If no path with costs as in Lemma 7 leads to the pawns of S, with each of the men where S has it, then S is illegal.
//
// Proof. The moves of a game give such a path, as in Lemma 6. The men are in S, so none of them is taken, and no other man is
// ever on the square of one. A line piece that comes into the pocket comes from a square outside over empty squares. A pawn from
// outside may promote on the edge of the window to one of the men; this man may as well have come in from the file beside.
//
// When a man checks a king, or a pawn attacks it, the king's side is to move, and the game goes on (in S itself nothing more
// happens). No man can stand between. So the check ends only if the king moves, or if the man or pawn is taken. The man is not
// taken. A pawn may be taken, also by one of the men. Then the pawn is taken off first by (e), and the man moves when the check
// is over. A king that takes a pawn also takes it off first.
//
// A double step is two moves in a row. On its first square the pawn may attack a king, which keeps the men from moving, but not
// pawns. Castling is two moves in a row, the king's first. It begins and ends without check. A king does not move to an attacked
// square.
//
//	illegal  rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -
//	legal    rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q -
//	game     1. a4 h5 2. e3 Rh6 3. Nc3 Rb6 4. Qg4 Rh6 5. Bc4 Rf6 6. Nge2 Rh6 7. Rf1 Rb6 8. Ba2 Rh6 9. b3 Rh7 10. Bb2 Rh6 11. O-O-O
//	         Rg6 12. Kb1 Rh6 13. Bc1 Nc6 14. Ne4 Nb8 15. N4g3 Rh8 16. Rde1 Rh6 17. Ng1 Ra6 18. Qd1 Rh6 19. Nh1 Rh7 20. Ka1 Rh6
//
// The board:
//
//	3  . P . . P . . .
//	2  B r P P . P P P
//	1  K . B Q R R N N
//	   a b c d e f g h
//
// Since the pawn went to b3 the bishop is on a2 or b1, behind the pawns b3 and c2. The rook came to b2 over the other of these
// two squares. Suppose that the king was on a1 before. Then the rook passed a2 or b1, beside the king, and moved on while the
// king was in check. So the rook was there first. Then the king came to a1 over b1 or a2, which the rook attacks. In the neighbor
// the rook is away.
package cage
