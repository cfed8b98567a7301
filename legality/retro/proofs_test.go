package retro

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/internal/lemmatest"
	"chesscensus/legality/verdict"
)

// TestLemmas checks that this package refutes the illegal examples of the proofs and not the legal
// ones. It uses no rules, and the kernels only for the lemmas about them, so that nothing else refutes.
func TestLemmas(t *testing.T) {
	lemmas := lemmatest.Read(t, "doc.go", "proofs.go")
	lemmatest.Check(t, lemmas, func(t *testing.T, lemma int, s *chess.Setup) bool {
		bare := judge(&Stage{}, *s)
		with := &Stage{Kernels: new(kernels)}
		switch lemma {
		case 1, 2:
			return len(Unmoves(nil, *s, Options{AllEP: true})) == 0
		case 3:
			return bare.Outcome == verdict.Illegal && bare.Reasons == verdict.LastMovesRejected
		case 4:
			if bare.Outcome == verdict.Illegal {
				t.Errorf("%v: refuted without kernels", s)
			}
			return judge(with, *s).Outcome == verdict.Illegal
		case 5:
			c := with.Forced(context.Background(), *s, verdict.Budget{})
			if !c.Refuted && (len(c.Moves) == 0 || c.Moves[0].String() != "c4c5") {
				t.Errorf("%v: %v is forced, want c4c5", s, c.Moves)
			}
			return c.Refuted
		case 6:
			r, ok := bare.Certificate.(*Refutation)
			return ok && r.Check(nil, nil) == nil
		}
		return false
	})
}
