package legality

import (
	"context"
	"errors"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

// TestCrossCheckStopsTheEngine checks that with CrossCheck two stages that contradict each other stop the engine, with an error that
// names both.
func TestCrossCheckStopsTheEngine(t *testing.T) {
	stages := stagesOf(
		fakeStage{name: "refuter", verdict: verdict.Refuted("refuter", verdict.PawnHomes, verdict.Men("pawns", chess.A2.BB()))},
		fakeStage{name: "finder", verdict: verdict.Proven("finder", verdict.ProofGame("e4 e5"))})
	s := chess.InitialSetup()

	plain := newEngine(t, Options{Stages: stages})
	if v := plain.Judge(context.Background(), s); v.Outcome != verdict.Illegal || plain.Err() != nil {
		t.Errorf("without CrossCheck: %v, %v", v, plain.Err())
	}

	e := newEngine(t, Options{Stages: stages, CrossCheck: true})
	for range 2 {
		v := e.Judge(context.Background(), s)
		if v.Outcome != verdict.Unknown || v.Stop != verdict.Contradiction {
			t.Errorf("with CrossCheck: %v", v)
		}
	}
	var c *ContradictionError
	if !errors.As(e.Err(), &c) || c.Legal.Stage != "finder" || c.Illegal.Stage != "refuter" || c.Setup != s {
		t.Fatalf("Err() = %v", e.Err())
	}
	testkit.Contains(t, c.Error(), "e4 e5", "pawns: a2", s.String())
}

// TestCrossCheckAgreement checks that with CrossCheck the first of two agreeing stages gives the verdict.
func TestCrossCheckAgreement(t *testing.T) {
	e := newEngine(t, Options{CrossCheck: true, Stages: stagesOf(
		new(rules.Stage), fakeStage{name: "b", verdict: verdict.Refuted("b", verdict.PawnHomes, verdict.Evidence{})})})
	v := e.Judge(context.Background(), testkit.Setup(t, "8/8/8/3kK3/8/8/8/8 w - - 0 1"))
	if v.Stage != rules.StageName || v.Reasons != verdict.AdjacentKings || e.Err() != nil {
		t.Errorf("%v by stage %s, engine error %v, want AdjacentKings by rules", v, v.Stage, e.Err())
	}
}

// TestStageWithoutProofIsCaught checks that the engine panics if a stage decides without a certificate or reason.
func TestStageWithoutProofIsCaught(t *testing.T) {
	for _, answer := range []verdict.Verdict{{Outcome: verdict.Legal}, {Outcome: verdict.Illegal}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v without proof passes", answer.Outcome)
				}
			}()
			e := newEngine(t, Options{Stages: stagesOf(fakeStage{name: "a", verdict: answer})})
			e.Judge(context.Background(), chess.InitialSetup())
		}()
	}
}

// TestCrossCheckAsksNoCagesBeforeGames checks that with CrossCheck the search for a game uses its whole budget, also if cages refute
// the setup.
func TestCrossCheckAsksNoCagesBeforeGames(t *testing.T) {
	s := testkit.Setup(t, "7R/Q1pqQR1n/NB3qBN/4R2K/pPR2kB1/bpr1N3/rPB3r1/3b4 b - - 0 1")
	for _, cross := range []bool{false, true} {
		e := newEngine(t, Options{Effort: verdict.Path, CrossCheck: cross, Budget: verdict.Budget{Nodes: 40_000}})
		v := e.Judge(context.Background(), s)
		a, ok := v.Attempt.(*proofgame.Attempt)
		if !ok || v.Reasons != verdict.ShutOut || (a.Plies >= 40_000) != cross {
			t.Errorf("CrossCheck %t: %v after the attempt %+v", cross, v, v.Attempt)
		}
	}
}
