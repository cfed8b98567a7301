package passes_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/filelock"
	"chesscensus/legality"
	"chesscensus/legality/lines"
	"chesscensus/legality/verdict"
	"chesscensus/survey/filter"
	"chesscensus/survey/passes"
)

const (
	kings   = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	illegal = "k6P/8/8/8/8/8/8/7K w - - 0 1"
	initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
)

// read returns the content of a file.
func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// do makes the passes of a list and returns what they say on the way.
func do(ctx context.Context, prefix, list string, n int, j *passes.Judge) (progress, notices string, bad []error, err error) {
	var p, q bytes.Buffer
	err = (&passes.Run{Prefix: prefix, Passes: n, Workers: 2, Judge: j, Progress: &p, Notices: &q,
		Bad: func(err error) { bad = append(bad, err) }}).Do(ctx, strings.NewReader(list))
	return p.String(), q.String(), bad, err
}

// TestRun makes passes over a list with everything that lines can be.
func TestRun(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "out")
	list := "# a list\n\n" + kings + "\n" + illegal + "\nnonsense\n" + initial + " illegal: Other\n" + kings + " unknown: fail:"
	j := &passes.Judge{Options: legality.Options{Effort: verdict.Kernel}}
	var seen atomic.Int64 // Read is called by all workers
	j.Read = func(*lines.Line) { seen.Add(1) }
	one := &passes.Run{Prefix: prefix, Passes: 2, Workers: 1, Judge: j, Bad: func(error) {}}
	if err := one.Do(t.Context(), strings.NewReader(list)); !errors.Is(err, filter.ErrBadLines) {
		t.Fatal(err)
	}
	want := "# a list\n" + kings + " unknown:\n" + illegal + " illegal: Pawn on first/last rank\n# unreadable: nonsense\n" +
		initial + " illegal: Other\n" + kings + " unknown: fail:\n"
	if got := read(t, prefix+"00"); got != want || read(t, prefix+"01") != got || seen.Load() != 8 {
		t.Errorf("%d lines read twice;\n%s\nwant\n%s", seen.Load(), got, want)
	}
	progress, notices, bad, err := do(t.Context(), prefix, list, 2, j)
	if err != nil || len(bad) > 0 || progress != "" || !strings.Contains(notices, "00 is complete: legal: 0 path: 0 kernel: 0 fail: 1 illegal: 2\n") ||
		!strings.Contains(notices, "nothing was left to do") {
		t.Errorf("again: %v, %v\n%s%s", err, bad, progress, notices)
	}
	progress, _, bad, err = do(t.Context(), prefix+"-other", list, 1, j)
	if !errors.Is(err, filter.ErrBadLines) || len(bad) != 1 || !strings.Contains(bad[0].Error(), ":5: ") || strings.Count(progress, "legal: 0 path: 0 kernel: 0 fail: ") != 2 {
		t.Errorf("%v, %v, progress:\n%s", err, bad, progress)
	}
}

