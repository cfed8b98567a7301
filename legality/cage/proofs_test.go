package cage

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/lemmatest"
	"chesscensus/legality/kernel"
)

// TestLemmas asks about the examples of the proofs, each by the method that its lemma is about.
func TestLemmas(t *testing.T) {
	lemmas := lemmatest.Read(t, "doc.go", "proofs.go", "proofspaths.go")
	var f Finder
	bars := func(s *chess.Setup, b kernel.Barred) bool {
		x := kernel.Solver{Barred: b}
		r, _ := x.Exists(s, 0)
		return r == kernel.NoKernel
	}
	lemmatest.Check(t, lemmas, func(t *testing.T, lemma int, s *chess.Setup) bool {
		var x kernel.Solver
		if r, _ := x.Exists(s, 0); r != kernel.Has {
			t.Errorf("%v: %v without the lemma, which shows nothing then", s, r)
		}
		var b kernel.Barred
		g := Projector{Limit: MaxProjectionLimit}
		g.Open(s)
		switch lemma {
		case 1:
			return Deadlocked(s) != 0
		case 2:
			_, shut := f.Trapped(s)
			return shut
		case 3:
			b.Bishops, b.Knights = f.Barred(s)
		case 4, 5:
			b.Bishops, b.Knights, b.Others = f.Full(s)
		case 6, 7:
			_, shut := g.Shut(s)
			return shut
		case 8:
			b = g.Squares(s)
		case 9:
			if !g.locked(s, chess.Black, chess.C1) {
				return false
			}
			const c = uint8(1) << 2
			b.Bishops[chess.Black], b.Knights[chess.Black], b.Others[chess.Black] = c, c, c
		}
		return bars(s, b)
	})
}
