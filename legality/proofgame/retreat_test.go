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

// TestLaterPasses checks that a third pass finds games to hard goals, the same game each time, and leaves later first passes alone.
func TestLaterPasses(t *testing.T) {
	testkit.Long(t)
	for i, fen := range hardToFindGoals {
		if i%min(3, testkit.Stride()) > 0 {
			continue
		}
		request := Request{Goal: testkit.Position(t, fen), Pass: 2}
		builder := Builder{Options: Options{LastMoves: new(retro.Stage)}}
		attempt, err := builder.Build(t.Context(), request)
		if err != nil || !attempt.Found {
			t.Errorf("%s: no game (%v), error %v", fen, attempt.Why, err)
			continue
		}
		checkReplay(t, &attempt)
		builder.forget()
		if second, _ := builder.Build(t.Context(), request); !slices.Equal(second.Moves, attempt.Moves) {
			t.Errorf("%s: another game with the same seed", fen)
		}
		request.Pass, request.Plies = 0, 20_000
		afterLaterPass, _ := builder.Build(t.Context(), request)
		freshBuilder := Builder{Options: builder.Options}
		fresh, _ := freshBuilder.Build(t.Context(), request)
		if afterLaterPass.Found != fresh.Found || !slices.Equal(afterLaterPass.Moves, fresh.Moves) {
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

// TestLaterPassesWithFewMen checks that the second pass finds games that the first does not, within a fifth of the budget.
func TestLaterPassesWithFewMen(t *testing.T) {
	testkit.Medium(t)
	for _, fen := range fewMenGoals {
		request := Request{Goal: testkit.Position(t, fen), Plies: 10_000}
		builder := Builder{Options: Options{LastMoves: new(retro.Stage), Foreign: -1}}
		if first, err := builder.Build(t.Context(), request); err != nil || first.Found {
			t.Errorf("%s: found in the first pass: %v, error %v, want no game there", fen, first.Found, err)
		}
		request.Pass, request.Plies = 1, defaultPlies/5
		attempt, err := builder.Build(t.Context(), request)
		if err != nil || !attempt.Found {
			t.Errorf("%s: no game (%v), error %v", fen, attempt.Why, err)
			continue
		}
		checkReplay(t, &attempt)
	}
}

// TestHardGamesLeadToTheirGoals checks that the games of docs/data/hard.pgn end in the positions that their tag Goal names.
func TestHardGamesLeadToTheirGoals(t *testing.T) {
	f := testkit.Must(os.Open("../../docs/data/hard.pgn"))(t)
	defer f.Close()
	games := 0
	for game, err := range chess.ReadPGN(f, "hard.pgn") {
		if err != nil {
			t.Fatal(err)
		}
		games++
		last := testkit.Must(game.Final())(t)
		for _, tag := range game.Tags {
			if tag.Name == "Goal" && testkit.Position(t, tag.Value) != last {
				t.Errorf("game %d ends in %v, not in %s", games, last, tag.Value)
			}
		}
	}
	if games < 10 {
		t.Errorf("%d games, want 10 or more", games)
	}
}

// TestDenseGoals checks that a first pass finds games to composed problems "what was the last move?", with a retraction by Extract.
func TestDenseGoals(t *testing.T) {
	testkit.Long(t)
	for _, fen := range []string{
		"4BB1b/3pRK1k/4pppp/8/8/8/8/8 b - -",
		"1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -",
	} {
		goal := testkit.Position(t, fen)
		setup := goal.Setup()
		if !isDense(&setup) {
			t.Errorf("%s is not dense", fen)
		}
		builder := Builder{Options: Options{LastMoves: new(retro.Stage), Foreign: -1}}
		pathAttempt := testkit.Must(builder.Build(t.Context(), Request{Goal: goal, PathOnly: true}))(t)
		attempt := testkit.Must(builder.Build(t.Context(), Request{Goal: goal, pathAttempt: &pathAttempt}))(t)
		if !attempt.Found {
			t.Errorf("%s: no game: %v", fen, attempt.Why)
			continue
		}
		checkReplay(t, &attempt)
	}
}

// TestDenseGoalsMostlyExtract checks that of three tries to disentangle a dense goal one uses Disentangle and two use Extract, each with
// numbers of its own, and that no other goal uses Extract.
func TestDenseGoalsMostlyExtract(t *testing.T) {
	for i, want := range []struct {
		number   uint64
		extracts bool
	}{{0, false}, {0, true}, {1, true}, {1, false}, {2, true}, {3, true}, {2, false}, {4, true}} {
		if number, extracts := methodOf(uint64(i), true); number != want.number || extracts != want.extracts {
			t.Errorf("try %d is number %d, extracts %v, want %v", i, number, extracts, want)
		}
		if number, extracts := methodOf(uint64(i), false); number != uint64(i) || extracts {
			t.Errorf("try %d to a goal that is not dense is number %d, extracts %v, want number %d, false", i, number, extracts, i)
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
		testkit.Equal(t, isCramped(&goal), want, fen, "cramped")
	}
}

// retreatOnTheSpot calls retreat with a budget and a way whose tries take no move back: each leads to the goal itself, costs one ply, and leaves
// planPlies to the planner. It returns the attempt and the number of tries.
func retreatOnTheSpot(t *testing.T, goal chess.Position, budget, planPlies int64, fewKernels bool) (attempt Attempt, tries int) {
	t.Helper()
	builder := Builder{Options: Options{LastMoves: new(retro.Stage)}}
	builder.goal = bound.NewGoal(goal, nil)
	request := Request{Start: chess.InitialPosition(), Goal: goal}
	attempt = Attempt{Start: request.Start, Goal: goal}
	way := retreat{seed: 1, fewKernels: fewKernels, takeBack: func(uint64, int64, retro.Kernels) tryResult {
		tries++
		return tryResult{line: retract.Line{Setup: goal.Setup()}, found: true, spent: 1, planPlies: planPlies}
	}}
	builder.retreat(t.Context(), &request, &attempt, budget, budget, &way)
	return attempt, tries
}

// TestRetreatLeavesRefuted checks that a setup is left as soon as the kernels have refuted it. So it costs a small part of the planner's plies,
// and the budget suffices for several tries.
func TestRetreatLeavesRefuted(t *testing.T) {
	goal := testkit.Position(t, "6kq/3pppp1/r5pP/5PP1/7B/5QK1/4PPPp/8 w - -") // 12 pawn captures in no order
	const budget = 50_000
	attempt, tries := retreatOnTheSpot(t, goal, budget, budget, false)
	if attempt.Found {
		t.Fatal("a game to a goal without a kernel")
	}
	if tries < 5 || attempt.Plies > budget+10_000 {
		t.Errorf("%d tries and %d plies, want 5 tries or more, and little more than %d plies", tries, attempt.Plies, budget)
	}
}

// TestRetreatPlans checks that a game to a setup that has one is found by the first try.
func TestRetreatPlans(t *testing.T) {
	goal := testkit.Position(t, "rnbqkbnr/1ppppppp/8/p7/8/P7/1PPPPPPP/RNBQKBNR w KQkq -")
	if attempt, tries := retreatOnTheSpot(t, goal, 50_000, 50_000, false); !attempt.Found || tries != 1 {
		t.Errorf("found %v by %d tries, want a game by one", attempt.Found, tries)
	}
}

// TestRetreatWithFewKernels checks that with fewKernels a setup whose first kernel is not found is left, and that otherwise the planner spends
// its plies on it.
func TestRetreatWithFewKernels(t *testing.T) {
	goal := testkit.Position(t, "8/P5p1/1P6/P1n5/1b1B4/kPP5/P2N4/BKR1n3 w - -") // eleven captures by pawns, and a bishop more
	const planPlies = 10_000
	spent := map[bool]int64{} // by fewKernels
	for _, fewKernels := range []bool{false, true} {
		attempt, _ := retreatOnTheSpot(t, goal, 1, planPlies, fewKernels)
		if attempt.Found {
			t.Fatal("a game to a goal without a kernel")
		}
		spent[fewKernels] = attempt.Plies
	}
	if spent[true] >= spent[false] || spent[false] < planPlies {
		t.Errorf("%d plies with few kernels, %d without, want fewer with, and %d or more without", spent[true], spent[false], planPlies)
	}
}

// TestExtractGoesOn checks extract, which goes on after its first search: the moves lead to the goal, the measure is never more than that of
// the first search, and less for some seeds, and the result depends on the seed alone.
func TestExtractGoesOn(t *testing.T) {
	testkit.Medium(t)
	goal := testkit.Position(t, "5bRK/4p1pR/5p1p/8/8/5P1P/4P1Pr/5Bnk b - -")
	var builder, secondBuilder Builder
	nearer := 0
	for seed := range uint64(12) {
		first, found := builder.retractor.Extract(t.Context(), goal.Setup(), seed, 1000, nil, false)
		result := builder.extract(t.Context(), goal.Setup(), seed, 1000, nil, false)
		if result.found != found || result.spent <= 0 {
			t.Fatalf("seed %d: found %v after %d plies, the first search alone %v", seed, result.found, result.spent, found)
		}
		if !found {
			continue
		}
		line := &result.line
		plantest.Replay(t, line.Setup, line.Moves, goal)
		isWorse := line.ShutMeasure > first.ShutMeasure
		isOther := line.ShutMeasure == first.ShutMeasure && line.Setup != first.Setup
		if isWorse || isOther {
			t.Errorf("seed %d: %v measures %d, the first search comes to %v, %d", seed, line.Setup, line.ShutMeasure, first.Setup, first.ShutMeasure)
		}
		if line.ShutMeasure < first.ShutMeasure {
			nearer++
		}
		second := secondBuilder.extract(t.Context(), goal.Setup(), seed, 1000, nil, false)
		if second.line.Setup != line.Setup || second.spent != result.spent {
			t.Errorf("seed %d: another result with the same seed", seed)
		}
	}
	if nearer < 3 {
		t.Errorf("going on helps with %d of 12 seeds, want 3 or more", nearer)
	}
}

// TestHasNoPromoted checks hasNoPromoted for boards with and without more officers of a kind than the start, bishops by the color of their squares.
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
		testkit.Equal(t, hasNoPromoted(&goal.Board), want, fen, "no promoted man")
	}
}

// TestShouldDisentangleAgain checks that only a first pass to a goal with many unpromoted men that has failed otherwise disentangles
// again.
func TestShouldDisentangleAgain(t *testing.T) {
	const crowded = "QBRbk1nr/3p1ppp/qpp5/p1PBp3/P1N5/1P4P1/3PPP1P/nNrbK2R b Kk -"
	const fewMen = "8/1p6/p7/8/8/PP6/1PkPP3/KR1b4 b - -"
	const crowdedWithPromoted = "QBRbk1nr/3p1ppp/qpp5/p1PBp3/P1N5/1P4P1/3PPP1P/nNrbKQQR b k -"
	for _, row := range []struct {
		fen     string
		request Request
		want    bool
	}{
		{crowded, Request{pathAttempt: &Attempt{}}, true},
		{crowded, Request{}, false},
		{crowded, Request{pathAttempt: &Attempt{}, Pass: 1}, false},
		{crowded, Request{pathAttempt: &Attempt{}, PathOnly: true}, false},
		{fewMen, Request{pathAttempt: &Attempt{}}, false},
		{crowdedWithPromoted, Request{pathAttempt: &Attempt{}}, false},
	} {
		goal := testkit.Setup(t, row.fen)
		row.request.Start = chess.InitialPosition()
		if got := new(Builder).shouldDisentangleAgain(&row.request, &goal); got != row.want {
			t.Errorf("%s, pass %d, path only %v: disentangled again %v, want %v", row.fen, row.request.Pass, row.request.PathOnly, got, row.want)
		}
	}
}
