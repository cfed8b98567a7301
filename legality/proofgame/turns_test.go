package proofgame

import (
	"context"
	"errors"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/cage"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/proofgame/internal/planner"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/retro"
)

// A fixedBackward is a Backward that always returns the same game and error, and counts its calls.
type fixedBackward struct {
	game  []chess.Move
	err   error
	asked int
}

func (s *fixedBackward) Game(context.Context, chess.Setup) ([]chess.Move, int64, error) {
	s.asked++
	return s.game, 1, s.err
}

// TestBackwardIsCalled checks that Backward is called once, with Long and enough plies, that its game is replayed, and that its error
// stops the builder.
func TestBackwardIsCalled(t *testing.T) {
	p := chess.InitialPosition()
	moves := testkit.Line(t, p, "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2 Nc6 Bxc6+ bxc6 Nf3 Bg4 h3 Bxf3 Qxf3")
	goal, fault := p.PlayAll(moves), errors.New("fault") // 24 men
	many := p.PlayAll(moves[:7])
	few := testkit.Position(t, "4k3/8/8/8/8/8/4P3/4K3 w - -")
	for _, row := range []struct {
		name  string
		stub  fixedBackward
		goal  chess.Position
		long  bool
		plies int64
		asked int
		found bool
	}{
		{"no game", fixedBackward{}, few, true, 40_000, 1, false},
		{"a fault", fixedBackward{game: moves, err: fault}, few, true, 40_000, 1, false},
		{"a game to something else", fixedBackward{game: moves}, few, true, 40_000, 1, false},
		{"without Long", fixedBackward{}, few, false, 40_000, 0, false},
		{"few plies", fixedBackward{}, few, true, leastUnravel - 1, 0, false},
		{"many men", fixedBackward{game: moves[:7]}, many, true, 40_000, 0, false},
		{"a game", fixedBackward{game: moves}, goal, true, 40_000, 1, true},
	} {
		b := Builder{Options: Options{Long: row.long, Backward: &row.stub, Foreign: -1, without: ^backwards}}
		r := Request{Goal: row.goal, Plies: row.plies, pathAttempt: &Attempt{PathPlies: -1}}
		a, err := b.Build(t.Context(), r)
		if row.stub.asked != row.asked || (a.Found && err == nil) != row.found {
			t.Errorf("%s: asked %d times, found %v, %v; want %d times, found %v", row.name, row.stub.asked, a.Found, err, row.asked, row.found)
		}
		if errors.Is(err, fault) != (row.stub.err != nil) {
			t.Errorf("%s: error %v", row.name, err)
		}
		if wrong := len(row.stub.game) > 0 && row.asked > 0 && !row.found; wrong && err == nil {
			t.Errorf("%s: no error", row.name)
		}
	}
}

// TestHardKernels checks which goals have hard kernels: the solver leaves them open in 65 536 states, and the guesser finds one.
func TestHardKernels(t *testing.T) {
	solver := solverKernels{new(proofkernel.Solver)}
	var pl planner.Planner
	for fen, want := range map[string]bool{
		"8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -":             true,
		"8/pppp4/b3r3/k1Kpn3/2pp4/8/4P1P1/8 w - -":             true,
		"1K1B4/4p1p1/8/1kPP4/3PN3/4R3/PPPP4/2n2b2 w - -":       false, // not guessed
		"4k3/8/8/8/8/8/4P3/4K3 w - -":                          false, // soon found
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": false, // many men
	} {
		setup := testkit.Setup(t, fen)
		testkit.Equal(t, hardKernels(&pl, &retro.Stage{Kernels: solver}, &setup), want, fen, "hard")
	}
	setup := testkit.Setup(t, "8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -")
	if hardKernels(&pl, nil, &setup) {
		t.Error("hard without a solver")
	}
}

// solverKernels are the kernels of a solver.
type solverKernels struct{ *proofkernel.Solver }

func (k solverKernels) Refutes(s chess.Setup, budget int64) (bool, int64) {
	r, states := k.Exists(&s, budget)
	return r.Refutes(), states
}

func (k solverKernels) Forget() { k.Solver.Forget() }

// TestRefuteSetupByGuesses checks that setups are refuted if no kernel is guessed and leaveUnguessed is set, or if guesses have failed
// twice and keepFailed is not set.
func TestRefuteSetupByGuesses(t *testing.T) {
	var b Builder
	b.cages = cage.Finder{}
	for _, row := range []struct {
		fen            string
		leaveUnguessed bool
		want           bool
		failures       int // guesses that have failed before
		keepFailed     bool
	}{
		{"n2K4/kppp4/P7/1p6/1P6/pP6/p1PP4/6q1 b - -", false, false, 0, false},
		{"n2K4/kppp4/P7/1p6/1P6/pP6/p1PP4/6q1 b - -", true, true, 0, false},
		{"1K1B4/4p1p1/8/1kPP4/3PN3/4R3/PPPP4/2n2b2 w - -", false, true, 0, false},
		{"8/1P1pp3/8/8/8/2k1K3/8/8 b - -", true, false, 0, false},
		{"8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -", false, false, 0, false},
		{"8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -", false, false, 1, false},
		{"8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -", false, true, 2, false},
		{"8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -", false, false, 2, true},
		{"rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq -", false, true, 0, true}, // no man is missing to be captured on a3
	} {
		goal := testkit.Position(t, row.fen)
		b.earlierGoal = bound.NewGoal(goal, nil)
		setup := goal.Setup()
		b.long = longState{guessesBackward: true, leaveUnguessed: row.leaveUnguessed, keepFailed: row.keepFailed}
		for range row.failures {
			b.long.recordFailedGuess(&setup)
		}
		if got, _ := b.refuteSetup(t.Context(), &setup, false); got != row.want {
			t.Errorf("%s, leaveUnguessed %v, %d failures, keepFailed %v: refuted %v, want %v", row.fen, row.leaveUnguessed, row.failures,
				row.keepFailed, got, row.want)
		}
	}
}
