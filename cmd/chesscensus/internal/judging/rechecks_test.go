package judging

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/recheck"
	"chesscensus/recheck/batch"
	"chesscensus/sampler/ranked"
)

// examplePlan returns a plan with small chunks.
func examplePlan() recheckPlan {
	return recheckPlan{Space: "ranked-repaired", Seed: 16, Effort: verdict.Kernel, Static: 5, States: 100_000, Chunk: 500}
}

// newTestWorker returns a worker for a plan.
func newTestWorker(t *testing.T, p recheckPlan) *recheckWorker {
	t.Helper()
	return testkit.Must(newRecheckWorker(p, ranked.NewRepaired()))(t)
}

// TestPieces: every refutation is checked and confirmed, of those by rules about one in five, and another worker computes the same piece.
func TestPieces(t *testing.T) {
	testkit.Medium(t)
	w := newTestWorker(t, examplePlan())
	var total recheckTotal
	for i := range uint64(3) {
		p := testkit.Must(w.Piece(t.Context(), i))(t, "piece", i)
		total.Add(p)
	}
	sum := total.Tally.Sum()
	later := total.Refuted["kernel"] + total.Refuted["retro"] + total.Refuted["bound"] + total.Refuted["parity"]
	if static := uint64(sum.All) - later; sum.Confirmed != sum.All || later < 10 || static < total.Refuted["rules"]/7 || static > total.Refuted["rules"]/4 {
		t.Errorf("%+v, refuted %v, open %s", sum, total.Refuted, total.Unconfirmed)
	}
	if b := total.Bound(); b != 3/float64(sum.Confirmed) {
		t.Errorf("bound %v of %d", b, sum.Confirmed)
	}
	if b := new(recheckTotal).Bound(); b != 1 {
		t.Errorf("bound %v of nothing", b)
	}
	a, errA := newTestWorker(t, examplePlan()).Piece(t.Context(), 2)
	b, errB := w.Piece(t.Context(), 2)
	if errA != nil || errB != nil || a.Tally.Sum().All != b.Tally.Sum().All || a.Refuted["kernel"] != b.Refuted["kernel"] {
		t.Errorf("%+v and %+v, %v, %v", a, b, errA, errB)
	}
}

// TestGames: every game is confirmed and counted, and left out of the bound on refutations.
func TestGames(t *testing.T) {
	testkit.Medium(t)
	p := examplePlan()
	p.Effort, p.Static, p.Foreign = verdict.Game, 0, 16
	piece := testkit.Must(newTestWorker(t, p).Piece(t.Context(), 1))(t)
	var total recheckTotal
	total.Add(piece)
	games, later := total.Tally[gameRow], total.Refuted["kernel"]+total.Refuted["retro"]
	if games == nil || total.Legal < 10 || uint64(games.Confirmed) != total.Legal {
		t.Fatalf("%d legal, confirmed %+v, undecided %v", total.Legal, games, total.Undecided)
	}
	if sum := total.Refutations(); uint64(sum.Confirmed) != later || total.Bound() != min(1, 3/float64(later)) {
		t.Errorf("%+v of %d refutations, bound %v", sum, later, total.Bound())
	}
}

// TestUnconfirmedVerdicts: verdicts that are not confirmed are kept with the reason.
func TestUnconfirmedVerdicts(t *testing.T) {
	testkit.Medium(t)
	p := examplePlan()
	p.States, p.Static = 1, 0
	piece := testkit.Must(newTestWorker(t, p).Piece(t.Context(), 0))(t)
	if len(piece.Unconfirmed) == 0 || !strings.Contains(piece.Unconfirmed[0].Why, "limit") || len(piece.Unconfirmed[0].Certificate) < 100 ||
		piece.Tally.Sum().Limit != len(piece.Unconfirmed) {
		t.Errorf("%+v: want certificates that are not confirmed because of the limit, as many as the tally has", piece)
	}
}

// TestWrongVerdicts: after a wrong verdict the summary is an error, and does not say that none is wrong.
func TestWrongVerdicts(t *testing.T) {
	total := &recheckTotal{Plan: examplePlan()}
	total.Tally.Add(batch.Answer{Certificate: &recheck.Certificate{Reasons: []string{"NoProofKernel"}}, Err: recheck.ErrWrong})
	var out strings.Builder
	if err := writeRecheck(&out, total); err == nil || !strings.Contains(err.Error(), "1 claims do not hold") || strings.Contains(out.String(), "None of") {
		t.Errorf("error %v, output\n%s\nwant an error, and no bound", err, &out)
	}
}

