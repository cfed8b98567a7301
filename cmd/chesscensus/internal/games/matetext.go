package games

import (
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
)

// sans returns each of several alternative moves from p in algebraic notation.
func sans(p chess.Position, moves []chess.Move) (words []string) {
	for _, m := range moves {
		words = append(words, p.SAN(m))
	}
	return words
}

// drawBoard returns the board in letters, with the side to move.
func drawBoard(p chess.Position) string {
	b := p.Board()
	return strings.TrimSuffix(notation.Letters{Coordinates: true}.Draw(&b), "\n") + "   " + p.Turn().String() + " to move\n"
}
