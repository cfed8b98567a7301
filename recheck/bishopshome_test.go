package recheck_test

import (
	"errors"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/internal/board"
)

// TestBishopsAtHome checks setups in which a rook would have had to pass a bishop at home, or a pawn to step to its square, and legal ones
// that one hypothesis saves, each also with colors exchanged. Games of TestBishopsAtHomeLegal of package proofkernel lead to the legal ones.
func TestBishopsAtHome(t *testing.T) {
	for fen, illegal := range map[string]bool{
		"rnbqkbn1/ppPpppp1/2p5/7p/8/8/PPP1PPPP/RNBQKBNR b KQq -":        true,
		"rnbqkbn1/pppppPp1/5p2/7p/8/8/PPPP1PPP/RNBQKBNR b KQq -":        true,
		"rnbqkbn1/pppppPp1/5p2/7p/8/8/PPPPPP1P/RNBQKBNR b KQq -":        true,
		"rnbqkbnr/pppp2pp/5p2/8/2QQ4/8/PPPPP2P/R1BQKBNR w KQ -":         true,
		"nr2kRB1/1pP5/2p3b1/2P1BNqP/K5pB/N1Q3P1/1b1nNbNn/2NR4 b - -":    true,
		"2Br4/QQb1q1B1/1Q5B/p2qqN2/kq2P2n/Bb1n1P1r/3K1pPq/1N6 w - -":    true,
		"2b1N3/N1kbp1r1/2qp3K/2bp1pNp/2rR1n2/1b3B1P/R1NN4/3QnN1B b - -": true,
		"1r1QR3/1N2pP1r/3rbpPp/n3R2k/P3B1R1/7B/2qN2K1/2NR1rnB b - -":    true,

		"rnb1kbnr/ppPppppp/2p5/8/8/8/PPP1PPPP/RNBQKBNR w KQkq -":   false, // a queen comes over the diagonal
		"rnbqk1nr/ppPp1ppp/2p5/4p3/8/8/PPP1PPPP/RNBQKBNR w KQkq -": false, // so does a bishop of the other color
		"1nbqkbnr/ppP1pppp/2p5/8/8/8/PPPP1PPP/RNBQKBNR w KQk -":    false, // no pawn stands before the one that captures
		"1nbqkbnr/p1Pppppp/1pp5/8/8/8/PPP1PPPP/RNBQKBNR b KQk -":   false, // no pawn is at home beyond
		"1n1qkbnr/ppPppppp/2p5/8/8/8/PPP1PPPP/RNBQKBNR b KQk -":    false, // the bishop was taken at home
		"1n1qkbnr/ppP1pppp/2pp4/8/8/8/PPP1PPPP/RNBQKBNR w KQk -":   false, // so it was, and a pawn beside it has moved since
		"rnbqkbn1/ppPpppp1/2p5/8/8/6P1/PPP1PPP1/RNBQKBNR w Qq -":   false, // a pawn was promoted and taken
		"1nbqkbnr/pPpppppp/1p6/8/8/8/PP1PPPPP/RNBQKBNR b KQk -":    false, // no bishop starts on b8
		"rnbqkb1r/pppp2pp/5p2/8/2QQ4/8/PPPPP2P/R1BQKBNR w KQ -":    false, // one was promoted by a capture
		"r1bqkbnr/pppp1ppp/5p2/8/3n4/8/PPPPP1PP/RNBQKBNR w KQkq -": false, // one pawn has room
		"1nbqkbnr/1pPppppp/8/p1p5/8/8/PPP1PPPP/RNBQKBNR w KQk -":   false, // it was taken on c6
		"rnbqkbnr/pppp2pp/8/5p2/2QQ4/8/PPPPP2P/R1BQKBNR w KQ -":    false, // it captured from the row before, so that the bishop had come out
	} {
		s := testkit.Must(board.ParseFEN(fen))(t)
		m := colorsExchanged(s)
		for _, fen := range []string{fen, m.String()} {
			c := claim(fen, "NoExtendedKernel")
			c.Stage = "kernel"
			_, _, err := recheck.Checker{}.Check(t.Context(), line(t, &c))
			if illegal && err != nil || !illegal && !errors.Is(err, recheck.ErrWrong) {
				t.Errorf("%s: %v, want confirmed: %v", fen, err, illegal)
			}
		}
	}
}
