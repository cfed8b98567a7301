// Package replay verifies proof games: a list of moves leads from a start position to a goal, each move is legal, and the
// end equals the goal in placement, side to move, castling rights and en passant. Every verdict Legal depends on it.
//
// Two programs replay a game. Neither shares a line with the other, nor with package chess, on which the searches depend:
//
//	own      package legality/internal/mailbox, a plain board of 64 squares, 0.1 ms a game
//	foreign  github.com/corentings/chess/v2, which lists all legal moves of every position
//
// [Verifier] runs both, or for surveys of millions the foreign one on a sample. If they
// contradict each other the error is a [*ContradictionError], which should stop the run.
//
// # From a game to a certificate
//
// [Verifier.Prove] is for callers that construct games: it writes the moves as text and verifies that text, so that the
// certificate is exactly what was checked.
//
// # Draws
//
// A game of [Basic] rules may go on through draws, as the games of texelutil do: legal
// means reachable by legal moves. Under [FIDE] rules no move may be made after the game
// was over: by the fifth appearance of a position, by 75 moves of each side without
// capture or pawn move, or since the position was dead, as far as the lack of material
// shows (dead positions of other kinds, as behind blocked pawns, are not seen). The goal
// itself may be such a position. A [LawError] says where a game went too far. The laws are
// those of package mailbox.
//
// En passant and castling rights are those of package chess: a castling right lasts as long as king and rook have not moved,
// and an en passant square exists only if a capture there is legal. The foreign program has one after every double step;
// whether a capture is legal follows from its list of moves.
package replay
