package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
)

// denseGoals are goals whose men stand close together, records of the theory of last moves: the last move is a puzzle.
var denseGoals = []string{
	"2b1RK1k/1p1ppp1p/8/8/8/8/8/8 b - -",
	"1qkB4/P1brp3/Kppp4/1p6/8/8/8/8 w - -",
	"5k1K/3pRP2/p3prqN/5prr/6pr/7b/6P1/8 b - -",
	"8/1p6/p7/8/8/PP6/1PkPP3/KR1b4 b - -",
	"6nK/1p1ppp1N/5Pqr/5prb/5PrR/4PRQn/3PRQ2/4B2k b - -",
	"rnbQK1nr/ppppb1p1/2B4p/3P1pB1/5P2/4p1P1/PPP1P2P/RN1qk1NR b - -",
	"1b1B1b2/2p3Nn/Rp5q/r1RBq2b/BPrq4/1N4k1/q3QQ1b/2QBKb2 b - -", // open: a node leads to a hundred setups
}

// mostUnmoves exceeds the number of unmoves of any setup of these tests, which the last node may add.
const mostUnmoves = 400

// TestDisentangleLeadsToTheGoal replays lines, compares their measures, and checks that they depend on the seed alone. Most are looser
// than the goal.
func TestDisentangleLeadsToTheGoal(t *testing.T) {
	testkit.Medium(t)
	var x Retractor
	loose := 0
	for _, fen := range denseGoals {
		goal := testkit.Position(t, fen)
		s := goal.Setup()
		before := x.untilFree(&s)
		for seed := range uint64(4) {
			line, ok := x.Disentangle(t.Context(), s, seed, 10_000, nil)
			if !ok {
				continue
			}
			plantest.Replay(t, line.Setup, line.Moves, goal)
			if int(x.untilFree(&line.Setup)) != line.ShutMeasure || line.Measured > 10_000+mostUnmoves {
				t.Errorf("%s: %v measures %d, by its line %d, after %d setups", fen, line.Setup, x.untilFree(&line.Setup), line.ShutMeasure,
					line.Measured)
			}
			if line.ShutMeasure < int(before) {
				loose++
			}
			again, _ := new(Retractor).Disentangle(t.Context(), s, seed, 10_000, nil)
			if again.Setup != line.Setup || !slices.Equal(again.Moves, line.Moves) {
				t.Errorf("%s: another result with the same seed", fen)
			}
		}
	}
	if loose < 3*len(denseGoals) {
		t.Errorf("%d of %d variants make a goal looser", loose, 4*len(denseGoals))
	}
}

// TestDisentangleAsksTheKernels checks that no refuted setup is on a line.
func TestDisentangleAsksTheKernels(t *testing.T) {
	goal := testkit.Position(t, denseGoals[3])
	calls := 0
	line, ok := new(Retractor).Disentangle(t.Context(), goal.Setup(), 1, 5000, constantKernels{true, &calls})
	for _, m := range line.Moves {
		if m.Irreversible() {
			t.Errorf("%s is taken back though the kernels refute what is before it", m)
		}
	}
	if calls == 0 || line.Measured > 5000+mostUnmoves {
		t.Errorf("%v, %d questions, %d setups", ok, calls, line.Measured)
	}
	if _, ok := new(Retractor).Disentangle(t.Context(), chess.Setup{}, 1, 5000, nil); ok {
		t.Error("an empty setup is disentangled")
	}
}

// TestDisentangleCallsRefuteSetup checks that no setup that RefuteSetup refutes is on a line, and that its cost counts.
func TestDisentangleCallsRefuteSetup(t *testing.T) {
	goal := testkit.Position(t, denseGoals[3])
	calls := 0
	x := Retractor{RefuteSetup: func(*chess.Setup) (bool, int64) {
		calls++
		return true, 100 * statesPerSetup
	}}
	line, _ := x.Disentangle(t.Context(), goal.Setup(), 1, 5000, nil)
	for _, m := range line.Moves {
		if m.Irreversible() {
			t.Errorf("%s is taken back though men can never have come in before it", m)
		}
	}
	if calls == 0 || line.States != int64(calls)*100*statesPerSetup || line.Measured+100*calls > 5000+mostUnmoves+100 {
		t.Errorf("%d questions, %d states, %d setups of 5000", calls, line.States, line.Measured)
	}
}

// TestDisentangleLeavesLocalMinima has goals in which the most promising first step leads nowhere. Half of the variants find a loose
// setup.
func TestDisentangleLeavesLocalMinima(t *testing.T) {
	testkit.Medium(t)
	for _, fen := range []string{
		"7k/3pp1pP/6PP/5pKp/7B/6P1/4PP1p/8 b - -",
		"8/1N2p1p1/K7/1RP5/k2P4/B3B3/PPPP4/8 b - -",
		"8/1p5P/6P1/5B1P/6PP/5BNk/7P/5RK1 b - -",
	} {
		goal := testkit.Position(t, fen)
		loose := 0
		for seed := range uint64(8) {
			line, ok := new(Retractor).Disentangle(t.Context(), goal.Setup(), seed, 24_000, nil)
			if ok && line.ShutMeasure == 0 {
				plantest.Replay(t, line.Setup, line.Moves, goal)
				loose++
			}
		}
		if loose < 4 {
			t.Errorf("%s: %d of 8 variants lead to a loose setup", fen, loose)
		}
	}
}

// TestFixedMen checks which men never go back.
func TestFixedMen(t *testing.T) {
	for fen, want := range map[string]chess.Bitboard{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": initial.Occupied() &^
			(chess.B1.BB() | chess.G1.BB() | chess.B8.BB() | chess.G8.BB() | // which jump, and give way to the rooks
				chess.A1.BB() | chess.H1.BB() | chess.A8.BB() | chess.H8.BB()),
		"4k3/8/8/8/8/8/1P1P4/2B1K3 w - -":    chess.B2.BB() | chess.C1.BB() | chess.D2.BB(),
		"4k3/8/8/8/8/8/1P6/2B1K3 w - -":      chess.B2.BB(), // over d2
		"4k3/8/8/8/8/8/8/R3K3 w Q -":         chess.E1.BB(),
		"4k3/8/8/8/8/8/8/R3K3 w - -":         0,
		"4k3/8/8/8/8/1P1P4/2P5/2B1K3 w - -":  chess.C2.BB(),
		"4k3/1p1p4/2b5/8/8/8/8/2B1K3 w - -":  chess.B7.BB() | chess.D7.BB(),
		"2b1k3/1p1p4/8/8/8/8/8/2b1K3 w - -":  chess.B7.BB() | chess.D7.BB() | chess.C8.BB(),
		"4k3/8/8/8/8/8/3PPP2/3QKB2 w - -":    chess.D2.BB() | chess.E2.BB() | chess.F2.BB(), // the queen goes to c1 first
		"4k3/8/8/8/8/8/2PPPPP1/2BQKB2 w - -": chess.C2.BB() | chess.D2.BB() | chess.E2.BB() | chess.F2.BB() | chess.G2.BB() | chess.F1.BB(),
	} {
		s := testkit.Setup(t, fen)
		if got := fixedMen(&s); got != want {
			t.Errorf("%s: %v are fixed, want %v", fen, got, want)
		}
	}
}
