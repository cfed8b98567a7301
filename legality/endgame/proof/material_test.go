package proof

import (
	"testing"

	"chesscensus/chess"
)

// TestParseMaterial checks names of materials, with bishops on dark and light squares, and names that are refused.
func TestParseMaterial(t *testing.T) {
	for in, want := range map[string]string{
		"KRK": "KRK", "KBBK": "KBdBlK", "KBdBdK": "KBdBdK", "KBKB": "KBdKBd", "KRKBl": "KRKBl",
		"KPK": "", "KxK": "", "dKK": "", "KRdK": "", "K♔": "",
	} {
		m, ok := parseMaterial(in)
		if ok != (want != "") || ok && m.String() != want {
			t.Errorf("%q: %v, %v, want %q", in, m, ok, want)
		}
	}
}

// unmoves returns all unmoves of one color by vectors that fit on a board.
func (m *Material) unmoves(c chess.Color) []unmove {
	var list []unmove
	for i, man := range m.Men {
		if man.Color() != c {
			continue
		}
		vectors, slides := steps(man.Role())
		for _, v := range vectors {
			for k := 1; k == 1 || slides && k < 8; k++ {
				list = append(list, unmove{i, k * v.dx, k * v.dy})
			}
		}
	}
	return list
}
