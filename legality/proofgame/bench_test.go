package proofgame

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/astar"
)

// legalGoals returns the candidates of the development file that are known to be legal.
func legalGoals(b *testing.B) (goals []chess.Position) {
	for _, c := range devdata.Candidates(b, devdata.Known) {
		if c.Truth == "legal" {
			goals = append(goals, testkit.Position(b, c.FEN))
		}
	}
	return goals
}

// BenchmarkBuild builds a game to every legal candidate of the development file, with kernel and replay: by both verifiers, and by our
// own alone. A round is all candidates.
func BenchmarkBuild(b *testing.B) {
	goals := legalGoals(b)
	for _, c := range []struct {
		name    string
		foreign int
	}{{"replay=both", 1}, {"replay=own", -1}} {
		b.Run(c.name, func(b *testing.B) {
			builder := Builder{Options: Options{Foreign: c.foreign}}
			var each []float64
			plies := 0
			for b.Loop() {
				for _, goal := range goals {
					start := cputime.Used()
					a, err := builder.Build(b.Context(), Request{Goal: goal})
					if err != nil || !a.Found {
						b.Fatalf("no game to %v: %v %v", goal, a.Why, err)
					}
					each = append(each, (cputime.Used()-start).Seconds()*1e3)
					plies += len(a.Moves)
				}
			}
			sum := 0.0
			for _, ms := range each {
				sum += ms
			}
			slices.Sort(each)
			n := len(each)
			b.ReportMetric(sum/float64(n), "CPU-ms/game")
			b.ReportMetric(each[n/2], "median-ms")
			b.ReportMetric(each[n*99/100], "p99-ms")
			b.ReportMetric(each[n-1], "worst-ms")
			b.ReportMetric(float64(plies)/float64(n), "plies/game")
		})
	}
}

// BenchmarkUnits measures the time of a planned ply and that of an expansion of the search, for [PliesPerExpansion].
func BenchmarkUnits(b *testing.B) {
	goals := legalGoals(b)[:40]
	b.Run("planned-ply", func(b *testing.B) {
		builder := Builder{Options: Options{Foreign: -1}}
		var plies int64
		start := cputime.Used()
		for b.Loop() {
			for _, goal := range goals {
				a, err := builder.Build(b.Context(), Request{Goal: goal})
				if err != nil || !a.Found {
					b.Fatal(a.Why, err)
				}
				plies += a.Plies
			}
		}
		b.ReportMetric((cputime.Used()-start).Seconds()*1e6/float64(plies), "CPU-us/ply")
	})
	b.Run("expansion", func(b *testing.B) {
		var s astar.Search
		var expanded int64
		start := cputime.Used()
		for b.Loop() {
			r, err := s.Find(b.Context(), chess.InitialPosition(), goals[0], astar.Options{A: 1, B: 5, Nodes: 2000})
			if err != nil {
				b.Fatal(err)
			}
			expanded += r.Expanded
		}
		b.ReportMetric((cputime.Used()-start).Seconds()*1e6/float64(expanded), "CPU-us/expansion")
	})
}
