package placement

import (
	"math"
	"testing"

	"chesscensus/internal/cputime"
	"chesscensus/legality/chesscounter"
	"chesscensus/sampler"
)

// eachBenchmark runs f as a sub-benchmark for every space.
func eachBenchmark(b *testing.B, f func(b *testing.B, s *Space, base Base)) {
	for base := range Bases {
		for level := range Levels {
			s := NewCounter(Base(base), Level(level))
			b.Run("space="+s.Name(), func(b *testing.B) { f(b, s, Base(base)) })
		}
	}
}

// perCPU reports n per second of processor time.
func perCPU(b *testing.B, start float64, n float64, unit string) {
	b.ReportMetric(n/(cputime.Used().Seconds()-start), unit)
}

// BenchmarkSample measures draws without ranks.
func BenchmarkSample(b *testing.B) {
	eachBenchmark(b, func(b *testing.B, s *Space, _ Base) {
		bulk := sampler.NewBulk(s, 1)
		b.ReportAllocs()
		var d sampler.Draw
		kept := 0
		start := cputime.Used().Seconds()
		for b.Loop() {
			if bulk.Next(&d) {
				kept++
			}
		}
		perCPU(b, start, float64(b.N), "draws/cpu-s")
		if b.N > 10000 && kept == 0 {
			b.Fatal("no draw kept")
		}
	})
}

// BenchmarkDraw measures draws of a stream: rank, and unranking.
func BenchmarkDraw(b *testing.B) {
	eachBenchmark(b, func(b *testing.B, s *Space, _ Base) {
		stream := sampler.NewStream(s, 1)
		b.ReportAllocs()
		var d sampler.Draw
		i := uint64(0)
		start := cputime.Used().Seconds()
		for b.Loop() {
			stream.Draw(&d, i)
			i++
		}
		perCPU(b, start, float64(b.N), "draws/cpu-s")
		x := d
		if r, err := s.Rank(&x); err != nil || r != stream.Rank(i-1) {
			b.Fatal(err)
		}
	})
}

// BenchmarkEfficiency measures relative standard error times the root of the
// processor time, with the draws judged by ChessCounter's rules.
func BenchmarkEfficiency(b *testing.B) {
	eachBenchmark(b, func(b *testing.B, s *Space, base Base) {
		if !s.diagrams {
			b.Skip("its elements are positions; ChessCounter weighs diagrams")
		}
		bulk := sampler.NewBulk(s, 1)
		var d sampler.Draw
		var sum, squares float64
		start := cputime.Used().Seconds()
		for b.Loop() {
			if bulk.Next(&d) {
				w := float64(chesscounter.Options{}.Judge(&d.Setup, chesscounter.Space(base)).Weight)
				sum += w
				squares += w * w
			}
		}
		n, cpu := float64(b.N), cputime.Used().Seconds()-start
		if sum > 0 {
			b.ReportMetric(math.Sqrt(squares-sum*sum/n)/sum*math.Sqrt(cpu), "rse*sqrt(cpu-s)")
		}
		b.ReportMetric(n/cpu, "judged/cpu-s")
	})
}
