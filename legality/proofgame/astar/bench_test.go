package astar

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
)

// BenchmarkExpand measures expansions without captures left, as after the path of a proof game: 2000 a search, in the order of weights
// 1:5, with detours, and of shortest lines; and with captures left from the initial position.
func BenchmarkExpand(b *testing.B) {
	starts, ends := tasksOf(b, 24)
	var initial []chess.Position
	for range starts {
		initial = append(initial, chess.InitialPosition())
	}
	for _, c := range []struct {
		name string
		from []chess.Position
		opt  Options
	}{
		{"part=quiet/order=1:5", starts, Options{A: 1, B: 5}},
		{"part=quiet/order=detours", starts, Options{A: 1, B: 5, NonAdmissible: true}},
		{"part=quiet/order=1:1", starts, Options{}},
		{"part=captures/order=1:5", initial, Options{A: 1, B: 5}},
		{"part=captures/order=1:1", initial, Options{}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var s Search
			c.opt.Nodes = 2000
			var expanded, bounded, nodes int64
			want := make([]int64, len(ends))
			i := 0
			before := cputime.Used()
			for b.Loop() {
				r, err := s.Find(context.Background(), c.from[i], ends[i], c.opt)
				if err != nil {
					b.Fatal(err)
				}
				if want[i] == 0 {
					want[i] = r.Bounded
				}
				if r.Bounded != want[i] {
					b.Fatalf("%d bounds, %d the first time", r.Bounded, want[i])
				}
				expanded, bounded, nodes = expanded+r.Expanded, bounded+r.Bounded, nodes+int64(r.Nodes)
				i = (i + 1) % len(ends)
			}
			b.ReportMetric((cputime.Used()-before).Seconds()*1000/float64(expanded), "ms/expansion")
			b.ReportMetric(float64(bounded)/float64(expanded), "bounds/expansion")
			b.ReportMetric(float64(nodes)/float64(expanded), "nodes/expansion")
		})
	}
}

// BenchmarkShortest finds shortest games of classical positions.
func BenchmarkShortest(b *testing.B) {
	for _, c := range classics[1:] {
		b.Run("position="+c.name, func(b *testing.B) {
			goal := testkit.Position(b, c.fen)
			var s Search
			var nodes int64
			for b.Loop() {
				r, err := s.Find(context.Background(), chess.InitialPosition(), goal, Options{First: true})
				if err != nil || len(r.Moves) != c.plies {
					b.Fatalf("%d plies, want %d, %v", len(r.Moves), c.plies, err)
				}
				nodes = r.Expanded
			}
			b.ReportMetric(float64(nodes), "expansions/op")
		})
	}
}