// TestRunGoesOn breaks a run off in the middle of its second pass, at any place, and wants the
// same files as without.
func TestRunGoesOn(t *testing.T) {
	dir := t.TempDir()
	var list strings.Builder
	for i := range 40 {
		fmt.Fprintf(&list, "4k3/8/8/8/8/8/8/4K3 w - - %d 1\n", i)
	}
	j := &passes.Judge{Options: legality.Options{Effort: verdict.Kernel}}
	whole := filepath.Join(dir, "whole")
	if _, _, _, err := do(t.Context(), whole, list.String(), 2, j); err != nil {
		t.Fatal(err)
	}
	want := read(t, whole+"01")
	for _, n := range []int{0, 1, 50, len(want) / 2, len(want) - 1, len(want)} {
		prefix := filepath.Join(dir, fmt.Sprint("cut", n))
		for name, data := range map[string]string{"00": read(t, whole+"00"), "01.part": want[:n]} {
			if err := os.WriteFile(prefix+name, []byte(data), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, notices, _, err := do(t.Context(), prefix, list.String(), 2, j); err != nil || read(t, prefix+"01") != want || strings.Contains(notices, "nothing was left") {
			t.Errorf("cut after %d bytes: %v; or another file", n, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, _, err := do(ctx, filepath.Join(dir, "canceled"), list.String(), 2, j); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "canceled00")); err == nil {
		t.Error("a pass that was broken off has its final name")
	}
}

// TestRunRefuses wants another list, a shorter one, and a file in use named.
func TestRunRefuses(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "out")
	j := &passes.Judge{Options: legality.Options{Effort: verdict.Static}}
	if _, _, _, err := do(t.Context(), prefix, kings+"\n"+illegal+"\n", 1, j); err != nil {
		t.Fatal(err)
	}
	for list, want := range map[string]string{
		kings + "\n" + initial:                "00:2: found",
		kings:                                 "00:2: found",
		kings + "\n" + illegal + "\n" + kings: "shorter list",
	} {
		if _, _, _, err := do(t.Context(), prefix, list, 1, j); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", list, err, want)
		}
	}
	f, err := os.Create(prefix + "-used00.part")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := filelock.Try(f); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := do(t.Context(), prefix+"-used", kings, 1, j); err == nil || !strings.Contains(err.Error(), "another run is writing it") {
		t.Errorf("in use: %v", err)
	}
}

// A stage answers in a way of its own.
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

func judge(f func(s chess.Setup, b verdict.Budget) verdict.Verdict) *passes.Judge {
	return &passes.Judge{Options: legality.Options{Effort: verdict.Game, Stages: func() []legality.Stage { return []legality.Stage{stage{f}} }}}
}

// TestPassNumbers wants each pass over a list to have its number and twice the nodes, and the
// path of a line to be where a game begins.
func TestPassNumbers(t *testing.T) {
	var budgets []verdict.Budget
	j := judge(func(_ chess.Setup, b verdict.Budget) verdict.Verdict {
		budgets = append(budgets, b)
		return verdict.Verdict{}
	})
	prefix := filepath.Join(t.TempDir(), "out")
	if _, _, _, err := do(t.Context(), prefix, kings+" unknown: path: e4 e5", 3, j); err != nil {
		t.Fatal(err)
	}
	for i, b := range budgets {
		if b.Pass != i || b.Scaled(100) != 100<<i || len(b.Begin) != 2 {
			t.Errorf("pass %d: %+v", i, b)
		}
	}
	if len(budgets) != 3 {
		t.Errorf("%d passes", len(budgets))
	}
}

// TestFaultEndsTheRun wants an engine that finds a fault to end all passes with it.
func TestFaultEndsTheRun(t *testing.T) {
	fault := errors.New("replays differ")
	j := judge(func(chess.Setup, verdict.Budget) verdict.Verdict { return verdict.Faulty("test", fault) })
	prefix := filepath.Join(t.TempDir(), "out")
	if _, _, _, err := do(t.Context(), prefix, strings.Repeat(kings+"\n", 50), 3, j); !errors.Is(err, fault) {
		t.Errorf("%v, want the fault", err)
	}
	if _, err := os.Stat(prefix + "00"); err == nil {
		t.Error("the pass counts as complete")
	}
	if _, _, err := j.Line(t.Context(), nil, kings); !errors.Is(err, fault) {
		t.Errorf("a line alone: %v", err)
	}
}

// TestLine judges single lines, as a notebook does.
func TestLine(t *testing.T) {
	j := &passes.Judge{Options: legality.Options{Effort: verdict.Game, Budget: verdict.Budget{Nodes: 50_000}}, Retry: true, Kernels: true}
	for _, c := range []struct {
		in, want string
		judged   bool
	}{
		{"# a comment", "# a comment", false},
		{illegal, illegal + " illegal: Pawn on first/last rank", true},
		{illegal + " illegal: Other", illegal + " illegal: Other", false},
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
	// A failed try leaves what it knows in the line.
	j.Options.Budget.Nodes = 1
	hard := &passes.Judge{Options: j.Options}
	hard.SetPass(0, true)
	const fen = "Rn2Q2N/3bppR1/4bRp1/1n2P2b/p6q/Q1BnB1R1/P1K2PBP/5rk1 w - - 0 1" // 28 men: few men have a budget besides
	got, r, err := hard.Line(t.Context(), nil, fen)
	if err != nil || !r.Judged || r.Attempt == nil || !strings.Contains(string(got), " unknown: ") || !strings.Contains(string(got), " fail: info: No solution found") {
		t.Errorf("%s, %v", got, err)
	}
}

func ExampleJudge() {
	j := passes.Judge{Options: legality.Options{Effort: verdict.Game}}
	line, r, err := j.Line(context.Background(), nil, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1")
	fmt.Println(string(line), err)
	fmt.Println(r.Verdict.Outcome, r.Verdict.Stage)
	// Output:
	// rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1 legal: proof: Nf3 <nil>
	// legal path
}
