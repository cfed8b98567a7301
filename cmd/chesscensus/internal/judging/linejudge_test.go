package judging

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
)

const bareKings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"

// A stage gives the verdict of a function.
type stage struct {
	judge func(s chess.Setup, b verdict.Budget) verdict.Verdict
}

func (stage) Name() string           { return "test" }
func (stage) Effort() verdict.Effort { return verdict.Game }
func (stage) Forget()                {}
func (st stage) Judge(_ context.Context, s chess.Setup, b verdict.Budget) (verdict.Verdict, bool) {
	v := st.judge(s, b)
	return v, v.Decided()
}

// judgeWithStage returns a judge whose engine has one stage, with the verdicts of f.
func judgeWithStage(f func(s chess.Setup, b verdict.Budget) verdict.Verdict) *lineJudge {
	return &lineJudge{Options: legality.Options{Effort: verdict.Game, Stages: func() []legality.Stage { return []legality.Stage{stage{f}} }}}
}

// failedAttempt returns an attempt that reached the position after moves, with its last capture there, or without moves no path.
func failedAttempt(t *testing.T, moves string, plies int64) *proofgame.Attempt {
	t.Helper()
	a := &proofgame.Attempt{Start: chess.InitialPosition(), PathPlies: -1, Plies: plies}
	if moves != "" {
		a.Moves = testkit.Line(t, a.Start, moves)
		a.PathPlies = len(a.Moves)
	}
	a.Bound = 3
	return a
}

// TestOnlyLastAttemptGivesUp: an attempt leaves its results in the line, and "fail" only if no other will follow. Retry ignores the
// results in the line.
func TestOnlyLastAttemptGivesUp(t *testing.T) {
	for _, last := range []bool{false, true} {
		for _, retry := range []bool{false, true} {
			j := judgeWithStage(func(chess.Setup, verdict.Budget) verdict.Verdict {
				return verdict.Verdict{Attempt: failedAttempt(t, "e4 e5 Nf3", 100)}
			})
			j.isLastPass, j.Retry = last, retry
			text, want := bareKings+" unknown: path: d4 status: N=7", bareKings+" unknown: path: e4 e5 Nf3 status: N=100 info: No solution found, bound=3 moves e4 e5 Nf3"
			if retry {
				text += " fail: info: x"
			}
			if last {
				want = strings.Replace(want, " info:", " fail: info:", 1)
			}
			got, _, err := j.Line(t.Context(), nil, text)
			if err != nil || string(got) != want {
				t.Errorf("last %v, retry %v: %v, %s\nwant %s", last, retry, err, got, want)
			}
		}
	}
}

// TestLine judges single lines.
func TestLine(t *testing.T) {
	const onLastRow = "k6P/8/8/8/8/8/8/7K w - - 0 1"
	j := &lineJudge{Options: legality.Options{Effort: verdict.Game, Budget: verdict.Budget{Nodes: 50_000}}, Retry: true, Kernels: true}
	for _, c := range []struct {
		in, want string
		judged   bool
	}{
		{"# a comment", "# a comment", false},
		{onLastRow, onLastRow + " illegal: Pawn on first/last rank", true},
		{onLastRow + " illegal: Other", onLastRow + " illegal: Other", false},
		{"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1 unknown: fail: info: x",
			"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1 legal: proof: Nf3", true},
	} {
		got, r, err := j.Line(t.Context(), nil, c.in)
		if err != nil || string(got) != c.want || r.Judged != c.judged || r.Verdict.Decided() != c.judged {
			t.Errorf("%s: %s, %+v, %v", c.in, got, r, err)
		}
	}
	got, _, err := j.Line(t.Context(), nil, "nonsense")
	if err == nil || string(got) != "# unreadable: nonsense" {
		t.Errorf("%s, %v", got, err)
	}
	// A failed attempt of the last pass leaves its results in the line.
	j.Options.Budget.Nodes = 1
	hard := &lineJudge{Options: j.Options}
	hard.isLastPass = true
	const fen = "Rn2Q2N/3bppR1/4bRp1/1n2P2b/p6q/Q1BnB1R1/P1K2PBP/5rk1 w - - 0 1" // 28 men: few men have a budget besides
	got, r, err := hard.Line(t.Context(), nil, fen)
	if err != nil || !r.Judged || r.Attempt == nil || !strings.Contains(string(got), " unknown: ") || !strings.Contains(string(got), " fail: info: No solution found") {
		t.Errorf("%s, %v", got, err)
	}
}

