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

// scrambledTasks returns starts from which the goals are reached without captures, by lines of some hundred plies.
func scrambledTasks(t testing.TB, n int) (starts, ends []chess.Position) {
	for i, goal := range goals(t, n) {
		src := testkit.Rand("scramble " + string(rune('A'+i)))
		start, _ := scramble(t, src, goal, 400)
		starts, ends = append(starts, start), append(ends, goal)
	}
	return starts, ends
}

// TestSolve finds lines to legal positions with promoted men from far away, all within the default budget.
func TestSolve(t *testing.T) {
	n := testkit.Size(4, 24)
	starts, ends := scrambledTasks(t, n)
	var s Search
	var expanded int64
	plies := 0
	for i, start := range starts {
		result := testkit.Must(s.Solve(context.Background(), start, ends[i], Options{}))(t)
		if !result.Outcome.Solved() {
			t.Errorf("%s to %s: %s, bound %d", start, ends[i], result.Outcome, result.Bound)
			continue
		}
		replay(t, start, ends[i], result.Moves)
		if result.Least > len(result.Moves) {
			t.Errorf("%d plies, at least %d", len(result.Moves), result.Least)
		}
		expanded += result.Expanded
		plies += len(result.Moves)
	}
	t.Logf("%d goals, %d expansions and %d plies each", n, expanded/int64(n), plies/n)
}

// TestSolveGivesUp checks the results without a line: after the budget, for an unreachable goal, without a start, and when canceled.
func TestSolveGivesUp(t *testing.T) {
	var s Search
	goal := goals(t, 1)[0]
	result, err := s.Solve(context.Background(), chess.InitialPosition(), goal, Options{Nodes: 4321})
	if err != nil || result.Outcome != GaveUp || result.Stop != verdict.NodeLimit {
		t.Errorf("%s, %s, error %v, want a stop by the limit of nodes", result.Outcome, result.Stop, err)
	}
	if result.Expanded != 4321 || len(result.Closest) == 0 {
		t.Errorf("%d expansions, closest line %v, want 4321 and a line", result.Expanded, result.Closest)
	}
	start := testkit.Position(t, "1k6/1p1p1p1p/pP1P1P1P/8/8/Pp1p1p1p/1P1P1P1P/1K6 w - - 0 1")
	unreachable := testkit.Position(t, "1k6/1p1p1p1p/1P1P1P1P/p7/K7/Pp1p1p1p/1P1P1P1P/8 w - - 0 1")
	if result, err := s.Solve(context.Background(), start, unreachable, Options{}); err != nil || result.Outcome != NoSolution ||
		result.Least != bound.Infinite {
		t.Errorf("%s, at least %d plies, %v; want no solution", result.Outcome, result.Least, err)
	}
	if _, err := s.Solve(context.Background(), chess.Position{}, goal, Options{}); err == nil {
		t.Error("no error without a start")
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if result, err := s.Solve(canceled, chess.InitialPosition(), goal, Options{}); err != nil || result.Stop != verdict.Canceled {
		t.Errorf("%s, %v, want canceled", result.Stop, err)
	}
}

// BenchmarkPlans compares ways to divide expansions, on 180 goals (minutes).
func BenchmarkPlans(b *testing.B) {
	const n = 50_000
	list := func(stages ...stage) func(int, int64) (stage, bool) {
		return func(i int, _ int64) (stage, bool) {
			if i == len(stages) {
				return stage{}, false
			}
			return stages[i], true
		}
	}
	starts, ends := scrambledTasks(b, 180)
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
				result, err := find(context.Background(), start, ends[i], plan.opt)
				if err != nil {
					b.Fatal(err)
				}
				ms := (cputime.Used() - before).Seconds() * 1000
				each, sum = append(each, ms), sum+ms
				expanded, bounded = expanded+result.Expanded, bounded+result.Bounded
				if result.Outcome.Solved() {
					replay(b, start, ends[i], result.Moves)
					solved++
					plies += len(result.Moves)
				}
			}
			slices.Sort(each)
			count := len(each)
			b.ReportMetric(float64(solved)/float64(count), "solved/op")
			b.ReportMetric(sum/float64(count), "CPU-ms/op")
			b.ReportMetric(each[count/2], "median-ms")
			b.ReportMetric(each[count*99/100], "p99-ms")
			b.ReportMetric(sum/float64(expanded), "CPU-ms/expansion")
			b.ReportMetric(float64(bounded)/float64(expanded), "bounds/expansion")
			b.ReportMetric(float64(plies)/float64(max(solved, 1)), "plies/line")
		})
	}
}
