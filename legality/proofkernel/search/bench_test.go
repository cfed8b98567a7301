package search

import (
	"context"
	"fmt"
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

// BenchmarkFirst decides candidates of the ranked set with few captures. Verdicts are compared with those of the reference.
func BenchmarkFirst(b *testing.B) {
	for _, captures := range []int{3, 4, 5} {
		b.Run(fmt.Sprintf("captures=%d", captures), func(b *testing.B) {
			all := candidates(b, captures, captures)
			s := &Searcher{Options: Options{Nodes: -1}}
			nodes, n := int64(0), 0
			i := 0
			for b.Loop() {
				c := all[i]
				r := s.First(context.Background(), initial, c.Setup)
				if contradicts(r, c) {
					b.Fatalf("%v: %v, reference %s", c.Setup, r.Status, c.Truth)
				}
				nodes += r.Nodes
				if n, i = n+1, i+1; i == len(all) {
					i = 0
				}
			}
			b.ReportMetric(float64(len(all)), "positions")
			b.ReportMetric(float64(nodes)/float64(n), "nodes/op")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
