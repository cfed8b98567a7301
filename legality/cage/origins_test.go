package cage

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestChecksExclude checks Lemma 10.
func TestChecksExclude(t *testing.T) {
	testkit.Refutes(t, "checks.tsv", func(s *chess.Setup) bool { return deadlockedMen(s) != 0 })
}

// TestTrappedKings checks Lemma 11.
func TestTrappedKings(t *testing.T) {
	testkit.Refutes(t, "trappedkings.tsv", func(s *chess.Setup) bool {
		_, trapped := new(Finder).trappedMan(s)
		return trapped
	})
}

// TestPromotedMen checks Lemma 12.
func TestPromotedMen(t *testing.T) {
	var f Finder
	testkit.Refutes(t, "promotedmen.tsv", func(s *chess.Setup) bool {
		reason, _ := f.refutePromotedMen(s)
		return reason != 0
	})
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

// TestTakenAtHome checks Lemma 13.
func TestTakenAtHome(t *testing.T) {
	var f Finder
	testkit.Refutes(t, "takenathome.tsv", func(s *chess.Setup) bool {
		reason, _ := f.refuteTakenAtHome(s)
		return reason != 0
	})
}