// TestKernelsAreNamedOnce: an undecided line gets a kernel, and keeps an extended kernel that it has unless kernels are random. A
// random kernel depends on seed and position only.
func TestKernelsAreNamedOnce(t *testing.T) {
	unknown := func(chess.Setup, verdict.Budget) verdict.Verdict { return verdict.Verdict{} }
	const goal = "rnb1kb1r/ppp1p1pp/8/3p1p2/8/8/PPP1P1PP/RNB1KB1R w KQkq - 0 1"
	line := func(j *lineJudge, text string) string {
		got, _, err := j.Line(context.Background(), nil, text)
		if err != nil {
			t.Error(err)
		}
		return string(got)
	}
	j := judgeWithStage(unknown)
	j.Kernels = true
	named := line(j, goal)
	if !strings.Contains(named, " kernel: ") || !strings.Contains(named, " extKernel: ") {
		t.Fatalf("no kernel: %s", named)
	}
	const old = goal + " unknown: kernel: wPa0xPb0 extKernel: a2-a3"
	testkit.Equal(t, line(j, old), old)
	random := func(seed uint64) *lineJudge {
		j := judgeWithStage(unknown)
		j.Kernels, j.Options.Games.RandomKernel, j.Options.Games.Seed = true, true, seed
		return j
	}
	if got := line(random(1), old); got == old {
		t.Error("a random kernel was wanted and the old one is still there")
	}
	seen, same := map[string]bool{}, random(1)
	for seed := range uint64(8) {
		seen[line(random(seed), goal)] = true
		var both [2]string
		var workers sync.WaitGroup
		for i := range both {
			workers.Go(func() { both[i] = line(same, goal) })
		}
		if workers.Wait(); both[0] != both[1] || both[0] != line(random(1), goal) {
			t.Errorf("one seed, two kernels:\n%s\n%s", both[0], both[1])
		}
	}
	if len(seen) < 2 {
		t.Error("one kernel from eight seeds")
	}
}

// TestFaultAfterEndOfContext: after the end of the context its error comes before a fault of the engine.
func TestFaultAfterEndOfContext(t *testing.T) {
	fault := errors.New("replays differ")
	ctx, cancel := context.WithCancel(t.Context())
	j := judgeWithStage(func(chess.Setup, verdict.Budget) verdict.Verdict {
		cancel()
		return verdict.Faulty("test", fault)
	})
	err := j.Stoppable(ctx, func(ctx context.Context) error {
		_, _, err := j.Line(ctx, nil, bareKings)
		if !errors.Is(err, fault) {
			t.Errorf("the line: %v", err)
		}
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the end of the context", err)
	}
}

// TestInterruptedAttemptIsNotRecorded: an attempt that the context ended leaves nothing in the line, since its result depends on the time.
func TestInterruptedAttemptIsNotRecorded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	j := judgeWithStage(func(chess.Setup, verdict.Budget) verdict.Verdict {
		cancel()
		return verdict.Verdict{Attempt: failedAttempt(t, "e4", 9)}
	})
	if _, r, err := j.Line(ctx, nil, bareKings); !errors.Is(err, context.Canceled) || r.Line.Has("status") || r.Line.Has("path") {
		t.Errorf("%v, %v, want the end of the context, and neither path nor status", r.Line, err)
	}
}

// TestInvalidOptions: invalid options are an error of the line.
func TestInvalidOptions(t *testing.T) {
	j := &lineJudge{Options: legality.Options{Effort: 99}}
	if got, r, err := j.Line(t.Context(), nil, bareKings); err == nil || r.Judged || len(got) > 0 {
		t.Errorf("%q, %+v, %v", got, r, err)
	}
}
