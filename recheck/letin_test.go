package recheck

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck/internal/board"
)

// TestNeverLetInIsReproducible: a budget that suffices once suffices always. If the pairs of men come in another order, from 38 to 54 states
// are spent.
func TestNeverLetInIsReproducible(t *testing.T) {
	s := testkit.Must(board.ParseFEN("r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -"))(t)
	for range 30 {
		q := &question{certificate: new(Certificate), setup: s, meter: &meter{ctx: t.Context(), limit: 45}}
		if !neverLetIn(q) || q.meter.states != 45 {
			t.Fatalf("%d states, %v; want 45", q.meter.states, q.meter.err)
		}
	}
}
