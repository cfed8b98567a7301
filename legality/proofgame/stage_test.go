package proofgame

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// judge asks both stages as an engine does.
func judge(t *testing.T, path, game *Stage, s chess.Setup) (verdict.Verdict, Attempt) {
	t.Helper()
	v, decided := path.Judge(t.Context(), s, verdict.Budget{})
	if !decided {
		v, _ = game.Judge(t.Context(), s, verdict.Budget{})
	}
	if path.Err() != nil || game.Err() != nil {
		t.Fatal(path.Err(), game.Err())
	}
	return v, *game.Last
}

// TestStagesForget judges the same positions again and again, with others between, and
// wants the same games: a path found for a position serves one verdict only.
func TestStagesForget(t *testing.T) {
	path, game := Stages(new(Builder))
	fens := append([]string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"}, candidates...)
	path.Plies = 20_000
	first := map[string]Attempt{}
	for _, fen := range append(append(append(fens, fens[1], fens[1]), fens...), fens[0]) {
		p := position(t, fen)
		v, a := judge(t, path, game, p.Setup())
		if v.Decided() != a.Found || a.Goal != p {
			t.Fatalf("%s: %v, attempt %+v", fen, v, a)
		}
		old, again := first[fen]
		if again && (!slices.Equal(a.Moves, old.Moves) || a.Plies != old.Plies || a.HasKernel != old.HasKernel) {
			t.Errorf("%s: judged again it has another game, or another cost: %d plies planned, %d before", fen, a.Plies, old.Plies)
		}
		first[fen] = a
	}
}

// TestStagePath wants a path that was set to be used, once.
func TestStagePath(t *testing.T) {
	path, game := Stages(new(Builder))
	p := position(t, candidates[1])
	_, plain := judge(t, path, game, p.Setup())
	other := Builder{Options: Options{Seed: 9, RandomKernel: true}}
	a, err := other.Build(t.Context(), Request{Goal: p, PathOnly: true})
	if err != nil || slices.Equal(a.Path(), plain.Path()) {
		t.Fatalf("no other path: %v, %v", a.Path(), err)
	}
	path.SetPath(p, a.Path())
	if _, led := judge(t, path, game, p.Setup()); !led.Found || !slices.Equal(led.Moves[:a.PathPlies], a.Path()) {
		t.Errorf("the game does not begin with the path that was set")
	}
	if _, after := judge(t, path, game, p.Setup()); !slices.Equal(after.Moves, plain.Moves) {
		t.Error("the path is used twice")
	}
}

// TestStagesPassOn wants invalid setups left alone.
func TestStagesPassOn(t *testing.T) {
	path, game := Stages(new(Builder))
	for _, st := range []*Stage{path, game} {
		if v, decided := st.Judge(t.Context(), chess.EmptySetup(), verdict.Budget{}); decided || v.Outcome != verdict.Unknown {
			t.Errorf("%s: %v", st.Name(), v)
		}
	}
}
