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

// A refuter holds the refuting stages of one worker.
type refuter struct {
	static     rules.Stage
	lastMoves  retro.Stage
	lowerBound bound.Stage
	kernels    proofkernel.Stage
}

// stages returns the stages that judge the position s of game i after some plies.
func (r *refuter) stages(i int64, ply int, s *chess.Setup) []legality.Stage {
	stages := []legality.Stage{&r.static}
	if ply%8 == 0 {
		stages = append(stages, &r.lastMoves, &r.lowerBound)
	}
	hasRightsAfterCaptures := s.Castling != 0 && s.Board.Men() < 32
	if ply%4 == 0 && (i%50 == 0 || hasRightsAfterCaptures && i%2 == 0) {
		stages = append(stages, &r.kernels)
	}
	return stages
}

// playGame plays game i, up to the first position that a stage refutes, which is an error of the test.
func (r *refuter) playGame(t *testing.T, i int64) {
	src := rand.New(rand.NewPCG(1, uint64(i)))
	ply := 0
	for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
		ply++
		s := p.Setup()
		for _, st := range r.stages(i, ply, &s) {
			if v, _ := st.Judge(context.Background(), s, verdict.Budget{Nodes: 20_000}); v.Outcome == verdict.Illegal {
				t.Errorf("game %d reaches %v\n%v", i, s, v)
				return
			}
		}
	}
}

// TestPlayoutsAreNeverRefuted checks that no refuting stage refutes a position of a random game. The rules judge
// every position, the last-move analysis and the bound every eighth, and the kernels every fourth of one game in
// fifty. The kernels judge every second game while there are castling rights and captured men: the rights block
// promotion squares, so that missed kernels are noticed. The games have all styles: many promotions, lasting
// castling rights, en passant. Game i depends on i alone.
func TestPlayoutsAreNeverRefuted(t *testing.T) {
	testkit.Medium(t)
	games := int64(testkit.Size(200, 2000)) // a million games take about ten minutes of two cores
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			var r refuter
			r.lastMoves.Static = func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
				v, _ := new(rules.Stage).Judge(context.Background(), *s, verdict.Budget{})
				return v.Reasons, v.Evidence
			}
			for i := next.Add(1) - 1; i < games && !t.Failed(); i = next.Add(1) - 1 {
				r.playGame(t, i)
			}
		})
	}
	workers.Wait()
}

// TestKnownLegalIsNeverRefuted checks that no stage refutes positions that are published as legal, among them those
// to which games are hardest to find.
func TestKnownLegalIsNeverRefuted(t *testing.T) {
	testkit.Medium(t)
	e := testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel}))(t)
	const fewest = 43 // all legal positions of Open; Known has more
	for _, name := range []string{devdata.Known, devdata.Open} {
		legal := 0 // positions of the file that are published as legal
		for _, c := range devdata.Candidates(t, name) {
			if !strings.HasPrefix(c.Truth, "legal") {
				continue
			}
			legal++
			if testing.Short() && legal%4 > 0 {
				continue
			}
			if v := e.Judge(context.Background(), c.Setup); v.Outcome == verdict.Illegal {
				t.Errorf("%s is %s, refuted: %v", c.FEN, c.Truth, v)
			}
		}
		if legal < fewest {
			t.Errorf("%s has %d legal positions, want at least %d", name, legal, fewest)
		}
	}
}
