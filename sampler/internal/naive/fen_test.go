package naive

import (
	"math/rand/v2"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// TestDrawsAreReadBack checks that the FEN of an element, with index and multiplicity as counters, is read as the
// same element. The multiplicities of krinitskii go up to 8!^2 2^6.
func TestDrawsAreReadBack(t *testing.T) {
	src := rand.New(rand.NewPCG(11, 12))
	largest := 0
	for _, s := range spaces() {
		size, _ := uint256.FromBig(s.Size())
		for range 200 {
			rank := uint256.Int{src.Uint64(), src.Uint64(), src.Uint64(), src.Uint64()}
			rank.Mod(&rank, size)
			var d sampler.Draw
			s.Unrank(&d, &rank)
			f := d.FEN()
			back, err := chess.ParseFEN(f.String())
			if err != nil || back != f {
				t.Fatalf("%s: %s is read as %s: %v", s.Name(), f.String(), back.String(), err)
			}
			read := sampler.FromFEN(back)
			if got, err := s.Rank(&read); err != nil || got != rank {
				t.Fatalf("%s: %s has rank %v, %v, want %v", s.Name(), f.String(), got, err, rank)
			}
			largest = max(largest, d.Multiplicity)
		}
	}
	if uint64(largest) != 104044953600 {
		t.Errorf("largest multiplicity %d, want 8!^2 2^6", largest)
	}
}
