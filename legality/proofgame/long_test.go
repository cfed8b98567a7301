package proofgame_test

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/verdict"
)

// longGoals are problems of the last move, mirrored or with the colors exchanged.
var longGoals = []string{
	"8/8/8/8/1Pb5/Pb1b4/1P1PPPPP/Kb1k4 w - -",
	"3B1rRb/p1ppKp1k/1p3ppp/8/8/8/8/8 w - -",
	"BKR1rkb1/Bpp1prpp/1p1p1p2/8/8/8/4P1P1/8 b - -",
}

// TestLong finds games with [proofgame.Options.Long] that the same budget does not find without it. Games found without it have to be
// the same with it.
func TestLong(t *testing.T) {
	testkit.Medium(t)
	judge := func(fen string, long bool) string {
		engine := testkit.Must(legality.New(legality.Options{Effort: verdict.Game, Games: proofgame.Options{Plies: 30_000, Long: long}}))(t)
		goal := testkit.Position(t, fen)
		v := engine.Judge(t.Context(), goal.Setup())
		if engine.Err() != nil || v.Outcome == verdict.Illegal {
			t.Fatalf("%s: %v, %v", fen, v, engine.Err())
		}
		if v.Outcome != verdict.Legal {
			return ""
		}
		game := v.Certificate.String()
		if err := new(replay.Verifier).VerifyText("", 0, game, fen); err != nil {
			t.Errorf("%s: %v", fen, err)
		}
		return game
	}
	onlyLong := 0
	for _, fen := range longGoals {
		short, long := judge(fen, false), judge(fen, true)
		t.Logf("%s: %v, %v", fen, short != "", long != "")
		switch {
		case short != "" && long != short:
			t.Errorf("%s: Long changes a game that is found without", fen)
		case short == "" && long != "":
			if onlyLong++; onlyLong == 1 && judge(fen, true) != long {
				t.Errorf("%s: another game the second time", fen)
			}
		}
	}
	if onlyLong < 2 {
		t.Errorf("%d of %d goals have a game only with Long", onlyLong, len(longGoals))
	}
}

// TestUnravelingAlone finds games with unraveling as the only method, to a published problem and to it with the colors exchanged, and
// none without it.
func TestUnravelingAlone(t *testing.T) {
	testkit.Medium(t)
	found := 0
	for _, fen := range []string{"8/p7/8/8/5P2/1PPPkrb1/bPPR1RPN/2KR1QB1 w - -", "2kr1qb1/Bppr1rpn/1pppKRB1/5p2/8/8/P7/8 b - -"} {
		goal := testkit.Position(t, fen)
		for _, withoutUnraveling := range []bool{false, true} {
			games := proofgame.Options{Plies: 60_000, Long: true}
			for i, name := range proofgame.Methods {
				if name != "guessed kernels" && name != "pruning" && (withoutUnraveling || name != "unraveling") {
					games.WithoutMethod(i)
				}
			}
			engine, err := legality.New(legality.Options{Effort: verdict.Game, Stages: func() []legality.Stage {
				path, game := proofgame.Stages(games)
				return []legality.Stage{path, game}
			}})
			if err != nil {
				t.Fatal(err)
			}
			v := engine.Judge(t.Context(), goal.Setup())
			if engine.Err() != nil || v.Outcome == verdict.Illegal || withoutUnraveling && v.Outcome == verdict.Legal {
				t.Fatalf("%s, unraveling off %v: %v, %v", fen, withoutUnraveling, v, engine.Err())
			}
			if v.Outcome == verdict.Legal {
				found++
				if err := new(replay.Verifier).VerifyText("", 0, v.Certificate.String(), fen); err != nil {
					t.Errorf("%s: %v", fen, err)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no game is found")
	}
}
