package proof

import (
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// newTheorem returns the theorem for a material.
func newTheorem(t testing.TB, name string) *Theorem {
	t.Helper()
	return testkit.Must(NewTheorem(name))(t)
}

// TestTheoremsAreWellPosed checks that fixed positions are valid and the only placements of measure 0, and that the men are those of the
// name, bishops on the color that it says. The claim that the theorem rests on is the first and the only needed one, and from it the
// theorem follows by induction over the measure. A formula can state one given predecessor and no longer ways.
func TestTheoremsAreWellPosed(t *testing.T) {
	names := Materials()
	if !slices.IsSorted(names) || len(names) != 6 {
		t.Errorf("materials %v", names)
	}
	for _, name := range names {
		th := newTheorem(t, name)
		var spelled strings.Builder
		for i, m := range th.men {
			spelled.WriteByte(m.Role().Letter())
			if m.Role() == chess.Bishop {
				spelled.WriteString(map[bool]string{true: "d", false: "l"}[m.target.Dark()])
			}
			for sq, v := range m.term { // 0 on the target alone
				if (v == 0) != (sq == int(m.target)) {
					t.Errorf("%s: man %d has measure %d on %v", name, i, v, chess.Square(sq))
				}
			}
		}
		if black := strings.LastIndex(name, "K"); th.Material != name || spelled.String() != name || black == 0 ||
			th.men[0].Color() != chess.White || th.men[len(th.men)-1].Color() != chess.Black {
			t.Errorf("%s: material %v, men %v", name, th.Material, &spelled)
		}
		for turn := range chess.Color(2) {
			if _, err := th.setup(th.fixed(), turn).Position(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if !ByExhaustion(th) && (th.Depth > 1 || th.longer > 0) {
			t.Errorf("%s: depth %d, longer %d: the formula cannot state this", name, th.Depth, th.longer)
		}
		c := th.claims()[0] // the end of a way is again a position of the claim
		if c.before != th.Depth || c.tail != th.Depth || !c.closer || !c.holds || c.after || c.atTarget || c.allowIllegal {
			t.Errorf("%s: the theorem does not follow from %+v", name, c)
		}
		for i, c := range th.claims() {
			if c.needed != (i == 0) || c.name == "" {
				t.Errorf("%s: claim %d, %q", name, i, c.name)
			}
		}
	}
}

// TestNamesOfTheorems: letters d and l may be left out, and other materials have no theorem.
func TestNamesOfTheorems(t *testing.T) {
	for in, want := range map[string]string{
		"KRK": "KRK", "KBNK": "KBdNK", "KBdNK": "KBdNK", "KBBK": "KBdBlK", "KBdBK": "KBdBlK", "KBBlK": "KBdBlK", "KBdBlK": "KBdBlK",
		"KBdBdK": "KBdBdK", "KBBdK": "KBdBdK", "KRKN": "KRKN",
		"": "", "KNK": "", "KQKR": "", "KPK": "", "KK": "", "KxK": "", "KRdK": "", "KBlNK": "", "KBlBlK": "", "K♔": "",
		"KRKKRK": "", "(KRK)*": "",
	} {
		th, err := NewTheorem(in)
		if (err == nil) != (want != "") || err == nil && th.Material != want {
			t.Errorf("%q: %v, %v, want %q", in, th, err, want)
		}
	}
}

// TestTerms compares the terms of all men with their definition: those of kings with coordinates, those of others with the moves of package
// chess. A term is reached from one that is a move less.
func TestTerms(t *testing.T) {
	for _, th := range theorems {
		for _, m := range th.men {
			for sq, got := range m.term {
				dx, dy := abs(sq&7-m.target.File()), abs(sq>>3-m.target.Row())
				want := 2*max(dx, dy) + dx + dy
				if m.Role() != chess.King {
					want = m.movesTo(chess.Square(sq))
				}
				if got != want {
					t.Errorf("%s: %v on square %d: %d, want %d", th.Material, m.Piece, sq, got, want)
				}
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }

// movesTo returns the weighted moves from a square to the target, by repeated [chess.Attacks] from the square.
func (m *man) movesTo(from chess.Square) int {
	set := from.BB()
	for n := 0; n < 64; n++ {
		if set.Has(m.target) {
			return n * m.weight
		}
		for sq := range set.All() {
			set |= chess.Attacks(m.Piece, sq, 0)
		}
	}
	return unreachable
}

// TestStatement checks that the statement has the measure and the fixed positions.
func TestStatement(t *testing.T) {
	for name, wants := range map[string][]string{
		"KRK": {"KRK: every initially legal position is legal", "at most 1 times\n", "  white to move", "8/8/8/2k1K3/8/8/8/7R w - - 0 1\n",
			"measure: M = 2 Chebyshev(K, e5) + Manhattan(K, e5) + moves(R, h1) + 2 Chebyshev(k, c5) + Manhattan(k, c5)\n"},
		"KBNK": {"+ moves(B, e5) + 2 moves(N, c4) +"},
	} {
		text := Statement(newTheorem(t, name))
		testkit.Contains(t, text, wants...)
	}
}
