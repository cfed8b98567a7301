package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
)

// TestOpenLeadsToTheGoal replays what is taken back, and takes it back again.
func TestOpenLeadsToTheGoal(t *testing.T) {
	testkit.Medium(t)
	var x Retractor
	found := 0
	for _, fen := range plantest.Crowded {
		goal := testkit.Position(t, fen)
		for seed := range uint64(4) {
			u := Opening{Seed: seed, Depth: int(seed) * 3, Crowds: seed%2 == 1, SourcePercent: int(seed) * 30}
			w, ok := x.Open(t.Context(), goal.Setup(), u, nil)
			if !ok {
				continue
			}
			found++
			plantest.Replay(t, w.Setup, w.Moves, goal)
			if len(w.Moves) < max(1, u.Depth) {
				t.Errorf("%s: %d moves, want %d", fen, len(w.Moves), u.Depth)
			}
			if w.Nodes < len(w.Moves) {
				t.Errorf("%s: %d setups expanded for %d moves", fen, w.Nodes, len(w.Moves))
			}
			if !isPlannable(&w.Setup) {
				t.Errorf("%s: %v cannot be planned for", fen, w.Setup)
			}
			again, _ := new(Retractor).Open(t.Context(), goal.Setup(), u, nil)
			if again.Setup != w.Setup || !slices.Equal(again.Moves, w.Moves) {
				t.Errorf("%s: another result with the same seed", fen)
			}
		}
	}
	if found < len(plantest.Crowded)*2 {
		t.Errorf("%d goals opened only", found)
	}
}

// TestOpenLetsMenOut: nothing is shut in any more in what comes out, and something was before.
func TestOpenLetsMenOut(t *testing.T) {
	var x Retractor
	goal := testkit.Position(t, "rnbqk1n1/ppppppp1/6pb/8/8/8/PPPPPPPP/RNBQKBNR w KQq -")
	s := goal.Setup()
	s.Board.Put(chess.G7, chess.NoPiece)
	s.Board.Put(chess.H6, chess.NoPiece)
	s.Board.Put(chess.H7, chess.NewPiece(chess.Black, chess.Bishop)) // a light one, behind f7 and g6
	s.Turn = chess.White
	goal, err := s.Position()
	if err != nil {
		t.Fatal(err)
	}
	w, ok := x.Open(t.Context(), s, Opening{}, nil)
	if !ok || w.ShutMeasure != 0 {
		t.Fatalf("%+v, %v", w, ok)
	}
	if x.reset(&s, Opening{}); x.shut(&s) == 0 || x.shut(&w.Setup) != 0 {
		t.Errorf("shut in %d, then %d", x.shut(&s), x.shut(&w.Setup))
	}
	plantest.Replay(t, w.Setup, w.Moves, goal)
}

// TestOpenRefusesWhatIsNoPosition has a goal without kings.
func TestOpenRefusesWhatIsNoPosition(t *testing.T) {
	var x Retractor
	if w, ok := x.Open(t.Context(), chess.EmptySetup(), Opening{}, nil); ok {
		t.Errorf("%+v", w)
	}
}

// refuter refutes everything, and counts how often it is asked.
type refuter struct{ asked *int }

func (r refuter) Refutes(chess.Setup, int64) (bool, int64) { *r.asked++; return true, 1 }
func (refuter) Forget()                                    {}

// forgiving refutes nothing.
type forgiving struct{ asked *int }

func (r forgiving) Refutes(chess.Setup, int64) (bool, int64) { *r.asked++; return false, 1 }
func (forgiving) Forget()                                    {}

// TestOpenAsksTheKernels wants nothing but quiet moves taken back if kernels refute all else, and the same line as without kernels if
// they refute nothing.
func TestOpenAsksTheKernels(t *testing.T) {
	var x Retractor
	goal := testkit.Position(t, plantest.Crowded[0])
	u := Opening{Depth: 6}
	asked := 0
	w, ok := x.Open(t.Context(), goal.Setup(), u, refuter{&asked})
	if !ok || w.ShutMeasure == 0 || asked == 0 {
		t.Fatalf("%+v, %v, asked %d times", w, ok, asked)
	}
	for _, m := range w.Moves {
		if m.Irreversible() {
			t.Errorf("%v was taken back, though refuted", m)
		}
	}
	asked = 0
	w, _ = x.Open(t.Context(), goal.Setup(), u, forgiving{&asked})
	plain, _ := x.Open(t.Context(), goal.Setup(), u, nil)
	if w.Setup != plain.Setup || asked == 0 {
		t.Errorf("kernels that refute nothing change what comes out: %v, %v", w.Setup, plain.Setup)
	}
}

// TestPrices: captures by officers are taken back only to answer a check.
func TestPrices(t *testing.T) {
	var x Retractor
	for _, c := range []struct {
		fen    string
		unmove string // from and to, in playing order
		ok     bool
		cost   int32
	}{
		{"4k3/8/8/8/8/8/3R4/4K2n w - -", "Rd3d2 quiet", true, 0},
		{"4k3/8/8/8/8/P7/8/4K3 b - -", "a2a3", true, pawnCost},
		{"4k3/8/8/8/8/P7/8/4K3 b - -", "b2a3 capture", true, uncaptureByPawn},
		{"4k3/8/8/8/8/8/8/4K2Q b - -", "h7h8=Q", false, 0},
	} {
		p := testkit.Position(t, c.fen)
		s := p.Setup()
		x.reset(&s, Opening{})
		x.expandBeamNode(0)
		for i := 1; i < len(x.nodes); i++ {
			n := &x.nodes[i]
			if n.unmove.Captured() != chess.NoRole && n.unmove.Role() != chess.Pawn && !p.InCheck() {
				t.Errorf("%s: %v is taken back", c.fen, n.unmove)
			}
			want := int32(0)
			switch {
			case n.unmove.Promotion() != chess.NoRole:
				want = unpromote
			case n.unmove.Captured() != chess.NoRole:
				want = uncaptureByPawn
			case n.unmove.Role() == chess.Pawn:
				want = pawnCost
			}
			if n.unmove.Castling() == s.Castling && n.cost != want && n.cost < uncaptureByOfficer {
				t.Errorf("%s: %v costs %d, want %d", c.fen, n.unmove, n.cost, want)
			}
			if n.next != 0 {
				t.Errorf("%s: node %d comes from %d", c.fen, i, n.next)
			}
		}
	}
}
