package planner

import (
	"context"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/proofkernel/search"
)

// problems returns at most limit problems of the classes, or of all classes if none is named.
func problems(tb testing.TB, limit int, names ...string) (list []Problem, classes []string) {
	for _, g := range plantest.Goals(tb, names...) {
		if len(list) == limit {
			break
		}
		list, classes = append(list, problem(tb, chess.InitialPosition(), g.Position)), append(classes, g.Class)
	}
	return list, classes
}

// problem returns a problem with a source of kernels like that of package proofgame: those of plantest.Kernel, and from other starts
// than the initial position those of the explicit search. Each kernel is found once.
func problem(tb testing.TB, start, goal chess.Position) Problem {
	type question struct {
		target chess.Setup
		k      int
	}
	kernels := map[question]*search.Kernel{}
	find := func(ctx context.Context, request question) *search.Kernel {
		if start == chess.InitialPosition() {
			if kernel, ok := plantest.Kernel(tb, &request.target, uint64(request.k)); ok {
				return &kernel
			}
			return nil
		}
		s := search.Searcher{Options: search.Options{Nodes: 50_000, Random: rand.NewPCG(uint64(request.k), 1)}}
		if res := s.First(ctx, start.Setup(), request.target); res.Status == search.Found {
			return &res.Kernel
		}
		return nil
	}
	return Problem{Start: start, Goal: goal, Guess: true, NextKernel: func(ctx context.Context, target *chess.Setup, k int,
		_ int64) (search.Kernel, int64, bool) {
		request := question{*target, k}
		kernel, ok := kernels[request]
		if !ok {
			kernel = find(ctx, request)
			kernels[request] = kernel
		}
		if kernel == nil {
			return search.Kernel{}, 1, false
		}
		return *kernel, 1, true
	}}
}

func BenchmarkFind(b *testing.B) {
	for _, class := range []string{"candidates", "fresh", "men29", "men17", "men05", "men02", "castling", "ep"} {
		list, _ := problems(b, 1<<30, class)
		b.Run(class, func(b *testing.B) {
			var pl Planner
			games, solved := 0, 0
			b.ReportAllocs()
			begin := cputime.Used()
			for b.Loop() {
				for _, p := range list {
					games++
					if _, err := pl.Find(b.Context(), p, Options{Plies: 100_000}); err == nil {
						solved++
					}
				}
			}
			b.ReportMetric((cputime.Used()-begin).Seconds()*1000/float64(games), "CPU-ms/game")
			b.ReportMetric(float64(solved)/float64(games), "solved")
			if solved*10 < games*9 {
				b.Fatalf("%d of %d", solved, games)
			}
		})
	}
}
