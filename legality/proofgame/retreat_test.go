package proofgame

import (
	"os"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/proofgame/internal/retract"
	"chesscensus/legality/retro"
)

// hardToFindGoals have games, but the usual methods find none within their default budget.
var hardToFindGoals = []string{
	"8/3R1pRb/3nk1PP/bbb3pQ/K4Rr1/B1NQN3/3B1pB1/3rBrN1 w - - 0 1",
	"6N1/r1B3nq/1b2R3/BB3Brk/qQpN2q1/rP1bnR2/prP1q2b/K7 b - - 0 1",
	// A pawn passes h3, then a bishop comes there, then g4 is closed.
	"1rb1r1q1/B5N1/2kr1BPN/4R1p1/r2B2p1/1Rp4B/BNbK2Pp/1q1n4 w - - 0 1",
	// A knight has to be captured on a6, not the bishop.
	"1QnR2K1/P1p2r2/p1N3Rb/1p3RnR/nR3pb1/Bb2Q3/3Q3q/k1b2r2 w - - 0 1",
	// Bishop f1 leaves before g2 is closed, for pawns promote there.
	"2bn2rQ/Nr4p1/Rq2Bk1b/1N2n3/1Nrb4/3Q2Pb/pB2P1p1/1nqNK3 w - - 0 1",
	// A bishop is promoted on h1 and leaves before g2 is closed.
	"r4B1K/3kBq1R/1rp2nbp/2P5/1b1N4/1Bb1N1P1/1P3QpN/bb1N2nq w - - 0 1",
	// Bishop f8 leaves, a pawn promotes there, the bishop returns.
	"n4b2/1R2p1P1/n1BP2p1/1Brq3p/1NN2BNb/K2p3R/N5k1/rr1N4 w - - 0 1",
	// Men around h1 that only a pawn lets out.
	"2N2BQB/2B3pr/N1n3BP/R2q2Qb/4R3/1R2b2B/2Kb1nBk/1nB1r2n b - - 0 1",
}

// TestLaterPasses finds games to hard goals, the same again, and checks that first passes do not change.
func TestLaterPasses(t *testing.T) {
	testkit.Long(t)
	for _, fen := range hardToFindGoals {
		r := Request{Goal: testkit.Position(t, fen), Pass: 2}
		b := Builder{Options: Options{LastMoves: new(retro.Stage)}}
		a, err := b.Build(t.Context(), r)
		if err != nil || !a.Found {
			t.Errorf("%s: %v, %v", fen, a.Why, err)
			continue
		}
		checkReplay(t, &a)
		b.forget()
		if again, _ := b.Build(t.Context(), r); !slices.Equal(again.Moves, a.Moves) {
			t.Errorf("%s: another game with the same seed", fen)
		}
		// A later pass changes nothing for a first one.
		r.Pass, r.Plies = 0, 20_000
		usual, _ := b.Build(t.Context(), r)
		fresh := Builder{Options: b.Options}
		if alone, _ := fresh.Build(t.Context(), r); usual.Found != alone.Found || !slices.Equal(usual.Moves, alone.Moves) {
			t.Errorf("%s: a later pass changes a first one", fen)
		}
	}
}

// fewMenGoals are goals with few men in which a side runs out of quiet moves to take back.
var fewMenGoals = []string{
	"8/8/8/8/6P1/8/k7/4K2R b K - 0 1",
	"1k6/1P6/8/8/8/8/8/4K2R b K - 0 1",
	"8/8/8/4Q3/3K4/8/1k6/b7 b - - 0 1",
	"8/8/8/4b3/3k4/8/1K6/B7 w - - 0 1",
	"5k1b/6Q1/8/4K3/8/8/8/8 b - - 0 1",
	"8/8/8/2P5/8/8/8/R3K1k1 b Q - 0 1",
}

// TestLaterPassesWithFewMen finds games that the first pass does not find, within a fifth of the budget.
func TestLaterPassesWithFewMen(t *testing.T) {
	testkit.Medium(t)
	for _, fen := range fewMenGoals {
		r := Request{Goal: testkit.Position(t, fen), Plies: 10_000}
		b := Builder{Options: Options{LastMoves: new(retro.Stage), Foreign: -1}}
		if a, err := b.Build(t.Context(), r); err != nil || a.Found {
			t.Errorf("%s: found in the first pass (%v), want no game there", fen, err)
		}
		r.Pass, r.Plies = 1, defaultPlies/5
		a, err := b.Build(t.Context(), r)
		if err != nil || !a.Found {
			t.Errorf("%s: %v, %v", fen, a.Why, err)
			continue
		}
		checkReplay(t, &a)
	}
}

