// Package dialogue is a virtual chessboard to talk to: it takes moves in any notation, asks
// where a move is not specific enough, and draws the board. The manner is that of the dialogues
// printed in the 1970s between a player and a program at a teletype.
//
// A [Dialogue] is a game and the state of the talk. There are three ways to hold it:
//
//   - [Dialogue.Say] handles one line and returns the answer, as in a notebook;
//   - [Dialogue.Run] reads lines from a reader and writes answers to a writer, as in a pipe;
//   - [Dialogue.Talk] is for a terminal, with prompts.
//
// A line may hold several moves with their numbers; a command such as BOARD, POSSIBLE, UNDO
// or FEN ([Help] lists them); a FEN record or a configuration, which is put up; or the answer to the
// question that is open. Blank lines and lines that start with # are skipped. A line that
// fails changes nothing from the failing move on, and the talk goes on.
//
// # Which file does what
//
//	dialogue.go  the loop: read a line, find out what it is, answer
//	read.go      where lines come from
//	commands.go  what can be said besides moves
//	play.go      moves, and the question which one is meant
//	setup.go     positions, and the questions about them
//	game.go      the game with all its positions
//	show.go      boards
//
// # Names
//
//	d     Dialogue
//	open  the question that the next line may answer
//	wing  the side of the board that an officer came from: queen's knight, king's rook
package dialogue
