package proofgame_test

import (
	"fmt"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/replay"
)

// foundGames returns the games that a first pass finds to the first legal candidates of the development set.
func foundGames(t testing.TB, n int) (games [][]chess.Move) {
	t.Helper()
	var b proofgame.Builder
	for _, row := range devdata.Rows(t, devdata.Known, 2) {
		if row[1] != "legal" {
			continue
		}
		goal := testkit.Position(t, row[0])
		a := testkit.Must(b.Build(t.Context(), proofgame.Request{Start: chess.InitialPosition(), Goal: goal}))(t)
		if a.Found {
			games = append(games, a.Moves)
		}
		if len(games) == n {
			return games
		}
	}
	t.Fatalf("%d games, want %d", len(games), n)
	return nil
}

// TestShorter checks that games for people lead to the same goal, are no longer, and repeat no position.
func TestShorter(t *testing.T) {
	testkit.Medium(t)
	before, after := 0, 0
	for _, moves := range foundGames(t, 4) {
		start := chess.InitialPosition()
		goal := start.PlayAll(moves)
		g := replay.Game{Start: start, Moves: moves, Goal: goal}
		short := testkit.Must(proofgame.Shorter(t.Context(), g, 0, 3000, replay.Basic))(t)
		before, after = before+len(moves), after+len(short)
		p, seen := start, map[chess.Position]bool{start: true}
		for i, m := range short {
			if !p.IsLegal(m) {
				t.Fatalf("move %d is not legal in %v", i+1, p)
			}
			if p = p.Play(m); seen[p] {
				t.Errorf("move %d: %v comes again", i+1, p)
			}
			seen[p] = true
		}
		if p != goal || len(short) > len(moves) {
			t.Errorf("%d moves to %v, want at most %d to %v", len(short), p, len(moves), goal)
		}
		if kept, err := proofgame.Shorter(t.Context(), g, len(moves), 3000, replay.Basic); err != nil || !slices.Equal(kept, moves) {
			t.Errorf("a game to be kept became one of %d plies, %v", len(kept), err)
		}
		g.Goal = start
		if _, err := proofgame.Shorter(t.Context(), g, 0, 100, replay.Basic); err == nil {
			t.Error("a game to another goal went through")
		}
	}
	t.Logf("%d plies became %d", before, after)
	if after > before*9/10 {
		t.Errorf("%d plies became %d: no more than a tenth less", before, after)
	}
}

// BenchmarkShorter measures the loss by the small budget for people: plies of the games of thirty random candidates, ten at a time, as
// found, with PeopleNodes, and with a minute of CPU (-benchtime 1x -v has a line for each).
func BenchmarkShorter(b *testing.B) {
	const part, minute = 10, 4_000_000 // expansions of 10 to 20 us; most games are done after a tenth: no part can be made shorter then
	found := foundGames(b, 3*part)
	for from := 0; from < 3*part; from += part {
		b.Run(fmt.Sprintf("from=%d", from), func(b *testing.B) {
			for b.Loop() {
				var plies [3]float64
				var cost [3]float64
				for i, moves := range found[from : from+part] {
					g := replay.Game{Start: chess.InitialPosition(), Moves: moves}
					g.Goal = g.Start.PlayAll(moves)
					plies[0] += float64(len(moves))
					for j, nodes := range []int64{proofgame.PeopleNodes, minute} {
						used := cputime.Used()
						short, err := proofgame.Shorter(b.Context(), g, 0, nodes, replay.Basic)
						if err != nil {
							b.Fatal(err)
						}
						plies[j+1] += float64(len(short))
						cost[j+1] += (cputime.Used() - used).Seconds()
					}
					b.Logf("games %d to %d: plies %v, CPU s %.3g", from, from+i, plies, cost)
				}
				b.ReportMetric(plies[0]/part, "plies-found")
				b.ReportMetric(plies[1]/part, "plies-people")
				b.ReportMetric(plies[2]/part, "plies-minute")
				b.ReportMetric(plies[1]/plies[2], "ratio")
				b.ReportMetric(cost[1]/part, "CPU-s/people")
				b.ReportMetric(cost[2]/part, "CPU-s/minute")
			}
		})
	}
}
