package rules

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/chess/chesstest"
	"chesscensus/legality/verdict"
)

var playouts = flag.Int("playouts", 0, "random games for the soundness test; 0 means enough for 250 000 positions")

// TestRulesAcceptPlayouts is the test that may never fail: no rule may refute a
// position of a random game. All rules are asked, not only the first.
func TestRulesAcceptPlayouts(t *testing.T) {
	games, least := *playouts, 250_000
	if games > 0 {
		least = 0
	}
	st := Stage{Exhaustive: true}
	src := rand.New(rand.NewChaCha8([32]byte{'r', 'u', 'l', 'e', 's'}))
	var cats [Categories]int
	n, eps, checks, doubles, rights, promoted := 0, 0, 0, 0, 0, 0
	for g := 0; g < games || n < least; g++ {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			s := p.Setup()
			if v, _ := st.Judge(context.Background(), s, verdict.Budget{}); v.Outcome == verdict.Illegal {
				t.Fatalf("refuted a position of a game:\n%s\n%s\n%s", s, v.Reasons, v.Evidence.Describe(&s))
			}
			n++
			cats[Prefilter(&s)]++
			if s.EP != chess.NoSquare {
				eps++
			}
			if s.Castling != 0 {
				rights++
			}
			if c := p.Checkers(); c != 0 {
				checks++
				if c.Many() {
					doubles++
				}
			}
			if f := st.facts.Stats(); f.Army[0].Promotions+f.Army[1].Promotions >= 4 {
				promoted++
			}
		}
	}
	t.Logf("%d positions: %d with en passant, %d with rights, %d in check, %d in double check, %d with 4 or more promoted men",
		n, eps, rights, checks, doubles, promoted)
	for c, k := range cats {
		t.Logf("%9d %v", k, Category(c))
	}
}
