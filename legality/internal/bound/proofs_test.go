package bound

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/lemmatest"
)

// TestLemmas checks that the illegal examples of the proofs are refuted with the evidence of
// their lemma and that the legal ones are not.
func TestLemmas(t *testing.T) {
	notes := map[int]string{
		1: pawnNote[chess.White], 2: choiceNote, 3: coneNote[chess.White], 4: "without captures", 5: entryNote,
		6: choiceNote, 7: capturesNote[chess.White], 8: "men that can become nothing", 9: "men that can become nothing",
	}
	lemmas := lemmatest.Read(t, "doc.go", "proofs.go")
	lemmatest.Check(t, lemmas, func(t *testing.T, lemma int, s *chess.Setup) bool {
		p := testkit.Must(s.Position())(t)
		g := NewGoal(p, nil)
		ok := g.Reachable(&initial)
		if text := g.Failure().Describe(s); !ok && !strings.HasPrefix(text, notes[lemma]) {
			t.Errorf("%v: %s, want %s", s, text, notes[lemma])
		}
		return !ok
	})
}
