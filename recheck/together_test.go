package recheck_test

import (
	"errors"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/internal/board"
)

// TestTogether checks theorem ShutOut for several men at once (together.go), also with colors exchanged: whether all of them can have come to
// their squares.
func TestTogether(t *testing.T) {
	for _, h := range []struct {
		fen, men string
		refutes  bool
		why      string
	}{
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "Ka1 Ba2 rb2", yes, "neither the king nor the rook came last"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "Ba2 rb2", no, "without the king they could"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "Ka1 rb2", no, "without the bishop, too"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "Ka1 Ba2", no, "this is a cage, but the king walked in"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1P2P3/BrPP1PPP/K1BQRRNN w q -", "Ka1 Ba2 rb2 ke8", no, "one of them is elsewhere"},
		{"rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/B1PP1PPP/K1BQRRNN w q -", "Ka1 Ba2", no, "there is a game"},
		{"rnbqkbn1/ppppppp1/8/1B5p/P7/1P2P3/1rPP1PPP/K1BQRRNN w q -", "Ka1 rb2", no, "the bishop is outside"},
		{"rnbqkbn1/ppppppp1/8/7p/P7/1PP1P3/Br1P1PPP/K1BQRRNN w q -", "Ka1 Ba2 rb2", no, "it came over c2"},
		{"rnbqkb2/ppppppp1/7r/7p/P7/1P2P3/BnPP1PPP/K1BQRRNN w q -", "Ka1 Ba2 nb2", no, "a knight leaps"},
		{"rnbqkbn1/ppppppp1/7r/7p/P7/1P2P3/BRPP1PPP/K1BQR1NN w q -", "Ka1 Ba2 Rb2", no, "a rook does not check its own king"},
		{"1r1B1RBk/Bq3pR1/r2Q1Pp1/n2n4/4n1BK/1n1Q3R/Q3p2P/NRN2b2 b - -", "kh8 Bg8 Rg7", yes, "a corner"},
		{"1r1B1RBk/Bq3pR1/r2Q1P1p/n2n4/4n1BK/1n1Q3R/Q3p2P/NRN2b2 b - -", "kh8 Bg8 Rg7", no, "h7 is open"},
	} {
		if testkit.Brief() && h.refutes && h.men != "Ka1 Ba2 rb2" {
			continue // it takes seconds
		}
		s := testkit.Must(board.ParseFEN(h.fen))(t)
		other := colorsExchanged(s)
		for _, q := range [][2]string{{h.fen, h.men}, {other.String(), turned(h.men)}} {
			c := claim(q[0], "ShutOut")
			c.Evidence = "whatever pawns have captured, they can never have let these men in together: " + q[1]
			if err := check(t, c); (err == nil) != h.refutes || err != nil && !errors.Is(err, recheck.ErrWrong) {
				t.Errorf("%s, %s (%s): %v, want confirmed: %v", q[0], q[1], h.why, err, h.refutes)
			}
		}
	}
}

// turned returns a text with the squares that it names on the mirrored rows. The letters of men stay.
func turned(names string) string {
	b := []byte(names)
	for i, c := range b {
		if c >= '1' && c <= '8' {
			b[i] = '1' + '8' - c
		}
	}
	return string(b)
}

// TestTogetherIsFound checks that a refutation of the engine for several men is confirmed.
func TestTogetherIsFound(t *testing.T) {
	testkit.Medium(t)
	for fen, men := range map[string]string{
		"1nq1B3/RNB5/q2r1rPn/Ppb1R3/4Pk1N/KP1q4/b1P1r3/1brN2n1 w - -": "ba2 bb1",
	} {
		c := claim(fen, "ShutOut")
		c.Evidence = "whatever pawns have captured, they can never have let these men in together: " + men
		if err := check(t, c); err != nil {
			t.Errorf("%s: %v", fen, err)
		}
	}
}
