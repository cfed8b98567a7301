package notation

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"chesscensus/chess"
)

// Letters draws diagrams in the letters of FEN, row 8 first, a line for each row, with a dot for an empty square. It is for plain
// text: comments, reports, logs. See [TTY] and [Figurines] for boards to play on.
//
// The zero value writes a blank between two squares:
//
//	. . . k . . . .
type Letters struct {
	Marked      chess.Bitboard // squares that get brackets, which makes all squares three characters wide
	Wide        bool           // all squares are three characters wide, even if none is marked
	Coordinates bool           // names of the rows at the left, of the files below
}

// Draw returns the lines of a diagram, each with its line end.
func (l Letters) Draw(b *chess.Board) string {
	var s strings.Builder
	for row := 7; row >= 0; row-- {
		if l.Coordinates {
			fmt.Fprintf(&s, "%d  ", row+1)
		}
		for file := range 8 {
			l.square(&s, b, chess.NewSquare(file, row))
		}
		s.WriteByte('\n')
	}
	if !l.Coordinates {
		return s.String()
	}
	s.WriteString("  ")
	for file := range 8 {
		if l.wide() {
			fmt.Fprintf(&s, "  %c", 'a'+file)
		} else {
			fmt.Fprintf(&s, " %c", 'a'+file)
		}
	}
	s.WriteByte('\n')
	return s.String()
}

// wide reports whether squares are three characters wide.
func (l Letters) wide() bool { return l.Wide || l.Marked != 0 }

// square writes one square.
func (l Letters) square(s *strings.Builder, b *chess.Board, sq chess.Square) {
	letter := byte('.')
	if p := b.At(sq); p != chess.NoPiece {
		letter = p.Letter()
	}
	switch {
	case l.Marked.Has(sq):
		s.Write([]byte{'[', letter, ']'})
	case l.wide():
		s.Write([]byte{' ', letter, ' '})
	case sq.File() == 0:
		s.WriteByte(letter)
	default:
		s.Write([]byte{' ', letter})
	}
}

// Columns returns texts of several lines side by side. Blanks fill each column but the last up to the given width. Shorter texts
// end in blank lines.
func Columns(width int, texts ...string) string {
	rows := make([][]string, len(texts))
	most := 0
	for i, t := range texts {
		rows[i] = strings.Split(strings.TrimRight(t, "\n"), "\n")
		most = max(most, len(rows[i]))
	}
	var b strings.Builder
	for k := range most {
		for i, r := range rows {
			line := ""
			if k < len(r) {
				line = r[k]
			}
			b.WriteString(line)
			if i < len(rows)-1 {
				b.WriteString(strings.Repeat(" ", max(0, width-utf8.RuneCountInString(line))))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Plate draws setups on boards in letters, four in a row: the side to move above each, the note of each below if there are notes,
// then the FEN records of the row. All lines are indented by two blanks.
//
// Plate panics if there are notes, but fewer than setups.
func Plate(list []chess.Setup, notes []string) string {
	const across, width = 4, 30
	if notes != nil && len(notes) < len(list) {
		panic("notation: a plate with fewer notes than boards")
	}
	var b strings.Builder
	for first := 0; first < len(list); first += across {
		row := list[first:min(first+across, len(list))]
		var texts []string
		for i := range row {
			text := row[i].Turn.String() + " to move\n" + Letters{}.Draw(&row[i].Board)
			if notes != nil {
				text += notes[first+i] + "\n"
			}
			texts = append(texts, text)
		}
		if first > 0 {
			b.WriteByte('\n')
		}
		for line := range strings.Lines(Columns(width, texts...)) {
			b.WriteString("  " + line)
		}
		for _, s := range row {
			fmt.Fprintf(&b, "  %v\n", chess.FEN{Setup: s, Fullmove: 1})
		}
	}
	return b.String()
}
