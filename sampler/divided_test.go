package sampler_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
)

// SampleStratum draws from stratum h by its ranks, so that the toy is also a [sampler.Divided]
// set.
func (s layers) SampleStratum(d *sampler.Draw, h int, words *sampler.Words) {
	var size uint256.Int
	size.SetFromBig(s.Strata()[h].Size)
	i := sampler.Uniform(words, &size)
	r := s.RankIn(h, &i)
	s.Unrank(d, &r)
}

// TestDividedStreamIsTheStratifiedOne draws by both streams: a set whose SampleStratum takes a
// uniform rank has the same draws.
func TestDividedStreamIsTheStratifiedOne(t *testing.T) {
	set := layers{toy{"toy", big.NewInt(1000)}}
	ranks, draws := sampler.NewStratifiedStream(set, 3), sampler.NewDividedStream(set, 3)
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

// TestUnion checks sizes, names, and that draws of a stratum are those of its set.
func TestUnion(t *testing.T) {
	a, b := layers{toy{"a", big.NewInt(50)}}, layers{toy{"b", big.NewInt(1000)}}
	u := sampler.Union("both", a, b)
	if u.Name() != "both" || u.Size().Cmp(big.NewInt(1050)) != 0 {
		t.Errorf("%s of size %v, want both of 1050", u.Name(), u.Size())
	}
	var names []string
	for _, s := range u.Strata() {
		names = append(names, s.Name+" "+s.Size.String())
		s.Size.SetInt64(0) // the caller's own
	}
	if got, want := strings.Join(names, ", "), "a: a 17, a: b 17, a: c 16, b: a 334, b: b 333, b: c 333"; got != want || u.Strata()[0].Size.Sign() == 0 {
		t.Errorf("strata %s, want %s", got, want)
	}
	var w sampler.Words
	var d, want sampler.Draw
	for h := range 6 {
		w.Seed([32]byte{byte(h)})
		u.SampleStratum(&d, h, &w)
		w.Seed([32]byte{byte(h)})
		if []layers{a, b}[h/3].SampleStratum(&want, h%3, &w); d != want {
			t.Errorf("stratum %d: %v, want %v", h, d, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a union of nothing is made")
		}
	}()
	sampler.Union("nothing")
}
