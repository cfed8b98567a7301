package cage

// # Lemma 14: several men at once
//
// A pocket is a set of squares on files of a window. Take up to four men of S that stand in it, and
// keep of every moment of a game where these are: on a square of the pocket, or outside, which is
// anywhere else, or not yet in the game. Moves (a) to (f) are as in Lemma 6, and instead of (g)
//
//   - one of the men moves in the pocket, out of it or into it, past the pawns of the window
//     and the men in the pocket; into it from any square outside from which its way is free;
//   - a king or rook goes where castling puts it.
//
// No two of the men are on one square, nor are two kings of them beside each other. No pawn
// enters the square of one. Say that one of them checks a king of them if it is beside it, or a
// knight's leap away, so that it attacks it whatever else is on the board. While one checks a
// king,
//
//   - no pawn moves or captures, but an officer or king may take one;
//   - none of the men moves but this king.
//
// While a pawn of the window attacks a king of them, none of the men moves but this king. And it goes to no
// square where one of the men would check it, or a pawn of the window attacks. If no path with costs as in Lemma 7 leads to the
// pawns of S with each of the men where S has it, S is illegal.
//
// Proof. The moves of a game give such a path, as in Lemma 6. The men are in S, so none of them is
// taken, and nobody is ever on a square of one. A line piece that comes into the pocket comes from a square outside
// over empty ones. If a pawn from outside promotes on the edge of the window to one of the men, this may have come from the file beside as well. When a man checks a king, or a pawn attacks it, its side is to move, and the game goes
// on (in S itself nothing more happens). The check ends only if the king moves, or if
// the man or pawn is taken: nobody can stand between. The man is not taken. A pawn may be, by one of the men, too:
// then the pawn is taken off first, (e), and the man moves when the check is over. A king that
// takes a pawn also takes it off first. Of a double step, and of castling, king first, the two parts follow each
// other at once; a pawn that passes its first square may attack a king there, which then keeps the men from moving, but not pawns.
// Castling begins and ends without check. A king does not move to an attacked square.
//
//	illegal  rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -
//	legal    rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q -
//	game     1. a4 h5 2. e3 Rh6 3. Nc3 Rb6 4. Qg4 Rh6 5. Bc4 Rf6 6. Nge2 Rh6 7. Rf1 Rb6 8. Ba2 Rh6 9. b3
//	         Rh7 10. Bb2 Rh6 11. O-O-O Rg6 12. Kb1 Rh6 13. Bc1 Nc6 14. Ne4 Nb8 15. N4g3 Rh8 16. Rde1 Rh6
//	         17. Ng1 Ra6 18. Qd1 Rh6 19. Nh1 Rh7 20. Ka1 Rh6
//
// Behind the pawns on b3 and c2 the bishop is on a2 or b1, ever since the pawn went to b3. The rook comes to b2 over
// the other of these squares, and no longer once it is there with both full. With the king on a1 it would
// have to pass b1 or a2 beside the king, and to go on while that is in check. So the rook was there before
// the king, which came to a1 over b1 or a2, attacked by the rook. In the neighbor the rook is away.
