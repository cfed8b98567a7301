package proofgame

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/retract"
	"chesscensus/legality/verdict"
)

// hardGoals took up to 16 s of CPU at a budget of 0.4 s when kernels cost no plies. Most have no game in the first pass. With castling
// rights pawns can only promote by captures; in others kernels are expensive because captures are many.
var hardGoals = []string{
	"rQ2k3/1P1p2n1/p2Pb2Q/2bN1pn1/2B5/1r1bQ2R/1PQ1r2P/K1Nb2R1 b q - 0 1",
	"r3k2r/8/8/2ppP3/8/8/8/R3K2R w KQkq d6 0 1",
	"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
	"1Q5Q/1bqk4/1qn2pQq/1r5N/3N1P1q/b1p3n1/1BPQ1RR1/r3KNbR w K - 0 1",
	"N1BrkR1R/2pr2B1/1p3q2/4R2b/4q3/NP1qPqp1/BR1b4/Kn2q2R b - - 0 1",
	"2brkBRB/pp1p1ppK/8/8/8/1P6/1P1PNPPN/2BbRQRq b - - 0 1",
	"7k/3pp1pP/6PP/5pKp/7B/6P1/4PP1p/8 b - - 0 1",
	"8/1N2p1p1/K7/1RP5/k2P4/B3B3/PPPP4/8 b - - 0 1",
	"4BQ1q/3ppK1k/4pp1p/8/8/8/8/8 w - - 0 1",
	"Nkn3B1/bnr1B1B1/1R2R1Q1/nK1b4/4bN2/1P1b4/QpP1nn1P/R2b4 w - - 0 1",
	"2bk1K1N/1ppp1p1q/p5pp/8/8/8/8/8 w - - 0 1",
	"3N1Nbb/1K1n1PBp/npr2p2/n2R1Bqk/R2r3P/n3RN2/7B/n1n3B1 w - - 0 1",
	"RNqkr3/Kp1q4/1R2q3/3Q2R1/1BPnq1rn/5bBP/2pP2B1/1rr3n1 w - - 0 1",
}

// TestBudgetBoundsWork checks that all work is counted, and that an attempt ends at its budget: both stages, in two passes.
func TestBudgetBoundsWork(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	plies, goals := int64(40_000), hardGoals
	if testing.Short() {
		plies, goals = 15_000, goals[:4] // a second pass has twice that
	} else if testkit.Stride() > 3 {
		plies = 15_000
	}
	path, game := Stages(Options{Foreign: -1})
	b := &path.builder
	for _, fen := range goals {
		goal := testkit.Setup(t, fen)
		for pass := range 2 {
			budget := verdict.Budget{Nodes: plies, Pass: pass}
			limit := plies << pass
			for _, stage := range []*Stage{path, game} {
				v, decided := stage.Judge(t.Context(), goal, budget)
				a := v.Attempt.(*Attempt)
				kernels := b.kernelCosts.States/statesPerPly + b.kernelCosts.Nodes/nodesPerPly
				// The last retraction of a share runs to its end.
				opening := int64(pliesPerOpened * retract.OpenWidth * retract.OpenPlies)
				loose := share(limit, looseShare)
				if pass == 0 {
					loose = (&Request{PathOnly: stage == path}).disentanglingShare(limit, &goal)
				}
				if most := limit + limit/earlyShare + loose + opening + 4*leastPlies; a.Plies > most || v.Cost.Nodes != a.Plies {
					t.Errorf("%s: stage %s, pass %d: %d plies (%d by its verdict) for a budget of %d", fen, stage.Name(), pass, a.Plies,
						v.Cost.Nodes, limit)
				}
				if kernels > a.Plies+leastPlies {
					t.Errorf("%s: stage %s, pass %d: kernels alone cost %d plies, %d are counted", fen, stage.Name(), pass, kernels, a.Plies)
				}
				if decided {
					break
				}
			}
		}
	}
}

// TestSmallestBudget checks that a share of a few plies does not become the default budget.
func TestSmallestBudget(t *testing.T) {
	path, _ := Stages(Options{Long: true, Foreign: -1})
	for plies := range int64(12) {
		v, _ := path.Judge(t.Context(), testkit.Setup(t, "1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - - 0 1"), verdict.Budget{Nodes: plies + 1})
		if a := v.Attempt.(*Attempt); a.Plies > 10_000 {
			t.Errorf("%d plies for a budget of %d", a.Plies, plies+1)
		}
	}
}

// TestKernelBudgets checks that a kernel may spend something however little is left, and at most half of the remaining plies for its
// class and a fifth for the explicit search.
func TestKernelBudgets(t *testing.T) {
	testkit.Medium(t)
	goal := testkit.Setup(t, hardGoals[0])
	for _, left := range []int64{-1, 0, 1, 1999, 20_000, 200_000} {
		request := kernelRequest{plies: left}
		if limit := max(left, 2*leastPlies) / 2; request.states() != limit*statesPerPly {
			t.Errorf("%d plies left: %d states", left, request.states())
		}
		var b Builder
		_, plies, err := b.findKernel(context.Background(), chess.InitialSetup(), &goal, &request)
		if limit := max(left/2, leastPlies) + max(left/5, leastPlies) + 100; plies > limit || plies == 0 {
			t.Errorf("%d plies left: a kernel cost %d (%v)", left, plies, err)
		}
		after := chess.InitialPosition()
		m, err := after.ParseUCI("e2e4")
		if err != nil {
			t.Fatal(err)
		}
		after = after.Play(m)
		if _, plies, err = b.findKernel(context.Background(), after.Setup(), &goal, &request); plies > max(left/5, leastPlies)+100 {
			t.Errorf("%d plies left: a kernel from another start cost %d (%v)", left, plies, err)
		}
	}
}
