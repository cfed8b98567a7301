package proof

import (
	"os"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame"
)

// hasNoWay reports whether no way back of so many plies leads closer, by trying all of them.
func hasNoWay(th *Theorem, p placement, plies int) bool {
	scale := th.Measure.scale(th.Material)
	goal := scale.of(&p)
	var try func(p placement, plies int) bool
	try = func(p placement, plies int) bool {
		if plies == 0 {
			return scale.of(&p) < goal
		}
		for _, u := range th.Material.unmoves(p.Turn.Other()) {
			if q, ok := playForward(th.Material, p, pattern{u}); ok && try(q, plies-1) {
				return true
			}
		}
		return false
	}
	return !try(p, plies)
}

// TestDepths decides for every material how often a position can be derivedly illegal, and compares with the table.
// The theorems for 4 men take a minute of processor time or more each: SAT_LONG=1.
func TestDepths(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, name := range Materials() {
		th := newTheorem(t, name)
		if os.Getenv("SAT_LONG") == "" && len(th.Material.Men) > 3 {
			continue
		}
		for _, a := range th.assertions() {
			if long := a.Claim.Measure != nil; long && (os.Getenv("SAT_LONG") == "" || name == "KRK") {
				continue
			}
			if a.Claim.From != 0 {
				continue
			}
			holds, proofs := decideBoth(t, &a, solverOptions{Cubes: 64})
			if holds != a.Holds {
				t.Errorf("%s, %s: holds %v, want %v", name, a.Name, holds, a.Holds)
			}
			for _, p := range proofs {
				for i, q := range p.counterexample {
					if s := th.Material.setup(q); endgame.Derive(s, endgame.Within, th.Depth+1).Derived() != th.Depth-i {
						t.Errorf("%s: %v is not %d times derivedly illegal", name, s, th.Depth-i)
					}
				}
			}
		}
	}
}

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
