package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/retro"
)

// TestExtractLeadsToTheGoal replays what is taken back, and finds men nearer to the open before it; the same again with the same seed,
// and Disentangle afterwards does what it always did.
func TestExtractLeadsToTheGoal(t *testing.T) {
	testkit.Medium(t)
	var x Retractor
	nearer := 0
	for _, fen := range dense {
		goal := testkit.Position(t, fen)
		s := goal.Setup()
		usual, _ := new(Retractor).Disentangle(t.Context(), s, 1, 2000, nil)
		before := x.extraction.measure(&s)
		for seed := range uint64(16) {
			w, ok := x.Extract(t.Context(), s, seed, 8000, nil, false)
			if !ok {
				continue
			}
			plantest.Replay(t, w.Setup, w.Moves, goal)
			if int(x.extraction.measure(&w.Setup)) != w.ShutMeasure || w.Measured > 8000+mostUnmoves {
				t.Errorf("%s: %v measures %d, said %d, after %d setups", fen, w.Setup, x.extraction.measure(&w.Setup), w.ShutMeasure, w.Measured)
			}
			if w.ShutMeasure < int(before) {
				nearer++
			}
			again, _ := new(Retractor).Extract(t.Context(), s, seed, 8000, nil, false)
			if again.Setup != w.Setup || !slices.Equal(again.Moves, w.Moves) {
				t.Errorf("%s: another result with the same seed", fen)
			}
		}
		if w, _ := x.Disentangle(t.Context(), s, 1, 2000, nil); w.Setup != usual.Setup || !slices.Equal(w.Moves, usual.Moves) {
			t.Errorf("%s: Disentangle does something else after Extract", fen)
		}
	}
	if nearer < 8*len(dense) {
		t.Errorf("%d of %d variants lead nearer to the open", nearer, 16*len(dense))
	}
	if _, ok := x.Extract(t.Context(), chess.Setup{}, 1, 5000, nil, false); ok {
		t.Error("no position is extracted")
	}
}

// TestExtractFindsTheOpen: a goal that Disentangle leaves tight, whatever the seed, and in which all men are in the open after some
// seeds here.
func TestExtractFindsTheOpen(t *testing.T) {
	testkit.Medium(t)
	goal := testkit.Position(t, "1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -")
	open := 0
	for seed := range uint64(12) {
		if w, ok := new(Retractor).Disentangle(t.Context(), goal.Setup(), seed, 4000, nil); ok && w.ShutMeasure == 0 {
			t.Errorf("Disentangle finds a loose setup with seed %d; it shows nothing here", seed)
		}
		if w, ok := new(Retractor).Extract(t.Context(), goal.Setup(), seed, 8000, nil, false); ok && w.ShutMeasure == 0 {
			plantest.Replay(t, w.Setup, w.Moves, goal)
			open++
		}
	}
	if open == 0 {
		t.Error("no seed leads all men out")
	}
}

// TestExtractPrice: men given back cost more, more still if they must have been promoted; castling that was possible costs most.
func TestExtractPrice(t *testing.T) {
	z := extraction{capturePrice: 3, surplusPrice: 5, pawnPrice: 1}
	s := setupOf(t, "4k2r/8/2p5/8/8/3P4/5N2/R3K2R b - -")
	seen := map[int32]bool{}
	for _, u := range retro.Unmoves(nil, s, retro.Options{}) {
		want := int32(freeStepCost)
		if u.Role() == chess.Pawn {
			want += z.pawnPrice
		}
		if u.Captured() != chess.NoRole {
			want += z.capturePrice // Black has lost seven pawns, and all officers but a rook
		}
		if u.Castling() != s.Castling {
			want += looseRights
		}
		if got := z.price(u, &s); got != want {
			t.Errorf("%v costs %d, want %d", u, got, want)
		}
		seen[want] = true
	}
	if len(seen) < 3 {
		t.Errorf("only %d prices", len(seen))
	}
	s = setupOf(t, "r3k2r/8/2p5/8/8/3P4/5N2/R3K2R b - -")
	for _, u := range retro.Unmoves(nil, s, retro.Options{}) {
		if u.Role() == chess.Knight && u.Captured() == chess.Rook && z.price(u, &s) != freeStepCost+z.capturePrice+z.surplusPrice {
			t.Errorf("%v gives back a third rook, and costs %d", u, z.price(u, &s))
		}
	}
}

// TestExtractAsksTheFirst: of setups on the way to a promising one only the first in the game is asked about, as long as it stands.
func TestExtractAsksTheFirst(t *testing.T) {
	goal := testkit.Position(t, "1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -")
	var stands, falls int
	count := func(n *int, refuted bool) Retractor {
		return Retractor{RefuteSetup: func(*chess.Setup) (bool, int64) {
			*n++
			return refuted, 0
		}}
	}
	x := count(&stands, false)
	w, ok := x.Extract(t.Context(), goal.Setup(), 1, 5000, nil, false)
	forced := 0
	for _, m := range w.Moves {
		if m.Irreversible() {
			forced++
		}
	}
	if !ok || forced < 2 || stands > forced+2 {
		t.Errorf("%v: %d questions for %d captures and pawn moves", ok, stands, forced)
	}
	y := count(&falls, true)
	w, _ = y.Extract(t.Context(), goal.Setup(), 1, 5000, nil, false)
	for _, m := range w.Moves {
		if m.Irreversible() {
			t.Errorf("%s is taken back though men can never have come in before it", m)
		}
	}
	if falls == 0 {
		t.Error("nothing asked")
	}
}
