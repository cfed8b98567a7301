package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame"
)

// newTheorem returns the theorem for a material.
func newTheorem(t testing.TB, name string) *Theorem {
	t.Helper()
	return testkit.Must(NewTheorem(name))(t)
}

// tables caches the tables of tableOf, which are only read.
var tables = map[string]*endgame.Table{}

// tableOf returns the table of a material, which is computed once.
func tableOf(t testing.TB, name string) *endgame.Table {
	t.Helper()
	if tab := tables[name]; tab != nil {
		return tab
	}
	m := testkit.Must(endgame.ParseMaterial(name))(t)
	tab := testkit.Must(endgame.Enumerate(context.Background(), m, endgame.Options{}))(t)
	tables[name] = tab
	return tab
}

// allPlacements calls f with all placements of 3 men on any squares, one side to move.
func allPlacements(turn chess.Color, f func(placement)) {
	for i := range 1 << 18 {
		f(placement{At: [maxMen]chess.Square{chess.Square(i & 63), chess.Square(i >> 6 & 63), chess.Square(i >> 12)}, Turn: turn})
	}
}

// TestInitiallyLegalIsThatOfTheTable compares the circuit of the rules with the table for every placement on distinct squares.
// The number for KRK is the article's 399 112.
func TestInitiallyLegalIsThatOfTheTable(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, c := range []struct {
		name string
		want int // number of initially legal setups, both sides to move; that of KQK is the table's
	}{{"KRK", 399112}, {"KQK", 368452}} {
		m := newTheorem(t, c.name).Material
		tab := tableOf(t, c.name)
		n := 0
		for turn := range chess.Color(2) {
			r, places, s := newSpots(3)
			legal := r.initiallyLegal(m, places, turn)
			var batch []placement
			allPlacements(turn, func(p placement) {
				if batch = append(batch, p); len(batch) < 64 {
					return
				}
				bits := s.truth(legal, batch)
				for i, p := range batch {
					got := bits>>i&1 == 1
					if got {
						n++
					}
					if distinct(p, 3) {
						class, err := tab.Class(m.setup(p))
						if err != nil || got != (class != endgame.Initial) {
							t.Fatalf("%v: initially legal %v, the table says %v, %v", m.setup(p), got, class, err)
						}
					}
				}
				batch = batch[:0]
			})
		}
		if n != c.want {
			t.Errorf("%s: %d initially legal, want %d", c.name, n, c.want)
		}
	}
}

// distinct reports whether the first men of a placement are on different squares.
func distinct(p placement, men int) bool {
	seen := map[chess.Square]bool{}
	for _, sq := range p.At[:men] {
		seen[sq] = true
	}
	return len(seen) == men
}

// playForward reports whether the pattern leads from p back to valid positions from which the moves, played
// forward by package chess, are legal. It also returns the position at which the way back ends, or fails.
func playForward(m *Material, p placement, pattern pattern) (placement, bool) {
	for _, u := range pattern {
		q := p
		x, y := int(p.At[u.Man]&7)+u.Dx, int(p.At[u.Man]>>3)+u.Dy
		if x < 0 || x > 7 || y < 0 || y > 7 {
			return q, false
		}
		q.At[u.Man], q.Turn = chess.NewSquare(x, y), p.Turn.Other()
		if !distinct(q, len(m.Men)) {
			return q, false
		}
		before, err := m.setup(q).Position()
		if err != nil {
			return q, false
		}
		after, err := m.setup(p).Position()
		if err != nil {
			return q, false
		}
		if !slices.ContainsFunc(before.Moves(nil), func(move chess.Move) bool { return before.Play(move) == after }) {
			return q, false
		}
		p = q
	}
	return p, true
}

// TestWaysAreThoseOfTheGame compares with legal moves played forward whether a way is open and leads closer, as circuit and
// search say, for random placements and patterns.
func TestWaysAreThoseOfTheGame(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	rng := rand.New(rand.NewPCG(7, 3))
	for _, name := range []string{"KRK", "KQK", "KBdNK", "KBdBlK", "KRKN"} {
		th := newTheorem(t, name)
		m := th.Material
		table := newPlacementTable(m)
		openWays := 0
		for round := range 60 {
			turn := chess.Color(round % 2)
			var way pattern
			for _, c := range []chess.Color{turn.Other(), turn} {
				unmoves := m.unmoves(c)
				way = append(way, unmoves[rng.IntN(len(unmoves))])
			}
			openWays += compareWay(t, th, newSearch(table, &claim{Material: m, Plies: 2, Measure: th.Measure}, turn), way, rng)
		}
		if openWays < 100 {
			t.Errorf("%s: only %d ways were open and led closer, want 100", name, openWays)
		}
	}
}

