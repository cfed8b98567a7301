package proofgame

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testkit"
	"chesscensus/legality/verdict"
)

// judge asks both stages as an engine does, the first with the beginning of a game.
func judge(t *testing.T, path, game *Stage, s chess.Setup, begin []chess.Move) (verdict.Verdict, *Attempt) {
	t.Helper()
	b := verdict.Budget{Nodes: 20_000, Begin: begin}
	v, decided := path.Judge(t.Context(), s, b)
	if !decided {
		b.Begin = v.Attempt.Path()
		v, _ = game.Judge(t.Context(), s, b)
	}
	if v.Fault != nil {
		t.Fatal(v.Fault)
	}
	return v, v.Attempt.(*Attempt)
}

// TestStagesForget judges the same positions again and again, with others between, and
// wants the same games: a path found for a position serves one verdict only.
func TestStagesForget(t *testing.T) {
	path, game := Stages(Options{})
	fens := append([]string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"}, candidates...)
	first := map[string]*Attempt{}
	for i, fen := range append(append(append(fens, fens[1], fens[1]), fens...), fens[0]) {
		p := testkit.Position(t, fen)
		v, a := judge(t, path, game, p.Setup(), nil)
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

// TestStageBegin wants the beginning of the budget to be used, and for this verdict only.
func TestStageBegin(t *testing.T) {
	path, game := Stages(Options{})
	p := testkit.Position(t, candidates[1])
	_, plain := judge(t, path, game, p.Setup(), nil)
	other := Builder{Options: Options{Seed: 9, RandomKernel: true}}
	a, err := other.Build(t.Context(), Request{Goal: p, PathOnly: true})
	if err != nil || slices.Equal(a.Path(), plain.Path()) {
		t.Fatalf("no other path: %v, %v", a.Path(), err)
	}
	if _, led := judge(t, path, game, p.Setup(), a.Path()); !led.Found || !slices.Equal(led.Moves[:a.PathPlies], a.Path()) {
		t.Errorf("the game does not begin with the path that was given")
	}
	if _, after := judge(t, path, game, p.Setup(), nil); !slices.Equal(after.Moves, plain.Moves) {
		t.Error("the path is used twice")
	}
}

// TestStagePasses wants a stage to do in pass 1 what a builder does, with twice the budget
// and another seed, and the first pass not to be changed by that.
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
