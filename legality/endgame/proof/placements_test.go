package proof

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame"
)

// exhaustAll decides Closer of a theorem by trying all positions, for both sides to move.
func exhaustAll(t testing.TB, th *Theorem) (b *enumeration, results []*exhaustionResult) {
	t.Helper()
	b = testkit.Must(th.enumerate(context.Background()))(t)
	for turn := range chess.Color(2) {
		e := testkit.Must(b.decideCloser(context.Background(), turn))(t)
		results = append(results, e)
	}
	return b, results
}

// TestExhaustionIsThatOfTheTable compares the deep enough positions with those of the table of package endgame that
// are not derivedly illegal, and checks that the theorem holds.
func TestExhaustionIsThatOfTheTable(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for name, want := range map[string][2]int{"KRK": {175167, 223895}, "KQK": {144507, 223943}} {
		th := newTheorem(t, name)
		b, answers := exhaustAll(t, th)
		if n := b.countNotDeeper(); n != 0 {
			t.Errorf("%s: %d positions more than %d times derivedly illegal", name, n, th.Depth)
		}
		rest := [2]int{-1, -1} // without the fixed positions
		for s, class := range tableOf(t, name).All() {
			for q := range th.Material.placements(s) {
				if got := b.deepEnough[q.Turn][b.index(q)]; got != (class == endgame.Rest) {
					t.Fatalf("%v is %v, good: %v", s, class, got)
				} else if got {
					rest[q.Turn]++
				}
			}
		}
		for turn, e := range answers {
			if e.Positions != want[turn] || e.Positions != rest[turn] || !e.holds() || e.CloserLater != 0 || len(e.Counterexamples) > 0 {
				t.Errorf("%s: %+v, want %d asked, %d in the table", name, *e, want[turn], rest[turn])
			}
		}
	}
}

// TestExhaustionFindsCounterexamples checks that the theorem with too few plies has counterexamples, which have
// no way back according to package chess either.
func TestExhaustionFindsCounterexamples(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	th := newTheorem(t, "KRK")
	th.Plies = 2
	b, answers := exhaustAll(t, th)
	for _, e := range answers {
		if e.holds() || len(e.Counterexamples) == 0 {
			t.Errorf("%+v with 2 plies", *e)
		}
		for _, p := range e.Counterexamples {
			if !b.deepEnough[p.Turn][b.index(p)] || !hasNoWay(th, p, 2) {
				t.Errorf("%v is no counterexample", th.Material.setup(p))
			}
		}
	}
	th.Longer = 2
	_, answers = exhaustAll(t, th)
	for _, e := range answers {
		if !e.holds() || e.CloserLater == 0 {
			t.Errorf("%+v with 2 or 4 plies", *e)
		}
	}
}
