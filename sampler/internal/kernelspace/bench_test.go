package kernelspace

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// benchSpace returns the small space, or with -full that of the default parameters, from the cache.
func benchSpace(b *testing.B) *Space {
	if !*full {
		return small()
	}
	tables := testkit.Must(new(Cache).Open(b.Context(), Default))(b)
	return New(tables)
}

// BenchmarkDraws measures a draw by unranking a random rank (way=unrank), a draw without a rank (way=sample), the rank of a setup
// (way=rank) and the test whether a setup is in the space (way=contains).
func BenchmarkDraws(b *testing.B) {
	s := benchSpace(b)
	stream, bulk := sampler.NewStream(s, 1), sampler.NewBulk(s, 1)
	draws := make([]sampler.Draw, 1<<12) // to be ranked and looked up
	for i := range draws {
		stream.Draw(&draws[i], uint64(i))
	}
	var d sampler.Draw
	b.Run("way=unrank", func(b *testing.B) {
		for i := uint64(0); b.Loop(); i++ {
			stream.Draw(&d, i)
		}
	})
	b.Run("way=sample", func(b *testing.B) {
		for b.Loop() {
			bulk.Next(&d)
		}
	})
	b.Run("way=rank", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if _, err := s.Rank(&draws[i%len(draws)]); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("way=contains", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if !s.Contains(&draws[i%len(draws)].Setup) {
				b.Fatal("an element is not in the space")
			}
		}
	})
}
