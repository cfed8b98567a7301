package certificate

import (
	"errors"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// TestBishopsAtHome checks that refutations by Lemmas 17 to 19 of package proofkernel are confirmed for their reasons, and similar
// setups are not.
func TestBishopsAtHome(t *testing.T) {
	for _, h := range []struct {
		fen    string
		reason verdict.Reason
		holds  bool
	}{
		{"rnbqkbn1/ppPpppp1/2p5/7p/8/8/PPP1PPPP/RNBQKBNR b KQq - 0 1", verdict.NoExtendedKernel, true},
		{"rnbqkbn1/ppPpppp1/2p5/7p/8/8/PPP1PPPP/RNBQKBNR b KQq - 0 1", verdict.NoProofKernel, false},
		{"r1bqkbnr/ppPppppp/2p5/8/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1", verdict.NoExtendedKernel, false},
		{"rnbqkbnr/pppp2pp/5p2/8/2QQ4/8/PPPPP2P/R1BQKBNR w KQ - 0 1", verdict.NoExtendedKernel, true},
		{"rnbqk1nr/pppp2pp/5p2/8/2QQ4/8/PPPPP2P/R1BQKBNR w KQ - 0 1", verdict.NoExtendedKernel, false},
		{"rnbqkbnr/pppppppp/8/8/P7/R6P/1PPPPPP1/RNBQKB2 w Qkq - 0 1", verdict.NoProofKernel, true},
		{"rnbqkbnr/pppppppp/8/8/P6P/R7/1PPPPPP1/RNBQKB2 w Qkq - 0 1", verdict.NoProofKernel, false},
		{"rnbqkbnr/pppppppp/8/8/P6P/R7/1PPPPPP1/RNBQKB2 w Qkq - 0 1", verdict.NoExtendedKernel, false},
	} {
		s := testkit.Setup(t, h.fen)
		r := &Record{FEN: s.String(), Stage: proofkernel.StageName, Reasons: h.reason}
		err := new(Checker).Check(t.Context(), r)
		if (err == nil) != h.holds || err != nil && !errors.Is(err, ErrRefuted) {
			t.Errorf("%s, %v: %v, want confirmed: %v", h.fen, h.reason, err, h.holds)
		}
	}
}
