package main

import (
	"errors"
	"html"
	"regexp"
	"strings"

	"chesscensus/chess"
	"chesscensus/plots/boards"
)

// boardWidth is the width of boards and players in CSS pixels.
const boardWidth = 320

// renderBlock returns a fenced block as it appears on the site: a board as a picture, a game as a player, any other block unchanged.
//
//	```board
//	4k3/8/8/8/8/8/1P6/B3K3 b - -
//	marks: a1 b2
//	verdict: CagedBishop
//	The bishop never got past the pawn.
//	```
//
// The first line is the setup. Marks are optional, and so is the verdict, which is legal or the name of a reason; a test compares
// it with the engine. The rest is the caption. A block called game has a line of moves, with or without numbers, and a caption.
func renderBlock(block []string) (string, error) {
	name := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(block[0]), "`~"))
	body := block[1 : len(block)-1]
	switch name {
	case "board":
		b, err := parseBoard(body)
		return figure(boards.HTML(b.setup, boards.Options{Width: boardWidth, Marks: b.marks}), b.caption), err
	case "game":
		return renderGame(body)
	}
	return strings.Join(block, "\n") + "\n", nil
}

// A board is the content of a block called board.
type board struct {
	setup   chess.Setup
	marks   []chess.Square
	verdict string
	caption string
}

// parseBoard parses the lines between the fences of a block called board.
func parseBoard(body []string) (b board, err error) {
	if len(body) == 0 {
		return b, errors.New("a board without a FEN record")
	}
	fen, err := chess.ParseFEN(strings.TrimSpace(body[0]))
	if err != nil {
		return b, err
	}
	b.setup = fen.Setup
	for _, line := range body[1:] {
		line = strings.TrimSpace(line)
		if marks, found := strings.CutPrefix(line, "marks: "); found {
			for word := range strings.FieldsSeq(marks) {
				sq, err := chess.ParseSquare(word)
				if err != nil {
					return b, err
				}
				b.marks = append(b.marks, sq)
			}
		} else if verdict, found := strings.CutPrefix(line, "verdict: "); found {
			b.verdict = verdict
		} else {
			b.caption += line + " "
		}
	}
	return b, nil
}

// moveNumber matches the number before a move, such as 1. or 12...
var moveNumber = regexp.MustCompile(`\b[0-9]+\.+`)

// renderGame returns a player for the moves in the first line of body, with the other lines as caption.
func renderGame(body []string) (string, error) {
	if len(body) == 0 {
		return "", errors.New("a game without moves")
	}
	p := chess.InitialPosition()
	moves, err := p.ParseSANs(strings.Fields(moveNumber.ReplaceAllString(body[0], " ")))
	if err != nil {
		return "", err
	}
	text, err := boards.Player(&chess.Game{Moves: moves}, boards.Options{Width: boardWidth})
	if err != nil {
		return "", err
	}
	return figure(text, strings.Join(body[1:], " ")), nil
}

// figure returns a picture with a caption as a block of HTML.
func figure(picture, caption string) string {
	return "\n<figure class=\"board\">" + strings.TrimSpace(picture) + "<figcaption>" + html.EscapeString(strings.TrimSpace(caption)) + "</figcaption></figure>\n\n"
}
