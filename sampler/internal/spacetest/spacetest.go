// Package spacetest contains the tests that every space of package sampler must pass, and chi-squared tests of draws.
package spacetest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// RoundTrip unranks a rank, ranks the result, and returns it.
func RoundTrip(t testing.TB, s sampler.Space, rank *uint256.Int) (d sampler.Draw) {
	t.Helper()
	s.Unrank(&d, rank)
	if d.Index < 0 || d.Index >= d.Equivalents || d.Multiplicity < 1 || d.Multiplicity > d.Equivalents {
		t.Fatalf("%s: rank %s gives %+v", s.Name(), rank.Dec(), d)
	}
	back := sampler.Draw{Setup: d.Setup, Index: d.Index, Equivalents: d.Equivalents}
	got, err := s.Rank(&back)
	if err != nil || got != *rank || back != d {
		t.Fatalf("%s: rank %s gives %v, which ranks as %s, %v", s.Name(), rank.Dec(), d.FEN(), got.Dec(), err)
	}
	return d
}

// OutOfRange checks that ranks not below the size panic, and that the size is not read as a rank.
func OutOfRange(t *testing.T, s sampler.Space) {
	size := uint256.MustFromBig(s.Size())
	for _, rank := range []*uint256.Int{size, {0, 0, 0, 1 << 63}, new(uint256.Int).SetAllOne()} {
		WantPanic(t, s.Name()+": rank "+rank.Dec(), func() { s.Unrank(new(sampler.Draw), rank) })
	}
	if _, err := sampler.ParseRank(s, size.Dec()); err == nil {
		t.Errorf("%s: rank N is read", s.Name())
	}
}

// Named returns a function that returns the space of a name, one of a list. It panics if there is none.
func Named(list ...sampler.Space) func(string) sampler.Space {
	return func(name string) sampler.Space {
		i := slices.IndexFunc(list, func(s sampler.Space) bool { return s.Name() == name })
		if i < 0 {
			panic("spacetest: no space " + name)
		}
		return list[i]
	}
}

// NotInSpace checks a [testkit.Table] of setups that are not in a space: its name, the FEN record, a part of the error of Rank, and why. A
// space with a method Contains must not contain them.
func NotInSpace(t testing.TB, file string, named func(string) sampler.Space) {
	t.Helper()
	for _, c := range testkit.Table[struct{ Space, FEN, Error, Why string }](t, file) {
		s := named(c.Space)
		d := sampler.FromFEN(testkit.Must(chess.ParseFEN(c.FEN))(t))
		if _, err := s.Rank(&d); !errors.Is(err, sampler.ErrNotInSpace) || !strings.Contains(err.Error(), c.Error) {
			t.Errorf("%s: %s: error %v, want one with %q (%s)", c.Space, c.FEN, err, c.Error, c.Why)
		}
		if container, ok := s.(interface{ Contains(*chess.Setup) bool }); ok && container.Contains(&d.Setup) {
			t.Errorf("%s contains %s", c.Space, c.FEN)
		}
	}
}

// GoldenStream compares draws of seed 1 with a [testkit.Table]: the name of a space, the number of a draw, and its FEN record. Each space must
// have some.
func GoldenStream(t testing.TB, file string, spaces ...sampler.Space) {
	t.Helper()
	named, has := Named(spaces...), map[string]bool{}
	for _, c := range testkit.Table[struct {
		Space string
		Draw  int
		FEN   string
	}](t, file) {
		var d sampler.Draw
		sampler.NewStream(named(c.Space), 1).Draw(&d, uint64(c.Draw))
		testkit.Equal(t, d.FEN().String(), c.FEN, c.Space, "draw", c.Draw)
		has[c.Space] = true
	}
	for _, s := range spaces {
		testkit.Equal(t, has[s.Name()], true, s.Name(), "has golden draws")
	}
}

// WantPanic checks that f panics.
func WantPanic(t testing.TB, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	f()
}

// NoAllocations checks that neither a draw, nor its rank, nor a direct draw allocates memory.
func NoAllocations(t *testing.T, s sampler.Space) {
	stream, i := sampler.NewStream(s, 5), uint64(0)
	var d sampler.Draw
	if n := testing.AllocsPerRun(500, func() {
		stream.Draw(&d, i)
		if d.Weight > 0 {
			if _, err := s.Rank(&d); err != nil {
				t.Fatal(err)
			}
		}
		i++
	}); n >= 1 {
		t.Errorf("%s: %v allocations for a draw and its rank", s.Name(), n)
	}
	if direct, ok := s.(sampler.Direct); ok {
		bulk := sampler.NewBulk(direct, 1)
		if n := testing.AllocsPerRun(200, func() { bulk.Next(&d) }); n != 0 {
			t.Errorf("%s: %v allocations a direct draw", s.Name(), n)
		}
	}
}

// ChiSquared returns the probability of a chi-squared statistic at least as large as that of the counts, given the
// expected numbers. Categories in which fewer than 10 are expected count as one, which is left out if fewer than 5
// are expected in it. With fewer than two categories the probability is 1.
func ChiSquared(counts, expected []float64) float64 {
	sum, categories := 0.0, 0
	add := func(count, expected float64) {
		sum += (count - expected) * (count - expected) / expected
		categories++
	}
	var rareCount, rareExpected float64
	for i, x := range expected {
		if x < 10 {
			rareCount, rareExpected = rareCount+counts[i], rareExpected+x
		} else {
			add(counts[i], x)
		}
	}
	if rareExpected >= 5 {
		add(rareCount, rareExpected)
	}
	if categories < 2 {
		return 1
	}
	return distuv.ChiSquared{K: float64(categories - 1)}.Survival(sum)
}

// UniformChance returns the probability of a chi-squared statistic at least as large as that of the counts if all
// categories, of which there are two or more, are equally likely.
func UniformChance(counts []int) float64 {
	total, squares := 0.0, 0.0
	for _, n := range counts {
		total += float64(n)
		squares += float64(n) * float64(n)
	}
	categories := float64(len(counts))
	return distuv.ChiSquared{K: categories - 1}.Survival(categories*squares/total - total)
}

// FuzzRank ranks every text that is a FEN record. What has a rank must be the element of that rank; for the rest
// the error must be that it is not in the space.
func FuzzRank(f *testing.F, spaces []sampler.Space, records ...string) {
	records = append(records, chess.InitialSetup().String()+" 0 1", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 1 2",
		"8/8/8/8/8/8/8/6Kk w - - 0 1", "8/8/8/8/8/8/8/8 b KQkq e3 7 0")
	for _, record := range records {
		f.Add(record)
	}
	// The tables of a space are made here, at its first rank, since a fuzzed input has only ten seconds.
	for _, space := range spaces {
		d := sampler.Draw{Setup: chess.InitialSetup(), Weight: 1, Multiplicity: 1}
		if rank, err := space.Rank(&d); err == nil {
			space.Unrank(&d, &rank)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		fen, err := chess.ParseFEN(s)
		if err != nil {
			return
		}
		for _, space := range spaces {
			d := sampler.FromFEN(fen)
			rank, err := space.Rank(&d)
			switch {
			case err != nil && !errors.Is(err, sampler.ErrNotInSpace):
				t.Errorf("%s: %q: error %v", space.Name(), s, err)
			case err == nil && d.Setup != fen.Setup:
				t.Errorf("%s: %q: Rank changed the setup", space.Name(), s)
			case err == nil:
				RoundTrip(t, space, &rank)
			}
		}
	})
}
