package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/retro"
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

// TestOutlineOf checks that outlines do not depend on the squares of free officers and kings, and do on those of others.
func TestOutlineOf(t *testing.T) {
	outlineOf := func(fen string, keepKingNeighbors bool) outline {
		p := testkit.Position(t, fen)
		return outlineOf(p.Setup(), keepKingNeighbors, false, 0)
	}
	a, b := outlineOf("3nk3/8/8/8/8/8/8/K7 w - -", true), outlineOf("4k3/8/4n3/8/8/8/8/K7 w - -", true)
	if a == b || a.hash() == b.hash() {
		t.Error("a knight beside a king may stand elsewhere")
	}
	for _, row := range []struct {
		a, b string
		same bool
	}{
		{"4k3/8/8/3n4/8/8/8/K7 w - -", "4k3/8/8/8/4n3/8/8/K7 w - -", true},
		{"4k3/8/8/3n4/8/8/8/K7 w - -", "4k3/8/8/8/8/8/8/K6n w - -", false}, // no free square in the corner
		{"4k3/8/8/3n4/8/8/8/K7 w - -", "4k3/8/8/3b4/8/8/8/K7 w - -", false},
		{"8/3k4/8/8/8/8/8/K7 w - -", "8/8/3k4/8/8/8/8/K7 w - -", true},
		{"8/3k4/8/8/8/8/8/K7 w - -", "7k/8/8/8/8/8/8/K7 w - -", false},
		{"8/3k4/8/8/8/8/8/K7 w - -", "8/3k4/8/8/8/8/8/K7 b - -", false},
	} {
		a, b := outlineOf(row.a, false), outlineOf(row.b, false)
		if same := a == b; same != row.same || (a.hash() == b.hash()) != row.same {
			t.Errorf("%s and %s: one outline %v", row.a, row.b, same)
		}
	}
}

// TestOutlineKeepsMenInWay checks that an officer in the way of another without free squares is kept, also with colors exchanged, and
// others are not.
func TestOutlineKeepsMenInWay(t *testing.T) {
	for _, row := range []struct {
		a, b string
		same bool
	}{
		{"8/1p2p2p/8/1q6/7P/P1PP1PPR/PQPkpKpp/B1brnRnr w - -", "8/1p2p2p/8/1q6/7P/PQPP1PPR/P1PkpKpp/B1brnRnr w - -", false},
		{"8/1p2p2p/8/1q6/7P/PQPP1PPR/P1PkpKpp/B1brnRnr w - -", "8/1p2p2p/8/1q6/1Q5P/P1PP1PPR/P1PkpKpp/B1brnRnr w - -", true},
		{"4k3/8/8/8/3P4/3r4/8/K7 w - -", "4k3/8/8/8/3P4/8/3r4/K7 w - -", false},
		{"4k3/8/8/8/3P4/8/5r2/K7 w - -", "4k3/8/8/8/3P4/6r1/8/K7 w - -", true},
		{"7k/6r1/8/8/8/8/8/K7 w - -", "7k/8/8/6r1/8/8/8/K7 w - -", false},
	} {
		a, b := testkit.Position(t, row.a), testkit.Position(t, row.b)
		for _, s := range [][2]chess.Setup{{a.Setup(), b.Setup()}, {a.Setup().Mirror(), b.Setup().Mirror()}} {
			first, second := outlineOf(s[0], false, true, 0), outlineOf(s[1], false, true, 0)
			if (first == second) != row.same || (first.hash() == second.hash()) != row.same {
				t.Errorf("%v and %v: one outline %v", s[0], s[1], !row.same)
			}
			if outlineOf(s[0], false, false, 0) != outlineOf(s[1], false, false, 0) {
				t.Errorf("%v and %v: the officer is not free", s[0], s[1])
			}
		}
	}
}

// TestLoosePrice checks that quiet moves are cheapest.
func TestLoosePrice(t *testing.T) {
	s := testkit.Setup(t, "4k2r/8/2p5/8/8/3P4/5N2/R3K2R b KQ -")
	quiet, highest := int32(0), int32(0)
	for _, u := range retro.Unmoves(nil, s, retro.Options{}) {
		price := loosePrice(u, s.Castling)
		if !u.Irreversible() && !u.Castles() && u.Castling() == s.Castling {
			quiet = max(quiet, price)
		} else if price <= freeStepCost {
			t.Errorf("%s costs %d", u, price)
		}
		highest = max(highest, price)
	}
	if quiet != freeStepCost || highest < loosePawn+freeStepCost {
		t.Errorf("quiet moves cost %d, the most expensive %d", quiet, highest)
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

// TestKingsHome checks that in half of the variants kings have to be in their own half.
func TestKingsHome(t *testing.T) {
	s := testkit.Setup(t, "8/3K4/8/8/8/8/3k4/8 w - -")
	var x Retractor
	x.chooseVariant(0)
	anywhere := x.untilFree(&s)
	x.chooseVariant(1)
	if home := x.untilFree(&s); anywhere != 0 || home != 2*halfWeight*3 {
		t.Errorf("kings on the seventh rows measure %d, and %d where they have to go home", anywhere, home)
	}
	for sq, want := range map[chess.Square]int32{chess.E1: 0, chess.A4: 0, chess.H5: 1, chess.D8: 4} {
		if white, black := rowsFromHalf(sq, chess.White), rowsFromHalf(sq.Mirror(), chess.Black); white != want || black != want {
			t.Errorf("%v: %d, mirrored %d, want %d", sq, white, black, want)
		}
	}
}

// TestLostRights counts rooks at home without rights, beside a king at home.
func TestLostRights(t *testing.T) {
	for fen, want := range map[string][2]int{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -": {0, 0},
		"r3k2r/8/8/8/8/8/8/R3K2R w Kq -":   {1, 1},
		"r3k3/8/8/8/8/8/8/RR2K2R w - -":    {2, 1},
	} {
		s := testkit.Setup(t, fen)
		if got := [2]int{lostRights(&s, chess.White), lostRights(&s, chess.Black)}; got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}
