package main

import (
	"cmp"
	"html"
	"regexp"
	"strings"

	"chesscensus/chess"
	"chesscensus/plots/boards"
)

// boardWidth is the width of boards and players in CSS pixels.
const boardWidth = 320

// A board is the content of a block of code called board:
//
//	```board
//	4k3/8/8/8/8/8/1P6/B3K3 b - -
//	marks: a1 b2
//	verdict: CagedBishop
//	The bishop never got past the pawn.
//	```
//
// The first line is the setup. Marks are optional, and so is the verdict, which is legal or the name of a reason; a test compares
// it with the engine. The rest is the caption.
type board struct {
	setup            chess.Setup
	marks            []chess.Square
	verdict, caption string
}

// parseBoard parses the text of a block called board.
func parseBoard(text string) (b board, err error) {
	record, rest, _ := strings.Cut(text, "\n")
	fen, err := chess.ParseFEN(strings.TrimSpace(record))
	b.setup = fen.Setup
	for line := range strings.Lines(rest) {
		if marks, found := strings.CutPrefix(line, "marks: "); found {
			for word := range strings.FieldsSeq(marks) {
				sq, markErr := chess.ParseSquare(word)
				b.marks, err = append(b.marks, sq), cmp.Or(err, markErr)
			}
		} else if verdict, found := strings.CutPrefix(line, "verdict: "); found {
			b.verdict = strings.TrimSpace(verdict)
		} else {
			b.caption += strings.TrimSpace(line) + " "
		}
	}
	return b, err
}

// renderBoard returns the picture of a block called board.
func renderBoard(text string) (string, error) {
	b, err := parseBoard(text)
	return figure(boards.HTML(b.setup, boards.Options{Width: boardWidth, Marks: b.marks}), b.caption), err
}

// moveNumber matches the number before a move, such as 1. or 12...
var moveNumber = regexp.MustCompile(`\b[0-9]+\.+`)

// renderGame returns a player for a block called game: a line of moves, with or without numbers, and a caption.
func renderGame(text string) (string, error) {
	line, caption, _ := strings.Cut(text, "\n")
	p := chess.InitialPosition()
	moves, err := p.ParseSANs(strings.Fields(moveNumber.ReplaceAllString(line, " ")))
	if err != nil {
		return "", err
	}
	player, err := boards.Player(&chess.Game{Moves: moves}, boards.Options{Width: boardWidth})
	return figure(player, strings.ReplaceAll(caption, "\n", " ")), err
}

// figure returns a picture with a caption as a block of HTML.
func figure(picture, caption string) string {
	return "\n<figure class=\"board\">" + strings.TrimSpace(picture) + "<figcaption>" + html.EscapeString(strings.TrimSpace(caption)) + "</figcaption></figure>\n"
}
