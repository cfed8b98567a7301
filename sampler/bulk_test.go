package sampler_test

import (
	"testing"

	"chesscensus/sampler"
	"chesscensus/sampler/internal/spacetest"
)

// Sample draws an index below 2^16 and ends early if it is odd, so that rankSpace is a [sampler.Direct] space.
func (s rankSpace) Sample(d *sampler.Draw, words *sampler.Words) bool {
	*d = sampler.Draw{Index: int(words.Uint64() >> 48)}
	return d.Index%2 == 0
}

// TestWordsAreUniform compares squares and small numbers with the exact law. Each of
// the five tests fails by chance with probability 1e-6; the seed is fixed.
func TestWordsAreUniform(t *testing.T) {
	var w sampler.Words
	w.Seed([32]byte{7})
	counts := make([]int, 64)
	for range 64000 {
		counts[w.Square()]++
	}
	if p := spacetest.UniformChance(counts); p < 1e-6 {
		t.Errorf("squares: probability %g", p)
	}
	for _, n := range []uint64{2, 3, 100} {
		counts := make([]int, n)
		for range 1000 * n {
			counts[w.Below(n)]++
		}
		if p := spacetest.UniformChance(counts); p < 1e-6 {
			t.Errorf("below %d: probability %g", n, p)
		}
	}
	// Of 3*2^62 the low quarter would come up twice as often without rejection.
	counts = make([]int, 3)
	for range 9000 {
		x := w.Below(3 << 62)
		if x >= 3<<62 {
			t.Fatalf("%d is not below 3*2^62", x)
		}
		counts[x>>62]++
	}
	if p := spacetest.UniformChance(counts); p < 1e-6 {
		t.Errorf("thirds of a large range: probability %g", p)
	}
	if w.Below(1) != 0 {
		t.Error("a number below 1 is not 0")
	}
}

// TestBulkIsKeyedByBlock compares blocks in order with single blocks. Blocks of another
// number, seed or name must differ.
func TestBulkIsKeyedByBlock(t *testing.T) {
	firstDraws := func(name string, seed, block uint64) [4]int {
		b := sampler.NewBulk(rankSpace{name: name}, seed)
		b.Seek(block)
		var x [4]int
		var d sampler.Draw
		for i := range x {
			b.Next(&d)
			x[i] = d.Index
		}
		return x
	}
	b := sampler.NewBulk(rankSpace{name: "toy"}, 1<<64-1)
	var d sampler.Draw
	kept := 0
	for i := range 3 * sampler.BulkBlock {
		if b.Next(&d) {
			kept++
		}
		if i%sampler.BulkBlock == 0 {
			if want := firstDraws("toy", 1<<64-1, uint64(i/sampler.BulkBlock)); d.Index != want[0] {
				t.Errorf("block %d begins with %d in order, %d alone", i/sampler.BulkBlock, d.Index, want[0])
			}
		}
	}
	if kept < 1300 || kept > 1700 {
		t.Errorf("%d of 3000 draws kept, want about half", kept)
	}
	seen := map[[4]int]bool{}
	for _, x := range [][4]int{firstDraws("toy", 0, 0), firstDraws("toy", 0, 1), firstDraws("toy", 1, 0),
		firstDraws("toz", 0, 0), firstDraws("toy", 1<<63, 0)} {
		seen[x] = true
	}
	if len(seen) != 5 {
		t.Errorf("%d different blocks, want 5", len(seen))
	}
}
