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
	surveyFile  = flag.String("survey", "", "file of FENs to plan games for")
	surveyPlies = flag.Int64("plies", 0, "budget of each")
	surveySeed  = flag.Uint64("seed", 0, "seed")
	surveyMax   = flag.Int("max", 1<<30, "positions at most")
)

// TestSurvey plans games for all positions of a file that are not marked illegal.
func TestSurvey(t *testing.T) {
	if *surveyFile == "" {
		t.Skip("needs -survey FILE")
	}
	f, err := os.Open(*surveyFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var pl Planner
	var s search.Searcher
	var times, kernelTimes []time.Duration
	var plies, restarts, length, path int64
	failed := 0
	sc := bufio.NewScanner(f)
	for sc.Scan() && len(times) < *surveyMax {
		line := sc.Text()
		if line == "" || line[0] == '#' || strings.Contains(line, "\tillegal") {
			continue
		}
		fen, _, _ := strings.Cut(line, "\t")
		goal, err := chess.ParsePosition(fen)
		if err != nil {
			continue
		}
		if testing.Verbose() && *surveyMax < 1000 {
			os.WriteFile("/tmp/planner-gen/current", []byte(fen), 0o644)
		}
		t0 := cputime.Used()
		s.Options = search.Options{Nodes: 3_000_000}
		var k search.Result
		if b := goal.Board(); b.Men() >= 22 {
			k = s.First(context.Background(), chess.InitialSetup(), goal.Setup())
		}
		t1 := cputime.Used()
		res, err := pl.Find(context.Background(), Problem{Goal: goal, Kernel: k.Kernel}, Options{Seed: *surveySeed, Plies: *surveyPlies})
		d := cputime.Used() - t1
		kernelTimes = append(kernelTimes, t1-t0)
		times = append(times, d)
		plies += res.Plies
		if err != nil {
			failed++
			fmt.Printf("%s\t%v kernel %v path %d restarts %d plies %d pending %v misplaced %d %.0fms\n", fen, err, k.Status, res.PathPlies, res.Restarts, res.Plies, res.Pending, res.Misplaced.Count(), d.Seconds()*1000)
			fmt.Printf("   kernel: %v; closest %v target %v\n", k.Kernel, res.Closest, res.Target)
			continue
		}
		restarts += int64(res.Restarts)
		length += int64(len(res.Moves))
		path += int64(res.PathPlies)
		if d > 50*time.Millisecond {
			fmt.Printf("slow\t%s\t%.0fms restarts %d plies %d\n", fen, d.Seconds()*1000, res.Restarts, res.Plies)
		}
	}
	n := len(times)
	if n == 0 {
		t.Skip("no positions")
	}
	sum, ksum := time.Duration(0), time.Duration(0)
	within := [4]int{}
	for i, d := range times {
		sum += d
		ksum += kernelTimes[i]
		for j, lim := range [...]time.Duration{2, 5, 10, 50} {
			if d <= lim*time.Millisecond {
				within[j]++
			}
		}
	}
	slices.Sort(times)
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	solved := float64(max(n-failed, 1))
	fmt.Printf("%d positions, %d failed; ms mean %.2f median %.2f 90%% %.2f 99%% %.2f max %.0f; within 2,5,10,50 ms %v; %.1f us/ply; mean of solved: restarts %.2f plies %.0f length %.0f path %.0f; kernel ms %.2f\n",
		n, failed, ms(sum)/float64(n), ms(times[n/2]), ms(times[n*9/10]), ms(times[n*99/100]), ms(times[n-1]), within,
		ms(sum)*1000/float64(max(plies, 1)), float64(restarts)/solved, float64(plies)/float64(n), float64(length)/solved, float64(path)/solved, ms(ksum)/float64(n))
}
