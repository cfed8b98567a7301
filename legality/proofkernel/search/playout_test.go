package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// A pair is two positions of one game, the second reached from the first.
type pair struct {
	start, goal chess.Position
	captures    int
}

// drawPairs draws pairs with at most so many captures in between: from the initial position in one of four games, else from
// anywhere in the game, and often from a position where an en passant capture is possible.
func drawPairs(src *rand.Rand, n, captures int, yield func(pair) bool) {
	for n > 0 {
		var game []chess.Position
		opt := chesstest.RandomOptions(src)
		opt.Plies = 20 + src.IntN(200)
		for p := range chesstest.Playout(src, opt) {
			game = append(game, p)
		}
		for range 4 {
			i := 0
			if src.IntN(4) > 0 {
				i = src.IntN(len(game))
			}
			for k := i; i > 0 && src.IntN(100) > 0 && k < len(game); k++ {
				if game[k].EP() != chess.NoSquare {
					i = k
					break
				}
			}
			j := i + src.IntN(len(game)-i)
			for ; menOnBoard(game[i])-menOnBoard(game[j]) > captures; j-- {
			}
			p := pair{game[i], game[j], menOnBoard(game[i]) - menOnBoard(game[j])}
			if n--; n < 0 || !yield(p) {
				return
			}
		}
	}
}

// menOnBoard returns the number of men of a position.
func menOnBoard(p chess.Position) int {
	b := p.Board()
	return b.Men()
}

// TestSearchAcceptsPlayouts checks that there are a kernel and an extended kernel between two positions of a game. It may never
// fail. It also tests the blocked squares, the prunings, promoted victims (D2) and en passant captures at the start (D3).
func TestSearchAcceptsPlayouts(t *testing.T) {
	testkit.Medium(t)
	n := testkit.LongSizes(100, 800, 3000)
	s := &Searcher{Options: Options{Nodes: 200_000}}
	var status [4]int
	drawPairs(testkit.Rand("playouts"), n, 6, func(p pair) bool {
		r := s.First(context.Background(), p.start.Setup(), p.goal.Setup())
		status[r.Status]++
		if r.Status.Refutes() {
			t.Errorf("%v from %v to %v, which is reached from there with %d captures", r.Status, p.start, p.goal, p.captures)
			return !t.Failed() || status[NoKernel]+status[NoExtended] < 10
		}
		if r.Status == Found && len(r.Kernel.Moves) != p.captures {
			t.Errorf("%v to %v: %d captures in %v", p.start, p.goal, p.captures, r.Kernel)
		}
		if r.Status == Found {
			checkExtended(t, p.start.Setup(), p.goal.Setup(), r.Kernel)
		}
		return true
	})
	if status[Unknown] > n/10 {
		t.Errorf("%d of %d pairs undecided", status[Unknown], n)
	}
}