// TestWorkerErrors: an invalid plan and the end of the context are errors.
func TestWorkerErrors(t *testing.T) {
	testkit.Medium(t)
	for _, change := range []func(*recheckPlan){
		func(p *recheckPlan) { p.Chunk = 0 }, func(p *recheckPlan) { p.States = 0 },
	} {
		p := examplePlan()
		change(&p)
		testkit.Fails(newRecheckWorker(p, ranked.NewRepaired()))(t, "", p)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	testkit.Fails(newTestWorker(t, examplePlan()).Piece(ctx, 0))(t, context.Canceled, "after the end of the context")
}

// TestFileIsContinued: a file with an incomplete last piece is continued.
func TestFileIsContinued(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.jsonl")
	piece := func(i uint64) []byte {
		p := Piece{Chunk: i, Draws: 500, Refuted: map[string]uint64{"kernel": i + 1}, Legal: i, Undecided: []string{fmt.Sprint(i)}}
		p.Tally.Add(batch.Answer{Certificate: &recheck.Certificate{Reasons: []string{"NoProofKernel"}}})
		line := testkit.Must(json.Marshal(p))(t)
		return append(line, '\n')
	}
	for round := range uint64(3) {
		f, total, err := examplePlan().OpenFile(name)
		if err != nil || total.Pieces != round {
			t.Fatalf("round %d: %+v, %v", round, total, err)
		}
		testkit.Must(f.Write(append(piece(round), piece(round + 1)[:20]...)))(t)
		f.Close()
	}
	total, err := readRecheckFile(name)
	if err != nil || total.Pieces != 3 || total.Draws != 1500 || total.Refuted["kernel"] != 6 || total.Legal != 3 ||
		strings.Join(total.Undecided, "") != "012" || total.Tally.Sum().Confirmed != 3 || total.Plan != examplePlan() {
		t.Errorf("%+v, %v", total, err)
	}
	other := examplePlan()
	other.Seed++
	if _, _, err := other.OpenFile(name); err == nil || !strings.Contains(err.Error(), "another plan") {
		t.Errorf("another plan: %v", err)
	}
}

// TestFileOfTwoProcesses opens a file twice: while one process writes to it, another would write over its lines.
func TestFileOfTwoProcesses(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files are not locked on this system")
	}
	file := filepath.Join(t.TempDir(), "recheck.jsonl")
	f, _, err := examplePlan().OpenFile(file)
	testkit.OK(t, err)
	if g, _, err := examplePlan().OpenFile(file); err == nil || !strings.Contains(err.Error(), "another recheck writes to this file") {
		t.Errorf("a second writer got %v, %v", g, err)
	}
	testkit.OK(t, f.Close())
	f, _, err = examplePlan().OpenFile(file)
	testkit.OK(t, err)
	testkit.OK(t, f.Close())
}

// TestBadFiles: files that are no rechecks, or have chunks out of order, are errors that name the line.
func TestBadFiles(t *testing.T) {
	head := testkit.Must(json.Marshal(examplePlan()))(t)
	name := filepath.Join(t.TempDir(), "r.jsonl")
	for text, want := range map[string]string{
		"":                      "want a plan",
		"junk\n":                ":1: not the plan",
		"{}\n":                  ":1: not the plan",
		string(head) + "\nx\n":  ":2: ",
		string(head) + "\n{}\n": ":2: chunk 0 of 0 draws, want chunk 0 of 500",
		string(head) + "\n{\"chunk\":1,\"draws\":500}\n":            "want chunk 0 of 500",
		string(head) + "\n{\"chunk\":0,\"draws\":500,\"more\":1}\n": "unknown field",
	} {
		testkit.OK(t, os.WriteFile(name, []byte(text), 0o600))
		testkit.Fails(readRecheckFile(name))(t, want, text)
	}
	testkit.Fails(readRecheckFile(name+"none"))(t, os.ErrNotExist, "a file that is not there")
	if _, _, err := examplePlan().OpenFile(filepath.Join(name, "x")); err == nil {
		t.Error("a file below a file is opened")
	}
	if _, _, err := examplePlan().OpenFile(os.DevNull); err == nil || !strings.Contains(err.Error(), "it is no file") {
		t.Errorf("a device: %v", err)
	}
}

// TestRecheckContinues: a run in two steps gives the same counts as a run in one.
func TestRecheckContinues(t *testing.T) {
	dir := t.TempDir()
	two, one := filepath.Join(dir, "two.jsonl"), filepath.Join(dir, "one.jsonl")
	run := func(file, n, jobs string) string {
		out := program.Run(t, "", "recheck", "-o", file, "-n", n, "--chunk", "100", "--seed", "3", "--static", "3", "-j", jobs)
		var counts []string // without times
		for line := range strings.Lines(out) {
			f := strings.Fields(line) // as the widths of columns, too, depend on the times
			if len(f) == 9 {
				f = f[:8]
			}
			counts = append(counts, strings.Join(f, " ")+"\n")
		}
		return strings.Join(counts, "")
	}
	run(two, "200", "1")
	if a, b := run(two, "600", "3"), run(one, "600", "1"); a != b || !strings.Contains(a, "600 draws") || !strings.Contains(a, "None of") {
		t.Errorf("in two steps\n%s\nin one\n%s", a, b)
	}
	if a, b := run(two, "200", "3"), run(one, "600", "1"); a != b {
		t.Errorf("a file with more draws than are asked for\n%s\nwant\n%s", a, b)
	}
	for args, want := range map[string]string{
		"":                                      "-o FILE is needed",
		"-n 150 --chunk 100 -o " + two:          "multiple of",
		"-n 100 --chunk 100 -o " + two:          "another plan",
		"--space nowhere -o " + two:             "nowhere",
		"-n 100 --chunk 100 -o " + dir + "/x/y": "no such file",
	} {
		if status, _, errs := invoke("", append([]string{"recheck"}, strings.Fields(args)...)...); status == 0 || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %s, want %q", args, status, errs, want)
		}
	}
}
