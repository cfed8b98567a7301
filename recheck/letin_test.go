package recheck

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck/internal/board"
)

// TestNeverLetInIsReproducible: the search for pairs of men spends the same states in every run. In other orders of the pairs it spends from
// 38 to 54 states.
func TestNeverLetInIsReproducible(t *testing.T) {
	s := testkit.Must(board.ParseFEN("r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -"))(t)
	for range 30 {
		q := &question{certificate: new(Certificate), setup: s, meter: &meter{ctx: t.Context(), limit: 45}}
		if !neverLetIn(q) || q.meter.states != 45 {
			t.Fatalf("%d states, %v; want 45", q.meter.states, q.meter.err)
		}
	}
}

// TestRunsAgree: a check has the same answer in every run, also near its limit. In the first line no theorem refutes any of the named last
// moves, so that each of them can be reported. In the second line the search takes from 37210 to more than 40000 states, by the order of
// the borders from which it begins.
func TestRunsAgree(t *testing.T) {
	for _, line := range []string{
		`{"fen":"rnbqkbnr/pppp1ppp/4p3/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq -","stage":"retro","reasons":["LastMovesRejected"],"tree":"!b1a3=KQkq !c4a3=KQkq !b5a3=KQkq"}`,
		`{"fen":"7n/ppp1pp1p/2p3p1/8/8/2PPPP2/1PRQqrP1/kBRNnrbK w - -","stage":"cage","reasons":["ShutOut"]}`,
	} {
		answers := map[string]bool{}
		for range 5 {
			_, states, err := Checker{States: 40_000}.Check(t.Context(), []byte(line))
			answers[fmt.Sprint(states, " states: ", err)] = true
		}
		if len(answers) > 1 {
			t.Errorf("%s: %q", line, slices.Collect(maps.Keys(answers)))
		}
	}
}

// TestNeverLetInLeavesStates: a search for pairs of men that would take 4039 states leaves enough of 1000 to the theorems after it.
func TestNeverLetInLeavesStates(t *testing.T) {
	line := `{"fen":"4k3/8/8/R1RR4/8/3P4/PPP1PPPP/4K3 w - -","stage":"cage","reasons":["ShutOut"]}`
	if _, states, err := (Checker{States: 1000}).Check(t.Context(), []byte(line)); err != nil {
		t.Errorf("%v after %d states", err, states)
	}
}

// TestLimitIsPostponed: if Lemma 17 has too few states, as with half of 60 where it needs 45, its limit is kept for callers that drop the answers of
// single theorems, and names the limit of the check.
func TestLimitIsPostponed(t *testing.T) {
	s := testkit.Must(board.ParseFEN("r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -"))(t)
	m := &meter{ctx: t.Context(), limit: 60}
	shutOut(&question{certificate: new(Certificate), setup: s, meter: m})
	if !errors.Is(m.postponed, ErrLimit) || !strings.HasSuffix(m.postponed.Error(), "of 60 states") {
		t.Errorf("%v, want the limit of 60 states", m.postponed)
	}
}
