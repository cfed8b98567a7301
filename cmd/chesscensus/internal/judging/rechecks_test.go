package judging

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/recheck"
	"chesscensus/recheck/batch"
	"chesscensus/sampler/ranked"
)

func plan() rechecksPlan {
	return rechecksPlan{Space: "ranked-repaired", Seed: 16, Effort: verdict.Kernel, Static: 5, States: 100_000, Chunk: 500}
}

func recheckWorker(t *testing.T, p rechecksPlan) *rechecksWorker {
	t.Helper()
	w := testkit.Must(newRechecksWorker(p, ranked.NewRepaired()))(t)
	return w
}

// TestPieces wants every refutation but those by rules checked and confirmed, and of these one
// in five or so; and the same piece from another worker.
func TestPieces(t *testing.T) {
	testkit.Medium(t)
	w := recheckWorker(t, plan())
	var total rechecksTotal
	for i := range uint64(3) {
		p := testkit.Must(w.Piece(t.Context(), i))(t)
		total.Add(p)
	}
	sum := total.Tally.Sum()
	later := total.Refuted["kernel"] + total.Refuted["retro"] + total.Refuted["bound"] + total.Refuted["parity"]
	if static := uint64(sum.All) - later; sum.Confirmed != sum.All || later < 10 || static < total.Refuted["rules"]/7 || static > total.Refuted["rules"]/4 {
		t.Errorf("%+v, refuted %v, open %s", sum, total.Refuted, total.Open)
	}
	if b := total.Bound(); b != 3/float64(sum.Confirmed) {
		t.Errorf("bound %v of %d", b, sum.Confirmed)
	}
	if b := new(rechecksTotal).Bound(); b != 1 {
		t.Errorf("bound %v of nothing", b)
	}
	a, errA := recheckWorker(t, plan()).Piece(t.Context(), 2)
	b, errB := w.Piece(t.Context(), 2)
	if errA != nil || errB != nil || a.Tally.Sum().All != b.Tally.Sum().All || a.Refuted["kernel"] != b.Refuted["kernel"] {
		t.Errorf("%+v and %+v, %v, %v", a, b, errA, errB)
	}
}

// TestGames wants every game confirmed, counted, and left out of the bound on refutations.
func TestGames(t *testing.T) {
	testkit.Medium(t)
	p := plan()
	p.Effort, p.Static, p.Foreign = verdict.Game, 0, 16
	piece := testkit.Must(recheckWorker(t, p).Piece(t.Context(), 1))(t)
	var total rechecksTotal
	total.Add(piece)
	games, later := total.Tally[gameRow], total.Refuted["kernel"]+total.Refuted["retro"]
	if games == nil || total.Legal < 10 || uint64(games.Confirmed) != total.Legal {
		t.Fatalf("%d legal, confirmed %+v, undecided %v", total.Legal, games, total.Undecided)
	}
	if sum := total.Refutations(); uint64(sum.Confirmed) != later || total.Bound() != min(1, 3/float64(later)) {
		t.Errorf("%+v of %d refutations, bound %v", sum, later, total.Bound())
	}
}

// TestOpenRefutations wants what is not confirmed kept, with the reason.
func TestOpenRefutations(t *testing.T) {
	testkit.Medium(t)
	p := plan()
	p.States, p.Static = 1, 0
	piece := testkit.Must(recheckWorker(t, p).Piece(t.Context(), 0))(t)
	if len(piece.Open) == 0 || !strings.Contains(piece.Open[0].Why, "limit") || len(piece.Open[0].Certificate) < 100 ||
		piece.Tally.Sum().Limit != len(piece.Open) {
		t.Errorf("%+v", piece)
	}
}

func TestWorkerErrors(t *testing.T) {
	testkit.Medium(t)
	for _, change := range []func(*rechecksPlan){
		func(p *rechecksPlan) { p.Chunk = 0 }, func(p *rechecksPlan) { p.States = 0 },
	} {
		p := plan()
		change(&p)
		if _, err := newRechecksWorker(p, ranked.NewRepaired()); err == nil {
			t.Errorf("%+v is accepted", p)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := recheckWorker(t, plan()).Piece(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestFileGoesOn writes two pieces, breaks off in the third, and goes on.
func TestFileGoesOn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.jsonl")
	piece := func(i uint64) []byte {
		p := Piece{Chunk: i, Draws: 500, Refuted: map[string]uint64{"kernel": i + 1}, Legal: i, Undecided: []string{fmt.Sprint(i)}}
		p.Tally.Add(batch.Answer{Certificate: &recheck.Certificate{Reasons: []string{"NoProofKernel"}}})
		line := testkit.Must(json.Marshal(p))(t)
		return append(line, '\n')
	}
	for round := range uint64(3) {
		f, total, err := plan().Open(name)
		if err != nil || total.Pieces != round {
			t.Fatalf("round %d: %+v, %v", round, total, err)
		}
		testkit.Must(f.Write(append(piece(round), piece(round + 1)[:20]...)))(t)
		f.Close()
	}
	total, err := readRechecks(name)
	if err != nil || total.Pieces != 3 || total.Draws != 1500 || total.Refuted["kernel"] != 6 || total.Legal != 3 || strings.Join(total.Undecided, "") != "012" || total.Tally.Sum().Confirmed != 3 || total.Plan != plan() {
		t.Errorf("%+v, %v", total, err)
	}
	other := plan()
	other.Seed++
	if _, _, err := other.Open(name); err == nil || !strings.Contains(err.Error(), "another plan") {
		t.Errorf("another plan: %v", err)
	}
}

func TestBadFiles(t *testing.T) {
	head := testkit.Must(json.Marshal(plan()))(t)
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
		if _, err := readRechecks(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := readRechecks(name + "none"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, _, err := plan().Open(filepath.Join(name, "x")); err == nil {
		t.Error("a file in a file")
	}
}
