package cage

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// TestShutOutByPawnsThatAreGone has men that only projection searches find shut out, each with the reason.
func TestShutOutByPawnsThatAreGone(t *testing.T) {
	testkit.Medium(t)
	for _, tt := range []struct {
		fen  string
		want chess.Square
		why  string
	}{
		{"kQ1rqRbr/qq3p1B/N1B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b - -", chess.G8, "h6xg7 with h7 at home"},
		{"1Q1R3r/2Q2r1k/P5R1/p1n2pn1/2pb4/1Ppr3N/nbP3K1/1bBqq2B b - -", chess.B1, "a3xb2 behind b3, with a2 at home"},
		{"3q4/6B1/1K1pBNp1/n1RQ1Q1R/1b2npP1/qqp2NkB/qrPP2Pr/7b w - -", chess.H3, "the light bishop fell to h3xg4"},
		{"2r1k3/b1p4p/1p3QR1/rR4n1/1Kn1B3/B1NQ1Q1R/1P1Rq2B/rN1QNq2 b - -", chess.A7, "a6xb7 behind b6, with a7 at home"},
		{"1n2Qr1Q/BpprP1n1/kp4R1/2q5/Bb2b3/NP3B2/q2BKB1N/3R2Qr b - -", chess.A7, "a7xb6, and axb8=B costs too much"},
		{"1Q1N4/bp1rP3/bPnNrR2/1pkRN3/8/1rrQN1B1/1N3n2/1Nq1N1Kn b - -", chess.A6, "a6xb5 under b6, with b7 at home"},
	} {
		s := setup(t, tt.fen)
		var projections projector
		projections.open(s)
		if sq, ok := projections.shutOutMan(s); !ok || sq != tt.want {
			t.Errorf("%s: %v %v, want %v: %s", tt.fen, sq, ok, tt.want, tt.why)
		}
	}
	// In the first, with a knight of White's lost for it, Black may have captured: h7xg6, or g7 by way of another file.
	s := setup(t, "kQ1rqRbr/qq3p1B/2B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b - -")
	var projections projector
	projections.open(s)
	if sq, ok := projections.shutOutMan(s); ok {
		t.Errorf("with a capture for Black: %v is shut out", sq)
	}
}

// TestBarredByProjection has promotion squares that projection searches bar: a man stands on a1 before the pawn comes, and a
// knight does not get out of h1.
func TestBarredByProjection(t *testing.T) {
	testkit.Medium(t)
	for _, tt := range []struct {
		fen             string
		knights, others uint8 // files barred to Black, of those asked about
	}{
		{"n2q2rB/4BR2/1Qbp1nk1/2P5/1R1PQ3/bPn2Q1q/1pK3NB/BB2q2N b - -", 1, 1},
		{"1Nn3n1/nRb2k2/4RR2/1N1p1rb1/B1pp1Bn1/5KP1/q2QQPR1/2N4R b - -", 0x80, 0},
	} {
		s := setup(t, tt.fen)
		projections := projector{Limit: 50_000}
		projections.open(s)
		b := projections.barredSquares(s, nil)
		if b.Knights[chess.Black]&tt.knights != tt.knights || b.Others[chess.Black]&0x81 != tt.others {
			t.Errorf("%s: %+v", tt.fen, b)
		}
		var solver proofkernel.Solver
		if r, _ := solver.Exists(s, 0); r != proofkernel.Has {
			t.Errorf("%s: %v without projection searches", tt.fen, r)
		}
		solver.Barred = b
		if r, _ := solver.Exists(s, 0); r != proofkernel.NoKernel {
			t.Errorf("%s: %v with the squares barred, want %v", tt.fen, r, proofkernel.NoKernel)
		}
	}
}

// A settledRow is a candidate that later passes have settled, with what is known of it: the verdict, and behind it the reason.
type settledRow struct{ fen, known string }

// settledRows reads docs/data/settled.tsv.
func settledRows(t *testing.T) (rows []settledRow) {
	t.Helper()
	text := testkit.Must(os.ReadFile("../../docs/data/settled.tsv"))(t)
	for line := range strings.Lines(string(text)) {
		if fen, known, ok := strings.Cut(line, "\t"); ok && !strings.HasPrefix(fen, "#") {
			rows = append(rows, settledRow{fen, known})
		}
	}
	return rows
}

