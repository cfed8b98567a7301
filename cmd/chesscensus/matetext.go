package main

import (
	"fmt"
	"strings"

	"chesscensus/chess"
)

// sanOf writes moves that are alternatives in p.
func sanOf(p chess.Position, moves []chess.Move) (words []string) {
	for _, m := range moves {
		words = append(words, p.SAN(m))
	}
	return words
}

// appendComment appends each line of a text on a line of its own, marked as a comment.
func appendComment(dst []byte, text string) []byte {
	for line := range strings.Lines(text) {
		dst = append(dst, "\n#   "...)
		dst = append(dst, strings.TrimRight(line, "\n")...)
	}
	return dst
}

// drawing is the board in letters, with the side to move.
func drawing(p chess.Position) string {
	var b strings.Builder
	board := p.Board()
	row := 8
	for line := range strings.Lines(board.String() + "\n") {
		if line = strings.TrimSpace(line); line != "" {
			fmt.Fprintf(&b, "%d  %s\n", row, strings.Join(strings.Split(line, ""), " "))
			row--
		}
	}
	return b.String() + "   a b c d e f g h   " + p.Turn().String() + " to move\n"
}
