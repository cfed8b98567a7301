package retract

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/retro"
)

// forcedGoals are goals in which no officer can have moved last.
var forcedGoals = []string{
	"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6",
	"rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq -",
	"8/8/8/8/8/1k6/p7/K7 b - -",
	"4k3/4P3/4K3/8/8/8/8/8 b - -",
	"3Rk3/8/4K3/8/8/8/8/8 b - -",
	"rnbqkbnr/pppp1ppp/8/8/8/8/PPPpPPPP/RNBQKBNR w KQkq -",
}

// TestTargetsLeadToTheGoal replays the moves from each target.
func TestTargetsLeadToTheGoal(t *testing.T) {
	finder := Finder{Forced: new(retro.Stage)}
	var rng base.RNG
	var goals []chess.Position
	for _, g := range plantest.Goals(t, "candidates", "ep", "castling", "men02") {
		goals = append(goals, g.Position)
	}
	for _, fen := range forcedGoals {
		goals = append(goals, testkit.Position(t, fen))
	}
	for _, goal := range goals {
		s := goal.Setup()
		rng.Key(1, 2, 3)
		list := finder.Targets(t.Context(), &s, &rng, 20)
		if len(list) == 0 {
			t.Errorf("%v: no target", goal)
		}
		for i := range list {
			target := &list[i]
			plantest.Replay(t, target.Setup, target.Moves, goal)
			if quiet := target.Setup.Board.Men() == s.Board.Men(); quiet != target.Quiet {
				t.Errorf("%v: %v has %d men, quiet is %v", goal, target.Setup, target.Setup.Board.Men(), target.Quiet)
			}
			if len(list) > 1 && !isPlannable(&target.Setup) {
				t.Errorf("%v: %v cannot be planned for", goal, target.Setup)
			}
		}
		rng.Key(1, 2, 3)
		again := new(Finder).Targets(t.Context(), &s, &rng, 20)
		if !slices.EqualFunc(list, again, func(a, b Target) bool { return a.Setup == b.Setup }) {
			t.Errorf("%v: another list with the same random numbers", goal)
		}
	}
}

// TestTargetsBeginWithTheGoal checks that the goal is the first target if an officer may have moved last.
func TestTargetsBeginWithTheGoal(t *testing.T) {
	var finder Finder
	var rng base.RNG
	goal := testkit.Position(t, "r1bqkb1r/ppp1pppp/3p4/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq -")
	s := goal.Setup()
	list := finder.Targets(t.Context(), &s, &rng, FewTargets)
	if len(list) != 1 || list[0].Setup != s || len(list[0].Moves) != 0 {
		t.Errorf("targets %+v, want the goal alone", list)
	}
	if many := finder.Targets(t.Context(), &s, &rng, ManyTargets); len(many) < 10 || many[0].Setup != s {
		t.Errorf("%d targets when many are wanted", len(many))
	}
}

// TestTargetsOfIllegalGoals checks that a goal all of whose last moves are refuted has no target.
func TestTargetsOfIllegalGoals(t *testing.T) {
	var finder Finder
	var rng base.RNG
	impossible := testkit.Position(t, "4k3/8/8/8/8/8/4p1p1/3n1K1n w - -")
	s := impossible.Setup()
	if list := finder.Targets(t.Context(), &s, &rng, FewTargets); list != nil {
		t.Errorf("%v with a double check by pawns: targets %+v, want none", impossible, list)
	}
}
