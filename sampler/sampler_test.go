package sampler_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/spacetest"
)

// A rankSpace is a space of n elements whose only property is the rank.
type rankSpace struct {
	name string
	n    *big.Int
}

func (s rankSpace) Name() string                           { return s.name }
func (s rankSpace) Size() *big.Int                         { return new(big.Int).Set(s.n) }
func (s rankSpace) Unrank(d *sampler.Draw, r *uint256.Int) { *d = sampler.Draw{Index: int(r.Uint64())} }
func (s rankSpace) Rank(d *sampler.Draw) (uint256.Int, error) {
	return *uint256.NewInt(uint64(d.Index)), nil
}

// TestUniform compares the frequencies of the values below small n, and of the leading digits below a large one,
// with the exact law. Each of the seven tests fails by chance with probability 1e-6; the seed is fixed.
func TestUniform(t *testing.T) {
	src := rand.NewPCG(1, 2)
	for _, n := range []uint64{1, 2, 3, 7, 64, 65, 1000} {
		counts := make([]int, n)
		for range 200 * n {
			x := sampler.Uniform(src, uint256.NewInt(n))
			counts[x.Uint64()]++
		}
		if n > 1 {
			if p := spacetest.UniformChance(counts); p < 1e-6 {
				t.Errorf("below %d: chi-squared has probability %g", n, p)
			}
		}
	}
	large := uint256.MustFromDecimal("8726713169886222032347729969256422370854716254")
	counts := make([]int, 100)
	for range 100000 {
		x := sampler.Uniform(src, large)
		if !x.Lt(large) {
			t.Fatal("value not below n")
		}
		x.Div(x.Mul(&x, uint256.NewInt(100)), large)
		counts[x.Uint64()]++
	}
	if p := spacetest.UniformChance(counts); p < 1e-6 {
		t.Errorf("hundredths of the large range: chi-squared has probability %g", p)
	}
}

// scriptedWords is a source with prescribed output.
type scriptedWords []uint64

func (w *scriptedWords) Uint64() (x uint64) {
	x, *w = (*w)[0], (*w)[1:]
	return x
}

// TestUniformRejects compares the results of Uniform with the words that it draws: values that are too large are rejected, and
// superfluous high bits are cut off.
func TestUniformRejects(t *testing.T) {
	// Below 2^64+1 needs 65 bits: two words, one bit of the second.
	n := new(uint256.Int).AddUint64(new(uint256.Int).Lsh(uint256.NewInt(1), 64), 1)
	src := &scriptedWords{5, 1, 0, 3, 7, 6}
	if x := sampler.Uniform(src, n); x != (uint256.Int{0, 1}) {
		t.Errorf("got %v, want 2^64: (5,1) rejected, then (0,3) with the high bits cut", x.Dec())
	}
	if x := sampler.Uniform(src, n); x != (uint256.Int{7, 0}) {
		t.Errorf("got %v, want 7", x.Dec())
	}
	full := new(uint256.Int).SetAllOne()
	if x := sampler.Uniform(&scriptedWords{1, 2, 3, 4}, full); x != (uint256.Int{1, 2, 3, 4}) {
		t.Errorf("four whole words gave %v", x.Dec())
	}
	spacetest.WantPanic(t, "a number below 0", func() { sampler.Uniform(src, new(uint256.Int)) })
}

// TestStreamDependsOnNumberOnly compares draws in order, backwards and from new streams.
// Streams of another seed or name must have other draws.
func TestStreamDependsOnNumberOnly(t *testing.T) {
	space := rankSpace{"toy", big.NewInt(1 << 40)}
	stream := sampler.NewStream(space, 42)
	var forward []int
	for _, d := range stream.Draws(0, 100) {
		forward = append(forward, d.Index)
	}
	for i := 99; i >= 0; i-- {
		var d sampler.Draw
		sampler.NewStream(space, 42).Draw(&d, uint64(i))
		if r := stream.Rank(uint64(i)); d.Index != forward[i] || r.Uint64() != uint64(forward[i]) {
			t.Fatalf("draw %d: %d alone, %d in order", i, d.Index, forward[i])
		}
	}
	for k, other := range []*sampler.Stream{
		sampler.NewStream(space, 43), sampler.NewStream(rankSpace{"other", space.n}, 42), sampler.NewStream(space, 42+1<<63),
	} {
		same := 0
		for i, d := range other.Draws(0, 100) {
			if d.Index == forward[i] {
				same++
			}
		}
		if same > 0 {
			t.Errorf("other stream %d has %d of 100 draws in common, want none", k, same)
		}
	}
}

