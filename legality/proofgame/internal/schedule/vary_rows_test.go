package schedule

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/search"
)

// readKernel searches a kernel of a goal with a seed and returns the list that read makes of it.
func readKernel(t *testing.T, goal *chess.Setup, seed uint64) *list {
	t.Helper()
	searcher := search.Searcher{Options: search.Options{Nodes: 200_000, Random: rand.NewPCG(seed, 1)}}
	result := searcher.First(t.Context(), chess.InitialSetup(), *goal)
	if result.Status != search.Found {
		t.Fatalf("%v: %v", goal, result.Status)
	}
	r := &list{Problem: *problem(goal, seed, false)}
	if err := r.read(&result.Kernel); err != nil {
		t.Fatalf("%v: %v", goal, err)
	}
	return r
}

// TestVaryRows checks that changed lists are possible, have as many victims of each kind, and leave no more men without a way.
func TestVaryRows(t *testing.T) {
	testkit.Medium(t)
	for _, fen := range []string{
		"1R1n1Knk/2p4N/7p/rPn5/pb5n/1pPQ1P2/N2PQ2r/1brn1NB1 w - -",
		"4Q2b/b2pP1N1/1pNr1R2/1pnp3B/2qrN2k/R2b4/nBbr1N1b/4K1Q1 b - -",
	} {
		goal := testkit.Setup(t, fen)
		changed := 0
		for seed := range uint64(30) {
			l := readKernel(t, &goal, seed)
			before := l.countUnreachable()
			victims, oldTasks := countVictims(l), slices.Clone(l.Tasks)
			l.varyRows()
			after := l.countUnreachable()
			if !l.trace() || countVictims(l) != victims {
				t.Errorf("%s, seed %d: victims %v, want %v, in a list that is possible", fen, seed, countVictims(l), victims)
			}
			if after > before {
				t.Errorf("%s: %d men without a way, %d before", fen, after, before)
			}
			if !slices.Equal(l.Tasks, oldTasks) {
				changed++
			}
		}
		if changed < 5 {
			t.Errorf("%s: %d lists of 30 have changed, want 5 or more", fen, changed)
		}
	}
}

// countVictims counts the captures of a list by color and kind of the victim.
func countVictims(l *list) (count [2][base.NoKind + 1]int) {
	for i := range l.Tasks {
		if task := &l.Tasks[i]; task.Act == Capture {
			count[task.Color][task.Kind]++
		}
	}
	return count
}
