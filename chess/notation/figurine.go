package notation

import (
	"strings"
	"unicode/utf8"

	"chesscensus/chess"
)

// The figurines of White and Black in the order of the roles.
var figurines = [2][]rune{[]rune(" ♙♘♗♖♕♔"), []rune(" ♟♞♝♜♛♚")}

// FigurineOf returns the figurine of a man, such as '♘' or '♞', and a blank for
// [chess.NoPiece].
func FigurineOf(p chess.Piece) rune {
	if p == chess.NoPiece {
		return ' '
	}
	return figurines[p.Color()][p.Role()]
}

// roleOfRune returns the role of a figurine of either color or of a capital
// letter, NoRole if it is neither.
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

// appendFigurines appends algebraic text with figurines for the letters of men
// and × for x. The figurines are the white ones for both sides, as is the custom.
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

// figurinesToLetters is the inverse, for figurines of either color. Marks that ask
// for a text or picture form of a character are dropped, and dashes are made -.
func figurinesToLetters(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch role := roleOfRune(r); {
		case r == '\ufe0e' || r == '\ufe0f':
		case r == '×':
			b.WriteByte('x')
		case r == '–' || r == '—' || r == '‐' || r == '−':
			b.WriteByte('-')
		case role != chess.NoRole && r >= 0x80:
			b.WriteByte(role.Letter())
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
