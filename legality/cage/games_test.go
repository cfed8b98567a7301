package cage

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/lemmatest"
)

// TestAcceptsGamesOfProofs checks that no position is refuted of the games with which the proofs of this package and its
// neighbors end, and of short branches from them. The games lead to setups that the theorems just do not refute.
func TestAcceptsGamesOfProofs(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	w := witness{st: Stage{Limit: configurations}}
	rnd := testkit.Rand("games of proofs")
	n, of := 0, 2
	if testing.Short() {
		of = 12 // the last positions, which count most, are looked at all the same
	}
	for _, name := range []string{
		"proofs.go", "proofspaths.go", "proofschecks.go", "proofstogether.go", "proofsneeded.go", "proofsfallen.go",
		"../proofkernel/proofs.go", "../proofkernel/proofsrows.go", "../internal/bound/proofs.go", "../retro/proofs.go",
	} {
		for _, l := range lemmatest.Lemmas(t, name) {
			moves := testkit.Line(t, chess.InitialPosition(), strings.Join(l.Moves(), " "))
			for range testkit.Size(1, 4) {
				if !w.followGame(t, moves, rnd, of) {
					t.Fatalf("%s, Lemma %d", name, l.Number)
				}
			}
			n++
		}
	}
	if n < 30 || w.positions < 1000/of {
		t.Errorf("%d games and %d positions only", n, w.positions)
	}
}