// TestSettledCandidates checks all candidates that later passes have settled. The illegal ones must be refuted, except those that
// other packages refute. The legal ones, which have games, must not. A few need the limit of the fifth pass, which only a run
// with CHESSCENSUS_TESTS=2 or more allows. With -short it is every tenth candidate.
func TestSettledCandidates(t *testing.T) {
	testkit.Medium(t)
	var st Stage
	counts, long := map[string]int{}, testkit.Size(1, 1) > 1 // counts by what is known
	for i, row := range settledRows(t) {
		if n := i + 1; n%10 > 0 && testkit.Brief() || n%testkit.Stride() > 0 {
			continue
		}
		isOtherPackage := func(r verdict.Reason) bool { return strings.Contains(row.known, r.String()) }
		if slices.ContainsFunc([]verdict.Reason{verdict.NoProofKernel, verdict.NoExtendedKernel, verdict.LastMovesRejected}, isOtherPackage) {
			continue
		}
		want := row.known[:strings.IndexAny(row.known, ":\t")]
		counts[want]++
		limits := []int{20_000, projectionLimit}
		if want == "legal" {
			limits = []int{5_000}
		} else if long {
			limits = append(limits, MaxProjectionLimit)
		} else if strings.Contains(row.known, verdict.ShutOut.String()) {
			limits = append(limits, 2*projectionLimit) // Lemma 14 is for later passes
		}
		refuted := false
		for _, st.Limit = range limits {
			if !refuted {
				_, refuted = st.Judge(context.Background(), *setup(t, row.fen), verdict.Budget{})
			}
		}
		if want == "illegal" && !refuted {
			counts["open"]++
			continue
		}
		if refuted != (want == "illegal") {
			t.Errorf("%s: refuted %v, but it is %s", row.fen, refuted, want)
		}
	}
	if !testkit.Brief() && (counts["legal"] < 10/testkit.Stride() || counts["illegal"] < 20/testkit.Stride()) {
		t.Errorf("too little is asked: %v", counts)
	}
	if counts["open"] > 6 || long && counts["open"] > 0 {
		t.Errorf("%d illegal candidates are not refuted, want at most 6, and none with the longest limit", counts["open"])
	}
}

// BenchmarkShut measures the search that finds a man shut out.
func BenchmarkShut(b *testing.B) {
	s := setup(b, "kQ1rqRbr/qq3p1B/N1B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b - -")
	var projections projector
	n, spent := 0, int64(0)
	for b.Loop() {
		projections.open(s)
		if _, ok := projections.shutOutMan(s); !ok {
			b.Fatal("not refuted")
		}
		n++
		spent += projections.spent
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "verdicts/s")
	b.ReportMetric(float64(spent)/b.Elapsed().Seconds(), "configurations/s")
}

// TestFollowedRooksAreNeeded checks that a promoted rook is needed if those of the start are too few, or were taken at home
// (Lemma 19 of package proofkernel).
func TestFollowedRooksAreNeeded(t *testing.T) {
	for _, tt := range []struct {
		fen   string
		extra bool // a promotion to the rook on a3 would be beyond those needed
	}{
		{"rnbqkbnr/1ppppppp/1p6/8/8/R6P/1PPPPPP1/RNBQKB2 w Qk -", false}, // the rook h1 fell
		{"rnbqkbnr/1ppppppp/1p6/8/7P/R7/1PPPPPP1/RNBQKB2 w Qk -", true},  // it went out over h3
		{"rnbqkbnr/1ppppppp/1p6/8/7P/R7/1PPPPPP1/RNBQKB1R w KQk -", false},
	} {
		s := setup(t, tt.fen)
		var projections projector
		projections.open(s)
		if !projections.prepare(s, 0, 1) {
			t.Fatalf("%s: no window", tt.fen)
		}
		if projections.follow(&projections.search, s, chess.A3); projections.search.extraIfPromoted != tt.extra {
			t.Errorf("%s: more than needed %v, want %v", tt.fen, projections.search.extraIfPromoted, tt.extra)
		}
	}
}
