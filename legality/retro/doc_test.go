package retro

import (
	"os"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestEvidenceIsExplained checks that the package documentation explains the evidence of the refutations
// below, and every cause, in "Reading a refutation".
func TestEvidenceIsExplained(t *testing.T) {
	data := testkit.Must(os.ReadFile("doc.go"))(t)
	text := string(data)
	for fen, want := range map[string]string{
		"r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -":  "no black man can have moved last",
		"k6b/8/8/8/8/8/8/K7 w - -":                              "no black move can have given this check",
		"r1bqkb1r/pppppppp/8/8/8/P7/1PPPPPPP/R1BQKB1R b KQkq -": "the only last move is refuted",
		"r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -":  "",
	} {
		s := testkit.Setup(t, fen)
		v, _ := new(Stage).Judge(t.Context(), s, verdict.Budget{})
		if got := v.Evidence.Note; want == "" && v.Outcome == verdict.Illegal || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %v, evidence %q, want %q", fen, v.Outcome, got, want)
		}
		if want != "" && !strings.Contains(text, "//\t"+want+"\n") {
			t.Errorf("the documentation does not explain %q", want)
		}
	}
	for n, want := range map[int]string{1: "the only last move is refuted", 2: "each of 2 last moves is refuted"} {
		tree := tree{entries: make([]entry, n)}
		for i := range tree.entries {
			tree.entries[i].depth = 1
		}
		if got := tree.summary(); got != want || !strings.Contains(text, "//\t"+got+"\n") {
			t.Errorf("%d last moves: %q, want %q, in the documentation", n, got, want)
		}
		tree.omitted = 3
		if got := tree.summary(); !strings.HasPrefix(got, "each last move is refuted, with ") {
			t.Errorf("with unmoves left out: %q", got)
		}
	}
	for _, why := range whyTexts {
		if !strings.Contains(text, "//\t"+why+"  ") {
			t.Errorf("the documentation does not explain %q", why)
		}
	}
}
