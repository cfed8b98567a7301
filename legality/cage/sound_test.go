package cage

import (
	"context"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// configurations is the limit of one projection search in tests on many positions.
const configurations = 300

// TestAcceptsPlayouts checks that no theorem refutes positions of random games, many of them with few pawns left and many
// promoted men.
func TestAcceptsPlayouts(t *testing.T) {
	testkit.Medium(t)
	games := testkit.LongSize(2, 30)
	rnd := rand.New(rand.NewPCG(3, 14))
	st := Stage{Limit: configurations}
	barred := 0
	for range games {
		opt := chesstest.RandomOptions(rnd)
		opt.Plies = 40 + rnd.IntN(400)
		for p := range chesstest.Playout(rnd, opt) {
			if rnd.IntN(4) > 0 {
				continue
			}
			s := p.Setup()
			if v, decided := st.Judge(context.Background(), s, verdict.Budget{}); decided {
				t.Fatalf("%v, of a game, is refuted: %v", s, v)
			}
			if st.finder.Squares(&s) != (proofkernel.Barred{}) {
				barred++
			}
		}
	}
	if barred < games/4 {
		t.Errorf("barred squares in %d positions of %d games only: the test asks nothing", barred, games)
	}
}
