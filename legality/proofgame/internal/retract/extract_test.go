package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
)

// TestExtractLeadsToTheGoal replays lines, compares their measures, and checks that they depend on the seed alone and leave nothing
// behind that changes Disentangle.
func TestExtractLeadsToTheGoal(t *testing.T) {
	testkit.Medium(t)
	var x Retractor
	nearer := 0
	for _, fen := range denseGoals {
		goal := testkit.Position(t, fen)
		s := goal.Setup()
		usual, _ := new(Retractor).Disentangle(t.Context(), s, 1, 2000, nil)
		before := x.extraction.measure(&s)
		for seed := range uint64(16) {
			line, ok := x.Extract(t.Context(), s, seed, 8000, nil, false)
			if !ok {
				continue
			}
			plantest.Replay(t, line.Setup, line.Moves, goal)
			if int(x.extraction.measure(&line.Setup)) != line.ShutMeasure || line.Measured > 8000+mostUnmoves {
				t.Errorf("%s: %v measures %d, by its line %d, after %d setups", fen, line.Setup, x.extraction.measure(&line.Setup), line.ShutMeasure,
					line.Measured)
			}
			if line.ShutMeasure < int(before) {
				nearer++
			}
			again, _ := new(Retractor).Extract(t.Context(), s, seed, 8000, nil, false)
			if again.Setup != line.Setup || !slices.Equal(again.Moves, line.Moves) {
				t.Errorf("%s: another result with the same seed", fen)
			}
		}
		if line, _ := x.Disentangle(t.Context(), s, 1, 2000, nil); line.Setup != usual.Setup || !slices.Equal(line.Moves, usual.Moves) {
			t.Errorf("%s: Disentangle does something else after Extract", fen)
		}
	}
	if nearer < 8*len(denseGoals) {
		t.Errorf("%d of %d variants lead nearer to the open, want half of them", nearer, 16*len(denseGoals))
	}
	if _, ok := x.Extract(t.Context(), chess.Setup{}, 1, 5000, nil, false); ok {
		t.Error("an empty setup is extracted")
	}
}

// TestExtractFindsTheOpen has a goal for which Disentangle finds no loose setup with any seed, and Extract finds one with some.
func TestExtractFindsTheOpen(t *testing.T) {
	testkit.Medium(t)
	goal := testkit.Position(t, "1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -")
	open := 0
	for seed := range uint64(12) {
		if line, ok := new(Retractor).Disentangle(t.Context(), goal.Setup(), seed, 4000, nil); ok && line.ShutMeasure == 0 {
			t.Errorf("Disentangle finds a loose setup with seed %d, want none", seed)
		}
		if line, ok := new(Retractor).Extract(t.Context(), goal.Setup(), seed, 8000, nil, false); ok && line.ShutMeasure == 0 {
			plantest.Replay(t, line.Setup, line.Moves, goal)
			open++
		}
	}
	if open == 0 {
		t.Error("no seed leads all men out")
	}
}

// TestExtractPrunesInOrder checks that of the setups on a line only the first in the game is checked, unless it is refuted.
func TestExtractPrunesInOrder(t *testing.T) {
	goal := testkit.Position(t, "1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -")
	var accepted, refused int
	count := func(counter *int, refuted bool) Retractor {
		return Retractor{RefuteSetup: func(*chess.Setup) (bool, int64) {
			*counter++
			return refuted, 0
		}}
	}
	x := count(&accepted, false)
	line, ok := x.Extract(t.Context(), goal.Setup(), 1, 5000, nil, false)
	irreversible := 0
	for _, m := range line.Moves {
		if m.Irreversible() {
			irreversible++
		}
	}
	if !ok || irreversible < 2 || accepted > irreversible+2 {
		t.Errorf("%v: %d questions for %d captures and pawn moves", ok, accepted, irreversible)
	}
	y := count(&refused, true)
	line, _ = y.Extract(t.Context(), goal.Setup(), 1, 5000, nil, false)
	for _, m := range line.Moves {
		if m.Irreversible() {
			t.Errorf("%s is taken back though men can never have come in before it", m)
		}
	}
	if refused == 0 {
		t.Error("RefuteSetup is never called")
	}
}
