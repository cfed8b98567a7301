package certificate

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// inFormat1 changes a record to format 1 with the tree.
func inFormat1(r *Record, t *retro.Refutation) {
	r.Format, r.Tree, r.Unmoves = 0, "", nil
	for i := range t.Unmoves {
		u := &t.Unmoves[i]
		r.Unmoves = append(r.Unmoves, unmove{u.Depth, string(u.Unmove.Append(nil)), u.Why.String(), u.Reasons})
	}
}

// shortTrees are setups that are refuted by last moves, with their short trees.
var shortTrees = []struct{ fen, tree string }{
	{"r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -", "a2a3=KQkq"},
	{"rnbq1b1r/pppp1ppp/3k4/2P1p3/2B5/4P3/PP1P1PPP/RNBQK1NR b KQ -", ""},
}

// TestShortTrees checks that records have the short trees above, and both formats are
// confirmed.
func TestShortTrees(t *testing.T) {
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t)
	for i, want := range shortTrees {
		f := testkit.Must(chess.ParseFEN(want.fen))(t)
		v := e.Judge(context.Background(), f.Setup)
		r, err := New(&f.Setup, &v)
		if err != nil || r.Stage != "retro" {
			t.Fatalf("%v: %v, %v", want.fen, v, err)
		}
		if r.Format != 2 || r.Unmoves != nil || i == 0 && r.Tree != want.tree {
			t.Errorf("%s: format %d, tree %q, want %q", want.fen, r.Format, r.Tree, want.tree)
		}
		if err := new(Checker).Check(t.Context(), throughJSON(t, r)); err != nil {
			t.Errorf("%s: %q: %v", want.fen, r.Tree, err)
		}
		inFormat1(r, v.Certificate.(*retro.Refutation))
		if err := new(Checker).Check(t.Context(), throughJSON(t, r)); err != nil {
			t.Errorf("%s in format 1: %v", want.fen, err)
		}
	}
}

// TestForgedShortTrees checks that wrong trees and unknown formats are errors.
func TestForgedShortTrees(t *testing.T) {
	for tree, want := range map[string]string{
		"":                                "not confirmed",
		"a2a4=KQkq":                       "is no unmove",
		"a2a3=KQkq a2a3=KQkq":             "or there twice",
		"a2a3=KQkq(":                      "not closed",
		"a2a3=KQkq)":                      "ends before",
		"!a2a3=KQkq":                      "finds the kernel",
		"\x00":                            "is no unmove",
		"a2a3=KQkq(b8a6=KQkq)":            "is no unmove",
		strings.Repeat("a2a3=KQkq(", 200): "is no unmove",
	} {
		r := Record{Format: 2, FEN: shortTrees[0].fen, Stage: "retro", Reasons: verdict.LastMovesRejected, Tree: tree}
		if err := new(Checker).Check(t.Context(), &r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", tree, err, want)
		}
	}
	for _, record := range []Record{
		{Format: 3, FEN: shortTrees[0].fen, Stage: "retro", Reasons: verdict.LastMovesRejected},
		{Format: 3, FEN: "k6P/8/8/8/8/8/8/7K w - -", Stage: "rules", Reasons: verdict.PawnOnEndRow},
		{Format: -1, FEN: "k6P/8/8/8/8/8/8/7K w - -", Stage: "rules", Reasons: verdict.PawnOnEndRow},
		{Format: 3, FEN: "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -", Stage: "proofgame", Proof: "Nc3"},
	} {
		testkit.FailsWith(t, new(Checker).Check(t.Context(), &record), fmt.Sprintf("format %d", record.Format), record)
	}
}

// TestRecordsAreShort checks that the mean length of refutations is at most 300 bytes.
func TestRecordsAreShort(t *testing.T) {
	n, sum := 0, 0
	for _, r := range refutedRecords(t, 120) {
		b := testkit.Must(json.Marshal(r))(t)
		n++
		sum += len(b)
	}
	if sum > 300*n {
		t.Errorf("mean length %d, want at most 300", sum/n)
	}
}
