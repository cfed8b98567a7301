package recheck_test

import (
	"errors"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/internal/board"
)

// fell is the beginning of the engine's evidence on a bishop that is gone.
const fell = "the bishop of this square was taken by a pawn, but never came to where one can have taken it: "

// TestFallen checks theorem ShutOut for bishops that are gone (together.go), also with colors exchanged.
func TestFallen(t *testing.T) {
	for _, h := range []struct {
		fen, home string
		refutes   bool
		why       string
	}{
		{"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -", "f1", yes, "it did not come to a6"},
		{"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -", "c1", no, "this one is there"},
		{"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -", "b1", no, "no bishop began there"},
		{"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -", "", yes, "no square is named, as in trees of last moves"},
		{"rnbqkbnr/2pppp1p/p6p/1P6/1p1Q4/4P3/2PP1PPP/R1BQK2R w KQk -", "f1", yes, "one more fell, elsewhere"},
		{"rnbkqbnr/pppppp2/7p/6P1/4Q1p1/3P4/PPP1PP2/R2KQBNR w - -", "c1", yes, "files exchanged"},
		{"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RN1QKB1R w KQk -", "c1", no, "a knight came to a6, the bishop to b4"},
		{"rnbqkbnr/2pppppp/p7/1P6/1p1Q4/4P3/2PP1PPP/RN1QKB1R w KQk -", "", no, "the same"},
		{"rnbqkbnr/2pppppp/pP6/8/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -", "f1", no, "it fell before b5-b6"},
		{"rnbqkbnr/2pppppp/2p5/1P6/1p1Q4/4P3/2PP1PPP/RNBQK2R w KQk -", "f1", no, "it came to c6"},
		{"rnbqkbnr/2p1pppp/p1p5/1P6/1p1Q4/4P3/2PP1PPP/R1BQK2R w KQk -", "f1", no, "it came to c6, and a knight to a6"},
		{"rnbqkbnr/ppppppp1/8/8/4b3/8/PPPPPP1P/RNBQK1NR b KQkq -", "f1", no, "a pawn took it that promoted"},
		{"rnbqkbnr/2pppppp/p7/1P6/1p6/4P3/2PP1PPP/RNBQK2R w KQk -", "f1", no, "a third man is gone"},
		{"rnbqkbnr/2pppppp/p7/1P6/Bp1Q4/4P3/2PP1PPP/R1BQK2R w KQk -", "f1", no, "it is on a4, and knights fell"},
	} {
		s := testkit.Must(board.ParseFEN(h.fen))(t)
		other := colorsExchanged(s)
		for _, q := range [][2]string{{h.fen, h.home}, {other.String(), rowsMirrored(h.home)}} {
			c := claim(q[0], "ShutOut")
			c.Evidence = fell + q[1]
			if err := check(t, c); (err == nil) != h.refutes || err != nil && !errors.Is(err, recheck.ErrWrong) {
				t.Errorf("%s, %s (%s): %v, want confirmed: %v", q[0], q[1], h.why, err, h.refutes)
			}
		}
	}
}

// TestFallenIsFound checks that such a refutation of the engine is confirmed.
func TestFallenIsFound(t *testing.T) {
	testkit.Medium(t)
	for fen, home := range map[string]string{
		"Q1Nbr3/1Kp2rBb/7p/1P2n3/pp1B4/rQ3P2/nbR2Bkp/R2q1R2 w - -": "Rf1",
	} {
		c := claim(fen, "ShutOut")
		c.Evidence = fell + home
		if err := check(t, c); err != nil {
			t.Errorf("%s: %v", fen, err)
		}
	}
}
