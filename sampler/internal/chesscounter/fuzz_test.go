package chesscounter

import (
	"errors"
	"testing"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// FuzzRank ranks anything that reads as a FEN record. Whatever has a rank must unrank
// to itself; whatever has none must say that it is not in the space.
func FuzzRank(f *testing.F) {
	for _, s := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 1 2", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 -1 2",
		"4k3/8/8/8/8/8/8/4K3 b - a8 9 9", "4k3/8/8/8/8/8/8/4K3 w KQkq h6 0 1",
		"8/8/8/8/8/8/8/6Kk w - - 0 1", "8/8/8/8/8/8/8/8 b KQkq e3 7 0",
		"PPPPPPPP/8/8/4k3/8/8/8/K6p w - - 0 1",
	} {
		f.Add(s)
	}
	// The first rank of a space makes its tables, and a fuzzed input has ten seconds, on a machine that may be slow.
	each(func(sp *Space) {
		d := sampler.Draw{Setup: chess.InitialSetup(), Weight: 1, Multiplicity: 1}
		if rank, err := sp.Rank(&d); err == nil {
			sp.Unrank(&d, &rank)
		}
	})
	f.Fuzz(func(t *testing.T, s string) {
		fen, err := chess.ParseFEN(s)
		if err != nil {
			return
		}
		each(func(sp *Space) {
			d := sampler.FromFEN(fen)
			rank, err := sp.Rank(&d)
			if err != nil {
				if !errors.Is(err, sampler.ErrNotInSpace) {
					t.Errorf("%s: %q: error %v", sp.Name(), s, err)
				}
				return
			}
			if d.Setup != fen.Setup {
				t.Errorf("%s: %q: Rank changed the setup", sp.Name(), s)
			}
			checkRoundTrip(t, sp, &rank)
		})
	})
}
