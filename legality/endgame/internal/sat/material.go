package sat

import (
	"fmt"
	"strings"

	"chesscensus/chess"
)

// A Material is what the theorem is about: a few officers, the kings among them.
// Bishops stay on squares of one color, so a material says of each on which.
type Material struct {
	// Men has the white king, the other white men, the black king, the other black men.
	Men []chess.Piece
	// Shade has for every bishop 0 (dark squares, as a1) or 1 (light), and else -1.
	Shade []int
}

// maxMen is the largest number of men of a Material.
const maxMen = 5

// parseMaterial reads a material such as KRK, KBNK or KRKN: White's king and officers,
// Black's king and officers. A bishop may be followed by d or l, for dark or light squares;
// without, the bishops of a color begin with dark squares and alternate.
func parseMaterial(s string) (*Material, error) {
	m := &Material{}
	color, kings := chess.White, 0
	bishops := 0
	bad := func(format string, args ...any) (*Material, error) {
		return nil, fmt.Errorf("sat: material %q: %s", s, fmt.Sprintf(format, args...))
	}
	for i, c := range s {
		role := chess.NoRole
		switch c {
		case 'K':
			if kings++; kings == 2 {
				color, bishops = chess.Black, 0
			}
			role = chess.King
		case 'Q':
			role = chess.Queen
		case 'R':
			role = chess.Rook
		case 'B':
			role = chess.Bishop
		case 'N':
			role = chess.Knight
		case 'd', 'l':
			if len(m.Men) == 0 || s[i-1] != 'B' {
				return bad("%c stands behind no bishop", c)
			}
			m.Shade[len(m.Shade)-1] = strings.IndexRune("dl", c)
			continue
		case 'P':
			return bad("pawns cannot move back and forth, so the theorem cannot speak of them")
		default:
			return bad("%q is no officer", c)
		}
		if kings == 0 {
			return bad("does not begin with a king")
		}
		shade := -1
		if role == chess.Bishop {
			shade = bishops % 2
			bishops++
		}
		m.Men, m.Shade = append(m.Men, chess.NewPiece(color, role)), append(m.Shade, shade)
	}
	if kings != 2 {
		return bad("has %d kings, want 2", kings)
	}
	if len(m.Men) < 3 || len(m.Men) > maxMen {
		return bad("has %d men, want 3 to %d", len(m.Men), maxMen)
	}
	return m, nil
}

// String returns the material as parseMaterial reads it, with the colors of bishops.
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
	panic("sat: no king")
}

// A Placement says where the men of a Material stand and who is to move.
type Placement struct {
	At   [maxMen]chess.Square // in the order of Material.Men
	Turn chess.Color
}

// Setup returns the placement as a setup. If two men share a square, the last is seen.
func (m *Material) Setup(p Placement) chess.Setup {
	s := chess.EmptySetup()
	s.Turn = p.Turn
	for i, man := range m.Men {
		s.Board.Put(p.At[i], man)
	}
	return s
}

// shade returns 1 for a light square, 0 for a dark one.
func shade(sq chess.Square) int { return (int(sq)&7 + int(sq)>>3) & 1 }
