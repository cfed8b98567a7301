package chess_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

var perftFull = flag.Bool("perft-full", false, "test all depths of the perft suites (minutes)")

// A perftCase is one count of a suite.
type perftCase struct {
	fen   string
	depth int
	nodes uint64
}

// perftSuites reads testdata/*.perft.
func perftSuites(tb testing.TB) (cases []perftCase) {
	tb.Helper()
	files, err := filepath.Glob("testdata/*.perft")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no perft suites: %v", err)
	}
	for _, name := range files {
		f := testkit.Must(os.Open(name))(tb)
		defer f.Close()
		lines := bufio.NewScanner(f)
		for n := 1; lines.Scan(); n++ {
			if strings.HasPrefix(lines.Text(), "#") {
				continue
			}
			fen, counts, _ := strings.Cut(lines.Text(), " ;")
			for _, count := range strings.Split(counts, " ;") {
				c := perftCase{fen: fen}
				if _, err := fmt.Sscanf(count, "D%d %d", &c.depth, &c.nodes); err != nil {
					tb.Fatalf("%s:%d: count %q: %v", name, n, count, err)
				}
				cases = append(cases, c)
			}
		}
	}
	return cases
}

// TestPerftSuites compares the node counts: up to 20 million nodes each, or all with -perft-full.
func TestPerftSuites(t *testing.T) {
	testkit.Medium(t)
	most := uint64(20e6)
	if *perftFull {
		most = 1 << 63
	}
	for _, c := range perftSuites(t) {
		if c.nodes > most {
			continue
		}
		p := testkit.Position(t, c.fen)
		testkit.Equal(t, p.Perft(c.depth), c.nodes, "perft(", c.depth, ") of", c.fen)
	}
}

// TestPerftSecondGenerator checks that the counts of the suites are those of a second generator: up to 5000 nodes each, or 200
// million with -perft-full.
func TestPerftSecondGenerator(t *testing.T) {
	most := uint64(5000)
	if *perftFull {
		most = 200e6
	}
	for _, c := range perftSuites(t) {
		if c.nodes > most {
			continue
		}
		testkit.Equal(t, secondPerft(secondPosition(t, c.fen), c.depth), c.nodes, "corentings,", c.depth, "plies of", c.fen)
	}
}

// TestPerftOfNoMoves: there is one sequence without moves.
func TestPerftOfNoMoves(t *testing.T) {
	for _, depth := range []int{-1, 0} {
		p := chess.InitialPosition()
		testkit.Equal(t, p.Perft(depth), 1, "perft(", depth, ")")
	}
}
