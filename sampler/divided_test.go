package sampler_test

import (
	"math/big"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
)

// DrawIn draws from stratum h by its ranks, so that the toy is also a [sampler.Divided]
// set.
func (s layers) DrawIn(d *sampler.Draw, h int, src sampler.Source) {
	var size uint256.Int
	size.SetFromBig(s.Strata()[h].Size)
	i := sampler.Uniform(src, &size)
	r := s.RankIn(h, &i)
	s.Unrank(d, &r)
}

// TestDividedStreamIsTheStratifiedOne draws by both streams: a set whose DrawIn takes a
// uniform rank has the same draws.
func TestDividedStreamIsTheStratifiedOne(t *testing.T) {
	set := layers{toy{"toy", big.NewInt(1000)}}
	ranks, draws := sampler.NewStratifiedStream(set, 3), sampler.NewDividedStream(set, 3)
	if draws.Set() != sampler.Divided(set) {
		t.Error("another set")
	}
	var a, b sampler.Draw
	for h := range 3 {
		for i := range uint64(500) {
			ranks.Draw(&a, h, i)
			draws.Draw(&b, h, i)
			if a != b {
				t.Fatalf("draw %d of stratum %d: %d, want %d", i, h, b.Index, a.Index)
			}
		}
	}
}

// TestDrawThenHasTheWordsThatFollow checks that what is done with a draw sees it, has words of
// its own, the same each time and others for each draw, and decides what is
// returned.
func TestDrawThenHasTheWordsThatFollow(t *testing.T) {
	set := layers{toy{"toy", big.NewInt(1000)}}
	s := sampler.NewDividedStream(set, 3)
	var d, plain sampler.Draw
	seen := map[uint64]bool{}
	for i := range uint64(100) {
		s.Draw(&plain, 1, i)
		var words [2]uint64
		for k := range words {
			keep := s.DrawThen(&d, 1, i, func(d *sampler.Draw, src sampler.Source) bool {
				if *d != plain {
					t.Fatalf("draw %d: %v, want %v", i, d, plain)
				}
				words[k] = src.Uint64()
				d.Weight = 7
				return words[k]%2 == 0
			})
			if d.Weight != 7 || keep != (words[k]%2 == 0) {
				t.Fatalf("draw %d: weight %d, %v after the word %d", i, d.Weight, keep, words[k])
			}
		}
		if words[0] != words[1] || seen[words[0]] {
			t.Fatalf("draw %d: words %d", i, words)
		}
		seen[words[0]] = true
	}
}
