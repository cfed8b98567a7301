package dialogue

import (
	"fmt"
	"io"
	"strings"

	"chesscensus/chess"
	"chesscensus/chess/notation"
)

// showBoard draws the board if the option Show is set.
func (d *Dialogue) showBoard() {
	if d.Show {
		d.print("\n" + d.board() + "\n")
	}
}

// board returns the present board as the options draw it.
func (d *Dialogue) board() string {
	b := d.game.position().Board()
	from := chess.White
	if d.flipped {
		from = chess.Black
	}
	switch {
	case d.Plain:
		if d.flipped {
			return rotated(notation.TTY(&b))
		}
		return notation.TTY(&b)
	case d.Color:
		var moved chess.Bitboard
		if n := len(d.game.moves); n > 0 {
			moved = d.game.moves[n-1].From().BB() | d.game.moves[n-1].To().BB()
		}
		return coloredBoard(&b, from, moved)
	}
	return notation.Figurines(&b, from)
}

// rotated returns a teletype board as Black sees it.
func rotated(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var b strings.Builder
	for i := len(lines) - 1; i >= 0; i-- {
		for j := len(lines[i]) - 2; j >= 0; j -= 2 {
			b.WriteString(lines[i][j : j+2])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Numbers of colors of a terminal of 256 colors: for squares, squares of the last move, and men.
const (
	lightSquare, darkSquare = 180, 137
	lightMoved, darkMoved   = 186, 143
	whiteMan, blackMan      = 231, 16
)

// coloredBoard returns the board with colored squares, other colors for the squares of the last move, and solid figurines.
func coloredBoard(b *chess.Board, from chess.Color, moved chess.Bitboard) string {
	var s strings.Builder
	for i := range 8 {
		r := 7 - i
		if from == chess.Black {
			r = i
		}
		fmt.Fprintf(&s, " %d ", r+1)
		for j := range 8 {
			f := j
			if from == chess.Black {
				f = 7 - j
			}
			coloredSquare(&s, b, chess.NewSquare(f, r), moved)
		}
		s.WriteString("\x1b[0m\n")
	}
	files := "    a  b  c  d  e  f  g  h\n"
	if from == chess.Black {
		files = "    h  g  f  e  d  c  b  a\n"
	}
	return s.String() + files
}

// coloredSquare writes one square.
func coloredSquare(w io.Writer, b *chess.Board, sq chess.Square, moved chess.Bitboard) {
	ground := lightSquare
	switch {
	case sq.Dark() && moved.Has(sq):
		ground = darkMoved
	case sq.Dark():
		ground = darkSquare
	case moved.Has(sq):
		ground = lightMoved
	}
	man, ink := b.At(sq), blackMan
	if man != chess.NoPiece && man.Color() == chess.White {
		ink = whiteMan
	}
	// Solid figurines for both sides, in their text form.
	figurine := string(notation.FigurineOf(chess.NewPiece(chess.Black, man.Role())))
	if man.Role() == chess.Pawn {
		figurine += "\ufe0e"
	}
	fmt.Fprintf(w, "\x1b[48;5;%d;38;5;%dm %s ", ground, ink, figurine)
}
