package astar

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/legality/retro"
)

var devN = flag.Int("devn", 40, "")
var devPlies = flag.Int("devplies", 400, "")
var devNodes = flag.Int64("devnodes", 50000, "")
var devPlan = flag.String("devplan", "", "")

func cpu() time.Duration {
	var ru syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &ru)
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

func legalGoals(t testing.TB) (ps []chess.Position) {
	data, err := os.ReadFile("/work/shared/data/candidates-dev.tsv")
	if err != nil {
		t.Skip(err)
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(line, "\t")
		if len(f) > 1 && f[1] == "legal" {
			r, err := chess.ParseFEN(f[0])
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.Setup.Position()
			if err == nil {
				ps = append(ps, p)
			}
		}
	}
	return ps
}

// scramble walks back from goal by unmoves without captures.
func scramble(src *rand.Rand, goal chess.Position, plies int) (p chess.Position, moves []chess.Move) {
	p = goal
	for range plies {
		us := retro.Unmoves(nil, p.Setup(), retro.Options{})
		var w []float64
		sum := 0.0
		for _, u := range us {
			x := 1.0
			switch {
			case u.Captured() != chess.NoRole || u.Castling() != p.Castling():
				x = 0
			case u.Promotion() != chess.NoRole:
				x = 30
			case u.Role() == chess.Pawn:
				x = 3
			}
			sum += x
			w = append(w, sum)
		}
		if sum == 0 {
			break
		}
		x := src.Float64() * sum
		i := slices.IndexFunc(w, func(y float64) bool { return x < y })
		q, err := retro.Undo(p.Setup(), us[i]).Position()
		if err != nil {
			panic(err)
		}
		m, ok := moveOf(&q, us[i])
		if !ok {
			panic("no move")
		}
		p = q
		moves = append(moves, m)
	}
	slices.Reverse(moves)
	return p, moves
}

var devB = flag.Int("devb", 5, "")
var devFirst = flag.Int("devfirst", 500, "")

func TestDevGames(t *testing.T) {
	if *devPlan == "" {
		t.Skip()
	}
	goals := legalGoals(t)
	var s Search
	N := *devNodes
	plans := map[string][]stage{
		"adm": {{N, false, false}},
		"na":  {{N, true, false}},
		"ref": {{N, false, false}, {N / 4, true, true}, {N / 8, true, false}},
	}
	for n := int64(*devFirst); ; n *= 2 {
		plans["alt"] = append(plans["alt"], stage{n, false, false}, stage{n, true, true})
		plans["altna"] = append(plans["altna"], stage{n, true, false}, stage{n, true, true})
		plans["alt3"] = append(plans["alt3"], stage{n, false, false}, stage{n, true, true}, stage{n, true, false})
		plans["rna"] = append(plans["rna"], stage{n, true, false})
		if 2*n > N {
			break
		}
	}
	plans["solve"] = nil
	for name, plan := range plans {
		if *devPlan != "" && *devPlan != name {
			continue
		}
		solved, by := 0, make([]int, len(plan))
		_ = by
		var exp, bnd int64
		var all []float64
		t0 := cpu()
		for i, g := range goals[:*devN] {
			src := rand.New(rand.NewPCG(uint64(i), 99))
			p, moves := scramble(src, g, *devPlies)
			for range 20 {
				if len(moves) < *devPlies*3/4 {
					if p2, m2 := scramble(src, g, *devPlies); len(m2) > len(moves) {
						p, moves = p2, m2
					}
				}
			}
			t1 := cpu()
			next := func(i int, expanded int64) (stage, bool) {
				if i == len(plan) {
					return stage{}, false
				}
				return plan[i], true
			}
			var r Result
			var err error
			if *devPlan == "solve" {
				r, err = s.Solve(context.Background(), p, g, Options{A: 1, B: *devB, Nodes: N})
			} else {
				r, err = s.stages(context.Background(), p, g, Options{A: 1, B: *devB}, next)
			}
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, (cpu() - t1).Seconds())
			exp += r.Expanded
			bnd += r.Bounded
			if r.Outcome.Solved() {
				solved++
			}
			if *devN <= 10 {
				t.Log(r.Outcome, r.Stop, len(moves), len(r.Moves), r.Bound, r.Least, r.Expanded, r.Nodes)
			}
		}
		d := cpu() - t0
		slices.Sort(all)
		t.Logf("%s: solved %d of %d, %d expansions, %.2f ms/exp, %.1f bounds/exp, total %v, median %.3f, 90%% %.3f", name, solved, *devN, exp,
			d.Seconds()*1000/float64(exp), float64(bnd)/float64(exp), d, all[len(all)/2], all[len(all)*9/10])
	}
}
