package shorten

import (
	"context"
	"flag"
	"testing"

	"chesscensus/chess"
	"chesscensus/chess/chesstest"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testkit"
)

var levelsN = flag.Int("levels", 0, "number of games of TestLevels, which compares sizes of windows; 0 skips it")

// TestLevels compares sizes of windows on random games of 250 plies. It only reports.
func TestLevels(t *testing.T) {
	if *levelsN == 0 {
		t.Skip("only measures and reports, for minutes; -levels=N asks for it")
	}
	used := levels
	defer func() { levels = used }()
	start := chess.InitialPosition()
	for _, c := range []struct {
		name   string
		levels []level
	}{
		{"as used", used},
		{"without the whole game", used[1:]},
		{"small and shortest only", used[3:]},
		{"large only", used[:3]},
		{"small ones first", []level{used[4], used[3], used[2], used[1], used[0]}},
	} {
		levels = c.levels
		for _, nodes := range []int64{5000, 30_000, 100_000} {
			var s Shortener
			before, after := 0, 0
			used := cputime.Used()
			for i := range *levelsN {
				src := testkit.Rand(string(rune('A' + i)))
				var moves []chess.Move
				for m := range chesstest.Moves(src, chesstest.Options{Plies: 250}) {
					moves = append(moves, m)
				}
				r, err := s.Shorten(context.Background(), start, moves, Options{Nodes: nodes})
				if err != nil {
					t.Fatal(err)
				}
				before, after = before+r.Before, after+r.After
			}
			t.Logf("%s, %d nodes: %d plies shortened to %d, %.0f ms a game", c.name, nodes, before, after,
				(cputime.Used()-used).Seconds()*1000/float64(*levelsN))
		}
	}
}
