package count

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// BenchmarkShortest counts the shortest games to a problem by Ott (1981): one of 18 plies.
func BenchmarkShortest(b *testing.B) {
	goal := testkit.Position(b, "rnbqkbnr/pppppqpp/8/8/4PP2/3B4/1PP1Q1PP/RNB1K2R w kq - 0 1")
	positions := 0
	for b.Loop() {
		result, err := Shortest(context.Background(), chess.InitialPosition(), []chess.Position{goal}, Options{})
		if err != nil || result.Games != 1 || result.Plies != 18 {
			b.Fatalf("%d games of %d plies, %v", result.Games, result.Plies, err)
		}
		positions += result.Positions
	}
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
}
