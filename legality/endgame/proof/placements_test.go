package proof

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame"
)

// exhaust decides Closer of a theorem by trying all positions.
func exhaust(t testing.TB, th *Theorem) (b *enumeration, answers []*exhaustion) {
	t.Helper()
	b = testkit.Must(th.enumerate(context.Background()))(t)
	for turn := range chess.Color(2) {
		e := testkit.Must(b.decide(context.Background(), turn))(t)
		answers = append(answers, e)
	}
	return b, answers
}

// TestExhaustionIsThatOfTheTable compares the positions asked about with those that the table of package endgame leaves, and
// finds for the theorem what SAT finds.
func TestExhaustionIsThatOfTheTable(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for name, want := range map[string][2]int{"KRK": {175167, 223895}, "KQK": {144507, 223943}} {
		th := theorem(t, name)
		b, answers := exhaust(t, th)
		if n := b.deeper(); n != 0 {
			t.Errorf("%s: %d positions more than %d times derivedly illegal", name, n, th.Depth)
		}
		rest := [2]int{-1, -1} // without the fixed positions
		for s, class := range table(t, name).All() {
			for q := range th.Material.placements(s) {
				if got := b.good[q.Turn][b.index(q)]; got != (class == endgame.Rest) {
					t.Fatalf("%v is %v, good: %v", s, class, got)
				} else if got {
					rest[q.Turn]++
				}
			}
		}
		for turn, e := range answers {
			if e.Asked != want[turn] || e.Asked != rest[turn] || !e.holds() || e.CloserLater != 0 || len(e.Counterexamples) > 0 {
				t.Errorf("%s: %+v, want %d asked, %d in the table", name, *e, want[turn], rest[turn])
			}
		}
	}
}

// TestExhaustionFindsCounterexamples breaks the theorem by fewer plies, and tries out what it says with moves played forward.
func TestExhaustionFindsCounterexamples(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	th := theorem(t, "KRK")
	th.Plies = 2
	b, answers := exhaust(t, th)
	for _, e := range answers {
		if e.holds() || len(e.Counterexamples) == 0 {
			t.Errorf("%+v with 2 plies", *e)
		}
		for _, p := range e.Counterexamples {
			if !b.good[p.Turn][b.index(p)] || !exhausted(th, p, 2) {
				t.Errorf("%v is no counterexample", th.Material.setup(p))
			}
		}
	}
	th.Longer = 2
	_, answers = exhaust(t, th)
	for _, e := range answers {
		if !e.holds() || e.CloserLater == 0 {
			t.Errorf("%+v with 2 or 4 plies", *e)
		}
	}
}
