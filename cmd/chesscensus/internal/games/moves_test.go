package games

import (
	"context"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
)

// TestPerftWorkers counts the same with any number of workers, and stops when it is told to.
func TestPerftWorkers(t *testing.T) {
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	for _, j := range []string{"1", "3", "99"} {
		check(t, "", "97862\n", "perft", "-d", "3", "-j", j, kiwipete)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := perft(ctx, &cli.App{Workers: 2}, chess.InitialPosition(), 7); err == nil {
		t.Error("a canceled count was made")
	}
	check(t, "", "0\n", "perft", "-d", "1", "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1") // mated
}

// TestKernelsArguments: goal and start as fields or in quotes, and what is wrong with either.
func TestKernelsArguments(t *testing.T) {
	const start, goal = "4k3/4p3/8/8/8/8/2P5/4K3 w - - 0 1", "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1"
	check(t, "", " wxPe0\n", append([]string{"kernels", "-i", start}, strings.Fields(goal)...)...)
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"-i", "x", goal}, 1, "-i: "},
		{[]string{goal, start}, 2, "want one FEN record, found 2 arguments"},
		{nil, 2, "between 1 and 6"},
		{[]string{"x"}, 1, "FEN"},
	} {
		status, out, errs := invoke("", append([]string{"kernels"}, c.args...)...)
		if status != c.status || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: status %d, %s%s, want %d and %q", c.args, status, out, errs, c.status, c.want)
		}
	}
}
