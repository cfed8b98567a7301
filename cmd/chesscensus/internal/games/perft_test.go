package games

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
)

// TestPerftWorkers: the count does not depend on the number of workers, and a canceled count is an error.
func TestPerftWorkers(t *testing.T) {
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	for _, j := range []string{"1", "3", "99"} {
		check(t, "", "97862\n", "perft", "-d", "3", "-j", j, kiwipete)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := perft(ctx, &cli.App{Workers: 2}, chess.InitialPosition(), 7, false); err == nil {
		t.Error("a canceled count was made")
	}
}

// TestPerftMate: there are no games of one move from a mate.
func TestPerftMate(t *testing.T) {
	check(t, "", "0\n", "perft", "-d", "1", "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1")
}
