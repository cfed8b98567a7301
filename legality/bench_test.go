package legality

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

// BenchmarkJudge measures the engine at effort static on published uniform draws of the
// ranked set, and checks that each pass has as many refutations as the first.
func BenchmarkJudge(b *testing.B) {
	var setups []chess.Setup
	possible := 0
	for _, row := range devdata.Rows(b, devdata.Prefilter, 2) {
		s := testkit.Setup(b, row[0])
		setups = append(setups, s)
		if rules.Prefilter(&s).PossiblyLegal() {
			possible++
		}
	}
	b.Run("effort=static", func(b *testing.B) {
		e := newEngine(b, Options{})
		b.ReportAllocs()
		ctx := context.Background()
		i, n, unknown, want := 0, 0, 0, -1
		for b.Loop() {
			if e.Judge(ctx, setups[i]).Outcome == verdict.Unknown {
				unknown++
			}
			if n, i = n+1, i+1; i == len(setups) {
				if want < 0 {
					want = unknown
				}
				if unknown != want || unknown > possible {
					b.Fatalf("%d unknown, want %d, pre-filter leaves %d", unknown, want, possible)
				}
				i, unknown = 0, 0
			}
		}
		b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
	})
}
