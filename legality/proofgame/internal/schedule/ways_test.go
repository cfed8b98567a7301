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

// readKernel returns the list of a kernel of a goal, of the explicit search by a seed, with the random numbers of a restart.
func readKernel(t *testing.T, goal *chess.Setup, seed uint64) *list {
	t.Helper()
	x := search.Searcher{Options: search.Options{Nodes: 200_000, Random: rand.NewPCG(seed, 1)}}
	found := x.First(t.Context(), chess.InitialSetup(), *goal)
	if found.Status != search.Found {
		t.Fatalf("%v: %v", goal, found.Status)
	}
	r := &list{Problem: *problem(goal, seed, false)}
	if err := r.read(&found.Kernel); err != nil {
		t.Fatalf("%v: %v", goal, err)
	}
	return r
}

// TestCountUnreachable counts men without a way.
func TestCountUnreachable(t *testing.T) {
	for _, row := range []struct {
		fen  string
		want int
		why  string
	}{
		{"rnbqkbn1/ppPpppp1/2p5/7p/8/8/PPP1PPPP/RNBQKBNR b KQq -", 2, "no rook comes to c7 over the bishop, and one to the other one's home"},
		{"rnb1kbnr/ppPppppp/2p5/8/8/8/PPP1PPPP/RNBQKBNR w KQkq -", 0, "a queen does, over the diagonal"},
		{"r1bqkbnr/ppPppppp/2p5/8/8/8/PPP1PPPP/RNBQKBNR b KQkq -", 0, "knights are not followed"},
		{"rnbqkbnr/ppppp1pp/6p1/8/P7/8/1PPPPPPP/1NBQKBNR b Kkq -", 2, "the a-pawn has no task, and is taken to stay"},
	} {
		p := testkit.Position(t, row.fen)
		goal := p.Setup()
		for _, s := range []chess.Setup{goal, goal.Mirror()} {
			r := readKernel(t, &s, 1)
			if got := r.countUnreachable(); got != row.want {
				t.Errorf("%v: %d men without a way, want %d: %s", s, got, row.want, row.why)
			}
		}
	}
}

// TestVaryRows changes lists: they stay possible, with the captures that they had, and no more men are without a way.
func TestVaryRows(t *testing.T) {
	testkit.Medium(t)
	for _, fen := range []string{
		"1R1n1Knk/2p4N/7p/rPn5/pb5n/1pPQ1P2/N2PQ2r/1brn1NB1 w - -",
		"4Q2b/b2pP1N1/1pNr1R2/1pnp3B/2qrN2k/R2b4/nBbr1N1b/4K1Q1 b - -",
	} {
		p := testkit.Position(t, fen)
		goal := p.Setup()
		changed := 0
		for seed := range uint64(30) {
			r := readKernel(t, &goal, seed)
			before := r.countUnreachable()
			kinds, old := fallen(r), slices.Clone(r.Tasks)
			r.varyRows()
			after := r.countUnreachable()
			if !r.trace() || fallen(r) != kinds {
				t.Errorf("%s: another list, or none", fen)
			}
			if after > before {
				t.Errorf("%s: %d men without a way, %d before", fen, after, before)
			}
			if !slices.Equal(r.Tasks, old) {
				changed++
			}
		}
		if changed < 5 {
			t.Errorf("%s: %d lists of 30 have changed", fen, changed)
		}
	}
}

// fallen counts the victims of a list, by color and kind.
func fallen(r *list) (n [2][base.NoKind + 1]int) {
	for i := range r.Tasks {
		if t := &r.Tasks[i]; t.Act == Capture {
			n[t.Color][t.Kind]++
		}
	}
	return n
}

// TestSplitPush has a pawn stop on its way: it goes on before its next task, or to its end later.
func TestSplitPush(t *testing.T) {
	p := testkit.Position(t, "rnbqkbnr/ppppp1pp/6p1/8/P7/8/1PPPPPPP/1NBQKBNR b Kkq -")
	goal := p.Setup()
	for seed := range uint64(20) {
		r := readKernel(t, &goal, seed)
		for i := range r.Tasks {
			n, task := len(r.Tasks), r.Tasks[i]
			if !r.splitPush(i, r.RNG) {
				continue
			}
			now := r.Tasks[i]
			if now.From != task.From || now.To.File() != task.To.File() || now.To == task.To || now.To == task.From || len(r.Tasks) > n+1 {
				t.Errorf("%v to %v has become %v to %v", task.From, task.To, now.From, now.To)
			}
			break
		}
	}
	r := &list{Problem: *problem(&goal, 1, false)}
	u := r.At[chess.E2]
	r.Tasks = []Task{pushTask(chess.White, u, chess.E2, chess.E6), pushTask(chess.White, u, chess.E6, chess.E4)}
	r.Tasks = r.Tasks[:1]
	if !r.splitPush(0, r.RNG) || len(r.Tasks) != 1 || r.Tasks[0].To.Row() >= 5 || r.column[r.Tasks[0].To] != u {
		t.Errorf("the push is %v to %v", r.Tasks[0].From, r.Tasks[0].To)
	}
	r.Tasks = []Task{pushTask(chess.White, u, chess.E2, chess.E3)}
	if r.splitPush(0, r.RNG) {
		t.Error("a step of one row was cut")
	}
}
