package bound

import (
	"context"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// candidatePositions returns the positions of the development files with the given truth, or
// with any if it is empty.
func candidatePositions(b *testing.B, truth string) (ps []chess.Position) {
	for _, row := range append(devdata.Candidates(b, devdata.Known), devdata.Candidates(b, devdata.Fresh)...) {
		if p, err := row.Setup.Position(); err == nil && (truth == "" || row.Truth == truth) {
			ps = append(ps, p)
		}
	}
	return ps
}

// measure calls f for i = 0 to n-1 again and again, checks that the sum of its results is
// the same in each pass, and reports the number of calls per second of processor time.
func measure(b *testing.B, unit string, n int, f func(i int) int) {
	pass := func() (sum int) {
		for i := range n {
			sum += f(i)
		}
		return sum
	}
	want := pass()
	b.ReportAllocs()
	b.ResetTimer()
	i, calls, sum := 0, 0, 0
	before := cputime.Used()
	for b.Loop() {
		sum += f(i)
		calls++
		if i++; i == n {
			if sum != want {
				b.Fatalf("sum of the results %d, want %d", sum, want)
			}
			i, sum = 0, 0
		}
	}
	b.ReportMetric(float64(calls)/(cputime.Used()-before).Seconds(), unit)
}

// BenchmarkStage judges candidates.
func BenchmarkStage(b *testing.B) {
	ps := candidatePositions(b, "")
	var st Stage
	measure(b, "verdicts/s", len(ps), func(i int) int {
		if _, decided := st.Judge(context.Background(), ps[i].Setup(), verdict.Budget{}); decided {
			return 1
		}
		return 0
	})
}

// BenchmarkBound measures bounds from the initial position to a fresh goal each time, and from successive positions
// to the same goal, as in a search. The latter are positions after all moves from those of a game that ends in the
// goal, with captures left; or from positions that differ from the goal by moves of officers only.
func BenchmarkBound(b *testing.B) {
	b.Run("goal=fresh", func(b *testing.B) {
		ps := candidatePositions(b, "")
		g := NewGoal(ps[0], nil)
		measure(b, "bounds/s", len(ps), func(i int) int {
			g.Reset(ps[i])
			return g.Bound(&initial)
		})
	})
	b.Run("goal=same/part=captures", func(b *testing.B) {
		src := testkit.Rand("bench")
		style := chesstest.Weights{PawnStep: 2, PawnTakesMan: 8, Take: 0.02, Promote: 5}
		var queries []query
		for len(queries) < 5000 {
			game := slices.Collect(chesstest.Playout(src, chesstest.Options{Plies: 120, Weights: style}))
			g := NewGoal(game[len(game)-1], nil)
			for i := 0; i < len(game)-1; i += 8 {
				queries = addMoves(queries, g, game[i], false)
			}
		}
		benchmarkBounds(b, queries)
	})
	b.Run("goal=same/part=officers", func(b *testing.B) {
		src := testkit.Rand("bench")
		quiet := chesstest.Weights{PawnStep: -1, PawnTakesMan: -1, Take: -1, Promote: -1, EnPassant: -1}
		var queries []query
		for _, p := range candidatePositions(b, "legal")[:40] {
			g := NewGoal(p, nil)
			n := 0
			for m, q := range chesstest.Moves(src, chesstest.Options{Start: p, Plies: 60, Weights: quiet}) {
				if m.Irreversible() {
					break
				}
				if n++; n%5 == 0 {
					queries = addMoves(queries, g, q, true)
				}
			}
		}
		benchmarkBounds(b, queries)
	})
}

// A query is a position and a goal whose bound is computed.
type query struct {
	g *Goal
	p chess.Position
}

// addMoves appends the positions after all moves from p, or only after those that move an
// officer or king and capture nothing.
func addMoves(queries []query, g *Goal, p chess.Position, quiet bool) []query {
	for _, m := range p.Moves(nil) {
		if quiet && m.Irreversible() {
			continue
		}
		queries = append(queries, query{g, p.Play(m)})
	}
	return queries
}

// benchmarkBounds measures the bounds of the queries.
func benchmarkBounds(b *testing.B, queries []query) {
	infinite := 0
	for i := range queries {
		if queries[i].g.Bound(&queries[i].p) == Infinite {
			infinite++
		}
	}
	measure(b, "bounds/s", len(queries), func(i int) int { return queries[i].g.Bound(&queries[i].p) })
	b.ReportMetric(100*float64(infinite)/float64(len(queries)), "%infinite")
}
