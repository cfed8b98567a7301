package astar

import (
	"context"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/verdict"
)

// tasksOf returns starts from which the goals are reached without captures, by lines of some hundred plies.
func tasksOf(t testing.TB, n int) (starts, ends []chess.Position) {
	for i, goal := range goals(t, n) {
		src := testkit.Rand("scramble " + string(rune('A'+i)))
		start, _ := scramble(t, src, goal, 400)
		starts, ends = append(starts, start), append(ends, goal)
	}
	return starts, ends
}

// TestSolve: lines to legal positions with promoted men from far away, all within the default budget.
func TestSolve(t *testing.T) {
	n := testkit.Size(4, 24)
	starts, ends := tasksOf(t, n)
	var s Search
	var expanded int64
	plies := 0
	for i, start := range starts {
		r, err := s.Solve(context.Background(), start, ends[i], Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Outcome.Solved() {
			t.Errorf("%s to %s: %s, bound %d", start, ends[i], r.Outcome, r.Bound)
			continue
		}
		replay(t, start, ends[i], r.Moves)
		if r.Least > len(r.Moves) {
			t.Errorf("%d plies, at least %d", len(r.Moves), r.Least)
		}
		expanded += r.Expanded
		plies += len(r.Moves)
	}
	t.Logf("%d goals, %d expansions and %d plies each", n, expanded/int64(n), plies/n)
}

// TestSolveGivesUp: budget and dead ends.
func TestSolveGivesUp(t *testing.T) {
	var s Search
	goal := goals(t, 1)[0]
	r, err := s.Solve(context.Background(), chess.InitialPosition(), goal, Options{Nodes: 4321})
	if err != nil || r.Outcome != GaveUp || r.Stop != verdict.NodeLimit || r.Expanded != 4321 || len(r.Closest) == 0 {
		t.Errorf("%s, %s after %d expansions, %v", r.Outcome, r.Stop, r.Expanded, err)
	}
	start := testkit.Position(t, "1k6/1p1p1p1p/pP1P1P1P/8/8/Pp1p1p1p/1P1P1P1P/1K6 w - - 0 1")
	out := testkit.Position(t, "1k6/1p1p1p1p/1P1P1P1P/p7/K7/Pp1p1p1p/1P1P1P1P/8 w - - 0 1")
	if r, err := s.Solve(context.Background(), start, out, Options{}); err != nil || r.Outcome != NoSolution || r.Least != bound.Infinite {
		t.Errorf("%s, at least %d plies, %v; want no solution", r.Outcome, r.Least, err)
	}
	if _, err := s.Solve(context.Background(), chess.Position{}, goal, Options{}); err == nil {
		t.Error("no error without a start")
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := s.Solve(canceled, chess.InitialPosition(), goal, Options{}); err != nil || r.Stop != verdict.Canceled {
		t.Errorf("%s, %v, want canceled", r.Stop, err)
	}
}

// BenchmarkPlans compares ways to divide expansions, on 180 goals (minutes).
func BenchmarkPlans(b *testing.B) {
	const n = 50_000
	list := func(st ...stage) func(int, int64) (stage, bool) {
		return func(i int, _ int64) (stage, bool) {
			if i == len(st) {
				return stage{}, false
			}
			return st[i], true
		}
	}
	starts, ends := tasksOf(b, 180)
	for _, plan := range []struct {
		name  string
		opt   Options
		next  func(int, int64) (stage, bool)
		solve bool
	}{
		{name: "bound alone", next: list(stage{nodes: n})},
		{name: "detours alone", next: list(stage{nodes: n, nonAdmissible: true})},
		{name: "texelutil's three", next: list(stage{nodes: n}, stage{n / 4, true, true}, stage{nodes: n / 8, nonAdmissible: true})},
		{name: "texelutil's three, dynamic weights", opt: Options{Dynamic: true},
			next: list(stage{nodes: n}, stage{n / 4, true, true}, stage{nodes: n / 8, nonAdmissible: true})},
		{name: "Solve", solve: true},
		{name: "Solve, weights 1:3", opt: Options{A: 1, B: 3}, solve: true},
		{name: "Solve, weights 1:10", opt: Options{A: 1, B: 10}, solve: true},
		{name: "Solve, dynamic weights", opt: Options{Dynamic: true}, solve: true},
		{name: "Solve, seed 1", opt: Options{Seed: 1}, solve: true},
	} {
		b.Run("plan="+strings.ReplaceAll(plan.name, " ", "-"), func(b *testing.B) {
			var s Search
			var each []float64
			var sum float64
			var expanded, bounded int64
			solved, plies := 0, 0
			for task := 0; b.Loop(); task++ {
				i := task % len(starts)
				start := starts[i]
				before := cputime.Used()
				find := s.Solve
				if !plan.solve {
					find = func(ctx context.Context, a, b chess.Position, opt Options) (Result, error) {
						return s.runStages(ctx, a, b, opt, plan.next)
					}
				}
				r, err := find(context.Background(), start, ends[i], plan.opt)
				if err != nil {
					b.Fatal(err)
				}
				ms := (cputime.Used() - before).Seconds() * 1000
				each, sum = append(each, ms), sum+ms
				expanded, bounded = expanded+r.Expanded, bounded+r.Bounded
				if r.Outcome.Solved() {
					replay(b, start, ends[i], r.Moves)
					solved++
					plies += len(r.Moves)
				}
			}
			slices.Sort(each)
			k := len(each)
			b.ReportMetric(float64(solved)/float64(k), "solved/op")
			b.ReportMetric(sum/float64(k), "CPU-ms/op")
			b.ReportMetric(each[k/2], "median-ms")
			b.ReportMetric(each[k*99/100], "p99-ms")
			b.ReportMetric(sum/float64(expanded), "CPU-ms/expansion")
			b.ReportMetric(float64(bounded)/float64(expanded), "bounds/expansion")
			b.ReportMetric(float64(plies)/float64(max(solved, 1)), "plies/line")
		})
	}
}
