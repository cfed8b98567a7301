package notation

import (
	"strings"
	"unicode/utf8"

	"chesscensus/chess"
)

// figurines holds the figurines of White and of Black in the order of the roles.
var figurines = [2][]rune{[]rune(" ♙♘♗♖♕♔"), []rune(" ♟♞♝♜♛♚")}

// FigurineOf returns the figurine of a man, such as '♘' or '♞', and a blank for [chess.NoPiece].
func FigurineOf(p chess.Piece) rune {
	if p == chess.NoPiece {
		return ' '
	}
	return figurines[p.Color()][p.Role()]
}

// roleOfRune returns the role of a figurine of either color or of a capital letter, and NoRole for other characters.
func roleOfRune(r rune) chess.Role {
	switch {
	case r >= '♔' && r <= '♙':
		return chess.King - chess.Role(r-'♔')
	case r >= '♚' && r <= '♟':
		return chess.King - chess.Role(r-'♚')
	case r > 0 && r < 0x80:
		return roleOf(byte(r))
	}
	return chess.NoRole
}

// appendFigurines appends algebraic text with figurines for the letters of men and × for x. The figurines are the white ones for
// both sides, as is the custom.
func appendFigurines(dst, text []byte) []byte {
	for i, c := range text {
		switch r := roleOfRune(rune(c)); {
		case c == 'O': // castling
			return append(dst, text[i:]...)
		case c == 'x':
			dst = append(dst, "×"...)
		case r != chess.NoRole:
			dst = utf8.AppendRune(dst, figurines[chess.White][r])
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// toLetters replaces figurines of either color by letters, × by x and dashes by -. It removes variation selectors, which choose the
// text or picture form of a character.
var toLetters = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "P",
	"×", "x", "–", "-", "—", "-", "‐", "-", "−", "-", "\ufe0e", "", "\ufe0f", "")
