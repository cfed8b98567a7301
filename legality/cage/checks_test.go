package cage

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestChecksExclude checks each case of Lemma 10 with a setup that it refutes, and with neighbors that lack one hypothesis and
// must not be refuted.
func TestChecksExclude(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      bool
	}{
		{"all cases", "4BQ1q/3ppKpk/4pP1p/8/8/8/8/8 b - -", true},
		{"the other king is elsewhere", "4BQ1q/3ppKp1/4pP1p/7k/8/8/8/8 b - -", false},
		{"g8 is not beside a king of the set", "4BQ1q/3ppKp1/4pP1k/7p/8/8/8/8 b - -", false},
		{"a pawn that guards f6 has moved", "4BQ1q/3p1Kpk/4pP1p/4p3/8/8/8/8 b - -", false},
		{"a rook on g8 gives no check to f7", "4BQ1r/3ppKpk/4pP1p/8/8/8/8/8 b - -", false},
		{"home pawns guard b6 and d6", "kBRB4/ppKpp1p1/2p4p/1P6/8/8/8/8 b - -", true},
		{"the pawn that guards b6 has moved", "kBRB4/1pKpp1p1/p1p4p/1P6/8/8/8/8 b - -", false},
		{"a rook on f8 beside a queen has not castled, and came from e8 with check or not at all", "3B1rqk/2pRKppp/3ppN2/8/8/8/8/8 b - -", true},
		{"a rook on f8 beside its king may have castled", "3B1rk1/2pRKppp/3ppN2/8/8/8/8/8 b - -", false},
		{"not where h8 is held", "3B1rkr/2pRKppp/3ppN2/8/8/8/8/8 b - -", true},
		{"nor where a bishop is on h8", "3B1rkb/2pRKppp/3ppN2/8/8/8/8/8 b - -", true},
		{"a rook on d8 beside its king may have castled", "2kr4/1pppKR2/1P1pBp2/8/8/8/8/8 b - -", false},
	} {
		s := testkit.Setup(t, c.fen)
		for _, m := range []chess.Setup{s, s.Mirror()} {
			if got := deadlockedMen(&m) != 0; got != c.want {
				t.Errorf("%s: %v refuted %v, want %v", c.name, m, got, c.want)
			}
		}
	}
}

// TestTrappedKings checks Lemma 11 with a setup that it refutes. In each neighbor a pawn that guards the way out is away, or a
// bishop may have moved.
func TestTrappedKings(t *testing.T) {
	for fen, want := range map[string]bool{
		"2bK1kN1/1pppprpp/5p2/8/8/8/8/8 b - -":  true,
		"2bK1kN1/1pp1prpp/5p2/8/8/8/8/8 b - -":  false, // e6 is not attacked
		"2bK1kN1/1pppprp1/5p1p/8/8/8/8/8 b - -": false, // nor g6
		"2bK1kN1/2ppprpp/1p3p2/8/8/8/8/8 b - -": false, // the bishop may have come after the king
	} {
		s := testkit.Setup(t, fen)
		var f Finder
		for _, m := range []chess.Setup{s, s.Mirror()} {
			if _, got := f.trappedMan(&m); got != want {
				t.Errorf("%v refuted %v, want %v", m, got, want)
			}
		}
	}
}
