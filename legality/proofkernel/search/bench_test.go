package search

import (
	"context"
	"testing"

	"chesscensus/internal/testing/devdata"
)

// BenchmarkList lists all kernels of the development file.
func BenchmarkList(b *testing.B) {
	all := devdata.Listings(b)
	s := &Searcher{Options: Options{Nodes: -1}}
	kernels, nodes, n := 0, int64(0), 0
	b.ReportAllocs()
	for b.Loop() {
		n++
		for _, l := range all {
			count := 0
			for _, err := range s.All(context.Background(), l.Start, l.Goal) {
				if err != nil {
					b.Fatal(err)
				}
				count++
			}
			if count != l.Count {
				b.Fatalf("%s: %d kernels, want %d", l.Goal, count, l.Count)
			}
			kernels += count
			nodes += s.nodes
		}
	}
	b.ReportMetric(float64(nodes)/float64(n), "nodes/op")
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	b.ReportMetric(float64(kernels)/b.Elapsed().Seconds(), "kernels/s")
}
