package endgame

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
)

// BenchmarkEnumerate reports setups classified per second of processor time, and checks
// the number of setups left as rest.
func BenchmarkEnumerate(b *testing.B) {
	for _, c := range []struct {
		name string
		opt  Options
		rest int
	}{
		{"KRK", Options{}, 399064},
		{"KRK", Options{Reading: Beyond}, 399106},
		{"KPK", Options{}, 330486},
		{"KRKN", Options{}, 23301272},
		{"KRKN", Options{Reading: Beyond}, 23313739},
		{"KQRK", Options{Reading: Beyond}, 19829227},
	} {
		b.Run("material="+c.name+"/reading="+c.opt.Reading.String(), func(b *testing.B) {
			m := mustMaterial(b, c.name)
			b.ReportAllocs()
			start := cputime.Used()
			for b.Loop() {
				tab := testkit.Must(Enumerate(context.Background(), m, c.opt))(b)
				if n := tab.counts[chess.White].Rest + tab.counts[chess.Black].Rest; n != c.rest {
					b.Fatalf("%d setups left, want %d", n, c.rest)
				}
			}
			used := (cputime.Used() - start).Seconds()
			b.ReportMetric(float64(2*m.Placements()*b.N)/used, "setups/s")
			b.ReportMetric(used/float64(b.N), "cpu-s/op")
		})
	}
}
