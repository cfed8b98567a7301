package naive

import (
	"testing"

	"chesscensus/internal/cputime"
	"chesscensus/sampler"
)

const benchDraws = 4096

// BenchmarkDraw measures random rank and unranking, BenchmarkRank ranking.
func BenchmarkDraw(b *testing.B) { benchmark(b, true) }
func benchmark(b *testing.B, draw bool) {
	for _, s := range spaces() {
		b.Run("space="+s.Name(), func(b *testing.B) {
			st := sampler.NewStream(s, 1)
			want := make([]sampler.Draw, benchDraws)
			for i := range want {
				st.Draw(&want[i], uint64(i))
			}
			var d sampler.Draw
			b.ReportAllocs()
			i := 0
			before := cputime.Used()
			for b.Loop() {
				if draw {
					st.Draw(&d, uint64(i))
				} else {
					d = want[i]
					if _, err := s.Rank(&d); err != nil {
						b.Fatal(err)
					}
				}
				if d != want[i] {
					b.Fatal("draw differs")
				}
				i = (i + 1) % benchDraws
			}
			unit := map[bool]string{true: "draws/s", false: "ranks/s"}[draw]
			b.ReportMetric(float64(b.N)/(cputime.Used()-before).Seconds(), unit)
		})
	}
}
