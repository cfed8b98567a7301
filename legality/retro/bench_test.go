package retro

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
)

// BenchmarkUnmoves measures listing the unmoves of the positions of the development file, with
// and without en passant histories, and checks their number.
func BenchmarkUnmoves(b *testing.B) {
	var setups []chess.Setup
	want := 0
	for _, row := range devdata.Rows(b, devdata.Unmoves, 4) {
		s := testkit.Setup(b, row[1])
		setups = append(setups, s)
		want += len(formatUnmoves(s))
	}
	for _, mode := range []struct {
		name string
		opt  Options
	}{{"ep=all", Options{AllEP: true}}, {"ep=captured", Options{}}} {
		b.Run(mode.name, func(b *testing.B) {
			b.ReportAllocs()
			dst := make([]Unmove, 0, 1024)
			n := 0
			start := cputime.Used()
			for b.Loop() {
				round := 0
				for i := range setups {
					dst = Unmoves(dst[:0], setups[i], mode.opt)
					round += len(dst)
				}
				if mode.opt.AllEP && round != want {
					b.Fatalf("%d unmoves, want %d", round, want)
				}
				n += round
			}
			b.ReportMetric(float64(n)/(cputime.Used()-start).Seconds(), "unmoves/s")
		})
	}
}
