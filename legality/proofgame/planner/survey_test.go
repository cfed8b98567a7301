package planner

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/legality/kernel/search"
)

var (
	surveyFile  = flag.String("survey", "", "file of FENs, for TestSurvey and TestVariants")
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
	stops           Stops
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

// problems reads a file with a FEN in the first column, or in the second after a class;
// lines marked illegal are left out. Kernels are searched for but where few men are left.
func problems(tb testing.TB, name string, most int) (list []Problem, classes []string) {
	f, err := os.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	s := search.Searcher{Options: search.Options{Nodes: 300_000}}
	sc := bufio.NewScanner(f)
	for sc.Scan() && len(list) < most {
		line := sc.Text()
		if line == "" || line[0] == '#' || strings.Contains(line, "\tillegal") {
			continue
		}
		class, fen, ok := strings.Cut(line, "\t")
		if !ok || strings.Contains(class, "/") {
			class, fen = "", class
		}
		goal, err := chess.ParsePosition(fen)
		if err != nil {
			tb.Fatal(err)
		}
		p := Problem{Goal: goal}
		if b := goal.Board(); b.Men() >= 22 {
			p.Kernel = s.First(context.Background(), chess.InitialSetup(), goal.Setup()).Kernel
		}
		list, classes = append(list, p), append(classes, class)
	}
	return list, classes
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

// TestSurvey plans games for all positions of a file that are not marked illegal, and lists
// those without.
func TestSurvey(t *testing.T) {
	if *surveyFile == "" {
		t.Skip("only measures and reports, on a file of your own; -survey FILE asks for it")
	}
	list, _ := problems(t, *surveyFile, *surveyMax)
	s := survey(new(Planner), list, Options{Seed: *surveySeed, Plies: *surveyPlies}, func(p *Problem, res *Result, err error) {
		fmt.Printf("%v\t%v; %d restarts, %d plies, path %d, pending %v, %d squares wrong in %v, target %v, stops %+v\n",
			p.Goal, err, res.Restarts, res.Plies, res.PathPlies, res.Pending, res.Misplaced.Count(), res.Closest, res.Target, res.Stops)
	})
	fmt.Println(s)
}

// TestVariants measures what parts of the method are worth.
func TestVariants(t *testing.T) {
	if *surveyFile == "" {
		t.Skip("only measures and reports, on a file of your own; -survey FILE asks for it")
	}
	list, _ := problems(t, *surveyFile, *surveyMax)
	for _, v := range []struct {
		name string
		off  parts
	}{
		{"full", 0},
		{"without wishes to vacate", wishesToVacate},
		{"without wishes for the king's way", kingWishes},
		{"without the danger zone", dangerZone},
		{"without holding pawns back", holdingBack | repairs},
		{"without repairs of the kernel", repairs},
		{"without early victims", earlyVictims},
		{"without snapshots", snapshots},
	} {
		pl := Planner{without: v.off}
		s := survey(&pl, list, Options{Seed: *surveySeed, Plies: *surveyPlies}, func(*Problem, *Result, error) {})
		fmt.Printf("%s: %v\n", v.name, s)
	}
}

func BenchmarkFind(b *testing.B) {
	list, classes := problems(b, "testdata/positions.tsv", 1<<30)
	for _, class := range []string{"candidates", "fresh", "men29", "men17", "men05", "men02", "castling", "ep"} {
		var some []Problem
		for i := range list {
			if classes[i] == class {
				some = append(some, list[i])
			}
		}
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
