package passes_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
	"chesscensus/survey/filter"
	"chesscensus/survey/passes"
)

// attempt is a try that came to the position after moves, with its last capture there, or to no path.
func attempt(t *testing.T, moves string, plies int64) *proofgame.Attempt {
	t.Helper()
	a := &proofgame.Attempt{Start: chess.InitialPosition(), PathPlies: -1, Plies: plies}
	if moves != "" {
		a.Moves = testkit.Line(t, a.Start, moves)
		a.PathPlies = len(a.Moves)
	}
	a.Bound = 3
	return a
}

// TestOnlyTheLastPassGivesUp makes three passes with a stage that gets further each time. What a
// line holds of earlier tries is dropped in the first pass alone, the path of each pass is where the
// next begins, and "fail" stands in the last file only.
func TestOnlyTheLastPassGivesUp(t *testing.T) {
	games := []string{"e4 e5", "e4 e5 Nf3", "e4 e5 Nf3 Nc6"}
	var begins []int
	j := judge(func(_ chess.Setup, b verdict.Budget) verdict.Verdict {
		begins = append(begins, len(b.Begin))
		return verdict.Verdict{Attempt: attempt(t, games[b.Pass], int64(100*(b.Pass+1)))}
	})
	j.Retry = true
	prefix := filepath.Join(t.TempDir(), "out")
	progress, _, _, err := do(t.Context(), prefix, kings+" unknown: path: d4 status: N=7 fail: info: x", 3, j)
	if err != nil || fmt.Sprint(begins) != "[0 2 3]" {
		t.Errorf("%v, tries begin with paths of %v plies, want [0 2 3]", err, begins)
	}
	for i, want := range []string{
		" unknown: path: e4 e5 status: N=100 info: No solution found, bound=3 moves e4 e5\n",
		" unknown: path: e4 e5 Nf3 status: N=200 info: No solution found, bound=3 moves e4 e5 Nf3\n",
		" unknown: path: e4 e5 Nf3 Nc6 status: N=300 fail: info: No solution found, bound=3 moves e4 e5 Nf3 Nc6\n",
	} {
		if got := read(t, fmt.Sprintf("%s%02d", prefix, i)); got != kings+want {
			t.Errorf("pass %d:\n%swant\n%s", i, got, kings+want)
		}
	}
	for _, want := range []string{"path: 1 kernel: 0 fail: 0", "path: 0 kernel: 0 fail: 1"} {
		if !strings.Contains(progress, want) {
			t.Errorf("progress without %q:\n%s", want, progress)
		}
	}
}

// TestPathsThatNobodyCanPlay: a path in a line that is not legal from the initial position is not
// where a game begins, not even its legal part.
func TestPathsThatNobodyCanPlay(t *testing.T) {
	for path, want := range map[string]int{"e4 e5": 2, "e4 e4": 0, "Ke2": 0, "e4 nonsense": 0, "": 0} {
		got := -1
		j := judge(func(_ chess.Setup, b verdict.Budget) verdict.Verdict { got = len(b.Begin); return verdict.Verdict{} })
		if _, _, err := j.Line(t.Context(), nil, kings+" unknown: path: "+path); err != nil || got != want {
			t.Errorf("path %q: begin of %d plies, want %d; %v", path, got, want, err)
		}
	}
}

// TestWhenAFurtherPassIsMade: a list with lines in one state has a second pass if that can still
// change, and not if every line is decided or given up.
func TestWhenAFurtherPassIsMade(t *testing.T) {
	for line, want := range map[string]bool{
		kings + " unknown:":                                true,
		kings + " unknown: path: e4":                       true,
		kings + " unknown: kernel: extKernel:":             true,
		kings + " unknown: path: e4 fail:":                 false,
		kings + " illegal: Other":                          false,
		initial + " legal: proof:":                         false,
		"# a comment":                                      false,
		kings + " unknown: fail:\n" + kings + " unknown: ": true,
	} {
		j := judge(func(chess.Setup, verdict.Budget) verdict.Verdict { return verdict.Verdict{} })
		prefix := filepath.Join(t.TempDir(), "out")
		if _, _, _, err := do(t.Context(), prefix, line, 2, j); err != nil {
			t.Errorf("%q: %v", line, err)
		}
		if _, err := os.Stat(prefix + "01"); (err == nil) != want {
			t.Errorf("%q: second pass %v, want %v", line, err == nil, want)
		}
	}
}

// TestAPassInTheMiddleIsMadeAgain removes a pass: it is made again, and the one after it stands.
func TestAPassInTheMiddleIsMadeAgain(t *testing.T) {
	asked := 0
	j := judge(func(chess.Setup, verdict.Budget) verdict.Verdict { asked++; return verdict.Verdict{} })
	prefix := filepath.Join(t.TempDir(), "out")
	if _, _, _, err := do(t.Context(), prefix, kings, 3, j); err != nil || asked != 3 {
		t.Fatal(err, asked)
	}
	want := read(t, prefix+"01")
	if err := os.Remove(prefix + "01"); err != nil {
		t.Fatal(err)
	}
	_, notices, _, err := do(t.Context(), prefix, kings, 3, j)
	if err != nil || asked != 4 || read(t, prefix+"01") != want || strings.Contains(notices, "nothing was left") || strings.Count(notices, "is complete") != 2 {
		t.Errorf("%v, asked %d times, %s", err, asked, notices)
	}
}

