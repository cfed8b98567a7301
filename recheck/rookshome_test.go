package recheck_test

import (
	"errors"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck"
	"chesscensus/recheck/internal/board"
)

// TestShutInAtHome checks setups in which rooks or queens were captured where they were shut in, and legal ones that one hypothesis saves,
// each also with colors exchanged. Games of TestTakenAtHomeLegal of package proofkernel lead to the legal ones.
func TestShutInAtHome(t *testing.T) {
	for fen, illegal := range map[string]bool{
		"rnbqkbnr/pppppppp/8/8/P7/R6P/1PPPPPP1/RNBQKB2 w Qkq -":         true,
		"rnbqkbnr/pppp1ppp/3p4/8/8/8/PPPPPPPP/1NBQKBNR w Kkq -":         true,
		"rnbqkbnr/pppp1ppp/3p4/8/8/8/PPPPPPPP/RNB1KBNR w KQkq -":        true,
		"rnbqkbnr/pppp1ppp/8/8/3Q4/8/PPPPPPPP/RNB1KBNR w KQkq -":        true,
		"rnbqkbnr/ppppp1pp/8/8/P3pP2/8/1PPPP1PP/RNBQKBN1 w Qkq -":       true,
		"rnbqkbnr/ppppppp1/8/8/P7/6pP/1PPPPPP1/RNBQKBN1 w Qkq -":        true,
		"1B2b2r/4b3/2Rn1k2/qq2q1bp/1QP2np1/K4N1B/2QrP1PP/R1n2BB1 w - -": true,
		"2bN4/1pPp1k2/pQ1P4/6rq/NN3rqq/1PnK1QB1/2RbB3/3bQ1Rn b - -":     true,
		"4Rb2/1R1np1pb/B1N1Prnp/q1Bk4/6nN/2rpQP2/1b1K2R1/1q2rR2 b - -":  true,
		"1b2qr2/3p2p1/p1bB3n/1kr2B1n/4RnBP/PQ3K1R/1P1P3r/1BBN2Q1 b - -": true,
		"2r1n3/5r1p/1Pn1qN1k/2K3bB/3RB3/1bP3pP/2Q1P1P1/BnBqRB2 b - -":   true,
		"rnbqkbnr/pppppppp/8/8/P6P/R7/1PPPPPP1/RNBQKB2 w Qkq -":         false, // the rook left over h3
		"rnbqkbnr/ppppp2p/8/6P1/7K/P6N/1PPPP1PP/RNBQ1Bq1 w kq -":        false, // a pawn that promoted took it on g1
		"rnbqkbnr/pppppp1p/8/8/P7/7P/1PPPPPPp/RNBQKBN1 w Qkq -":         false, // a pawn took it behind a low pawn
		"rnbqkbnr/pppppppp/8/8/P7/R6P/1PPPPPPR/1NBQKB2 w kq -":          false, // it is there
		"rnbqkbnr/pppppppp/8/8/P7/R6P/1PPPPPP1/1NBQKBR1 w kq -":         false, // so it is, on the home row
		"rnbqkbnr/pppppppp/8/8/5B2/2NPQ3/PPPRPPPP/1K3BNR w kq -":        false, // so it is, after castling
		"r1bqkb1r/pppppp2/6pp/8/8/RPP5/P2PPPPP/1NBQKBNR b Kkq -":        false, // the pawns on b3 and c3 changed their files
		"rnbqkb1r/pppp1ppp/3p4/8/8/8/PPPPPPPP/1NBQKB1R w Kkq -":         false, // a knight is gone, too
		"rnbqkbnr/pppp1ppp/3p4/8/8/8/P1PPPPPP/RNB1KBNR w KQkq -":        false, // a pawn is
		"rnbqkbnr/ppppp1pp/8/8/P3pP2/8/1PPPP1PP/RNBQKB2 w Qkq -":        false, // so is a knight, by a pawn
		"rnbqkbnr/ppppppp1/8/8/P7/6pP/1PPPPPP1/RNBQKB2 w Qkq -":         false, // by this one
		"2bN4/1pP2k2/pQ1p4/6rq/NN3rqq/1PnK1QB1/2RbB3/3bQ1Rn b - -":      false, // d7 is open
		"4Rb2/1R1np2b/B1N1Prnp/q1Bk4/6nN/2rpQP2/1b1K2R1/1q2rR2 b - -":   false, // so is g7
		"2r1n3/5r1p/1Pn1qN1k/2K3bB/3RB3/1bP3p1/2Q1P1P1/BnBqRB2 b - -":   false, // the h-pawn is gone
	} {
		s := testkit.Must(board.ParseFEN(fen))(t)
		m := colorsExchanged(s)
		for _, fen := range []string{fen, m.String()} {
			c := claim(fen, "NoProofKernel")
			c.Stage = "kernel"
			_, _, err := recheck.Checker{}.Check(t.Context(), line(t, &c))
			if illegal && err != nil || !illegal && !errors.Is(err, recheck.ErrWrong) {
				t.Errorf("%s: %v", fen, err)
			}
		}
	}
}