// goldenRanks lists the first ranks of seed 2^64-1 in a space of 2^200 elements,
// printed by this package in November 2026. A change here is a breaking one.
var goldenRanks = [4]string{
	"0x3b0bb0a736833b561f8f444bf0f0d8d22ed1fef4167125428f",
	"0xa9a56df7e0e02ff7f87d30679326040824fe98439a20258adc",
	"0xf5750fa89b914574e36a99f91bb2a53b44ac68a1f88a549f49",
	"0xff3fd4d6c13694111732286a2d84bf66c34a932424785b98a3",
}

// TestGoldenStream compares ranks with goldenRanks.
func TestGoldenStream(t *testing.T) {
	st := sampler.NewStream(rankSpace{"toy", new(big.Int).Lsh(big.NewInt(1), 200)}, 1<<64-1)
	for i, want := range goldenRanks {
		if r := st.Rank(uint64(i)); r.Hex() != want {
			t.Errorf("rank of draw %d is %s, want %s", i, r.Hex(), want)
		}
	}
}

// TestParseRank parses ranks and compares the errors for other texts.
func TestParseRank(t *testing.T) {
	space := rankSpace{"toy", big.NewInt(1000)}
	for s, want := range map[string]uint64{"0": 0, "999": 999, " 7\r": 7, "000000000000000000000000000000000000000012": 12, "-0": 0} {
		if got, err := sampler.ParseRank(space, s); err != nil || got.Uint64() != want {
			t.Errorf("ParseRank(%q) = %v, %v, want %d", s, got.Dec(), err, want)
		}
	}
	for s, want := range map[string]string{
		"":                          "no rank",
		"1000":                      "out of range, want 0 to 999 for space toy",
		"-1":                        "negative",
		"1.5":                       "not a decimal number",
		"0x10":                      "not a decimal number",
		"twelve":                    "not a decimal number",
		"12 13":                     "not a decimal number",
		"--1":                       "not a decimal number",
		"-":                         "not a decimal number",
		"\x00":                      "not a decimal number",
		"١٢":                        "not a decimal number",
		strings.Repeat("9", 10000):  "(10000 bytes) is out of range",
		strings.Repeat("é9", 40000): "not a decimal number",
	} {
		_, err := sampler.ParseRank(space, s)
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("ParseRank(%.40q): error %v, want one with %q", s, err, want)
		}
	}
}

// FuzzParseRank compares the ranks of texts that ParseRank accepts with those that math/big reads.
func FuzzParseRank(f *testing.F) {
	for _, s := range []string{"0", "-1", "12345678901234567890123456789012345678901234567890", "1e9", " 5 "} {
		f.Add(s)
	}
	space := rankSpace{"toy", new(big.Int).Lsh(big.NewInt(1), 250)}
	f.Fuzz(func(t *testing.T, s string) {
		rank, err := sampler.ParseRank(space, s)
		if err != nil {
			return
		}
		want, ok := new(big.Int).SetString(strings.TrimSpace(s), 10)
		if !ok || want.Cmp(rank.ToBig()) != 0 {
			t.Errorf("ParseRank(%q) = %s, want %v", s, rank.Dec(), want)
		}
	})
}

// TestDrawAsFEN turns a FEN record into a draw and back.
func TestDrawAsFEN(t *testing.T) {
	f := testkit.Must(chess.ParseFEN("7r/2BRN1NB/b1b1q1Rp/R2qn1pP/3N1pPp/5R2/BK2r3/NNn2k2 b - g3 3 4"))(t)
	d := sampler.FromFEN(f)
	if d.Index != 3 || d.Equivalents != 4 || d.FEN() != f {
		t.Errorf("%v becomes %+v and %v", f, d, d.FEN())
	}
	err := sampler.NotInSpace("toy", "%d kings", 3)
	if !errors.Is(err, sampler.ErrNotInSpace) || err.Error() != "toy: not in the space: 3 kings" {
		t.Error(err)
	}
}
