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

// judge asks both stages as an engine does.
func judge(t *testing.T, path, game *Stage, s chess.Setup) (verdict.Verdict, *Attempt) {
	t.Helper()
	b := verdict.Budget{Nodes: 20_000}
	v, decided := path.Judge(t.Context(), s, b)
	if !decided {
		v, _ = game.Judge(t.Context(), s, b)
	}
	if v.Fault != nil {
		t.Fatal(v.Fault)
	}
	return v, v.Attempt.(*Attempt)
}

// TestStagesForget judges the same positions again and again, with others between, and wants the same games: a path found for a
// position serves one verdict only.
func TestStagesForget(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	path, game := Stages(Options{})
	fens := append([]string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"}, candidates...)
	first := map[string]*Attempt{}
	for i, fen := range append(append(append(fens, fens[1], fens[1]), fens...), fens[0]) {
		p := testkit.Position(t, fen)
		v, a := judge(t, path, game, p.Setup())
		if v.Decided() != a.Found || a.Goal != p {
			t.Fatalf("%s: %v, attempt %+v", fen, v, a)
		}
		old, again := first[fen]
		if again && (!slices.Equal(a.Moves, old.Moves) || a.Plies != old.Plies || a.HasKernel != old.HasKernel) {
			t.Errorf("%s: judged again it has another game, or another cost: %d plies planned, %d before", fen, a.Plies, old.Plies)
		}
		if first[fen] = a; i%3 == 0 {
			path.Forget()
		}
	}
}

// TestStagePasses wants a stage to do in pass 1 what a builder does, with twice the budget and another seed, and the first pass not to
// be changed by that.
func TestStagePasses(t *testing.T) {
	_, game := Stages(Options{Foreign: -1})
	goal := testkit.Position(t, few[3])
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

// TestStagesPassOn wants invalid setups left alone.
func TestStagesPassOn(t *testing.T) {
	path, game := Stages(Options{})
	for _, st := range []*Stage{path, game} {
		if v, decided := st.Judge(t.Context(), chess.EmptySetup(), verdict.Budget{}); decided || v.Outcome != verdict.Unknown {
			t.Errorf("%s: %v", st.Name(), v)
		}
	}
}

// TestGameStageKeepsTheGame wants the game that was found on the way to a path to be the game of the verdict: the one that a builder
// finds alone, replayed, with nothing planned twice.
func TestGameStageKeepsTheGame(t *testing.T) {
	testkit.Medium(t)
	path, game := Stages(Options{})
	for _, fen := range candidates {
		p := testkit.Position(t, fen)
		v, a := judge(t, path, game, p.Setup())
		var alone Builder
		want, err := alone.Build(t.Context(), Request{Goal: p, Plies: 20_000})
		if err != nil || !v.Decided() || !want.Found || !slices.Equal(a.Moves, want.Moves) || a.PathPlies != want.PathPlies {
			t.Fatalf("%s: %v, %d moves; a builder finds %d moves (%v)", fen, v, len(a.Moves), len(want.Moves), err)
		}
		if a.Plies != 0 || !a.HasKernel || a.Kernel.String() != want.Kernel.String() {
			t.Errorf("%s: %d plies planned again, kernel %v, want %v", fen, a.Plies, a.Kernel, want.Kernel)
		}
		verify(t, a)
	}
}

// TestKeptGameIsReplayed wants a game that an attempt at a path has kept to be replayed like any other: one to another goal is a fault.
func TestKeptGameIsReplayed(t *testing.T) {
	var b Builder
	path, err := b.Build(t.Context(), Request{Goal: testkit.Position(t, candidates[0]), PathOnly: true})
	if err != nil || !path.hasUnverifiedGame || path.Found || path.Proof != "" {
		t.Fatalf("whole %v, found %v, proof %q, %v", path.hasUnverifiedGame, path.Found, path.Proof, err)
	}
	other := Request{Goal: testkit.Position(t, candidates[1]), pathAttempt: &path}
	if a, err := b.Build(t.Context(), other); !errors.Is(err, replay.ErrNotProven) || a.Proof != "" {
		t.Errorf("a game to another goal: %v, proof %q", err, a.Proof)
	}
}

// TestFirstPassOpens wants a goal that the planner finds no game to settled in the first pass all the same, by moves taken back:
// cheaper than its budget, the same again, and not without a path before.
func TestFirstPassOpens(t *testing.T) {
	testkit.Medium(t)
	path, game := Stages(Options{LastMoves: new(retro.Stage)})
	p := testkit.Position(t, "K1Q2nB1/r1N2pNp/3r3R/k1bq2b1/3Qn1Pr/2r1P3/1p2bR2/b1N2R2 w - - 0 1")
	stages := func() *Attempt {
		var b verdict.Budget
		v, _ := path.Judge(t.Context(), p.Setup(), b)
		if tried := v.Attempt.(*Attempt); tried.hasUnverifiedGame || tried.Plies > defaultPlies/4 {
			t.Fatalf("a path alone: whole %v, %d plies", tried.hasUnverifiedGame, tried.Plies)
		}
		v, _ = game.Judge(t.Context(), p.Setup(), b)
		return v.Attempt.(*Attempt)
	}
	first := stages()
	if !first.Found || first.Plies > defaultPlies/earlyShare {
		t.Fatalf("found %v within %d plies: %s", first.Found, first.Plies, first.Why)
	}
	verify(t, first)
	path.Forget()
	if again := stages(); !slices.Equal(again.Moves, first.Moves) || again.Plies != first.Plies {
		t.Error("another game the second time")
	}
	b := Builder{Options: Options{LastMoves: new(retro.Stage)}}
	if alone, err := b.Build(t.Context(), Request{Goal: p, Plies: defaultPlies / 4}); err != nil || alone.Found {
		t.Errorf("found without (%v): it shows nothing here", err)
	}
}

// TestNoLimitOpens wants a budget without end, whichever negative number says so, to try what comes before the rest as a part of the
// usual budget: not never, and not for ever.
func TestNoLimitOpens(t *testing.T) {
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

// TestGameStageDoesNotRepeat wants what has failed on the way to a path not to be planned again, where no path was found: what is spent
// is the shares of opening, of disentangling and of the search, and what is said is what was known.
func TestGameStageDoesNotRepeat(t *testing.T) {
	testkit.Medium(t)
	path, game := Stages(Options{LastMoves: new(retro.Stage)})
	goal := testkit.Position(t, "KN2q1b1/nN3p1P/5kBp/5bR1/5q1P/B2Q2pN/rn1QQ3/RRqNb3 w - - 0 1")
	s := goal.Setup()
	b := verdict.Budget{Nodes: 20_000}
	v, _ := path.Judge(t.Context(), s, b)
	tried := v.Attempt.(*Attempt)
	if tried.PathPlies >= 0 || tried.Plies < 20_000 {
		t.Fatalf("path of %d plies after %d; it shows nothing here", tried.PathPlies, tried.Plies)
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

// TestPathAsksCages: after a while without a game the stage of effort path hands on what Options.Cages refutes, in a first pass only,
// and never for what has a game; without them the whole budget is spent in vain.
func TestPathAsksCages(t *testing.T) {
	testkit.Medium(t)
	const shut = "7R/Q1pqQR1n/NB3qBN/4R2K/pPR2kB1/bpr1N3/rPB3r1/3b4 b - -"
	s := testkit.Setup(t, shut+" 0 1")
	path, _ := Stages(Options{Cages: &cage.Stage{Limit: cage.EarlyLimit}})
	v, decided := path.Judge(t.Context(), s, verdict.Budget{})
	if !decided || v.Stage != cage.StageName || v.Reasons != verdict.ShutOut {
		t.Fatalf("%s: %v", shut, v)
	}
	if a := v.Attempt.(*Attempt); a.Plies < planner.RefutePlies || a.Plies > 2*planner.RefutePlies || v.Cost.Nodes <= a.Plies {
		t.Errorf("%s: %d plies planned, %d with the cages", shut, a.Plies, v.Cost.Nodes)
	}
	if again, _ := path.Judge(t.Context(), s, verdict.Budget{}); again.Cost.Nodes != v.Cost.Nodes || again.Reasons != v.Reasons {
		t.Errorf("asked again: %v at a cost of %d, want %d", again, again.Cost.Nodes, v.Cost.Nodes)
	}
	for name, b := range map[string]verdict.Budget{
		"a later pass": {Pass: 1, Nodes: planner.RefutePlies}, "less than what it takes to doubt": {Nodes: planner.RefutePlies / 2},
	} {
		if v, decided := path.Judge(t.Context(), s, b); decided {
			t.Errorf("%s: %v", name, v)
		}
	}
	without, _ := Stages(Options{})
	if v, decided := without.Judge(t.Context(), s, verdict.Budget{Nodes: 2 * planner.RefutePlies}); decided ||
		v.Cost.Nodes < 2*planner.RefutePlies {
		t.Errorf("without cages: %v", v)
	}
	both, game := Stages(Options{Cages: &cage.Stage{Limit: cage.EarlyLimit}})
	for _, fen := range candidates {
		if v, _ := judge(t, both, game, testkit.Setup(t, fen)); v.Outcome != verdict.Legal {
			t.Errorf("%s: %v", fen, v)
		}
	}
}
