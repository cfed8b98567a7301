package sampler_test

import (
	"math/big"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
)

// layers is a toy space of which stratum h holds the ranks with remainder h modulo 3.
type layers struct{ toy }

func (s layers) Strata() (list []sampler.Stratum) {
	for h := range int64(3) {
		size := new(big.Int).Add(s.n, big.NewInt(2-h))
		list = append(list, sampler.Stratum{Name: string(rune('a' + h)), Size: size.Quo(size, big.NewInt(3))})
	}
	return list
}

func (s layers) RankIn(h int, i *uint256.Int) (r uint256.Int) {
	r.Mul(i, uint256.NewInt(3))
	r.AddUint64(&r, uint64(h))
	return r
}

func (s layers) stratumOf(rank *uint256.Int) int {
	return int(new(uint256.Int).Mod(rank, uint256.NewInt(3)).Uint64())
}

// TestStratifiedStreamIsUniform counts draws of each stratum by element, and checks that
// draws depend on stratum, index, seed and name of the space alone.
func TestStratifiedStreamIsUniform(t *testing.T) {
	space := layers{toy{"toy", big.NewInt(50)}}
	s := sampler.NewStratifiedStream(space, 9)
	for h, stratum := range space.Strata() {
		counts := make([]int, stratum.Size.Int64())
		for i := range uint64(20000) {
			r := s.Rank(h, i)
			if space.stratumOf(&r) != h {
				t.Fatalf("draw %d of stratum %d is %s", i, h, r.Dec())
			}
			counts[r.Uint64()/3]++
		}
		if p := chiSquared(counts); p < 1e-6 {
			t.Errorf("stratum %d: chi-squared has probability %g", h, p)
		}
	}
	same := func(a, b *sampler.StratifiedStream, ha, hb int) (n int) {
		for i := range uint64(1000) {
			ra, rb := a.Rank(ha, i), b.Rank(hb, i)
			if ra.Uint64()/3 == rb.Uint64()/3 {
				n++
			}
		}
		return n
	}
	if n := same(s, sampler.NewStratifiedStream(space, 9), 1, 1); n != 1000 {
		t.Errorf("the same stream gives %d of 1000 draws again", n)
	}
	for name, n := range map[string]int{
		"seed":    same(s, sampler.NewStratifiedStream(space, 10), 1, 1),
		"name":    same(s, sampler.NewStratifiedStream(layers{toy{"other", big.NewInt(50)}}, 9), 1, 1),
		"stratum": same(s, s, 0, 1),
	} {
		if n > 120 { // 60 expected
			t.Errorf("another %s gives the same draw %d times of 1000", name, n)
		}
	}
}

// TestStratifiedStreamDraws checks that a draw is the element of its rank.
func TestStratifiedStreamDraws(t *testing.T) {
	space := layers{toy{"toy", big.NewInt(1000)}}
	s := sampler.NewStratifiedStream(space, 1)
	var d sampler.Draw
	for i := range uint64(100) {
		s.Draw(&d, 2, i)
		r := s.Rank(2, i)
		if uint64(d.Index) != r.Uint64() {
			t.Fatalf("draw %d: %d, rank %s", i, d.Index, r.Dec())
		}
		// The space is no Redrawer.
		if !s.Redraw(&d, 2, i, nil) || uint64(d.Index) != r.Uint64() {
			t.Fatalf("draw %d, not redrawn: %d, rank %s", i, d.Index, r.Dec())
		}
		if s.Redraw(&d, 2, i, func(*sampler.Draw) bool { return false }) {
			t.Fatal("a draw that is not viable is to be judged")
		}
	}
}

// goldenStratified are the first ranks of stratum 1 of a toy space of 2^200 elements with
// seed 2^64-1, printed by this package in November 2026. A change here is a
// breaking one.
var goldenStratified = [3]string{
	"0xf88e9effb4b7284f1de72aa79c58f94c4d341d422d93f69d93",
	"0xa2e74761f17421354602234d9f5d09f32d295bfc11cca8baf8",
	"0x200f7f9670da0c9b7c4012f21ca3337e8be3a4a42cf5abf40b",
}

// TestStratifiedGoldenStream pins the stream.
func TestStratifiedGoldenStream(t *testing.T) {
	space := layers{toy{"toy", new(big.Int).Lsh(big.NewInt(1), 200)}}
	s := sampler.NewStratifiedStream(space, 1<<64-1)
	for i, want := range goldenStratified {
		if r := s.Rank(1, uint64(i)); r.Hex() != want {
			t.Errorf("draw %d: got %s, want %s", i, r.Hex(), want)
		}
	}
}

// TestEmptyStratumIsRefused makes a stream of a space with a stratum of size 0.
func TestEmptyStratumIsRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	sampler.NewStratifiedStream(layers{toy{"toy", big.NewInt(2)}}, 1)
}
