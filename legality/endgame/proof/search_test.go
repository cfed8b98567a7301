package proof

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame"
)

// TestSearchIsThatOfTheTable compares the positions of the theorem with those of the table of package endgame that are not
// derivedly illegal, and checks that each has a way back.
func TestSearchIsThatOfTheTable(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	// By side to move: KRK has 399 112 initially legal positions, less 48 derivedly illegal and 2 fixed ones.
	for name, want := range map[string][2]int{"KRK": {175167, 223895}, "KQK": {144507, 223943}} {
		th := newTheorem(t, name)
		table := newPlacementTable(th.Material)
		for turn := range chess.Color(2) {
			s := newSearch(table, &th.assertions()[0].Claim, turn)
			for index, given := range s.given {
				setup := th.Material.setup(s.placement(index, turn))
				if class, err := tableOf(t, name).Class(setup); err == nil && given != (class == endgame.Rest) {
					t.Fatalf("%v is %v, a position of the claim: %v", setup, class, given)
				}
			}
			if c := s.cover(); c.positions != want[turn] || len(c.without) > 0 || c.later > 0 {
				t.Errorf("%s, %v to move: %d positions, want %d; %d without a way back, %d with a longer one",
					name, turn, c.positions, want[turn], len(c.without), c.later)
			}
		}
	}
}

// TestCounterexamplesHaveNoWay checks that with 2 plies the theorem for KRK has counterexamples, of the search and of the
// formula, which have no way back according to package chess either, and one of 4 plies.
func TestCounterexamplesHaveNoWay(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	th := newTheorem(t, "KRK")
	for turn := range chess.Color(2) {
		claim := th.assertions()[0].Claim
		claim.Plies = 2
		p := decideOne(t, &claim, turn)
		if p.Proven {
			t.Errorf("%v to move: each position has a way back of 2 plies", turn)
			continue
		}
		table := newPlacementTable(th.Material)
		without := p.coverage.without
		for _, q := range []placement{p.counterexample[0], table.placement(without[0], turn), table.placement(without[len(without)-1], turn)} {
			if !slices.Contains(without, table.index(q)) || !hasNoWay(th, q, 2) {
				t.Errorf("%v has a way back of 2 plies", th.Material.setup(q))
			}
		}
		claim.Longer = 2
		if c := newSearch(table, &claim, turn).cover(); c.later != len(without) || len(c.without) > 0 {
			t.Errorf("%v to move: %d positions have a way back of 4 plies only, %d none, want %d and 0", turn, c.later, len(c.without), len(without))
		}
	}
}

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
