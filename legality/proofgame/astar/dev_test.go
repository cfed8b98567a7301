package astar

import (
	"context"
	"testing"
	"time"

	"chesscensus/chess"
)

func TestDev(t *testing.T) {
	goal, err := chess.ParsePosition("r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range [][2]int{{1, 1}, {1, 5}} {
		var s Search
		t0 := time.Now()
		r, err := s.Find(context.Background(), chess.InitialPosition(), goal, Options{A: w[0], B: w[1], Nodes: 500000})
		d := time.Since(t0)
		t.Log(r.Outcome, r.Stop, len(r.Moves), r.Moves, r.Bound, r.Least, r.Expanded, r.Bounded, r.Nodes, err, d, float64(d.Microseconds())/float64(r.Expanded))
	}
}
