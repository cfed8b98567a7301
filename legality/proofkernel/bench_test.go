package proofkernel

import (
	"slices"
	"testing"
	"time"

	"chesscensus/internal/testing/devdata"
)

// BenchmarkExists measures kernel and extended kernel over the candidates, one pass an operation, with empty tables and with
// those of the pass before. It compares each result with the published one. Quantiles are over the candidates, each with its best
// time, so that other work on the machine does not count.
func BenchmarkExists(b *testing.B) {
	rows := append(readRows(b, devdata.Known), readRows(b, devdata.Fresh)...)
	for _, tables := range []string{"warm", "cold"} {
		for _, part := range []string{"kernel", "extended"} {
			b.Run("tables="+tables+"/part="+part, func(b *testing.B) {
				var s Solver
				best := make([]time.Duration, len(rows)) // of each row over the passes
				pass := func() {
					if tables == "cold" {
						s = Solver{}
					}
					for i := range rows {
						r := &rows[i]
						start := time.Now()
						var got Result
						want := r.want
						if part == "kernel" {
							got, _ = s.Kernel(&r.setup, 0)
							if want == NoExtended {
								want = Has
							}
						} else {
							got, _ = s.Exists(&r.setup, 0)
						}
						if d := time.Since(start); best[i] == 0 || d < best[i] {
							best[i] = d
						}
						if got != want && !r.isUnknown {
							b.Fatalf("%s: got %v, want %v", r.fen, got, want)
						}
					}
				}
				pass()
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					pass()
					n += len(rows)
				}
				sec := b.Elapsed().Seconds()
				b.ReportMetric(float64(n)/sec, "verdicts/s")
				b.ReportMetric(1000*sec/float64(n), "ms/candidate")
				slices.Sort(best)
				sum := time.Duration(0)
				for _, d := range best {
					sum += d
				}
				b.ReportMetric(float64(sum.Nanoseconds())/1e6/float64(len(best)), "ms-mean")
				for _, q := range []struct {
					name string
					of   int
				}{{"ms-median", 50}, {"ms-99%", 99}, {"ms-worst", 100}} {
					d := best[min(len(best)*q.of/100, len(best)-1)]
					b.ReportMetric(float64(d.Nanoseconds())/1e6, q.name)
				}
			})
		}
	}
}
