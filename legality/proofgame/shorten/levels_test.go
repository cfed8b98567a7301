package shorten

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/chess/chesstest"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testkit"
)

// BenchmarkLevels compares sizes of windows on random games of 250 plies, one an operation
// (-benchtime 40x takes minutes).
func BenchmarkLevels(b *testing.B) {
	used := levels
	defer func() { levels = used }()
	start := chess.InitialPosition()
	for _, c := range []struct {
		name   string
		levels []level
	}{
		{"as-used", used},
		{"without-the-whole-game", used[1:]},
		{"small-and-shortest-only", used[3:]},
		{"large-only", used[:3]},
		{"small-ones-first", []level{used[4], used[3], used[2], used[1], used[0]}},
	} {
		for _, nodes := range []int64{5000, 30_000, 100_000} {
			b.Run(fmt.Sprintf("windows=%s/nodes=%d", c.name, nodes), func(b *testing.B) {
				levels = c.levels
				var s Shortener
				before, after := 0, 0
				used := cputime.Used()
				for i := 0; b.Loop(); i++ {
					src := testkit.Rand(string(rune('A' + i)))
					r, err := s.Shorten(context.Background(), start, slices.Collect(moves(src)), Options{Nodes: nodes})
					if err != nil {
						b.Fatal(err)
					}
					before, after = before+r.Before, after+r.After
				}
				b.ReportMetric((cputime.Used()-used).Seconds()*1000/float64(b.N), "CPU-ms/op")
				b.ReportMetric(float64(after)/float64(before), "length-left")
			})
		}
	}
}

// moves yields the moves of a random game of 250 plies.
func moves(src *rand.Rand) iter.Seq[chess.Move] {
	return func(yield func(chess.Move) bool) {
		for m := range chesstest.Moves(src, chesstest.Options{Plies: 250}) {
			if !yield(m) {
				return
			}
		}
	}
}
