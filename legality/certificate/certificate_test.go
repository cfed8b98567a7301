package certificate

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/retro"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
)

// refutedRecords returns records of the first n draws of seed 21 that pass the pre-filter and are
// refuted at effort kernel.
func refutedRecords(t testing.TB, n int) (records []*Record) {
	t.Helper()
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t)
	for _, d := range sampler.NewStream(ranked.NewRepaired(), 21).Draws(0, 1<<30) {
		if !rules.Prefilter(&d.Setup).PossiblyLegal() {
			continue
		}
		v := e.Judge(context.Background(), d.Setup)
		if v.Outcome != verdict.Illegal {
			continue
		}
		r := testkit.Must(New(&d.Setup, &v))(t, d.Setup)
		if records = append(records, r); len(records) == n {
			return records
		}
	}
	return nil
}

// throughJSON encodes a record as JSON and decodes it.
func throughJSON(t testing.TB, r *Record) *Record {
	t.Helper()
	b := testkit.Must(json.Marshal(r))(t)
	var back Record
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return &back
}

// TestRefutationsAreConfirmed checks refutations of the engine, encoded as JSON and decoded. At most
// one in ten may be too large to check.
func TestRefutationsAreConfirmed(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(40, 400)
	c := &Checker{Nodes: 300_000}
	confirmed, large := map[string]int{}, 0
	for _, r := range refutedRecords(t, n) {
		switch err := c.Check(context.Background(), throughJSON(t, r)); {
		case err == nil:
			confirmed[r.Stage]++
		case errors.Is(err, ErrTooLarge):
			large++
		default:
			t.Errorf("%s, stage %s, %v: %v", r.FEN, r.Stage, r.Reasons, err)
		}
	}
	if confirmed["rules"] == 0 || confirmed["kernel"] == 0 || confirmed["retro"] == 0 || large > n/10 {
		t.Errorf("confirmed %v, %d too large", confirmed, large)
	}
}

// retroRecord returns a refutation by last moves in format 1, with a tree of two levels.
func retroRecord(t testing.TB) *Record {
	const fen = "1KB1q2r/Rn2N1P1/n1b1R3/1P2bR1R/k2r1b2/qR2N2B/2N3q1/2BR1Q1r w - - 0 1" // draw 138616 of seed 1
	f := testkit.Must(chess.ParseFEN(fen))(t)
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t)
	v := e.Judge(context.Background(), f.Setup)
	r, err := New(&f.Setup, &v)
	if err == nil {
		inFormat1(r, v.Certificate.(*retro.Refutation))
	}
	if err != nil || r.Stage != "retro" || len(r.Unmoves) != 6 || r.Unmoves[5].Depth != 2 {
		t.Fatalf("%v: %+v, %v", v, r, err)
	}
	return throughJSON(t, r)
}

// TestForgeriesAreFound checks that forged records are not confirmed. Those of other stages than last
// moves, and of format 2, have the expected errors.
func TestForgeriesAreFound(t *testing.T) {
	for _, c := range testkit.Table[struct{ Name, Error, Record string }](t, "forged.tsv") {
		var r Record
		testkit.OK(t, json.Unmarshal([]byte(c.Record), &r))
		testkit.FailsWith(t, new(Checker).Check(context.Background(), &r), c.Error, c.Name)
	}
	for name, forge := range map[string]func(r *Record){
		"an unmove missing":      func(r *Record) { r.Unmoves = r.Unmoves[:5] },
		"a first unmove missing": func(r *Record) { r.Unmoves = r.Unmoves[1:] },
		"an unmove twice":        func(r *Record) { r.Unmoves = append(r.Unmoves, r.Unmoves[5]) },
		"another unmove":         func(r *Record) { r.Unmoves[5].Line = "a1a2 captP: - castle: - ep: -" },
		"garbage":                func(r *Record) { r.Unmoves[2].Line = "\x00" },
		"depth 3":                func(r *Record) { r.Unmoves[1].Depth = 3 },
		"depth 0":                func(r *Record) { r.Unmoves[1].Depth = 0 },
		"not seen before":        func(r *Record) { r.Unmoves[3].Why = "seen before" },
		"unknown cause":          func(r *Record) { r.Unmoves[3].Why = "because" },
		"no kernel, but one":     func(r *Record) { r.Unmoves[0].Why = "no proof kernel"; r.Unmoves = r.Unmoves[:1] },
		"a better position":      func(r *Record) { r.FEN = strings.Replace(r.FEN, "1KB1q2r", "1KB4r", 1) },
	} {
		r := retroRecord(t)
		if err := new(Checker).Check(context.Background(), r); err != nil {
			t.Fatalf("untouched: %v", err)
		}
		r.Unmoves = slices.Clone(r.Unmoves)
		forge(r)
		if err := new(Checker).Check(context.Background(), r); err == nil {
			t.Errorf("%s: confirmed", name)
		}
	}
}

