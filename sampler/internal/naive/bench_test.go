package naive

import (
	"testing"

	"chesscensus/internal/cputime"
	"chesscensus/sampler"
)

const benchDraws = 4096

// BenchmarkDraw measures random rank and unranking; every draw is compared with one made before.
func BenchmarkDraw(b *testing.B) {
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
				if st.Draw(&d, uint64(i)); d != want[i] {
					b.Fatal("draw differs")
				}
				i = (i + 1) % benchDraws
			}
			b.ReportMetric(float64(b.N)/(cputime.Used()-before).Seconds(), "draws/s")
		})
	}
}
