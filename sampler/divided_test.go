package sampler_test

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
	"chesscensus/sampler/internal/spacetest"
)

// A remainderSet is a set whose stratum h holds the ranks with remainder h modulo 3. It records the rank of the last
// draw.
type remainderSet struct {
	rankSpace
	rank *uint256.Int
}

// newRemainderSet returns the set of n ranks.
func newRemainderSet(name string, n *big.Int) remainderSet {
	return remainderSet{rankSpace{name, n}, new(uint256.Int)}
}

func (s remainderSet) Strata() (list []sampler.Stratum) {
	for h := range int64(3) {
		size := new(big.Int).Add(s.n, big.NewInt(2-h))
		list = append(list, sampler.Stratum{Name: string(rune('a' + h)), Size: size.Quo(size, big.NewInt(3))})
	}
	return list
}

func (s remainderSet) SampleStratum(d *sampler.Draw, h int, words *sampler.Words) {
	i := sampler.Uniform(words, uint256.MustFromBig(s.Strata()[h].Size))
	s.rank.AddUint64(s.rank.Mul(&i, uint256.NewInt(3)), uint64(h))
	s.Unrank(d, s.rank)
}

// rankOf returns the rank of a draw of a stream of the set.
func (s remainderSet) rankOf(stream *sampler.DividedStream, h int, i uint64) uint256.Int {
	stream.Draw(new(sampler.Draw), h, i)
	return *s.rank
}

// TestDividedStreamIsUniform counts draws of each stratum by element, and checks that
// draws depend on stratum, index, seed and name of the set alone.
func TestDividedStreamIsUniform(t *testing.T) {
	set := newRemainderSet("toy", big.NewInt(50))
	s := sampler.NewDividedStream(set, 9)
	for h, stratum := range set.Strata() {
		counts := make([]int, stratum.Size.Int64())
		for i := range uint64(20000) {
			r := set.rankOf(s, h, i)
			if r.Uint64()%3 != uint64(h) {
				t.Fatalf("draw %d of stratum %d is %s", i, h, r.Dec())
			}
			counts[r.Uint64()/3]++
		}
		if p := spacetest.UniformChance(counts); p < 1e-6 {
			t.Errorf("stratum %d: chi-squared has probability %g", h, p)
		}
	}
	same := func(other remainderSet, seed uint64, h int) (n int) {
		otherStream := sampler.NewDividedStream(other, seed)
		for i := range uint64(1000) {
			rank, otherRank := set.rankOf(s, 1, i), other.rankOf(otherStream, h, i)
			if rank.Uint64()/3 == otherRank.Uint64()/3 {
				n++
			}
		}
		return n
	}
	if n := same(set, 9, 1); n != 1000 {
		t.Errorf("the same stream gives %d of 1000 draws again", n)
	}
	for name, n := range map[string]int{
		"seed":    same(set, 10, 1),
		"name":    same(newRemainderSet("other", big.NewInt(50)), 9, 1),
		"stratum": same(set, 9, 0),
	} {
		if n > 120 { // 60 expected
			t.Errorf("another %s gives the same draw %d times of 1000", name, n)
		}
	}
}

// goldenDivided lists the first ranks of stratum 1 of a set of 2^200 elements with seed
// 2^64-1, printed by this package in November 2026. A change here is a breaking one.
var goldenDivided = [3]string{
	"0xf88e9effb4b7284f1de72aa79c58f94c4d341d422d93f69d93",
	"0xa2e74761f17421354602234d9f5d09f32d295bfc11cca8baf8",
	"0x200f7f9670da0c9b7c4012f21ca3337e8be3a4a42cf5abf40b",
}

// TestDividedGoldenStream compares draws with goldenDivided.
func TestDividedGoldenStream(t *testing.T) {
	set := newRemainderSet("toy", new(big.Int).Lsh(big.NewInt(1), 200))
	s := sampler.NewDividedStream(set, 1<<64-1)
	for i, want := range goldenDivided {
		if r := set.rankOf(s, 1, uint64(i)); r.Hex() != want {
			t.Errorf("draw %d: got %s, want %s", i, r.Hex(), want)
		}
	}
}

// TestDrawThenHasTheWordsThatFollow checks that the function after a draw gets the draw and words of
// its own, which are the same each time and differ between draws, and that its result is returned.
func TestDrawThenHasTheWordsThatFollow(t *testing.T) {
	set := newRemainderSet("toy", big.NewInt(1000))
	s := sampler.NewDividedStream(set, 3)
	var d, plain sampler.Draw
	seen := map[uint64]bool{}
	for i := range uint64(100) {
		s.Draw(&plain, 1, i)
		var words [2]uint64
		for k := range words {
			keep := s.DrawThen(&d, 1, i, func(d *sampler.Draw, src rand.Source) bool {
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

// TestUnion compares sizes and names of a union, and its draws with those of the sets.
func TestUnion(t *testing.T) {
	a, b := newRemainderSet("a", big.NewInt(50)), newRemainderSet("b", big.NewInt(1000))
	u := sampler.Union("both", a, b)
	if u.Name() != "both" || u.Size().Cmp(big.NewInt(1050)) != 0 {
		t.Errorf("%s of size %v, want both of 1050", u.Name(), u.Size())
	}
	var names []string
	for _, s := range u.Strata() {
		names = append(names, s.Name+" "+s.Size.String())
		s.Size.SetInt64(0) // must not change the union
	}
	wantNames := "a: a 17, a: b 17, a: c 16, b: a 334, b: b 333, b: c 333"
	if got := strings.Join(names, ", "); got != wantNames || u.Strata()[0].Size.Sign() == 0 {
		t.Errorf("strata %s, want %s", got, wantNames)
	}
	var w sampler.Words
	var d, want sampler.Draw
	for h := range 6 {
		w.Seed([32]byte{byte(h)})
		u.SampleStratum(&d, h, &w)
		w.Seed([32]byte{byte(h)})
		if []remainderSet{a, b}[h/3].SampleStratum(&want, h%3, &w); d != want {
			t.Errorf("stratum %d: %v, want %v", h, d, want)
		}
	}
	spacetest.WantPanic(t, "a union of no sets", func() { sampler.Union("nothing") })
}
