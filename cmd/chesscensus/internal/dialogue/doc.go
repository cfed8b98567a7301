// Package dialogue is a virtual chessboard that is operated by text. It reads moves in any notation, asks a question when a move is
// ambiguous, and draws the board. It imitates the dialogues between a player and a program at a teletype that were printed in the
// 1970s.
//
// A [Dialogue] is a game and the state of the conversation. There are three ways to use it:
//
//   - [Dialogue.Say] handles one line and returns the answer, as in a notebook;
//   - [Dialogue.Run] reads lines from a reader and writes answers to a writer, as in a pipe;
//   - [Dialogue.Talk] is for a terminal, with prompts.
//
// A line may hold several moves with their numbers; a command such as BOARD, POSSIBLE, UNDO or FEN ([Help] lists them); a FEN
// record or a configuration, which is set up; or the answer to the open question. Blank lines and lines that start with # are
// skipped. If a move fails, it and the rest of its line change nothing, and the next line is read.
//
// # Which file does what
//
//	dialogue.go  the loop: read a line, find its kind, answer
//	read.go      reading of lines
//	output.go    writing, and waiting for the next line
//	commands.go  commands
//	play.go      moves, and the question which move is meant
//	setup.go     positions, and the questions about them
//	game.go      the game with all its positions
//	show.go      boards
//
// # Names
//
//	d     Dialogue
//	wing  the side of the board that an officer came from: queen's knight, king's rook
package dialogue
