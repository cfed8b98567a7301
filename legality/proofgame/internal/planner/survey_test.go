package planner

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/proofgame/internal/play"
	"chesscensus/legality/proofkernel/search"
)

var (
	surveyFile  = flag.String("survey", "", "file of FENs, for BenchmarkSurvey")
	surveyPlies = flag.Int64("plies", 0, "budget of each")
	surveySeed  = flag.Uint64("seed", 0, "seed")
	surveyMax   = flag.Int("max", 1<<30, "positions at most")
)

// A surveyed is what one run over a file found.
type surveyed struct {
	times           []time.Duration // of the planner alone
	solved          int
	plies, restarts int64
	length, path    int
	stops           play.Stops
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }

func (s *surveyed) String() string {
	times := slices.Sorted(slices.Values(s.times))
	n := len(times)
	sum := time.Duration(0)
	for _, d := range times {
		sum += d
	}
	solved := max(s.solved, 1)
	return fmt.Sprintf("solved %d of %d; CPU ms mean %.2f median %.2f 90%% %.1f 99%% %.1f max %.0f; us/ply %.2f; plies planned %d, of a game %d, of its path %d; restarts %.2f; stops %+v",
		s.solved, n, ms(sum)/float64(n), ms(times[n/2]), ms(times[n*9/10]), ms(times[n*99/100]), ms(times[n-1]),
		ms(sum)*1000/float64(max(s.plies, 1)), s.plies/int64(n), s.length/solved, s.path/solved, float64(s.restarts)/float64(n), s.stops)
}

// problems returns the goals of the classes, of all classes if none is named.
func problems(tb testing.TB, most int, names ...string) (list []Problem, classes []string) {
	for _, g := range plantest.Goals(tb, names...) {
		if len(list) == most {
			break
		}
		list, classes = append(list, problem(tb, chess.InitialPosition(), g.Position)), append(classes, g.Class)
	}
	return list, classes
}

// problem returns a goal with a source of kernels as package proofgame has it: those of plantest.Kernel, and from other starts than the
// initial position those of the explicit search, each made once.
func problem(tb testing.TB, start, goal chess.Position) Problem {
	type question struct {
		target chess.Setup
		k      int
	}
	known := map[question]*search.Kernel{}
	find := func(ctx context.Context, q question) *search.Kernel {
		if start == chess.InitialPosition() {
			if kernel, ok := plantest.Kernel(tb, &q.target, uint64(q.k)); ok {
				return &kernel
			}
			return nil
		}
		s := search.Searcher{Options: search.Options{Nodes: 50_000, Random: rand.NewPCG(uint64(q.k), 1)}}
		if res := s.First(ctx, start.Setup(), q.target); res.Status == search.Found {
			return &res.Kernel
		}
		return nil
	}
	return Problem{Start: start, Goal: goal, Guess: true, More: func(ctx context.Context, target *chess.Setup, k int, _ int64) (search.Kernel, int64, bool) {
		q := question{*target, k}
		kernel, ok := known[q]
		if !ok {
			kernel = find(ctx, q)
			known[q] = kernel
		}
		if kernel == nil {
			return search.Kernel{}, 1, false
		}
		return *kernel, 1, true
	}}
}

// file reads a file with a FEN in the first column, or in the second after a class;
// lines marked illegal are left out.
func file(tb testing.TB, name string, most int) (list []Problem) {
	f, err := os.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	for sc.Scan() && len(list) < most {
		line := sc.Text()
		if line == "" || line[0] == '#' || strings.Contains(line, "\tillegal") {
			continue
		}
		class, fen, ok := strings.Cut(line, "\t")
		if !ok || strings.Contains(class, "/") {
			fen = class
		}
		list = append(list, problem(tb, chess.InitialPosition(), testkit.Position(tb, fen)))
	}
	return list
}

// survey plans a game for each problem.
func survey(pl *Planner, list []Problem, opt Options, failed func(p *Problem, res *Result, err error)) *surveyed {
	s := new(surveyed)
	for i := range list {
		t0 := cputime.Used()
		res, err := pl.Find(context.Background(), list[i], opt)
		s.times = append(s.times, cputime.Used()-t0)
		s.plies += res.Plies
		s.restarts += int64(res.Restarts)
		s.stops.Kernel += res.Stops.Kernel
		s.stops.Path += res.Stops.Path
		s.stops.Pawns += res.Stops.Pawns
		s.stops.Assign += res.Stops.Assign
		s.stops.Officers += res.Stops.Officers
		if err != nil {
			failed(&list[i], &res, err)
			continue
		}
		s.solved++
		s.length += len(res.Moves)
		s.path += res.PathPlies
	}
	return s
}

// BenchmarkSurvey plans games for all positions of a file that are not marked illegal, and lists
// those without: with -benchtime 1x it is a survey.
func BenchmarkSurvey(b *testing.B) {
	if *surveyFile == "" {
		b.Skip("needs a file of your own: -survey FILE")
	}
	list := file(b, *surveyFile, *surveyMax)
	for b.Loop() {
		s := survey(new(Planner), list, Options{Seed: *surveySeed, Plies: *surveyPlies}, func(p *Problem, res *Result, err error) {
			fmt.Printf("%v\t%v; %d restarts, %d plies, path %d, pending %v, %d squares wrong in %v, target %v, stops %+v\n",
				p.Goal, err, res.Restarts, res.Plies, res.PathPlies, res.Pending, res.Misplaced.Count(), res.Closest, res.Target, res.Stops)
		})
		fmt.Println(s)
	}
}

func BenchmarkFind(b *testing.B) {
	for _, class := range []string{"candidates", "fresh", "men29", "men17", "men05", "men02", "castling", "ep"} {
		some, _ := problems(b, 1<<30, class)
		b.Run(class, func(b *testing.B) {
			var pl Planner
			games, solved := 0, 0
			b.ReportAllocs()
			t0 := cputime.Used()
			for b.Loop() {
				s := survey(&pl, some, Options{Plies: 100_000}, func(*Problem, *Result, error) {})
				games += len(some)
				solved += s.solved
			}
			b.ReportMetric(ms(cputime.Used()-t0)/float64(games), "CPU-ms/game")
			b.ReportMetric(float64(solved)/float64(games), "solved")
			if solved*10 < games*9 {
				b.Fatalf("%d of %d", solved, games)
			}
		})
	}
}
