package survey

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// TestStoppedWithinTheFirstBlock: a run that is stopped within its first block reports its judged draws as a run of that number would. It
// cannot be continued, and begins anew.
func TestStoppedWithinTheFirstBlock(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		var judged atomic.Int64
		legal := func(s chess.Setup) verdict.Outcome {
			if s.Board.Occupied().Count()%2 == 0 {
				return verdict.Illegal
			}
			return verdict.Legal
		}
		c := Config{Space: rankedSpace(), Draws: 1 << 40, Seed: 9, Workers: workers}
		c.Judge = func(s chess.Setup) verdict.Outcome {
			if judged.Add(1) == 101 {
				stop()
				return verdict.Unknown // the judgement is cut short
			}
			return legal(s)
		}
		r, err := Run(ctx, c)
		if !errors.Is(err, context.Canceled) || r == nil || r.Draws == 0 && workers == 1 || r.Draws >= blockSize || r.Resumable() ||
			workers == 1 && r.Tally.Draws() != 100 {
			t.Fatalf("%d workers: report %+v, error %v", workers, r, err)
		}
		if r.Draws == 0 {
			continue // the other workers were faster
		}
		whole := testkit.Must(Run(context.Background(), Config{Space: rankedSpace(), Draws: r.Draws, Seed: 9, Judge: legal}))(t)
		whole.Requested = r.Requested
		if a, b := asJSON(t, r), asJSON(t, whole); a != b {
			t.Errorf("%d workers, stopped after %d draws:\n%s\nwhole run:\n%s", workers, r.Draws, a, b)
		}
		on, err := Run(context.Background(), Config{Space: rankedSpace(), Draws: 1500, Seed: 9, Judge: legal, From: r})
		if err != nil || on.Draws != 1500 {
			t.Errorf("%d workers, going on: %+v, %v", workers, on, err)
		}
	}
}
