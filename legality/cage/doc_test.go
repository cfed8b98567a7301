package cage

import (
	"os"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestEvidenceIsExplained: the evidence of every refutation below stands in the package documentation, in "Reading a
// refutation". The setups are those of the lemmas.
func TestEvidenceIsExplained(t *testing.T) {
	text := testkit.Must(os.ReadFile("doc.go"))(t)
	seen := map[string]bool{}
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQ1BRK b kq -",
		"rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq -",
		"1nbqkbnr/1ppppppp/1p6/3r4/5N2/8/1PPPPPPP/1NBQKBNR b Kk -",
		"rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -",
		"rn1qkbbr/ppp1pp2/3p2p1/n7/6Q1/8/PPPPPPP1/RNBQKBNR b Qkq -",
		"rnbqkbnr/1ppppppp/8/p7/8/RPP5/P2PPPPP/1NBQKBNR w Kk -",
		"rnbqkbnr/ppppp1pp/6p1/8/8/PP6/2PPPPPP/1NBQKBNR b Kkq -",
	} {
		s := testkit.Setup(t, fen)
		var st Stage
		reason, e, _ := st.Refute(&s, 0)
		if reason == 0 {
			t.Errorf("%s is not refuted", fen)
			continue
		}
		seen[e.Note] = true
		if !strings.Contains(string(text), "//\t"+e.Note+"\n") {
			t.Errorf("%s: the documentation does not explain %q", fen, e.Note)
		}
	}
	if len(seen) < 6 {
		t.Errorf("%d kinds of evidence only: %v", len(seen), seen)
	}
}
