package cage

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestPromotedMen checks Lemma 12 on setups that it refutes and on neighbors that lack one hypothesis.
func TestPromotedMen(t *testing.T) {
	var f Finder
	for _, c := range []struct {
		why, fen string
		want     bool
	}{
		{"eight pawns, and a rook that they locked in", "4k3/8/7R/8/8/1P6/P1PPPPPP/4K3 w - -", true},
		{"seven pawns: it may have been promoted", "4k3/8/7R/8/8/1P6/P1PPPPP1/4K3 w - -", false},
		{"a pawn on h4 has let it out", "4k3/8/7R/8/7P/8/PPPPPPP1/4K3 w - -", false},
		{"three rooks outside, none promoted", "4k3/8/3rr3/4r3/8/1P1P3P/P1P1PPP1/4K3 w - -", true},
		{"two of them", "4k3/8/3r4/4r3/8/1P1P3P/P1P1PPP1/4K3 w - -", false},
		{"the third may have come out over h2", "4k3/8/3rr3/4r3/7P/1P1P4/P1P1PPP1/4K3 w - -", false},
		{"three rooks inside, and two pawns gone", "8/p1p2pp1/1p5p/1k2K3/8/5P2/1P1PPrPP/2B1rr2 w - -", true},
		{"three pawns gone", "8/p1p2pp1/1p6/1k2K3/8/5P2/1P1PPrPP/2B1rr2 w - -", false},
		{"the initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", false},
	} {
		s := testkit.Setup(t, c.fen)
		for _, m := range []chess.Setup{s, s.Mirror()} {
			if reason, _ := f.refutePromotedMen(&m); (reason != 0) != c.want {
				t.Errorf("%s: %v refuted %v, want %v", c.why, m, reason, c.want)
			}
		}
	}
}

// TestKeptIn checks that KeptIn tells Lemmas 12 and 13 apart, and that its cost does not change from one call to the next.
func TestKeptIn(t *testing.T) {
	var f Finder
	for fen, want := range map[string]verdict.Reason{
		"4k3/8/7R/8/8/1P6/P1PPPPPP/4K3 w - -":                         verdict.PromotedMen,
		"2r2b1r/p3p1pp/1pn1bn2/2p3kp/8/P1P2P1P/1P1PP1P1/3QK1N1 w - -": verdict.TakenAtHome,
		"4k3/8/7R/8/8/1P6/P1PPPPP1/4K3 w - -":                         0,
	} {
		s := testkit.Setup(t, fen)
		reason, spent := f.KeptIn(&s)
		if reason != want || want != 0 && spent <= 0 {
			t.Errorf("%s: %v for %d configurations, want %v", fen, reason, spent, want)
		}
		if again, cost := f.KeptIn(&s); again != reason || cost != spent {
			t.Errorf("%s: %v for %d configurations, at the second call %v for %d", fen, reason, spent, again, cost)
		}
	}
}

// TestTakenAtHome checks Lemma 13 on setups that it refutes and on neighbors that lack one hypothesis.
func TestTakenAtHome(t *testing.T) {
	var f Finder
	for _, c := range []struct {
		why, fen string
		want     bool
	}{
		{"two captures, four men that stayed behind their pawns, and a knight", "2r2b1r/p3p1pp/1pn1bn2/2p3kp/8/P1P2P1P/1P1PP1P1/3QK1N1 w - -", true},
		{"a pawn on h4 has let a rook out", "2r2b1r/p3p1pp/1pn1bnk1/2p4p/7P/P1P2P2/1P1PP1P1/3QK1N1 w - -", false},
		{"a bishop came out over d2", "2r2b1r/p3p1pp/1pn1bn2/2p3kp/8/P1PP1P1P/1P2P1P1/3QK1N1 w - -", false},
		{"both knights are gone", "2r2b1r/p3p1pp/1pn1bn2/2p3kp/8/P1P2P1P/1P1PP1P1/3QK3 w - -", false},
		{"the pawn on g6 took one man", "2r2b1r/p3p1pp/1pn1bnp1/2p3k1/8/P1P2P1P/1P1PP1P1/3QK1N1 w - -", false},
		{"the rook a1 never got beyond a2", "rnbqkbnr/ppppp1pp/6p1/8/8/P7/1PPPPPPP/1NBQKBNR b Kkq -", true},
		{"a rook of the start is on h6: one of the two", "rnbqkbnr/ppppp1pp/6pR/8/8/P7/1PPPPPP1/1NBQKBN1 b kq -", false},
		{"the rook h1 never got beyond g1 and h2", "rnbqkbnr/ppppp1pp/6p1/8/8/7P/PPPPPPP1/RNBQKBN1 b Qkq -", true},
		{"it is there, in its cage, and a knight was taken", "rnbqkbnr/ppppp1pp/6p1/8/8/P7/RPPPPPPP/1NBQKB1R b Kkq -", false},
		{"it came out over e2", "rnbqkbnr/ppppp1pp/6p1/8/4P3/7P/PPPP1PP1/RNBQKBN1 b kq -", false},
		{"the initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", false},
	} {
		s := testkit.Setup(t, c.fen)
		for _, m := range []chess.Setup{s, s.Mirror()} {
			if reason, _ := f.refuteTakenAtHome(&m); (reason != 0) != c.want {
				t.Errorf("%s: %v refuted %v, want %v", c.why, m, reason, c.want)
			}
		}
	}
}
