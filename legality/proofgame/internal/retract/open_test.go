package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/retro"
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

// TestOpenPrice checks the costs of moves taken back, and that the most expensive ones are tried only if the side to move is in check.
func TestOpenPrice(t *testing.T) {
	const notTried = -1
	var x Retractor
	for _, row := range []struct {
		name, fen, move string
		captured        chess.Role
		rights          chess.Castling // before the move
		want            int32
	}{
		{"a rook's move", "4k3/8/8/8/8/8/3R4/4K3 b - -", "d3d2", chess.NoRole, 0, 0},
		{"a rook's capture", "4k3/8/8/8/8/8/3R4/4K3 b - -", "d3d2", chess.Knight, 0, notTried},
		{"a rook's capture with check", "4k3/8/8/8/8/8/4R3/5K2 b - -", "d2e2", chess.Knight, 0, uncaptureByOfficer},
		{"a pawn's step", "4k3/8/8/8/8/P7/8/4K3 b - -", "a2a3", chess.NoRole, 0, pawnCost},
		{"a pawn's capture", "4k3/8/8/8/8/P7/8/4K3 b - -", "b2a3", chess.Knight, 0, uncaptureByPawn},
		{"a promotion", "7Q/8/8/3k4/8/8/8/4K3 b - -", "h7h8q", chess.NoRole, 0, unpromote},
		{"a rook's move that loses a right", "4k3/8/8/8/8/8/8/4K1R1 b - -", "h1g1", chess.NoRole, chess.Rights(chess.White, true), rightsCost},
		{"castling", "4k3/8/8/8/8/8/8/5RK1 b - -", "e1g1", chess.NoRole, chess.Rights(chess.White, true), notTried},
		{"castling with check", "5k2/8/8/8/8/8/8/5RK1 b - -", "e1g1", chess.NoRole, chess.Rights(chess.White, true), uncastleCost + rightsCost},
	} {
		n := node{setup: testkit.Setup(t, row.fen)}
		unmoves := retro.Unmoves(nil, n.setup, retro.Options{})
		i := slices.IndexFunc(unmoves, func(u retro.Unmove) bool {
			return u.String() == row.move && u.Captured() == row.captured && u.Castling() == row.rights && u.EP() == chess.NoSquare
		})
		if i < 0 {
			t.Errorf("%s: %s is no unmove of %s", row.name, row.move, row.fen)
			continue
		}
		cost, ok := x.openPrice(&n, unmoves[i])
		if ok != (row.want != notTried) || ok && cost != row.want {
			t.Errorf("%s: tried %v at a cost of %d, want %d (%d: not tried)", row.name, ok, cost, row.want, notTried)
		}
	}
}
