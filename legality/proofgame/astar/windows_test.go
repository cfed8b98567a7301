package astar

import (
	"context"
	"fmt"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// BenchmarkWindows compares sizes of windows on random games of 250 plies, one for each operation (-benchtime 40x takes minutes).
func BenchmarkWindows(b *testing.B) {
	used := windowSizes
	defer func() { windowSizes = used }()
	start := chess.InitialPosition()
	for _, row := range []struct {
		name  string
		sizes []windowSize
	}{
		{"as-used", used},
		{"the-whole-game-first", append([]windowSize{used[4]}, used[:4]...)},
		{"as-before", []windowSize{{500, 10_000, true}, {100, 2000, true}, {40, 1000, true}, {20, 1000, false}, {12, 1000, false}}},
		{"small-and-shortest-only", used[3:4]},
		{"large-only", used[:2]},
		{"small-ones-first", []windowSize{used[3], used[2], used[1], used[0], used[4]}},
	} {
		for _, nodes := range []int64{5000, 30_000, 100_000} {
			b.Run(fmt.Sprintf("windows=%s/nodes=%d", row.name, nodes), func(b *testing.B) {
				windowSizes = row.sizes
				var s Shortener
				before, after := 0, 0
				used := cputime.Used()
				for i := 0; b.Loop(); i++ {
					game := randomGame(testkit.Rand(string(rune('A'+i))), chesstest.Options{Plies: 250})
					shorter, err := s.Shorten(context.Background(), start, game, ShortenOptions{Nodes: nodes})
					if err != nil {
						b.Fatal(err)
					}
					before, after = before+len(game), after+len(shorter)
				}
				b.ReportMetric((cputime.Used()-used).Seconds()*1000/float64(b.N), "CPU-ms/op")
				b.ReportMetric(float64(after)/float64(before), "length-left")
			})
		}
	}
}
