package legality_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/retro"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

// TestPlayoutsAreNeverRefuted is the one test that may never fail, for all refuting
// stages at once and each for itself: the rules judge every position of every game,
// the last-move analysis and the bound every eighth, and the kernels every fourth of
// one game in fifty, or in two while there are castling rights and something has been
// taken: these hold promotion squares, where a promotion cannot make up for a kernel
// that is overlooked. Games come in all styles: many promotions, castling rights kept,
// en passant. Game i depends on i alone.
func TestPlayoutsAreNeverRefuted(t *testing.T) {
	testkit.Medium(t)
	games := int64(testkit.Size(200, 2000)) // a million take about ten minutes of two cores
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			static, last, low, kernels := new(rules.Stage), new(retro.Stage), new(bound.Stage), new(proofkernel.Stage)
			last.Static = func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
				v, _ := new(rules.Stage).Judge(context.Background(), *s, verdict.Budget{})
				return v.Reasons, v.Evidence
			}
			refutes := func(game int64, s chess.Setup, v verdict.Verdict) bool {
				if v.Outcome == verdict.Illegal {
					t.Errorf("game %d reaches %v\n%v", game, s, v)
				}
				return v.Outcome == verdict.Illegal
			}
			for i := next.Add(1) - 1; i < games && !t.Failed(); i = next.Add(1) - 1 {
				src := rand.New(rand.NewPCG(1, uint64(i)))
				ply := 0
				for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
					s := p.Setup()
					v, _ := static.Judge(context.Background(), s, verdict.Budget{})
					if refutes(i, s, v) {
						return
					}
					if ply++; ply%8 == 0 {
						v, _ = last.Judge(context.Background(), s, verdict.Budget{})
						w, _ := low.Judge(context.Background(), s, verdict.Budget{})
						if refutes(i, s, v) || refutes(i, s, w) {
							return
						}
					}
					rights := s.Castling != 0 && s.Board.Men() < 32
					if ply%4 == 0 && (i%50 == 0 || rights && i%2 == 0) {
						v, _ = kernels.Judge(context.Background(), s, verdict.Budget{Nodes: 20_000})
						if refutes(i, s, v) {
							return
						}
					}
				}
			}
		})
	}
	workers.Wait()
}

// TestKnownLegalIsNeverRefuted judges positions whose legality is published, among them
// those to which it is hardest to find a game, by everything that refutes.
func TestKnownLegalIsNeverRefuted(t *testing.T) {
	testkit.Medium(t)
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t)
	for _, name := range []string{devdata.Known, devdata.Open} {
		n := 0
		for _, c := range devdata.Candidates(t, name) {
			if !strings.HasPrefix(c.Truth, "legal") {
				continue
			}
			if n++; testing.Short() && n%4 > 0 {
				continue
			}
			if v := e.Judge(context.Background(), c.Setup); v.Outcome == verdict.Illegal {
				t.Errorf("%s is %s, refuted: %v", c.FEN, c.Truth, v)
			}
		}
		if n < 43 {
			t.Errorf("%s: %d positions", name, n)
		}
	}
}
