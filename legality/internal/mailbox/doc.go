// Package mailbox plays chess moves on a plain board of 64 squares and says which are
// not legal. It is the project's own verifier of proof games: slow enough to be
// obviously correct, fast enough for millions of games, and without a line in common
// with package chess, whose move generator the searches stand on. It imports no
// package of this module.
//
// A [Position] is what two programs must agree on: men, side to move, castling rights
// and the en passant square, the last only if a capture there is legal. Positions are
// the same exactly when == says so. A [Game] is a position that moves are played on,
// given as text ([Game.PlayText]); it counts moves and keeps what the laws about draws need.
//
// The laws of chess are written out in move.go from top to bottom, one function each
// for a pawn, a king, and the others. A move is tried on a copy: the man is moved, and
// if then the own king is attacked the move was not legal. There are no tables, no
// lists of moves, no pins. laws.go holds the draws that end a game by themselves.
//
// # Names
//
//	sq        square, a1 = 0, b1 = 1, ..., h8 = 63
//	x, y      file and row, 0 to 7; dx, dy differences of them
//	man       a FEN letter, upper case for White; 0 is an empty square
//	why       what is wrong with a move, in words; empty if nothing is
package mailbox
