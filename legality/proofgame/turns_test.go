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

// A stub is a Backward with an answer of its own.
type stub struct {
	game  []chess.Move
	err   error
	asked int
}

func (s *stub) Game(context.Context, chess.Setup) ([]chess.Move, int64, error) {
	s.asked++
	return s.game, 1, s.err
}

// TestBackwardIsAsked: with Long, and with enough plies, once; its game is replayed, its fault stops the builder.
func TestBackwardIsAsked(t *testing.T) {
	p := chess.InitialPosition()
	moves, err := p.ParseSANs([]string{"e4", "d5", "exd5", "Qxd5", "Nc3", "Qxg2", "Bxg2", "Nc6", "Bxc6+", "bxc6", "Nf3", "Bg4", "h3",
		"Bxf3", "Qxf3"})
	if err != nil {
		t.Fatal(err)
	}
	goal, fault := p.PlayAll(moves), errors.New("fault") // 24 men
	many := p.PlayAll(moves[:7])
	few := testkit.Position(t, "4k3/8/8/8/8/8/4P3/4K3 w - -")
	for _, c := range []struct {
		name  string
		stub  stub
		goal  chess.Position
		long  bool
		plies int64
		asked int
		found bool
	}{
		{"no game", stub{}, few, true, 40_000, 1, false},
		{"a fault", stub{game: moves, err: fault}, few, true, 40_000, 1, false},
		{"a game to something else", stub{game: moves}, few, true, 40_000, 1, false},
		{"without Long", stub{}, few, false, 40_000, 0, false},
		{"few plies", stub{}, few, true, leastUnravel - 1, 0, false},
		{"many men", stub{game: moves[:7]}, many, true, 40_000, 0, false},
		{"a game", stub{game: moves}, goal, true, 40_000, 1, true},
	} {
		b := Builder{Options: Options{Long: c.long, Backward: &c.stub, Foreign: -1, without: ^backwards}}
		r := Request{Goal: c.goal, Plies: c.plies, pathAttempt: &Attempt{PathPlies: -1}}
		a, err := b.Build(t.Context(), r)
		if c.stub.asked != c.asked || (a.Found && err == nil) != c.found {
			t.Errorf("%s: asked %d times, found %v, %v", c.name, c.stub.asked, a.Found, err)
		}
		if errors.Is(err, fault) != (c.stub.err != nil) {
			t.Errorf("%s: error %v", c.name, err)
		}
		if wrong := len(c.stub.game) > 0 && c.asked > 0 && !c.found; wrong && err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}

// TestHardKernels: what the solver of kernels leaves open in some 65 000 states, and the guesser finds.
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
		goal := testkit.Position(t, fen)
		s := goal.Setup()
		if got := hardKernels(&pl, &retro.Stage{Kernels: solver}, &s); got != want {
			t.Errorf("%s: hard %v", fen, got)
		}
	}
	goal := testkit.Position(t, "8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -")
	s := goal.Setup()
	if hardKernels(&pl, nil, &s) {
		t.Error("hard without a solver")
	}
}

// solverKernels answers questions about kernels.
type solverKernels struct{ *proofkernel.Solver }

func (k solverKernels) Refutes(s chess.Setup, budget int64) (bool, int64) {
	r, states := k.Exists(&s, budget)
	return r == proofkernel.NoKernel || r == proofkernel.NoExtended, states
}

func (k solverKernels) Forget() { k.Solver.Forget() }

// TestShutUnguessed: setups to which no kernel is guessed are left where that is wanted, and those to which guesses have failed twice,
// others are not.
func TestShutUnguessed(t *testing.T) {
	var b Builder
	b.cages = cage.Finder{}
	for _, c := range []struct {
		fen         string
		guess, want bool
		failures    int
		plain       bool
	}{
		{"n2K4/kppp4/P7/1p6/1P6/pP6/p1PP4/6q1 b - -", false, false, 0, false},
		{"n2K4/kppp4/P7/1p6/1P6/pP6/p1PP4/6q1 b - -", true, true, 0, false},
		{"1K1B4/4p1p1/8/1kPP4/3PN3/4R3/PPPP4/2n2b2 w - -", false, true, 0, false},
		{"8/1P1pp3/8/8/8/2k1K3/8/8 b - -", true, false, 0, false},
		{"8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -", false, false, 0, false},
		{"8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -", false, false, 1, false},
		{"8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -", false, true, 2, false},
		{"8/4p1p1/8/2PP4/K1kPN3/B3R3/PPPP4/8 b - -", false, false, 2, true},
		{"rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq -", false, true, 0, true}, // nobody was captured on a3
	} {
		goal := testkit.Position(t, c.fen)
		b.earlierGoal = bound.NewGoal(goal, nil)
		s := goal.Setup()
		b.long = longState{guessesBackward: true, leaveUnguessed: c.guess, keepFailed: c.plain}
		for range c.failures {
			b.long.recordFailedGuess(&s)
		}
		if got, _ := b.refuteSetup(t.Context(), &s, false); got != c.want {
			t.Errorf("%s, guess %v: shut %v", c.fen, c.guess, got)
		}
	}
}
