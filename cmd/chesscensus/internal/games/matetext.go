package games

import (
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
)

// sanOf writes moves that are alternatives in p.
func sanOf(p chess.Position, moves []chess.Move) (words []string) {
	for _, m := range moves {
		words = append(words, p.SAN(m))
	}
	return words
}

// drawing is the board in letters, with the side to move.
func drawing(p chess.Position) string {
	b := p.Board()
	return strings.TrimSuffix(notation.Letters{Coordinates: true}.Draw(&b), "\n") + "   " + p.Turn().String() + " to move\n"
}
