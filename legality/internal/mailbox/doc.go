// Package mailbox plays chess moves on a plain board of 64 squares and rejects illegal ones. It is the project's
// own verifier of proof games: simple enough to be obviously correct, and fast enough for millions of games. It
// shares no code with package chess, whose move generator the searches use, and imports no package of this module.
//
// A [Position] has men, side to move, castling rights and the en passant square, the last only if a capture there
// is legal. Equal positions are equal by ==. A [Game] is a position on which moves are played, given as text
// ([Game.PlayText]); it counts moves and stores the positions that the laws about draws need.
//
// move.go has the laws of chess, with one function each for pawns, kings and other men. A move is tried on a copy
// of the position: the man is moved, and the move is illegal if then the own king is attacked. There are no tables,
// no lists of moves, and no pins. text.go parses moves. laws.go has the draws that end a game by themselves.
//
// # Names
//
//	sq        square, a1 = 0, b1 = 1, ..., h8 = 63
//	x, y      file and row, 0 to 7; dx, dy differences of them
//	man       a FEN letter, upper case for White; 0 is an empty square
//	problem   why a move is illegal, in words; empty if it is legal
package mailbox
