package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/retro"
)

// dense are goals whose men stand close together, records of the theory of last moves: what can have been played last is a puzzle.
var dense = []string{
	"2b1RK1k/1p1ppp1p/8/8/8/8/8/8 b - -",
	"1qkB4/P1brp3/Kppp4/1p6/8/8/8/8 w - -",
	"5k1K/3pRP2/p3prqN/5prr/6pr/7b/6P1/8 b - -",
	"8/1p6/p7/8/8/PP6/1PkPP3/KR1b4 b - -",
	"6nK/1p1ppp1N/5Pqr/5prb/5PrR/4PRQn/3PRQ2/4B2k b - -",
	"rnbQK1nr/ppppb1p1/2B4p/3P1pB1/5P2/4p1P1/PPP1P2P/RN1qk1NR b - -",
	"1b1B1b2/2p3Nn/Rp5q/r1RBq2b/BPrq4/1N4k1/q3QQ1b/2QBKb2 b - -", // open: a node leads to a hundred setups
}

// mostUnmoves is more than any setup of these tests has moves to take back: what the last node that is expanded may add.
const mostUnmoves = 400

// TestDisentangleLeadsToTheGoal replays what is taken back, and finds less that is not loose before it; the same again with the same
// seed, whatever was asked between.
func TestDisentangleLeadsToTheGoal(t *testing.T) {
	testkit.Medium(t)
	var x Retractor
	loose := 0
	for _, fen := range dense {
		goal := testkit.Position(t, fen)
		s := goal.Setup()
		before := x.untilFree(&s)
		for seed := range uint64(4) {
			w, ok := x.Disentangle(t.Context(), s, seed, 10_000, nil)
			if !ok {
				continue
			}
			plantest.Replay(t, w.Setup, w.Moves, goal)
			if int(x.untilFree(&w.Setup)) != w.ShutMeasure || w.Measured > 10_000+mostUnmoves {
				t.Errorf("%s: %v measures %d, said %d, after %d setups", fen, w.Setup, x.untilFree(&w.Setup), w.ShutMeasure, w.Measured)
			}
			if w.ShutMeasure < int(before) {
				loose++
			}
			again, _ := new(Retractor).Disentangle(t.Context(), s, seed, 10_000, nil)
			if again.Setup != w.Setup || !slices.Equal(again.Moves, w.Moves) {
				t.Errorf("%s: another result with the same seed", fen)
			}
		}
	}
	if loose < 3*len(dense) {
		t.Errorf("%d of %d variants make a goal looser", loose, 4*len(dense))
	}
}

// TestDisentangleAsksTheKernels: what they refute does not come out, nor what lies before it.
func TestDisentangleAsksTheKernels(t *testing.T) {
	goal := testkit.Position(t, dense[3])
	asked := 0
	w, ok := new(Retractor).Disentangle(t.Context(), goal.Setup(), 1, 5000, refuter{&asked})
	for _, m := range w.Moves {
		if m.Irreversible() {
			t.Errorf("%s is taken back though the kernels refute what is before it", m)
		}
	}
	if asked == 0 || w.Measured > 5000+mostUnmoves {
		t.Errorf("%v, %d questions, %d setups", ok, asked, w.Measured)
	}
	if _, ok := new(Retractor).Disentangle(t.Context(), chess.Setup{}, 1, 5000, nil); ok {
		t.Error("no position is disentangled")
	}
}

// TestDisentangleAsksShut: what Shut refutes does not come out either, and what it costs ends the search sooner.
func TestDisentangleAsksShut(t *testing.T) {
	goal := testkit.Position(t, dense[3])
	asked := 0
	x := Retractor{RefuteSetup: func(*chess.Setup) (bool, int64) {
		asked++
		return true, 100 * statesPerSetup
	}}
	w, _ := x.Disentangle(t.Context(), goal.Setup(), 1, 5000, nil)
	for _, m := range w.Moves {
		if m.Irreversible() {
			t.Errorf("%s is taken back though men can never have come in before it", m)
		}
	}
	if asked == 0 || w.States != int64(asked)*100*statesPerSetup || w.Measured+100*asked > 5000+mostUnmoves+100 {
		t.Errorf("%d questions, %d states, %d setups of 5000", asked, w.States, w.Measured)
	}
}

