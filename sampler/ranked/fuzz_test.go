package ranked

import (
	"errors"
	"testing"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// FuzzRank ranks anything that reads as a FEN record. Whatever has a rank must
// unrank to itself; whatever has none must say that it is not in the space.
func FuzzRank(f *testing.F) {
	for _, s := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3kb1r/ppp1pp1p/3p4/5PpP/8/8/PPPPP1P1/RNBQKBNR w KQkq g6 99 140",
		"rnbqkbnr/1p2pppp/p7/2Pp4/3p4/8/PP1PPPPP/RNBQKB1R w KQkq d6 0 1",
		"7r/2BRN1NB/b1b1q1Rp/R2qn1pP/3N1pPp/5R2/BK2r3/NNn2k2 b - g3 2 4",
		"2NB4/RprpB2p/1PBrr2P/3b3q/p3PnK1/P1Q5/1krP1p2/nB3N2 w - - 5 6",
		"8/8/8/8/8/8/8/6Kk w - - 0 1", "8/8/8/8/8/8/8/8 b KQkq e3 7 0",
	} {
		f.Add(s)
	}
	// The first rank of a space makes its tables, and a fuzzed input has ten seconds, on a machine that may be slow.
	for _, sp := range spaces() {
		d := sampler.Draw{Setup: chess.InitialSetup(), Weight: 1, Multiplicity: 1}
		if rank, err := sp.Rank(&d); err == nil {
			sp.Unrank(&d, &rank)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		fen, err := chess.ParseFEN(s)
		if err != nil {
			return
		}
		for _, sp := range spaces() {
			d := sampler.FromFEN(fen)
			rank, err := sp.Rank(&d)
			if err != nil {
				if !errors.Is(err, sampler.ErrNotInSpace) {
					t.Errorf("%s: %q: error %v", sp.Name(), s, err)
				}
				continue
			}
			if d.Setup != fen.Setup {
				t.Errorf("%s: %q: Rank changed the setup", sp.Name(), s)
			}
			checkRoundTrip(t, sp, &rank)
		}
	})
}