// compareWay compares the circuit and the search with legal moves, for a way of two plies in 20 batches of random
// placements. It returns in how many of them the way is open and leads closer.
func compareWay(t *testing.T, th *Theorem, s *search, way pattern, rng *rand.Rand) (openWays int) {
	t.Helper()
	m, scale := th.Material, s.scale
	q := newQuestion(s.claim, s.turn)
	open := q.and(q.initiallyLegal(m, q.subject(), s.turn), q.openWay(way))
	circuits := simulation{q.rules, q.subject()}
	for range 20 {
		batch := m.randomPlacements(rng, s.turn)
		bits := circuits.truth(open, batch)
		for i, p := range batch {
			want := false
			if _, err := m.setup(p).Position(); err == nil && distinct(p, len(m.Men)) {
				end, legal := playForward(m, p, way)
				want = legal && scale.of(&end) < scale.of(&p)
			}
			index := s.index(p)
			byCircuit, bySearch := bits>>i&1 == 1, s.legal[s.turn][index] && s.isOpen(way, index)
			if byCircuit != want || bySearch != want {
				t.Fatalf("%v, way %s: open by circuit %v, by search %v, want %v", m.setup(p), m.pattern(way), byCircuit, bySearch, want)
			}
			if want {
				openWays++
			}
		}
	}
	return openWays
}

// randomPlacements returns 64 random placements with bishops on their colors.
func (m *Material) randomPlacements(rng *rand.Rand, turn chess.Color) (list []placement) {
	for range 64 {
		p := placement{Turn: turn}
		for i, want := range m.Shade {
			p.At[i] = chess.Square(rng.IntN(64))
			if want >= 0 && shade(p.At[i]) != want {
				p.At[i] ^= 1
			}
		}
		list = append(list, p)
	}
	return list
}

// decideOne decides a claim for one side to move.
func decideOne(t testing.TB, c *claim, turn chess.Color) *Proof {
	t.Helper()
	return testkit.Must(decideClaim(context.Background(), newPlacementTable(c.Material), c, turn))(t)
}

// TestAssertions decides every assertion on 3 men by formula and search, and compares the answers with the table. For
// counterexamples see checkCounterexample.
func TestAssertions(t *testing.T) {
	testkit.Long(t)
	testkit.Unraced(t)
	for _, name := range []string{"KRK", "KQK"} {
		th := newTheorem(t, name)
		for _, a := range th.assertions() {
			holds := true
			for turn := range chess.Color(2) {
				p := decideOne(t, &a.Claim, turn)
				holds = holds && p.Proven
				checkCounterexample(t, tableOf(t, name), &a.Claim, p)
			}
			if holds != a.Holds {
				t.Errorf("%s, %s: holds %v, want %v", name, a.Name, holds, a.Holds)
			}
		}
	}
}

// checkCounterexample checks by the table that the positions of a counterexample are initially legal. If the claim
// has no measure, P must be derivedly illegal, at most as many times as the plies of the claim.
func checkCounterexample(t *testing.T, tab *endgame.Table, c *claim, p *Proof) {
	t.Helper()
	for i, q := range p.counterexample {
		s := c.Material.setup(q)
		class, err := tab.Class(s)
		if err != nil || class == endgame.Initial {
			t.Errorf("counterexample %v: %v, %v", s, class, err)
		}
		if i == c.From && c.Measure == nil && (class.Derived() < 1 || class.Derived() > c.Plies) {
			t.Errorf("counterexample %v is %v, want 1 to %d times derivedly illegal", s, class, c.Plies)
		}
	}
	if !p.Proven && len(p.counterexample) == 0 {
		t.Error("neither proven nor a counterexample")
	}
}

// TestArticlesAssertion2 counts the positions that the article's assertion (2) overlooks: they have no predecessor, but a move
// leads from them to a position that is not derivedly illegal.
func TestArticlesAssertion2(t *testing.T) {
	tab := tableOf(t, "KRK")
	derived := 0
	for s, class := range tab.All() {
		if class.Derived() != 1 {
			continue
		}
		derived++
		p := testkit.Must(s.Position())(t)
		leadsToRest := false
		for _, move := range p.Moves(nil) {
			if move.Captured() == chess.NoRole {
				next := p.Play(move)
				leadsToRest = leadsToRest || testkit.Must(tab.Class(next.Setup()))(t) == endgame.Rest
			}
		}
		if !leadsToRest {
			t.Errorf("no move without capture leads from %v to a position that is not derivedly illegal", s)
		}
	}
	if derived != 48 {
		t.Errorf("%d positions without a predecessor, want 48", derived)
	}
}

// pattern returns a pattern of the material as text, such as "k-1+1 R+0+3".
func (m *Material) pattern(p pattern) string {
	var b strings.Builder
	for i, u := range p {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%c%+d%+d", m.Men[u.Man].Letter(), u.Dx, u.Dy)
	}
	return b.String()
}
