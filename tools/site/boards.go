package main

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"chesscensus/chess"
	"chesscensus/plots/boards"
)

// boardWidth is how wide boards and players are, in CSS pixels.
const boardWidth = 320

// drawn is a fenced block as the site shows it: boards and games as pictures and players, all else as it is.
//
//	```board
//	4k3/8/8/8/8/8/1P6/B3K3 b - -
//	marks: a1 b2
//	verdict: CagedBishop
//	The bishop never got past the pawn.
//	```
//
// The first line is the setup. Marks are optional; so is the verdict, legal or the name of the reason, to which a test holds the engine. The
// rest is the caption. A block called game has a line of moves, with or without numbers, and a caption.
func drawn(block []string) (string, error) {
	name := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(block[0]), "`~"))
	body := block[1 : len(block)-1]
	switch name {
	case "board":
		b, err := parseBoard(body)
		if err != nil {
			return "", err
		}
		return figure(boards.HTML(b.setup, boards.Options{Width: boardWidth, Marks: b.marks}), b.caption), nil
	case "game":
		return player(body)
	}
	return strings.Join(block, "\n") + "\n", nil
}

// A board is what a block says.
type board struct {
	setup   chess.Setup
	marks   []chess.Square
	verdict string
	caption string
}

func parseBoard(body []string) (b board, err error) {
	if len(body) == 0 {
		return b, fmt.Errorf("a board without a FEN record")
	}
	fen, err := chess.ParseFEN(strings.TrimSpace(body[0]))
	if err != nil {
		return b, err
	}
	b.setup = fen.Setup
	var caption []string
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
			continue
		}
		if what, found := strings.CutPrefix(line, "verdict: "); found {
			b.verdict = what
			continue
		}
		caption = append(caption, line)
	}
	b.caption = strings.Join(caption, " ")
	return b, nil
}

// number is that of a move, such as 1. or 12...
var number = regexp.MustCompile(`\b[0-9]+\.+`)

// player is a game that can be played.
func player(body []string) (string, error) {
	if len(body) == 0 {
		return "", fmt.Errorf("a game without moves")
	}
	p := chess.InitialPosition()
	moves, err := p.ParseSANs(strings.Fields(number.ReplaceAllString(body[0], " ")))
	if err != nil {
		return "", err
	}
	text, err := boards.Player(&chess.Game{Moves: moves}, boards.Options{Width: boardWidth})
	if err != nil {
		return "", err
	}
	return figure(text, strings.Join(body[1:], " ")), nil
}

// figure is a picture with a caption, as a block of HTML without blank lines.
func figure(picture, caption string) string {
	return "\n<figure class=\"board\">" + oneLine(picture) + "<figcaption>" + html.EscapeString(caption) + "</figcaption></figure>\n\n"
}

// blank are empty lines, which would end a block of HTML.
var blank = regexp.MustCompile(`\n\s*\n+`)

func oneLine(text string) string { return blank.ReplaceAllString(strings.TrimSpace(text), "\n") }