// TestOutline: free officers and kings are left out, wherever they stand; those without free squares are not.
func TestOutline(t *testing.T) {
	outlineOf := func(fen string, near bool) outline {
		p := testkit.Position(t, fen)
		return outlineOf(p.Setup(), near, false, 0)
	}
	a, b := outlineOf("3nk3/8/8/8/8/8/8/K7 w - -", true), outlineOf("4k3/8/4n3/8/8/8/8/K7 w - -", true)
	if a == b || a.hash() == b.hash() {
		t.Error("a knight beside a king may stand elsewhere")
	}
	for _, c := range []struct {
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
		a, b := outlineOf(c.a, false), outlineOf(c.b, false)
		if same := a == b; same != c.same || (a.hash() == b.hash()) != c.same {
			t.Errorf("%s and %s: one outline %v", c.a, c.b, same)
		}
	}
}

// TestOutlineInWay: where the queen stands that may have come from b2 or b3 matters for the bishop on c1, and in the same way with
// colors exchanged; and so with a rook behind a pawn, or beside a king without free squares. A queen in nobody's way is free as before.
func TestOutlineInWay(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"8/1p2p2p/8/1q6/7P/P1PP1PPR/PQPkpKpp/B1brnRnr w - -", "8/1p2p2p/8/1q6/7P/PQPP1PPR/P1PkpKpp/B1brnRnr w - -", false},
		{"8/1p2p2p/8/1q6/7P/PQPP1PPR/P1PkpKpp/B1brnRnr w - -", "8/1p2p2p/8/1q6/1Q5P/P1PP1PPR/P1PkpKpp/B1brnRnr w - -", true},
		{"4k3/8/8/8/3P4/3r4/8/K7 w - -", "4k3/8/8/8/3P4/8/3r4/K7 w - -", false},
		{"4k3/8/8/8/3P4/8/5r2/K7 w - -", "4k3/8/8/8/3P4/6r1/8/K7 w - -", true},
		{"7k/6r1/8/8/8/8/8/K7 w - -", "7k/8/8/6r1/8/8/8/K7 w - -", false},
	} {
		a, b := testkit.Position(t, c.a), testkit.Position(t, c.b)
		for _, s := range [][2]chess.Setup{{a.Setup(), b.Setup()}, {a.Setup().Mirror(), b.Setup().Mirror()}} {
			x, y := outlineOf(s[0], false, true, 0), outlineOf(s[1], false, true, 0)
			if (x == y) != c.same || (x.hash() == y.hash()) != c.same {
				t.Errorf("%v and %v: one outline %v", s[0], s[1], !c.same)
			}
			if outlineOf(s[0], false, false, 0) != outlineOf(s[1], false, false, 0) {
				t.Errorf("%v and %v: the officer is not free", s[0], s[1])
			}
		}
	}
}

// TestLoosePrice: quiet moves are cheapest, and each thing more makes a move more expensive.
func TestLoosePrice(t *testing.T) {
	p := testkit.Position(t, "4k2r/8/2p5/8/8/3P4/5N2/R3K2R b KQ -")
	s := p.Setup()
	quiet, most := int32(0), int32(0)
	for _, u := range retro.Unmoves(nil, s, retro.Options{}) {
		price := loosePrice(u, s.Castling)
		if !u.Irreversible() && !u.Castles() && u.Castling() == s.Castling {
			quiet = max(quiet, price)
		} else if price <= freeStepCost {
			t.Errorf("%s costs %d", u, price)
		}
		most = max(most, price)
	}
	if quiet != freeStepCost || most < loosePawn+freeStepCost {
		t.Errorf("quiet moves cost %d, the most expensive %d", quiet, most)
	}
}

// TestDisentangleLeavesLocalMinima: goals in which the first step that looks good leads nowhere. All variants of Disentangle that draw
// from the pool find a setup where nothing is tight.
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
			w, ok := new(Retractor).Disentangle(t.Context(), goal.Setup(), seed, 24_000, nil)
			if ok && w.ShutMeasure == 0 {
				plantest.Replay(t, w.Setup, w.Moves, goal)
				loose++
			}
		}
		if loose < 4 {
			t.Errorf("%s: %d of 8 variants lead to a loose setup", fen, loose)
		}
	}
}

// TestKingsGoHome: in half of the variants kings away from their own half are not loose.
func TestKingsGoHome(t *testing.T) {
	p := testkit.Position(t, "8/3K4/8/8/8/8/3k4/8 w - -")
	s := p.Setup()
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

// TestLostRights: a king and rook at home that may not castle have moved, so that a side needs moves that nothing shows.
func TestLostRights(t *testing.T) {
	for fen, want := range map[string][2]int{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -": {0, 0},
		"r3k2r/8/8/8/8/8/8/R3K2R w Kq -":   {1, 1},
		"r3k3/8/8/8/8/8/8/RR2K2R w - -":    {2, 1},
	} {
		p := testkit.Position(t, fen)
		s := p.Setup()
		if got := [2]int{lostRights(&s, chess.White), lostRights(&s, chess.Black)}; got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}
