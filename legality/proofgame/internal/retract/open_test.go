package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
)

// TestOpenLeadsToTheGoal replays lines of Open, and checks that they depend on the seed alone.
func TestOpenLeadsToTheGoal(t *testing.T) {
	testkit.Medium(t)
	var x Retractor
	found := 0
	for _, fen := range plantest.Crowded {
		goal := testkit.Position(t, fen)
		for seed := range uint64(4) {
			opening := Opening{Seed: seed, Depth: int(seed) * 3, Crowds: seed%2 == 1, SourcePercent: int(seed) * 30}
			line, ok := x.Open(t.Context(), goal.Setup(), opening, nil)
			if !ok {
				continue
			}
			found++
			plantest.Replay(t, line.Setup, line.Moves, goal)
			if len(line.Moves) < max(1, opening.Depth) {
				t.Errorf("%s: %d moves, want %d", fen, len(line.Moves), opening.Depth)
			}
			if line.Nodes < len(line.Moves) {
				t.Errorf("%s: %d setups expanded for %d moves", fen, line.Nodes, len(line.Moves))
			}
			if !isPlannable(&line.Setup) {
				t.Errorf("%s: %v cannot be planned for", fen, line.Setup)
			}
			again, _ := new(Retractor).Open(t.Context(), goal.Setup(), opening, nil)
			if again.Setup != line.Setup || !slices.Equal(again.Moves, line.Moves) {
				t.Errorf("%s: another result with the same seed", fen)
			}
		}
	}
	if found < len(plantest.Crowded)*2 {
		t.Errorf("only %d lines, want two for each goal", found)
	}
}

// TestOpenLetsMenOut checks that no man is shut in any more, and that one was before.
func TestOpenLetsMenOut(t *testing.T) {
	var x Retractor
	goal := testkit.Position(t, "rnbqk1n1/pppppp1b/6p1/8/8/8/PPPPPPPP/RNBQKBNR w KQq -") // the bishop of h7 is behind f7 and g6
	s := goal.Setup()
	line, ok := x.Open(t.Context(), s, Opening{}, nil)
	if !ok || line.ShutMeasure != 0 {
		t.Fatalf("opened %v, with a measure of %d, want 0", ok, line.ShutMeasure)
	}
	if x.reset(&s, Opening{}); x.shutMeasure(&s, true) == 0 || x.shutMeasure(&line.Setup, true) != 0 {
		t.Errorf("the goal measures %d and the setup before it %d, want more than 0, and 0", x.shutMeasure(&s, true),
			x.shutMeasure(&line.Setup, true))
	}
	plantest.Replay(t, line.Setup, line.Moves, goal)
}

// TestOpenRefusesWhatIsNoPosition has a goal without kings.
func TestOpenRefusesWhatIsNoPosition(t *testing.T) {
	var x Retractor
	if line, ok := x.Open(t.Context(), chess.EmptySetup(), Opening{}, nil); ok {
		t.Errorf("an empty setup is opened: %+v", line)
	}
}

// constantKernels are kernels that refute everything or nothing, and count their calls.
type constantKernels struct {
	refuted bool
	asked   *int
}

func (k constantKernels) Refutes(chess.Setup, int64) (bool, int64) { *k.asked++; return k.refuted, 1 }
func (constantKernels) Forget()                                    {}

// TestOpenAsksTheKernels checks that only quiet moves are taken back if kernels refute all else, and that kernels that refute nothing
// change nothing.
func TestOpenAsksTheKernels(t *testing.T) {
	var x Retractor
	goal := testkit.Position(t, plantest.Crowded[0])
	opening := Opening{Depth: 6}
	calls := 0
	line, ok := x.Open(t.Context(), goal.Setup(), opening, constantKernels{true, &calls})
	if !ok || line.ShutMeasure == 0 || calls == 0 {
		t.Fatalf("opened %v with a measure of %d, want more than 0; kernels asked %d times", ok, line.ShutMeasure, calls)
	}
	for _, m := range line.Moves {
		if m.Irreversible() {
			t.Errorf("%v is taken back, though the kernels refute what is before it", m)
		}
	}
	calls = 0
	line, _ = x.Open(t.Context(), goal.Setup(), opening, constantKernels{false, &calls})
	plain, _ := x.Open(t.Context(), goal.Setup(), opening, nil)
	if line.Setup != plain.Setup || calls == 0 {
		t.Errorf("with kernels that refute nothing, asked %d times, the line begins with %v, want %v", calls, line.Setup, plain.Setup)
	}
}
