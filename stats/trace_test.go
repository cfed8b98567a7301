package stats

import (
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestCheckpointsGrow checks that the next checkpoint is above n, and at most 10*n, that no other lies in between,
// and that 1000 is one.
func TestCheckpointsGrow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.OneOf(rapid.Uint64Range(0, 2000), rapid.Uint64Range(0, maxDraws)).Draw(rt, "n")
		next := nextCheckpoint(n)
		if next <= n || n > 0 && n < 1e18 && next > 10*n { // 10*n overflows above
			rt.Fatalf("after %d comes %d", n, next)
		}
		if mid := n + (next-n)/2; nextCheckpoint(mid) != next {
			rt.Fatalf("after %d comes %d, but after %d comes %d", n, next, mid, nextCheckpoint(mid))
		}
		if p := uint64(1000); n < p && next > p {
			rt.Fatalf("after %d comes %d, past %d", n, next, p)
		}
	})
}

// TestTraceIndependentOfWorkers counts the same draws one by one, and in blocks that end at checkpoints. Both give
// the same points.
func TestTraceIndependentOfWorkers(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	draws := make([]judgedDraw, 5000)
	for i := range draws {
		draws[i] = judgedDraw{Outcome(random.IntN(3)), 1, 1 + random.Uint64N(3)}
	}
	single := Trace{Size: rankedSize}
	var running Tally
	for _, d := range draws {
		running.Add(d.outcome, d.weight, d.mult)
		single.Observe(&running)
	}
	blocks := Trace{Size: rankedSize}
	var merged Tally
	for first := 0; first < len(draws); {
		last := min(first+50, int(blocks.next()), len(draws))
		merged.Merge(tallyOf(draws[first:last]))
		blocks.Observe(&merged)
		first = last
	}
	if !reflect.DeepEqual(single, blocks) {
		t.Errorf("traces differ:\n%+v\n%+v", single.Points, blocks.Points)
	}
	var got []uint64
	for _, p := range single.Points {
		got = append(got, p.Draws)
	}
	if want := []uint64{100, 126, 158, 200, 251, 316, 398, 501, 631, 794, 1000, 1259, 1585, 1995, 2512, 3162, 3981}; !slices.Equal(got, want) {
		t.Errorf("points at %d draws, want %d", got, want)
	}
}

// TestFinishRecordsEndOnce checks that Finish records no point for an empty tally, none twice, and one for a draw after the last
// point. A tally that has passed checkpoints is one point for Observe.
func TestFinishRecordsEndOnce(t *testing.T) {
	tr := Trace{Size: big.NewInt(100)}
	tr.Finish(new(Tally))
	if len(tr.Points) != 0 {
		t.Error("a point without draws")
	}
	tally := FromCounts(1234, []uint64{0, 5})
	if !tr.Observe(&tally) || tr.Observe(&tally) {
		t.Error("want one point for a tally past the first checkpoint")
	}
	tr.Finish(&tally)
	tally.AddOut(1)
	tr.Finish(&tally)
	if len(tr.Points) != 2 || tr.Points[1].Draws != 1235 || tr.next() != 1259 {
		t.Errorf("points %v, next %d; want 1234 and 1235, then 1259", tr.Points, tr.next())
	}
}

// TestTraceResume checks that Resume removes the point that Finish has added, and nothing else.
func TestTraceResume(t *testing.T) {
	tr := Trace{Size: big.NewInt(100)}
	tr.Resume()
	for _, step := range []struct{ draws, left uint64 }{{50, 0}, {100, 100}, {110, 100}, {130, 130}} {
		tally := FromCounts(step.draws, []uint64{0, 5})
		tr.Observe(&tally)
		for range 2 { // the second time with the same result
			tr.Finish(&tally)
			if last := tr.Points[len(tr.Points)-1]; last.Draws != step.draws {
				t.Errorf("at %d draws the last point is at %d", step.draws, last.Draws)
			}
			tr.Resume()
			left := uint64(0)
			if n := len(tr.Points); n > 0 {
				left = tr.Points[n-1].Draws
			}
			if left != step.left {
				t.Errorf("after %d draws the last point left is at %d, want %d", step.draws, left, step.left)
			}
		}
	}
}

// TestTraceStart checks that Start is the first checkpoint.
func TestTraceStart(t *testing.T) {
	tr := Trace{Size: big.NewInt(100), Start: 5000}
	if tr.next() != 5000 {
		t.Errorf("first point at %d, want 5000", tr.next())
	}
}
