package cage

import (
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/lemmatest"
)

// TestAcceptsGamesOfProofs checks that no position is refuted of the games with which the proofs of this package and its
// neighbors end, and of short branches from them. The games lead to setups that the theorems just do not refute.
func TestAcceptsGamesOfProofs(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	w := witness{st: Stage{Limit: configurations}}
	rnd := testkit.Rand("games of proofs")
	games, oneIn := 0, 2 // one position in so many is checked, and the last of each game
	if testing.Short() {
		oneIn = 12
	}
	neighbors := []string{
		"../proofkernel/proofs.go", "../proofkernel/proofsrows.go", "../proofkernel/proofshome.go", "../internal/bound/proofs.go", "../retro/proofs.go",
	}
	for _, name := range slices.Concat(proofFiles, neighbors) {
		for _, l := range lemmatest.Lemmas(t, name) {
			moves := testkit.Line(t, chess.InitialPosition(), strings.Join(l.Moves(), " "))
			for range testkit.Size(1, 4) {
				if !w.followGame(t, moves, rnd, oneIn) {
					t.Fatalf("%s, Lemma %d", name, l.Number)
				}
			}
			games++
		}
	}
	if games < 30 || w.positions < 1000/oneIn {
		t.Errorf("%d games and %d positions, want 30 and %d at least", games, w.positions, 1000/oneIn)
	}
}
