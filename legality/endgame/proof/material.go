package proof

import (
	"strings"

	"chesscensus/chess"
)

// A Material is the set of men of a theorem: the kings and a few officers. Bishops stay on
// squares of one color, so a material includes the color for each.
type Material struct {
	// Men are the white king, the other white men, the black king, the other black men.
	Men []chess.Piece
	// Shade is 0 for a bishop on dark squares such as a1, 1 for one on light squares, -1 for other men.
	Shade []int
}

// maxMen is the largest number of men of a Material that has a theorem.
const maxMen = 4

// parseMaterial reads a material such as KRK, KBNK or KRKN: White's king and officers, Black's king and officers. A
// bishop may be followed by d or l, for dark or light squares; without, the bishops of a color begin with dark
// squares and alternate. It reports whether the name has only such letters.
func parseMaterial(name string) (*Material, bool) {
	m := &Material{}
	color, bishops := chess.White, 0
	for i, letter := range name {
		if last := len(m.Men) - 1; last >= 0 && m.Shade[last] >= 0 && (letter == 'd' || letter == 'l') {
			m.Shade[last] = strings.IndexRune("dl", letter)
			continue
		}
		role, ok := map[rune]chess.Role{'K': chess.King, 'Q': chess.Queen, 'R': chess.Rook, 'B': chess.Bishop, 'N': chess.Knight}[letter]
		if !ok {
			return nil, false
		}
		if role == chess.King && i > 0 {
			color, bishops = chess.Black, 0
		}
		shade := -1
		if role == chess.Bishop {
			shade = bishops % 2
			bishops++
		}
		m.Men, m.Shade = append(m.Men, chess.NewPiece(color, role)), append(m.Shade, shade)
	}
	return m, true
}

// String returns the name of the material for parseMaterial, with the colors of bishops.
func (m *Material) String() string {
	var b strings.Builder
	for i, man := range m.Men {
		b.WriteByte(man.Role().Letter())
		if m.Shade[i] >= 0 {
			b.WriteByte("dl"[m.Shade[i]])
		}
	}
	return b.String()
}

// king returns the index of the king of a color.
func (m *Material) king(c chess.Color) int {
	for i, man := range m.Men {
		if man == chess.NewPiece(c, chess.King) {
			return i
		}
	}
	panic("proof: no king")
}

// A placement holds the squares of the men of a Material and the side to move.
type placement struct {
	At   [maxMen]chess.Square // in the order of Material.Men
	Turn chess.Color
}

// setup returns the placement as a setup. If two men share a square, it has the last of them.
func (m *Material) setup(p placement) chess.Setup {
	s := chess.EmptySetup()
	s.Turn = p.Turn
	for i, man := range m.Men {
		s.Board.Put(p.At[i], man)
	}
	return s
}

// shade returns 1 for a light square, 0 for a dark one.
func shade(sq chess.Square) int { return (int(sq)&7 + int(sq)>>3) & 1 }

// allows reports whether each bishop of the placement is on its color.
func (m *Material) allows(p placement) bool {
	for i, want := range m.Shade {
		if want >= 0 && shade(p.At[i]) != want {
			return false
		}
	}
	return true
}
