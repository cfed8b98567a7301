package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/retro"
)

// tight are goals in which a side runs out of quiet moves to take back.
var tight = []string{
	"8/8/8/8/6P1/8/k7/4K2R b K -",    // pawns alone may move
	"8/8/8/8/3P4/4k3/8/R3K3 b Q -",   // the king comes from a check
	"1k6/1P6/8/8/8/8/8/4K2R b K -",   // check by a pawn
	"8/8/8/2P5/8/8/8/R3K1k1 b Q -",   // check by the rook
	"4k2r/8/8/8/8/8/8/q3K2R w Kk -",  // nobody may move, and on the other side the queen
	"4k1rr/8/8/8/8/8/8/4K2R w Kk -",  // the rook gave no check
	"4k2r/8/8/8/8/p7/8/4K2R w Kk -",  // a pawn
	"r3k3/8/8/8/8/8/8/R3K2R b Qq -",  // the other rook
	"8/8/8/4Q3/3K4/8/1k6/b7 b - -",   // the king captured on b2, or the bishop was promoted
	"8/8/8/4b3/3k4/8/1K6/B7 w - -",   // likewise
	"8/8/8/8/3K4/k7/1Q6/b7 b - -",    // check from between
	"5k1b/6Q1/8/4K3/8/8/8/8 b - -",   // likewise
	"r3k3/8/8/8/8/8/8/R1r1K3 w Qq -", // check by the other rook
}

// TestQuietLeadsToTheGoal replays what is taken back, and finds both sides with quiet moves
// before it.
func TestQuietLeadsToTheGoal(t *testing.T) {
	testkit.Medium(t)
	var x Retractor
	for _, fen := range tight {
		goal := testkit.Position(t, fen)
		s := goal.Setup()
		if !x.Tight(&s) {
			t.Errorf("%s is not tight", fen)
		}
		for seed := range uint64(4) {
			w, ok := x.Quiet(t.Context(), s, seed, nil)
			if !ok {
				t.Errorf("%s: nothing found", fen)
				continue
			}
			if x.Tight(&w.Setup) {
				t.Errorf("%s: %v is tight as well", fen, w.Setup)
			}
			plantest.Replay(t, w.Setup, w.Moves, goal)
			again, _ := new(Retractor).Quiet(t.Context(), s, seed, nil)
			if again.Setup != w.Setup || !slices.Equal(again.Moves, w.Moves) {
				t.Errorf("%s: another result with the same seed", fen)
			}
		}
	}
}

// TestQuietFindsNothing has goals before which a side had no move at all.
func TestQuietFindsNothing(t *testing.T) {
	for _, fen := range []string{"8/8/8/8/8/8/8/R3K1k1 b Q -", "8/8/8/8/8/8/P7/R3K1k1 b Q -", "8/8/8/8/1k6/1p6/8/R3K3 b Q -"} {
		goal := testkit.Position(t, fen)
		if w, ok := new(Retractor).Quiet(t.Context(), goal.Setup(), 1, nil); ok {
			t.Errorf("%s: %+v", fen, w)
		}
	}
}

// TestQuietAsksTheKernels finds nothing if kernels refute everything.
func TestQuietAsksTheKernels(t *testing.T) {
	testkit.Medium(t)
	goal := testkit.Position(t, tight[0])
	asked := 0
	if w, ok := new(Retractor).Quiet(t.Context(), goal.Setup(), 1, refuter{&asked}); ok {
		t.Errorf("%+v", w)
	}
}

// TestTight has goals that are near misses: a man more, or no right.
func TestTight(t *testing.T) {
	var x Retractor
	for _, fen := range []string{
		"8/8/8/8/6P1/8/k7/4K2R b - -",
		"8/8/8/8/6P1/8/k7/1N2K2R b K -",
		"4k2r/8/8/8/8/8/8/qb2K1NR w Kk -",
		"8/8/8/4Q3/2K5/8/k7/b7 b - -",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
	} {
		p := testkit.Position(t, fen)
		if s := p.Setup(); x.Tight(&s) {
			t.Errorf("%s is tight", fen)
		}
	}
}

// TestQuietLeavesQuietMoves: from what comes out six quiet moves can be taken back, each from a
// position without check, in every field but the men that move: a chain found here by itself.
func TestQuietLeavesQuietMoves(t *testing.T) {
	var x Retractor
	var back func(s *chess.Setup, depth int) bool
	back = func(s *chess.Setup, depth int) bool {
		if depth == 0 {
			return true
		}
		for _, u := range retro.Unmoves(nil, *s, retro.Options{}) {
			before := retro.Undo(*s, u)
			p, err := before.Position()
			if err != nil || p.InCheck() || u.Role() == chess.Pawn || before.Board.Men() != s.Board.Men() || before.Castling != s.Castling || u.Castles() {
				continue
			}
			if back(&before, depth-1) {
				return true
			}
		}
		return false
	}
	for _, fen := range tight {
		goal := testkit.Position(t, fen)
		w, ok := x.Quiet(t.Context(), goal.Setup(), 5, nil)
		if !ok || !back(&w.Setup, quietDepth) {
			t.Errorf("%s: found %v, %v", fen, ok, w.Setup)
		}
	}
}

// TestWaiters counts men that may move besides pawns, where there are rights.
func TestWaiters(t *testing.T) {
	for fen, want := range map[string]int{
		"8/8/8/8/6P1/8/k7/4K2R b K -":       0,
		"8/8/8/8/6P1/8/k7/1N2K2R b K -":     1,
		"4k2r/8/8/8/8/8/8/qb2K1NR w Kk -":   1,
		"8/8/8/8/6P1/8/k7/4K2R b - -":       16,
		"r3k2r/8/8/8/8/8/8/RN2K2R w KQkq -": 0,
	} {
		p := testkit.Position(t, fen)
		if s := p.Setup(); waitingMen(&s) != want {
			t.Errorf("%s: %d, want %d", fen, waitingMen(&s), want)
		}
	}
}
