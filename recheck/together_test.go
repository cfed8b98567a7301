package recheck_test

import (
	"errors"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/internal/board"
)

// togetherClaim returns the claim that some men of a setup, such as "Ka1 rb2", cannot all have come to their squares: theorem ShutOut.
func togetherClaim(fen, men string) recheck.Certificate {
	c := claim(fen, "ShutOut")
	c.Evidence = "whatever pawns have captured, they can never have let these men in together: " + men
	return c
}

// TestTogether checks theorem ShutOut for several men at once (together.go), also with colors exchanged: whether all of them can have come to
// their squares.
func TestTogether(t *testing.T) {
	for _, test := range []struct {
		fen, men string
		refutes  bool
		slow     bool // the search takes seconds
		why      string
	}{
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "Ka1 Ba2 rb2", true, false, "neither the king nor the rook can have come last"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "Ba2 rb2", false, false, "without the king, bishop and rook can have come"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "Ka1 rb2", false, false, "without the bishop, king and rook can have come"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "Ka1 Ba2", false, false, "without the rook, the king can have come last"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "Ka1 Ba2 rb2 ke8", false, false, "Black's king is not in the pocket of the others"},
		{"rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q -", "Ka1 Ba2", false, false, "the setup is legal: the rook is on h6"},
		{"rnbqkbn1/ppppppp1/8/1B5p/P7/1P2P3/1rPP1PPP/K1BQRRNN w q -", "Ka1 rb2", false, false, "the bishop is on b5"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1PP1P3/Br1P1PPP/K1BQRRNN w q -", "Ka1 Ba2 rb2", false, false, "the rook can have come over c2"},
		{"rnbqkb2/ppppppp1/7r/7p/P7/1P2P3/BnPP1PPP/K1BQRRNN w q -", "Ka1 Ba2 nb2", false, false, "a knight leaps over pawns"},
		{"rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/BRPP1PPP/K1BQR1NN w q -", "Ka1 Ba2 Rb2", false, false, "a rook does not check its own king"},
		{"1r1B1RBk/Bq3pR1/r2Q1Pp1/n2n4/4n1BK/1n1Q3R/Q3p2P/NRN2b2 b - -", "kh8 Bg8 Rg7", true, true, "none of the three men in the corner can have come last"},
		{"1r1B1RBk/Bq3pR1/r2Q1P1p/n2n4/4n1BK/1n1Q3R/Q3p2P/NRN2b2 b - -", "kh8 Bg8 Rg7", false, false, "h7 is open"},
	} {
		if test.slow && testkit.Brief() {
			continue
		}
		exchanged := colorsExchanged(testkit.Must(board.ParseFEN(test.fen))(t))
		for _, c := range []recheck.Certificate{togetherClaim(test.fen, test.men), togetherClaim(exchanged.String(), rowsMirrored(test.men))} {
			if err := check(t, c); (err == nil) != test.refutes || err != nil && !errors.Is(err, recheck.ErrWrong) {
				t.Errorf("%s, %s (%s): %v, want confirmed: %v", c.FEN, c.Evidence, test.why, err, test.refutes)
			}
		}
	}
}

// rowsMirrored returns a text with the squares that it names on the mirrored rows. The letters of men stay, since only the squares of evidence
// are read.
func rowsMirrored(names string) string {
	text := []byte(names)
	for i, c := range text {
		if c >= '1' && c <= '8' {
			text[i] = '1' + '8' - c
		}
	}
	return string(text)
}

// TestTogetherIsFound checks that a refutation of the engine for several men is confirmed.
func TestTogetherIsFound(t *testing.T) {
	testkit.Medium(t)
	const fen, men = "1nq1B3/RNB5/q2r1rPn/Ppb1R3/4Pk1N/KP1q4/b1P1r3/1brN2n1 w - -", "ba2 bb1"
	if err := check(t, togetherClaim(fen, men)); err != nil {
		t.Errorf("%s: error %v, want confirmed", fen, err)
	}
}
