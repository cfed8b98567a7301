package proofgame

import (
	"errors"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/cage"
	"chesscensus/legality/proofgame/internal/planner"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// judgeBoth judges a setup by both stages, as an engine does.
func judgeBoth(t *testing.T, path, game *Stage, s chess.Setup) (verdict.Verdict, *Attempt) {
	t.Helper()
	budget := verdict.Budget{Nodes: 20_000}
	v, decided := path.Judge(t.Context(), s, budget)
	if !decided {
		v, _ = game.Judge(t.Context(), s, budget)
	}
	if v.Fault != nil {
		t.Fatal(v.Fault)
	}
	return v, v.Attempt.(*Attempt)
}

// TestStagesForget judges the same positions repeatedly, with others between, and expects the same games: a path found for a position
// serves one verdict only.
func TestStagesForget(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	path, game := Stages(Options{})
	fens := append([]string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"}, candidates...)
	first := map[string]*Attempt{}
	for i, fen := range append(append(append(fens, fens[1], fens[1]), fens...), fens[0]) {
		p := testkit.Position(t, fen)
		v, a := judgeBoth(t, path, game, p.Setup())
		if v.Decided() != a.Found || a.Goal != p {
			t.Fatalf("%s: %v, attempt %+v", fen, v, a)
		}
		earlier, again := first[fen]
		if again && (!slices.Equal(a.Moves, earlier.Moves) || a.Plies != earlier.Plies || a.HasKernel != earlier.HasKernel) {
			t.Errorf("%s: judged again it has another game, or another cost: %d plies planned, %d before", fen, a.Plies, earlier.Plies)
		}
		if first[fen] = a; i%3 == 0 {
			path.Forget()
		}
	}
}

// TestStagePasses checks that in pass 1 a stage does the same as a builder with twice the budget and another seed, and that pass 0 does
// not change.
func TestStagePasses(t *testing.T) {
	_, game := Stages(Options{Foreign: -1})
	goal := testkit.Position(t, fewMenGoals[3])
	judge := func(pass int) *Attempt {
		v, _ := game.Judge(t.Context(), goal.Setup(), verdict.Budget{Nodes: 5_000, Pass: pass})
		return v.Attempt.(*Attempt)
	}
	before := judge(0)
	later := judge(1)
	if before.Found || !later.Found || later.Plies > 10_000 {
		t.Fatalf("found %v in pass 0 and %v in pass 1 within %d plies", before.Found, later.Found, later.Plies)
	}
	b := Builder{Options: Options{Foreign: -1}}
	a, err := b.Build(t.Context(), Request{Goal: goal, Plies: 10_000, Pass: 1})
	if err != nil || !slices.Equal(a.Moves, later.Moves) {
		t.Errorf("a builder finds another game in pass 1 (%v)", err)
	}
	if again := judge(0); again.Found || again.Plies != before.Plies || !slices.Equal(again.Moves, before.Moves) {
		t.Error("pass 1 changes pass 0")
	}
}

// TestStagesLeaveInvalidSetups checks that invalid setups are not decided.
func TestStagesLeaveInvalidSetups(t *testing.T) {
	path, game := Stages(Options{})
	for _, st := range []*Stage{path, game} {
		if v, decided := st.Judge(t.Context(), chess.EmptySetup(), verdict.Budget{}); decided || v.Outcome != verdict.Unknown {
			t.Errorf("stage %s: %v, want an undecided verdict", st.Name(), v)
		}
	}
}

// TestGameStageKeepsTheGame checks that a game found on the way to a path is the game of the verdict, the same that a builder finds
// alone, and that nothing is planned twice.
func TestGameStageKeepsTheGame(t *testing.T) {
	testkit.Medium(t)
	path, game := Stages(Options{})
	for _, fen := range candidates {
		p := testkit.Position(t, fen)
		v, a := judgeBoth(t, path, game, p.Setup())
		var alone Builder
		want, err := alone.Build(t.Context(), Request{Goal: p, Plies: 20_000})
		if err != nil || !v.Decided() || !want.Found || !slices.Equal(a.Moves, want.Moves) || a.PathPlies != want.PathPlies {
			t.Fatalf("%s: %v, %d moves; a builder finds %d moves (%v)", fen, v, len(a.Moves), len(want.Moves), err)
		}
		if a.Plies != 0 || !a.HasKernel || a.Kernel.String() != want.Kernel.String() {
			t.Errorf("%s: %d plies planned again, kernel %v, want %v", fen, a.Plies, a.Kernel, want.Kernel)
		}
		checkReplay(t, a)
	}
}

// TestKeptGameIsReplayed checks that a game of an attempt at a path is replayed like any other: one to another goal is an error.
func TestKeptGameIsReplayed(t *testing.T) {
	var b Builder
	path, err := b.Build(t.Context(), Request{Goal: testkit.Position(t, candidates[0]), PathOnly: true})
	if err != nil || !path.hasUnverifiedGame || path.Found || path.Proof != "" {
		t.Fatalf("unverified game %v, found %v, proof %q, %v", path.hasUnverifiedGame, path.Found, path.Proof, err)
	}
	other := Request{Goal: testkit.Position(t, candidates[1]), pathAttempt: &path}
	if a, err := b.Build(t.Context(), other); !errors.Is(err, replay.ErrNotProven) || a.Proof != "" {
		t.Errorf("a game to another goal: %v, proof %q", err, a.Proof)
	}
}

// TestFirstPassOpensGoal checks that a goal to which the planner finds no game gets one in the first pass by moves taken back, for less
// than its budget, and not without an attempt at a path before.
func TestFirstPassOpensGoal(t *testing.T) {
	testkit.Medium(t)
	path, game := Stages(Options{LastMoves: new(retro.Stage)})
	p := testkit.Position(t, "K1Q2nB1/r1N2pNp/3r3R/k1bq2b1/3Qn1Pr/2r1P3/1p2bR2/b1N2R2 w - - 0 1")
	stages := func() *Attempt {
		var b verdict.Budget
		v, _ := path.Judge(t.Context(), p.Setup(), b)
		if tried := v.Attempt.(*Attempt); tried.hasUnverifiedGame || tried.Plies > defaultPlies/4 {
			t.Fatalf("a path alone: unverified game %v, %d plies", tried.hasUnverifiedGame, tried.Plies)
		}
		v, _ = game.Judge(t.Context(), p.Setup(), b)
		return v.Attempt.(*Attempt)
	}
	first := stages()
	if !first.Found || first.Plies > defaultPlies/earlyShare {
		t.Fatalf("found %v within %d plies: %s", first.Found, first.Plies, first.Why)
	}
	checkReplay(t, first)
	path.Forget()
	if again := stages(); !slices.Equal(again.Moves, first.Moves) || again.Plies != first.Plies {
		t.Error("another game the second time")
	}
	b := Builder{Options: Options{LastMoves: new(retro.Stage)}}
	if alone, err := b.Build(t.Context(), Request{Goal: p, Plies: defaultPlies / 4}); err != nil || alone.Found {
		t.Errorf("found by a builder alone, without moves taken back (%v): another goal is needed for this test", err)
	}
}

// TestNoLimitOpensGoal checks that with a budget without end the earlier methods get a share of the default budget.
func TestNoLimitOpensGoal(t *testing.T) {
	p := testkit.Position(t, "K1Q2nB1/r1N2pNp/3r3R/k1bq2b1/3Qn1Pr/2r1P3/1p2bR2/b1N2R2 w - - 0 1")
	path, _ := Stages(Options{LastMoves: new(retro.Stage)})
	v, _ := path.Judge(t.Context(), p.Setup(), verdict.Budget{})
	for _, plies := range []int64{-1, -100} {
		b := Builder{Options: Options{LastMoves: new(retro.Stage)}}
		a, err := b.Build(t.Context(), Request{Goal: p, Plies: plies, pathAttempt: v.Attempt.(*Attempt)})
		if err != nil || !a.Found || a.Plies > defaultPlies/earlyShare {
			t.Errorf("%d: found %v within %d plies (%v)", plies, a.Found, a.Plies, err)
		}
	}
	if share(-1, 4) != defaultPlies/4 || share(100, 4) != 25 || reduce(-1, 5) != -1 || reduce(9, 5) != 4 {
		t.Error("shares of budgets")
	}
}

// TestGameStageDoesNotRepeat checks that the stage of effort game does not plan again if no path was found. It spends the shares of
// opening, of disentangling and of the search, and reports the failure of the path.
func TestGameStageDoesNotRepeat(t *testing.T) {
	testkit.Medium(t)
	path, game := Stages(Options{LastMoves: new(retro.Stage)})
	s := testkit.Setup(t, "KN2q1b1/nN3p1P/5kBp/5bR1/5q1P/B2Q2pN/rn1QQ3/RRqNb3 w - - 0 1")
	b := verdict.Budget{Nodes: 20_000}
	v, _ := path.Judge(t.Context(), s, b)
	tried := v.Attempt.(*Attempt)
	if tried.PathPlies >= 0 || tried.Plies < 20_000 {
		t.Fatalf("a path of %d plies after %d planned ones, want none after 20 000", tried.PathPlies, tried.Plies)
	}
	v, _ = game.Judge(t.Context(), s, b)
	a := v.Attempt.(*Attempt)
	if limit := int64(20_000/earlyShare + 20_000/crowdShare + moreForLoose*loosePlies + 20_000/searchShare + 5_000); a.Found ||
		a.Plies > limit {
		t.Errorf("found %v, %d plies, want at most %d", a.Found, a.Plies, limit)
	}
	if a.Why != tried.Why || a.Closest != tried.Closest || a.Stop != verdict.NodeLimit || a.HasKernel != tried.HasKernel {
		t.Errorf("%q, %v, %v; the path ended with %q, %v", a.Why, a.Closest, a.Stop, tried.Why, tried.Closest)
	}
}

// TestPathCallsCages checks that after a while without a game the stage of effort path returns the refutation of Options.Cages, in a
// first pass only, and never for a goal that has a game.
func TestPathCallsCages(t *testing.T) {
	testkit.Medium(t)
	const shut = "7R/Q1pqQR1n/NB3qBN/4R2K/pPR2kB1/bpr1N3/rPB3r1/3b4 b - -"
	setup := testkit.Setup(t, shut+" 0 1")
	path, _ := Stages(Options{Cages: &cage.Stage{Limit: cage.EarlyLimit}})
	v, decided := path.Judge(t.Context(), setup, verdict.Budget{})
	if !decided || v.Stage != cage.StageName || v.Reasons != verdict.ShutOut {
		t.Fatalf("%s: %v, want a refutation by cages", shut, v)
	}
	if a := v.Attempt.(*Attempt); a.Plies < planner.RefutePlies || a.Plies > 2*planner.RefutePlies || v.Cost.Nodes <= a.Plies {
		t.Errorf("%s: %d plies planned, %d with the cages, want %d to %d, and more", shut, a.Plies, v.Cost.Nodes, planner.RefutePlies,
			2*planner.RefutePlies)
	}
	if again, _ := path.Judge(t.Context(), setup, verdict.Budget{}); again.Cost.Nodes != v.Cost.Nodes || again.Reasons != v.Reasons {
		t.Errorf("judged again: %v at a cost of %d, want %d", again, again.Cost.Nodes, v.Cost.Nodes)
	}
	for name, budget := range map[string]verdict.Budget{
		"a later pass": {Pass: 1, Nodes: planner.RefutePlies}, "fewer plies than RefutePlies": {Nodes: planner.RefutePlies / 2},
	} {
		if v, decided := path.Judge(t.Context(), setup, budget); decided {
			t.Errorf("%s: %v, want no decision", name, v)
		}
	}
	without, _ := Stages(Options{})
	if v, decided := without.Judge(t.Context(), setup, verdict.Budget{Nodes: 2 * planner.RefutePlies}); decided ||
		v.Cost.Nodes < 2*planner.RefutePlies {
		t.Errorf("without cages: %v at a cost of %d, want no decision and the whole budget", v, v.Cost.Nodes)
	}
	both, game := Stages(Options{Cages: &cage.Stage{Limit: cage.EarlyLimit}})
	for _, fen := range candidates {
		if v, _ := judgeBoth(t, both, game, testkit.Setup(t, fen)); v.Outcome != verdict.Legal {
			t.Errorf("%s: %v, want a game", fen, v)
		}
	}
}
