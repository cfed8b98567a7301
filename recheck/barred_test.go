package recheck_test

import (
	"errors"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/internal/board"
)

// barredClaim returns the claim that a setup is illegal by theorem BarredPromotions. The evidence names a man, such as Na8, on whose
// square promotions are claimed to be barred. The theorem tries this square first.
func barredClaim(fen, man string) recheck.Certificate {
	c := claim(fen, "BarredPromotions")
	c.Evidence = "no kernel without a man promoted on this square, who did not get away before the man on it came: " + man
	return c
}

// TestPromotionsBarredByMan checks theorem BarredPromotions (d): setups in which a man must have been promoted where another man stands
// now. The promotion is barred if the promoted man cannot have left before the other one came. Each setup is checked with colors exchanged,
// too.
func TestPromotionsBarredByMan(t *testing.T) {
	for _, c := range []struct {
		fen, man string
		isBarred bool
		why      string
	}{
		{"Nnbqkbnr/2pppppp/1p6/3r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", true, "the bishop left after b7-b6, the knight came before"},
		{"Nnbqkbnr/2pppppp/1p6/3r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -", "nb8", true, "the wrong square is named, but the other ones are asked, too"},
		{"nnbqkbr1/2pppppp/1p6/3r4/4B3/8/1PPPPPPP/R1BQKBNR b KQ -", "na8", true, "the knight is Black's"},
		{"Nnbqkbnr/1Bpppppp/1p6/3r4/8/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", true, "the bishop is on its way out"},
		{"Nnbqkbnr/2pppppp/8/1p1r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", false, "it came over b6"},
		{"Nnbqkbnr/3ppppp/1pp5/3r4/4B3/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", false, "or c7"},
		{"Bnbqkbnr/2pppppp/1p6/3r4/4N3/8/1PPPPPPP/R1BQKB1R b KQk -", "Ba8", false, "the bishop is still there"},
		{"Nnbqkbnr/2pppppp/1p6/3r4/4Q3/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", false, "a queen leaves over a7"},
		{"Nnbqkbnr/2pppppp/1p6/3r4/4R3/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", false, "a rook, too"},
		{"Nnbqkbnr/2pppppp/1p6/3r4/4N3/8/1PPPPPPP/RNBQKB1R b KQk -", "Na8", false, "the knight was promoted where it stands"},
		{"Nnbqkbnr/1Bpppppp/8/1p1r4/8/8/1PPPPPPP/R1BQKB1R b KQk -", "Na8", false, "the knight came over b6, and the bishop is on its way out"},
	} {
		s := testkit.Must(board.ParseFEN(c.fen))(t)
		exchanged := colorsExchanged(s)
		for _, certificate := range []recheck.Certificate{barredClaim(c.fen, c.man), barredClaim(exchanged.String(), rowsMirrored(c.man))} {
			_, _, err := recheck.Checker{States: 400_000}.Check(t.Context(), line(t, &certificate))
			isDenied := errors.Is(err, recheck.ErrUnable) || errors.Is(err, recheck.ErrWrong)
			if (err == nil) != c.isBarred || err != nil && !isDenied {
				t.Errorf("%s (%s): error %v, want confirmed: %v", certificate.FEN, c.why, err, c.isBarred)
			}
		}
	}
}

// TestEngineBarsPromotions checks that recheck confirms two refutations of the engine by theorem BarredPromotions.
func TestEngineBarsPromotions(t *testing.T) {
	testkit.Medium(t)
	for fen, man := range map[string]string{
		"N1B1kN1q/2pbb2p/1p1bR1pr/5R1P/2P1P1P1/2B1p2B/2K2Q1R/2Rn1qr1 b - -": "Na8",
		"1R3Q2/b1r3q1/6Rn/N1rQPQ2/R1Q2Kp1/1Pkq1bB1/1bP2nB1/nR5N b - -":      "na1",
	} {
		if err := check(t, barredClaim(fen, man)); err != nil {
			t.Errorf("%s, %s: error %v, want confirmed", fen, man, err)
		}
	}
}
