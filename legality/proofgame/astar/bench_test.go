package astar

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
)

// BenchmarkExpand measures searches of 2000 expansions each: without captures left, as after the path of a proof game, with weights
// 1:5, with detours, and for shortest lines; and with captures left, from the initial position.
func BenchmarkExpand(b *testing.B) {
	starts, ends := scrambledTasks(b, 24)
	var initial []chess.Position
	for range starts {
		initial = append(initial, chess.InitialPosition())
	}
	for _, row := range []struct {
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
		b.Run(row.name, func(b *testing.B) {
			var s Search
			row.opt.Nodes = 2000
			var expanded, bounded, nodes int64
			want := make([]int64, len(ends))
			i := 0
			before := cputime.Used()
			for b.Loop() {
				result, err := s.Find(context.Background(), row.from[i], ends[i], row.opt)
				if err != nil {
					b.Fatal(err)
				}
				if want[i] == 0 {
					want[i] = result.Bounded
				}
				if result.Bounded != want[i] {
					b.Fatalf("%d bounds, %d the first time", result.Bounded, want[i])
				}
				expanded, bounded, nodes = expanded+result.Expanded, bounded+result.Bounded, nodes+int64(result.Nodes)
				i = (i + 1) % len(ends)
			}
			b.ReportMetric((cputime.Used()-before).Seconds()*1000/float64(expanded), "ms/expansion")
			b.ReportMetric(float64(bounded)/float64(expanded), "bounds/expansion")
			b.ReportMetric(float64(nodes)/float64(expanded), "nodes/expansion")
		})
	}
}
