package play

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/base"
)

// The matching is as cheap as the best of all permutations.
func TestMatchingIsCheapest(t *testing.T) {
	src := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		var a matching
		a.n = 1 + src.IntN(6)
		for i := range a.n {
			for j := range a.n {
				a.cost[i][j] = int32(src.IntN(30))
				if src.IntN(4) == 0 {
					a.cost[i][j] = never
				}
			}
		}
		best := 1 << 30
		var try func(j int, used uint, sum int)
		try = func(j int, used uint, sum int) {
			if j == a.n {
				best = min(best, sum)
				return
			}
			for i := range a.n {
				if used>>i&1 == 0 {
					try(j+1, used|1<<i, sum+int(a.cost[i][j]))
				}
			}
		}
		try(0, 0, 0)
		if got := a.solve(); got != best {
			t.Fatalf("%d, want %d", got, best)
		}
	}
}

// An odd number of moves leads back to the same board.
func TestLoseMove(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/8/3k4/8/8/K7 w - - 0 1",
		"8/8/4b3/8/3k4/8/6P1/K6R b - - 0 1",
		"1b4qB/1n4r1/R1p2Rr1/4P3/NP2b2R/nn1p1B1N/PKBP1r2/1B3krQ w - - 0 1",
	} {
		p, err := chess.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		r := scene{dice: new(base.Dice), goal: p.Setup(), budget: &Budget{Limit: 1 << 30}}
		r.dice.Key(1, 2, 3)
		r.Begin(&p)
		if !new(tempoSearch).loseMove(&r) {
			t.Errorf("%v: no way to lose a move", p)
			continue
		}
		if after := r.Pos.Board(); after != p.Board() || r.Us == p.Turn() || len(r.Line)%2 == 0 {
			t.Errorf("%v: %v after %v", p, r.Pos, r.Line)
		}
	}
}
