package schedule

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel/search"
)

// TestSettleEarly makes schedules of goals in which the only way to a square is closed long before the step that ends beside it. The
// man that settles there must have a way before the task that waits for it, and in some schedules none after that task.
func TestSettleEarly(t *testing.T) {
	testkit.Medium(t)
	for _, row := range []struct {
		fen string
		sq  chess.Square
	}{
		{"2RRQ3/2nr1N1Q/7p/NR1n4/2Bq1Pkn/P1R1Qpn1/3b1p1P/r2q3K w - -", chess.H1}, // the king, before g3xf2
		{"3qqB2/1N6/QP1RnknB/Bp3q1r/1p2R3/Br2N2b/r2p1Q2/K1R1n3 w - -", chess.A5}, // a bishop, between pawns that pass it
		{"2Knqk1B/r3b1qQ/2NR1r2/N3nRP1/R2Q1NPb/Rrrb2p1/4p3/8 b - -", chess.H4},   // another
		{"1BBrRQ1q/Pbp2nR1/p2pb2n/k1P4N/P2rRK1B/B1R2Nn1/3P3p/8 w - -", chess.B8}, // before b5-b6, for b6xa7 is too late
	} {
		goal := testkit.Setup(t, row.fen)
		role := goal.Board.RoleAt(row.sq)
		early, kernels := 0, 0
		for seed := range uint64(12) {
			searcher := search.Searcher{Options: search.Options{Nodes: 100_000, Random: rand.NewPCG(seed, 1)}}
			result := searcher.First(t.Context(), chess.InitialSetup(), goal)
			if result.Status != search.Found {
				continue
			}
			kernels++
			var s Schedule
			if s.Make(problem(&goal, seed, true), &result.Kernel) != nil {
				continue
			}
			for i := range s.Tasks {
				if task := &s.Tasks[i]; task.Act != Settle || task.To != row.sq {
					continue
				}
				canCome := func(n int) bool {
					var pawns [64]int8
					if !s.traceTo(n, &pawns) {
						t.Fatalf("%s: %d tasks are not possible", row.fen, n)
					}
					return s.canEnter(goal.Board.At(row.sq).Color(), role, row.sq, pawnSquares(&pawns)|s.LockedOfficers)
				}
				if !canCome(i) {
					t.Errorf("%s: no man can reach %v where task %d wants it", row.fen, row.sq, i)
				}
				if i+1 < len(s.Tasks) && s.Tasks[i+1].WaitsFor >= 0 && !canCome(i+2) {
					early++
				}
			}
		}
		if early == 0 {
			t.Errorf("%s: no man goes to %v early, with %d kernels", row.fen, row.sq, kernels)
		}
	}
}