// TestHardGamesLeadToTheirGoals replays the games of docs/data/hard.pgn.
func TestHardGamesLeadToTheirGoals(t *testing.T) {
	f, err := os.Open("../../docs/data/hard.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	games := 0
	for game, err := range chess.ReadPGN(f, "hard.pgn") {
		if err != nil {
			t.Fatal(err)
		}
		games++
		last, err := game.Final()
		if err != nil {
			t.Fatal(err)
		}
		for _, tag := range game.Tags {
			if tag.Name == "Goal" && testkit.Position(t, tag.Value) != last {
				t.Errorf("game %d ends in %v, not in %s", games, last, tag.Value)
			}
		}
	}
	if games < 10 {
		t.Errorf("%d games", games)
	}
}

// TestDenseGoals finds games in a first pass to problems of the last move, by Extract.
func TestDenseGoals(t *testing.T) {
	testkit.Long(t)
	for _, fen := range []string{
		"4BB1b/3pRK1k/4pppp/8/8/8/8/8 b - -",
		"1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -",
	} {
		goal := testkit.Position(t, fen)
		s := goal.Setup()
		if !isDense(&s) {
			t.Errorf("%s is not dense", fen)
		}
		b := Builder{Options: Options{LastMoves: new(retro.Stage), Foreign: -1}}
		before, err := b.Build(t.Context(), Request{Goal: goal, PathOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		a, err := b.Build(t.Context(), Request{Goal: goal, pathAttempt: &before})
		if err != nil {
			t.Fatal(err)
		}
		if !a.Found {
			t.Errorf("%s: %v", fen, a.Why)
			continue
		}
		checkReplay(t, &a)
	}
}

// TestMethodOf checks that of three tries to disentangle a dense goal one uses Disentangle and two use Extract, each with numbers of
// its own, and that no other goal uses Extract.
func TestMethodOf(t *testing.T) {
	for i, want := range []struct {
		number   uint64
		extracts bool
	}{{0, false}, {0, true}, {1, true}, {1, false}, {2, true}, {3, true}, {2, false}, {4, true}} {
		if number, extracts := methodOf(uint64(i), true); number != want.number || extracts != want.extracts {
			t.Errorf("try %d is number %d, extracts %v, want %v", i, number, extracts, want)
		}
		if number, extracts := methodOf(uint64(i), false); number != uint64(i) || extracts {
			t.Errorf("try %d to a goal that is not dense is number %d, extracts %v", i, number, extracts)
		}
	}
}

// TestIsCramped checks that a setup is cramped if at most four moves can have been the last one, not counting what they captured.
func TestIsCramped(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/R3K2R b - -":        false,
		"4k3/8/8/8/8/8/8/R3K2R b KQ -":       true, // no white man can have moved
		"7k/8/8/8/8/8/P7/4K2R b K -":         true, // the king with its right has not moved, and the rook neither
		"4BBrk/3ppK1p/4p1p1/8/8/8/8/8 b - -": true, // the bishop from h6 alone
	} {
		goal := testkit.Setup(t, fen)
		if got := isCramped(&goal); got != want {
			t.Errorf("%s: cramped %v, want %v", fen, got, want)
		}
	}
}

// TestRetreatLeavesRefuted checks that a setup is left as soon as the kernels have refuted it, and that one with a game is planned for.
func TestRetreatLeavesRefuted(t *testing.T) {
	for _, row := range []struct {
		fen  string
		want bool
	}{
		{"6kq/3pppp1/r5pP/5PP1/7B/5QK1/4PPPp/8 w - -", false}, // 12 pawn captures in no order
		{"rnbqkbnr/1ppppppp/8/p7/8/P7/1PPPPPPP/RNBQKBNR w KQkq -", true},
	} {
		goal := testkit.Position(t, row.fen)
		b := Builder{Options: Options{LastMoves: new(retro.Stage)}}
		b.goal = bound.NewGoal(goal, nil)
		r := Request{Start: chess.InitialPosition(), Goal: goal}
		a := Attempt{Start: r.Start, Goal: goal}
		tries := 0
		b.retreat(t.Context(), &r, &a, 50_000, 50_000, &retreat{seed: 1, takeBack: func(uint64, int64, retro.Kernels) tryResult {
			tries++
			return tryResult{retract.Line{Setup: goal.Setup()}, true, 1, 50_000}
		}})
		if a.Found != row.want || !row.want && (tries < 5 || a.Plies > 60_000) || row.want && tries != 1 {
			t.Errorf("%s: found %v after %d tries and %d plies", row.fen, a.Found, tries, a.Plies)
		}
	}
}

// TestRetreatWithFewKernels checks that with fewKernels a setup whose first kernel is not found is left, and otherwise not.
func TestRetreatWithFewKernels(t *testing.T) {
	goal := testkit.Position(t, "8/P5p1/1P6/P1n5/1b1B4/kPP5/P2N4/BKR1n3 w - -") // eleven captures by pawns, and a bishop more
	spent := map[bool]int64{}
	for _, fewKernels := range []bool{false, true} {
		b := Builder{Options: Options{LastMoves: new(retro.Stage)}}
		b.goal = bound.NewGoal(goal, nil)
		r := Request{Start: chess.InitialPosition(), Goal: goal}
		a := Attempt{Start: r.Start, Goal: goal}
		b.retreat(t.Context(), &r, &a, 1, 1, &retreat{seed: 1, fewKernels: fewKernels, takeBack: func(uint64, int64, retro.Kernels) tryResult {
			return tryResult{retract.Line{Setup: goal.Setup()}, true, 1, 10_000}
		}})
		if a.Found {
			t.Fatal("a game to a goal without a kernel")
		}
		spent[fewKernels] = a.Plies
	}
	if spent[true] >= spent[false] || spent[false] < 10_000 {
		t.Errorf("%d plies for one setup, %d where it is left", spent[false], spent[true])
	}
}

// TestExtractAgain checks that the moves lead to the goal, that extract measures no more than its first search, less with some seeds,
// and that it depends on the seed alone.
func TestExtractAgain(t *testing.T) {
	testkit.Medium(t)
	goal := testkit.Position(t, "5bRK/4p1pR/5p1p/8/8/5P1P/4P1Pr/5Bnk b - -")
	var b, again Builder
	nearer := 0
	for seed := range uint64(12) {
		first, found := b.retractor.Extract(t.Context(), goal.Setup(), seed, 1000, nil, false)
		result := b.extract(t.Context(), goal.Setup(), seed, 1000, nil, false)
		line, plies, ok := result.line, result.spent, result.found
		if ok != found || plies <= 0 {
			t.Fatalf("seed %d: %v after %d plies, the first search alone %v", seed, ok, plies, found)
		}
		if !ok {
			continue
		}
		plantest.Replay(t, line.Setup, line.Moves, goal)
		if line.ShutMeasure > first.ShutMeasure || line.ShutMeasure == first.ShutMeasure && line.Setup != first.Setup {
			t.Errorf("seed %d: %v measures %d, the first search comes to %v, %d", seed, line.Setup, line.ShutMeasure, first.Setup, first.ShutMeasure)
		}
		if line.ShutMeasure < first.ShutMeasure {
			nearer++
		}
		if other := again.extract(t.Context(), goal.Setup(), seed, 1000, nil, false); other.line.Setup != line.Setup || other.spent != plies {
			t.Errorf("seed %d: another result with the same seed", seed)
		}
	}
	if nearer < 3 {
		t.Errorf("going on helps with %d of 12 seeds", nearer)
	}
}

// TestHasNoPromoted checks boards with and without more officers of a kind than the start, bishops by the color of their squares.
func TestHasNoPromoted(t *testing.T) {
	for fen, want := range map[string]bool{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -":         true,
		"QBRbk1nr/3p1ppp/qpp5/p1PBp3/P1N5/1P4P1/3PPP1P/nNrbK2R b Kk -": true,
		"4k3/8/8/8/8/8/8/2B1K1B1 w - -":                                false, // both on dark squares
		"4k3/8/8/8/8/8/8/2BBK3 w - -":                                  true,
		"qq2k3/8/8/8/8/8/8/4K3 w - -":                                  false,
		"4k3/8/8/8/8/8/8/4KNNN w - -":                                  false,
	} {
		goal := testkit.Setup(t, fen)
		if got := hasNoPromoted(&goal.Board); got != want {
			t.Errorf("%s: no promoted man %v, want %v", fen, got, want)
		}
	}
}

// TestShouldDisentangleAgain checks that only a first pass to a goal with many unpromoted men that has failed otherwise disentangles
// again.
func TestShouldDisentangleAgain(t *testing.T) {
	const crowded, fewMen = "QBRbk1nr/3p1ppp/qpp5/p1PBp3/P1N5/1P4P1/3PPP1P/nNrbK2R b Kk -", "8/1p6/p7/8/8/PP6/1PkPP3/KR1b4 b - -"
	for _, row := range []struct {
		fen  string
		r    Request
		want bool
	}{
		{crowded, Request{pathAttempt: &Attempt{}}, true},
		{crowded, Request{}, false},
		{crowded, Request{pathAttempt: &Attempt{}, Pass: 1}, false},
		{crowded, Request{pathAttempt: &Attempt{}, PathOnly: true}, false},
		{fewMen, Request{pathAttempt: &Attempt{}}, false},
		{"QBRbk1nr/3p1ppp/qpp5/p1PBp3/P1N5/1P4P1/3PPP1P/nNrbKQQR b k -", Request{pathAttempt: &Attempt{}}, false},
	} {
		goal := testkit.Setup(t, row.fen)
		row.r.Start = chess.InitialPosition()
		if got := new(Builder).shouldDisentangleAgain(&row.r, &goal); got != row.want {
			t.Errorf("%s, pass %d, path only %v: disentangled again %v, want %v", row.fen, row.r.Pass, row.r.PathOnly, got, row.want)
		}
	}
}
