package rules

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// setup returns the setup of a FEN record.
func setup(t testing.TB, fen string) *chess.Setup {
	t.Helper()
	s := testkit.Setup(t, fen)
	return &s
}

// refutedBy returns the reasons of all rules that refute a setup, and the evidence of the first.
func refutedBy(s chess.Setup) (reasons verdict.Reason, evidence verdict.Evidence) {
	for _, rule := range All() {
		r, e := rule.RefutesSetup(&s)
		if reasons == 0 {
			evidence = e
		}
		reasons |= r
	}
	return reasons, evidence
}

// acceptSetup fails the test if any rule refutes the setup.
func acceptSetup(t testing.TB, s chess.Setup, why string) {
	t.Helper()
	if r, e := refutedBy(s); r != 0 {
		t.Fatalf("%s, but refuted: %s\n%s: %s", why, s, r, e.Describe(&s))
	}
}
