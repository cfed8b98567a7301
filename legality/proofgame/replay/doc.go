// Package replay verifies proof games: that a list of moves leads from a start position
// to a goal, each move legal and the goal met exactly, in placement, side to move,
// castling rights and en passant. It is the gate that every verdict Legal passes.
//
// Two programs look at a game, and neither shares a line with package chess, on which
// the searches stand, or with the other:
//
//	own      package legality/internal/mailbox, a plain board of 64 squares, 0.1 ms a game
//	foreign  github.com/corentings/chess/v2, which lists all legal moves of every position
//
// [Verifier] runs both, or for surveys of millions the foreign one on a sample. If they
// contradict each other the error is a [*ContradictionError], which should stop the run.
//
// # From a game to a certificate
//
// [Verifier.Prove] is for those who construct games: it writes the moves down and
// verifies what it has written, so that what is handed out is what was checked.
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
// En passant and castling rights follow the identity of package chess: a right is there
// as long as king and rook have not moved, an en passant square is noted only if a
// capture there is legal. The foreign program notes one after every double step; what
// it means is read off its list of moves.
package replay