// TestLineNumbersAfterABreak: a run that goes on names bad lines by their numbers in the list, blank
// lines and the byte order mark counted as an editor counts them.
func TestLineNumbersAfterABreak(t *testing.T) {
	list := filter.ByteOrderMark + kings + "\n\n\r\n" + kings + "\n\nnonsense\n" + kings + "\n"
	j := judge(func(chess.Setup, verdict.Budget) verdict.Verdict { return verdict.Verdict{} })
	whole := filepath.Join(t.TempDir(), "whole")
	_, _, bad, err := do(t.Context(), whole, list, 1, j)
	if !errors.Is(err, filter.ErrBadLines) || len(bad) != 1 || !strings.Contains(bad[0].Error(), ":6: ") {
		t.Fatalf("%v, %v", bad, err)
	}
	done := kings + " unknown:\n"
	for n := range 3 {
		prefix := filepath.Join(t.TempDir(), "cut")
		if err := os.WriteFile(prefix+"00.part", []byte(strings.Repeat(done, n)), 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, bad, err := do(t.Context(), prefix, list, 1, j)
		if !errors.Is(err, filter.ErrBadLines) || len(bad) != 1 || !strings.Contains(bad[0].Error(), ":6: ") {
			t.Errorf("after %d lines: %v, %v, want line 6 named", n, bad, err)
		}
		if got := read(t, prefix+"00"); got != read(t, whole+"00") {
			t.Errorf("after %d lines:\n%s", n, got)
		}
	}
}

// TestKernelsAreNamedOnce: what stays undecided gets a kernel, what has an extended one keeps it
// unless kernels are random; and a random one depends on seed and position, not on the worker.
func TestKernelsAreNamedOnce(t *testing.T) {
	unknown := func(chess.Setup, verdict.Budget) verdict.Verdict { return verdict.Verdict{} }
	const goal = "rnb1kb1r/ppp1p1pp/8/3p1p2/8/8/PPP1P1PP/RNB1KB1R w KQkq - 0 1"
	line := func(j *passes.Judge, text string) string {
		got, _, err := j.Line(context.Background(), nil, text)
		if err != nil {
			t.Error(err)
		}
		return string(got)
	}
	j := judge(unknown)
	j.Kernels = true
	named := line(j, goal)
	if !strings.Contains(named, " kernel: ") || !strings.Contains(named, " extKernel: ") {
		t.Fatalf("no kernel: %s", named)
	}
	const old = goal + " unknown: kernel: wPa0xPb0 extKernel: a2-a3"
	if got := line(j, old); got != old {
		t.Errorf("%s, want the kernel it had", got)
	}
	random := func(seed uint64) *passes.Judge {
		j := judge(unknown)
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

// TestAFaultAfterTheEnd: if the context has ended that is the error, not the fault of an engine.
func TestAFaultAfterTheEnd(t *testing.T) {
	fault := errors.New("replays differ")
	ctx, cancel := context.WithCancel(t.Context())
	j := judge(func(chess.Setup, verdict.Budget) verdict.Verdict {
		cancel()
		return verdict.Faulty("test", fault)
	})
	err := j.Stoppable(ctx, func(ctx context.Context) error {
		_, _, err := j.Line(ctx, nil, kings)
		if !errors.Is(err, fault) {
			t.Errorf("the line: %v", err)
		}
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the end of the context", err)
	}
}

// TestABrokenTryIsNotRecorded: what a try came to when the context ended depends on the moment.
func TestABrokenTryIsNotRecorded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	j := judge(func(chess.Setup, verdict.Budget) verdict.Verdict {
		cancel()
		return verdict.Verdict{Attempt: attempt(t, "e4", 9)}
	})
	if _, r, err := j.Line(ctx, nil, kings); !errors.Is(err, context.Canceled) || r.Line.Has("status") || r.Line.Has("path") {
		t.Errorf("%v, %v", r.Line, err)
	}
}

// TestOptionsThatCannotBe: options that no engine can have are an error of the line.
func TestOptionsThatCannotBe(t *testing.T) {
	j := &passes.Judge{Options: legality.Options{Effort: 99}}
	if got, r, err := j.Line(t.Context(), nil, kings); err == nil || r.Judged || len(got) > 0 {
		t.Errorf("%q, %+v, %v", got, r, err)
	}
}

func TestBeforeTab(t *testing.T) {
	for text, want := range map[string]string{
		"fen":                   "fen",
		"fen\t0.25":             "fen",
		"fen\t0.25\tsome":       "fen",
		"fen\tlegal: proof: e4": "fen\tlegal: proof: e4",
		"fen unknown: x\tw=2":   "fen unknown: x",
		"fen\t1\tillegal: x":    "fen\t1\tillegal: x",
		"\t":                    "",
		"":                      "",
	} {
		if got := passes.BeforeTab(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestTornLinesAreCutOff: what a broken run left of a last line, however long, is not in the file.
func TestTornLinesAreCutOff(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "out")
	torn := kings + " unknown:\n" + strings.Repeat("4k3/8", 2000)
	if err := os.WriteFile(prefix+"00.part", []byte(torn), 0o666); err != nil {
		t.Fatal(err)
	}
	j := judge(func(chess.Setup, verdict.Budget) verdict.Verdict { return verdict.Verdict{} })
	if _, _, _, err := do(t.Context(), prefix, kings+"\n"+kings+"\n", 1, j); err != nil {
		t.Fatal(err)
	}
	if got, want := read(t, prefix+"00"), strings.Repeat(kings+" unknown:\n", 2); got != want {
		t.Errorf("%.200q, want %q", got, want)
	}
}
