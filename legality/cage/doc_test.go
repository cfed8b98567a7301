package cage

import (
	"context"
	"os"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestEvidenceIsExplained checks that the evidence of every refutation below stands in the package documentation, in "Reading a
// refutation". The setups are those of the lemmas, and one that Lemma 17 refutes by a single man.
func TestEvidenceIsExplained(t *testing.T) {
	text := testkit.Must(os.ReadFile("doc.go"))(t)
	seen := map[string]bool{}
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQ1BRK b kq -",
		"rnbqkb1r/pppppppp/8/8/3P4/6P1/PPP1PPPB/RN1QKBNR b KQkq -",
		"1nbqkbnr/1ppppppp/1p6/3r4/5N2/8/1PPPPPPP/1NBQKBNR b Kk -",
		"rn1qkbbr/ppp1pp2/3p2p1/7p/6Q1/8/PPPPPPP1/RNBQKBNR b KQkq -",
		"rn1qkbbr/ppp1pp2/3p2p1/n7/6Q1/8/PPPPPPP1/RNBQKBNR b Qkq -",
		"r1nBkb1r/pb1ppppp/1p1p1n2/8/7q/3P4/PPP1PPPP/RN1QKB1R w KQkq -",
		"rnbqkbnR/ppppppp1/7p/8/8/6P1/1PPPPP1P/1NBQKBNR b - -", // the rook h8
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
	for _, q := range []struct {
		fen  string
		pass int // the first that refutes
		want verdict.Reason
		men  chess.Bitboard
	}{
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", 1, verdict.ShutOut, chess.A1.BB() | chess.A2.BB() | chess.B2.BB()}, // Lemma 14
		{"Nnbqkbnr/2pppppp/1p6/3r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -", 0, verdict.BarredPromotions, chess.A8.BB()},                       // Lemma 15
		{"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -", 0, verdict.ShutOut, chess.F1.BB()},                               // Lemma 16
	} {
		s := testkit.Setup(t, q.fen)
		for pass := range q.pass + 1 {
			var st Stage
			v, decided := st.Judge(context.Background(), s, verdict.Budget{Pass: pass})
			switch {
			case decided != (pass == q.pass) || decided && (v.Reasons != q.want || v.Evidence.Squares != q.men):
				t.Errorf("%s, pass %d: %v, want %v, %v", q.fen, pass, v, q.want, q.men)
			case decided && !strings.Contains(string(text), "//\t"+v.Evidence.Note+"\n"):
				t.Errorf("%s: the documentation does not explain %q", q.fen, v.Evidence.Note)
			}
		}
	}
	if len(seen) < 8 {
		t.Errorf("%d kinds of evidence only: %v", len(seen), seen)
	}
}