// TestDocumentedLines checks that every record in docs/CERTIFICATES.md is confirmed.
func TestDocumentedLines(t *testing.T) {
	testkit.Medium(t)
	text := testkit.Must(os.ReadFile(filepath.Join("..", "..", "docs", "CERTIFICATES.md")))(t)
	records := 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "    {") {
			continue
		}
		var r Record
		testkit.OK(t, json.Unmarshal([]byte(line), &r))
		if err := new(Checker).Check(t.Context(), &r); err != nil {
			t.Errorf("%s: %v", r.FEN, err)
		}
		records++
	}
	if records < 15 {
		t.Errorf("%d records, want at least 15", records)
	}
}

// TestNewWantsARefutation checks that New returns an error for a verdict that is no refutation.
func TestNewWantsARefutation(t *testing.T) {
	s := chess.InitialSetup()
	if _, err := New(&s, &verdict.Verdict{}); err == nil {
		t.Error("record of an unknown verdict")
	}
}

// TestBudgetAndContext checks that a record for which the budget is too small is not confirmed, with
// ErrTooLarge. A canceled check confirms, or its error is that of the context.
func TestBudgetAndContext(t *testing.T) {
	records := refutedRecords(t, 60)
	i := slices.IndexFunc(records, func(r *Record) bool {
		return r.Stage == "kernel" && (&Checker{Nodes: 3}).Check(context.Background(), r) != nil
	})
	if i < 0 {
		t.Fatal("no refutation that three nodes are too few for")
	}
	r := records[i]
	testkit.FailsWith(t, (&Checker{Nodes: 3}).Check(context.Background(), r), ErrTooLarge, "three nodes")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := new(Checker).Check(ctx, r); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: error %v", err)
	}
}

// FuzzCheck checks that no record makes Check panic or refutes the initial position.
func FuzzCheck(f *testing.F) {
	b := testkit.Must(json.Marshal(retroRecord(f)))(f)
	f.Add(b)
	f.Add([]byte(`{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -","stage":"kernel","reasons":"NoProofKernel"}`))
	f.Add([]byte(`{"fen":"8/8/8/8/8/8/8/8 w - e3","stage":"retro","unmoves":[{"depth":1}]}`))
	legal := chess.InitialPosition()
	f.Fuzz(func(t *testing.T, b []byte) {
		var r Record
		if json.Unmarshal(b, &r) != nil {
			return
		}
		if err := (&Checker{Nodes: 500}).Check(context.Background(), &r); err == nil && strings.HasPrefix(r.FEN, legal.String()) {
			t.Error("the initial position is refuted")
		}
	})
}

// TestParse checks that keys that other parsers may read differently are errors, and so are texts that
// hold no record.
func TestParse(t *testing.T) {
	const valid = `{"fen":"4k3/8/8/8/8/8/1P6/B3K3 b - -","stage":"rules","reasons":["CagedBishop"],"check":"x"}`
	if r, err := Parse([]byte(valid)); err != nil || r.Stage != "rules" {
		t.Errorf("%s: read as %+v, %v", valid, r, err)
	}
	for _, invalid := range []string{
		strings.Replace(valid, `"stage"`, `"FEN":"7k/8/8/8/8/8/8/K7 w - -","stage"`, 1),
		strings.Replace(valid, `"stage"`, `"fen":"7k/8/8/8/8/8/8/K7 w - -","stage"`, 1),
		strings.Replace(valid, `"reasons"`, "\"rea\u017fons\"", 1),
		"{", "[]", "",
	} {
		if r, err := Parse([]byte(invalid)); err == nil {
			t.Errorf("%s: read as %+v", invalid, r)
		}
	}
}
