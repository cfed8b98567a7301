package ranked

import (
	"testing"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
)

// BenchmarkNew measures making the tables of one space, with the parts that both spaces share.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		for k := range 9 {
			newCaseTable(k/3, k%3, 0, plain)
		}
		for k := range 18 {
			newCaseTable(k/2/3, k/2%3, 1, variantOf(repaired, k%2, 1))
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/space")
}

const benchDraws = 8192 // more than fits a cache

// benchmarkSpaces runs op as a sub-benchmark for both spaces.
func benchmarkSpaces(b *testing.B, unit string, op func(s *Space, st *sampler.Stream, draws []sampler.Draw, i int)) {
	for _, s := range spaces() {
		b.Run("space="+s.Name(), func(b *testing.B) {
			st := sampler.NewStream(s, 1)
			draws := make([]sampler.Draw, benchDraws)
			for i := range draws {
				st.Draw(&draws[i], uint64(i))
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				op(s, st, draws, i)
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), unit)
		})
	}
}

// BenchmarkDraw measures random rank and unranking; every draw is compared with one made before.
func BenchmarkDraw(b *testing.B) {
	var d sampler.Draw
	benchmarkSpaces(b, "draws/s", func(_ *Space, st *sampler.Stream, draws []sampler.Draw, i int) {
		st.Draw(&d, uint64(i%benchDraws))
		if d != draws[i%benchDraws] {
			b.Fatal("draw differs")
		}
	})
}

// BenchmarkUnrank measures unranking alone.
func BenchmarkUnrank(b *testing.B) {
	ranks := map[*Space][]uint256.Int{}
	for _, s := range spaces() {
		st := sampler.NewStream(s, 1)
		for i := range uint64(benchDraws) {
			ranks[s] = append(ranks[s], st.Rank(i))
		}
	}
	benchmarkSpaces(b, "unranks/s", func(s *Space, _ *sampler.Stream, draws []sampler.Draw, i int) {
		var d sampler.Draw
		s.Unrank(&d, &ranks[s][i%benchDraws])
		if d != draws[i%benchDraws] {
			b.Fatal("unranked draw differs")
		}
	})
}

// BenchmarkUnrankLine measures unranking and writing the FEN line.
func BenchmarkUnrankLine(b *testing.B) {
	var line []byte
	benchmarkSpaces(b, "lines/s", func(s *Space, st *sampler.Stream, draws []sampler.Draw, i int) {
		var d sampler.Draw
		rank := st.Rank(uint64(i % benchDraws))
		s.Unrank(&d, &rank)
		f := d.FEN()
		if line = f.Append(line[:0]); len(line) < 20 {
			b.Fatal("short line")
		}
	})
}

// BenchmarkRank measures ranking without reading text; every rank is compared.
func BenchmarkRank(b *testing.B) {
	benchmarkSpaces(b, "ranks/s", func(s *Space, st *sampler.Stream, draws []sampler.Draw, i int) {
		d := draws[i%benchDraws]
		rank, err := s.Rank(&d)
		if err != nil || rank.IsZero() {
			b.Fatal(err)
		}
	})
}
