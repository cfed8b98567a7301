package rules

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
	"chesscensus/legality/verdict"
)

// rankedDraws returns lines and setups of uniform draws of the ranked set.
func rankedDraws(b *testing.B) (lines []string, setups []chess.Setup) {
	for _, row := range devdata.Rows(b, devdata.Prefilter, 2) {
		lines = append(lines, row[0])
		setups = append(setups, *setup(b, row[0]))
	}
	return lines, setups
}

// BenchmarkPrefilter measures the reference pre-filter on uniform draws, with and
// without parsing and writing lines. Each answer is compared with the first.
func BenchmarkPrefilter(b *testing.B) {
	lines, setups := rankedDraws(b)
	want := make([]Category, len(lines))
	for i := range setups {
		want[i] = Prefilter(&setups[i])
	}
	var buf []byte
	for _, bench := range []struct {
		name string
		run  func(i int) Category
	}{
		{"text=no", func(i int) Category { return Prefilter(&setups[i]) }},
		{"text=yes", func(i int) (cat Category) {
			buf, cat, _ = AppendPrefilter(buf[:0], lines[i])
			return cat
		}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			i, n := 0, 0
			for b.Loop() {
				if bench.run(i) != want[i] {
					b.Fatal(lines[i])
				}
				if n, i = n+1, i+1; i == len(lines) {
					i = 0
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

// BenchmarkStage measures the rules on uniform draws, and on those of them that pass the pre-filter.
func BenchmarkStage(b *testing.B) {
	_, all := rankedDraws(b)
	var candidates []chess.Setup
	for i := range all {
		if Prefilter(&all[i]).PossiblyLegal() {
			candidates = append(candidates, all[i])
		}
	}
	for _, bench := range []struct {
		name   string
		setups []chess.Setup
	}{{"class=draws", all}, {"class=candidates", candidates}} {
		b.Run(bench.name, func(b *testing.B) {
			var st Stage
			want := 0
			for _, s := range bench.setups {
				if r, _ := refutedBy(s); r != 0 {
					want++
				}
			}
			b.ReportAllocs()
			i, n, refuted := 0, 0, 0
			for b.Loop() {
				if _, decided := st.Judge(context.Background(), bench.setups[i], verdict.Budget{}); decided {
					refuted++
				}
				if n, i = n+1, i+1; i == len(bench.setups) {
					if refuted != want {
						b.Fatalf("refuted %d, want %d", refuted, want)
					}
					i, refuted = 0, 0
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
			b.ReportMetric(100*float64(want)/float64(len(bench.setups)), "%refuted")
		})
	}
}
