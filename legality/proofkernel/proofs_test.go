package proofkernel

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/internal/lemmatest"
)

// TestLemmas checks the examples of the proofs, and that the cause of each refutation is the expected one.
func TestLemmas(t *testing.T) {
	causes := map[int]cause{1: bySearch, 2: bySearch, 3: bySearch, 4: byPawns, 5: bySearch, 6: byStray, 7: bySearch, 8: bySearch,
		9: byCrossings, 10: byRows, 11: byBishops, 12: bySearch, 16: bySearch, 17: byHomes, 18: byHomes, 19: byPawns}
	lemmas := lemmatest.Read(t, "doc.go", "proofs.go", "proofsrows.go", "proofshome.go")
	lemmatest.Check(t, lemmas, func(t *testing.T, lemma int, setup *chess.Setup) bool {
		var s Solver
		switch lemma {
		case 12:
			if r, _ := s.Exists(setup, 0); r != Has {
				t.Errorf("%v: %v with nothing barred", setup, r)
			}
			s.Barred = Barred{Bishops: [2]uint8{1}, Knights: [2]uint8{1}, Others: [2]uint8{1}}
		case 13:
			s.Open(setup, 0)
			c := PathCost{Left: EmptyWord, Right: EmptyWord, Captures: [2]int8{white: 2}}
			return !s.Window(5, 7).Allows(&c, 0)
		case 14:
			s.Open(setup, 0)
			c := PathCost{Left: EmptyWord, Right: EmptyWord, Captures: [2]int8{white: 1}, Officers: [2][2]int8{black: {1: 1}}}
			return !s.Window(6, 7).Ends(&c)
		case 15:
			return Outnumbered(setup)
		}
		r, _ := s.Exists(setup, 0)
		if r != Has && r != GaveUp && s.cause != causes[lemma] {
			t.Errorf("%v: %v by cause %d, want %d", setup, r, s.cause, causes[lemma])
		}
		return r != Has
	})
}
