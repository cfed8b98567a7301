package proof

import (
	"context"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame"
)

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

// TestSearchIsThatOfTheTable compares the positions of the theorem with those of the table of package endgame that are not
// derivedly illegal, and checks that each has a way back.
func TestSearchIsThatOfTheTable(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	// By side to move: KRK has 399 112 initially legal positions, less 48 derivedly illegal and 2 fixed ones.
	for name, want := range map[string][2]int{"KRK": {175167, 223895}, "KQK": {144507, 223943}} {
		s := newSearch(newTheorem(t, name))
		for turn := range chess.Color(2) {
			r := s.cover(&s.claims()[0], turn)
			for i, given := range r.given {
				setup := s.setup(position(i), turn)
				if class, err := tableOf(t, name).Class(setup); err == nil && given != (class == endgame.Rest) {
					t.Fatalf("%v is %v, a position of the claim: %v", setup, class, given)
				}
			}
			if r.tried != want[turn] || len(r.without) > 0 || r.later > 0 {
				t.Errorf("%s, %v to move: %d positions, want %d; %d without a way back, %d with a longer one",
					name, turn, r.tried, want[turn], len(r.without), r.later)
			}
		}
	}
}

// TestPatternsAreWays plays the patterns of the theorem for KRK forward from positions in which the search says that they are open.
func TestPatternsAreWays(t *testing.T) {
	testkit.Medium(t)
	s := newSearch(newTheorem(t, "KRK"))
	c := &s.claims()[0]
	for turn := range chess.Color(2) {
		for _, way := range s.cover(c, turn).patterns {
			p := position(slices.IndexFunc(s.legal[turn], func(bool) bool { return true }))
			for ; !s.legal[turn][p] || !s.isOpen(c, way, p, turn); p++ {
			}
			closer, _ := playForward(s.Theorem, p, turn, way[:c.plies])
			if _, legal := playForward(s.Theorem, p, turn, way); !legal || len(way) != 5 || s.measure(closer) >= s.measure(p) {
				t.Errorf("%v: the way %v is not one of the game that leads closer", s.setup(p, turn), way)
			}
		}
	}
}

// TestCounterexamplesHaveNoWay checks that with 2 plies the theorem for KRK has counterexamples, of the search and of the
// formula, which have no way back according to package chess either, and one of 4 plies.
func TestCounterexamplesHaveNoWay(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	s := newSearch(newTheorem(t, "KRK"))
	for turn := range chess.Color(2) {
		c := s.claims()[0]
		c.plies = 2
		p := testkit.Must(s.decide(&c, turn))(t, turn)
		if p.Proven {
			t.Errorf("%v to move: each position has a way back of 2 plies", turn)
			continue
		}
		for _, q := range []position{p.counterexample, p.without[0], p.without[len(p.without)-1]} {
			if !slices.Contains(p.without, q) || s.hasWay(q, q, turn, 2) {
				t.Errorf("%v has a way back of 2 plies", s.setup(q, turn))
			}
		}
		c.longer = 2
		if r := s.cover(&c, turn); r.later != len(p.without) || len(r.without) > 0 {
			t.Errorf("%v to move: %d positions have a way back of 4 plies only, %d none, want %d and 0",
				turn, r.later, len(r.without), len(p.without))
		}
	}
}

// hasWay reports whether a way back of so many plies leads from p, a predecessor of goal, closer than goal, by trying all squares.
func (s *search) hasWay(p, goal position, turn chess.Color, plies int) bool {
	if plies == 0 {
		return s.measure(p) < s.measure(goal)
	}
	for man := range s.men {
		for sq := range chess.Square(64) {
			from := p.square(man)
			u := unmove{man, vector{sq.File() - from.File(), sq.Row() - from.Row()}}
			if q, ok := playForward(s.Theorem, p, turn, pattern{u}); ok && s.hasWay(q, goal, turn.Other(), plies-1) {
				return true
			}
		}
	}
	return false
}

// TestClaims decides every claim on 3 men by formula and search, and compares the answers with the table: a counterexample is initially
// legal, and derivedly illegal at most as many times as the claim has plies if it compares no measure.
func TestClaims(t *testing.T) {
	testkit.Long(t)
	testkit.Unraced(t)
	for _, name := range []string{"KRK", "KQK"} {
		s := newSearch(newTheorem(t, name))
		for _, c := range s.claims() {
			holds := true
			for turn := range chess.Color(2) {
				p := testkit.Must(s.decide(&c, turn))(t)
				holds = holds && p.Proven
				if p.Proven {
					continue
				}
				setup := s.setup(p.counterexample, turn)
				class, err := tableOf(t, name).Class(setup)
				if err != nil || class == endgame.Initial || !c.closer && (class.Derived() < 1 || class.Derived() > c.plies) {
					t.Errorf("%s: the counterexample %v is %v, %v", c.name, setup, class, err)
				}
			}
			testkit.Equal(t, holds, c.holds, name, c.name, "holds")
		}
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

// TestContradictions makes the search wrong. It overlooks the counterexample that is the model of the formula, and then all
// counterexamples: both times decide finds that search and formula contradict each other.
func TestContradictions(t *testing.T) {
	s := newSearch(newTheorem(t, "KRK"))
	c := s.claims()[2]
	p := testkit.Must(s.decide(&c, chess.Black))(t)
	if len(p.without) != 48 {
		t.Fatalf("%s: %d counterexamples, want 48", c.name, len(p.without))
	}
	for _, overlooked := range [][]position{{p.counterexample}, p.without} {
		for _, q := range overlooked {
			s.legal[chess.Black][q] = false
		}
		if _, err := s.decide(&c, chess.Black); err == nil {
			t.Errorf("%d counterexamples overlooked: no error", len(overlooked))
		}
	}
}
