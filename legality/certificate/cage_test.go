package certificate

import (
	"errors"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/verdict"
)

// TestCagesAreConfirmed has a refutation by package cage confirmed, and the same of another
// setup or for another reason not.
func TestCagesAreConfirmed(t *testing.T) {
	p, err := chess.ParsePosition("bN2Q1Br/4RprB/1B3Rpp/b7/bNn1Q1R1/4KRP1/r1B2Pk1/1b5r w - -")
	if err != nil {
		t.Fatal(err)
	}
	s := p.Setup()
	v, decided := new(cage.Stage).Judge(t.Context(), s, verdict.Budget{})
	if !decided {
		t.Fatal("not refuted")
	}
	r, err := New(&s, &v)
	if err != nil {
		t.Fatal(err)
	}
	var c Checker
	if err := c.Check(t.Context(), again(t, r)); err != nil {
		t.Error(err)
	}
	other := *r
	other.Reasons = verdict.NoProofKernel
	if err := c.Check(t.Context(), &other); !errors.Is(err, ErrRefuted) {
		t.Errorf("another reason: %v", err)
	}
	other = *r
	other.FEN = "8/3R1pRb/3nk1PP/bbb3pQ/K4Rr1/B1NQN3/3B1pB1/3rBrN1 w - - 0 1"
	if err := c.Check(t.Context(), &other); !errors.Is(err, ErrRefuted) {
		t.Errorf("another setup: %v", err)
	}
}
