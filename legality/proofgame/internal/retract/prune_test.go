package retract

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/retro"
)

// slow are kernels that refute setups with more than most men, but only if they may spend cost.
type slow struct {
	most  int
	cost  int64
	asked *int
}

func (k slow) Refutes(s chess.Setup, budget int64) (bool, int64) {
	if budget < k.cost {
		return false, 0
	}
	*k.asked++
	return s.Board.Men() > k.most, k.cost
}

func (slow) Forget() {}

// TestLengthyKernels: what kernels refute only with a large budget does not come out, whichever method takes moves back; with one that
// is larger still it does, so that there is something to refute.
func TestLengthyKernels(t *testing.T) {
	testkit.Medium(t)
	for _, c := range []struct {
		fen  string
		cost int64
		lead bool
	}{{dense[2], fullCheckStates, false}, {dense[3], fullCheckStates, true}, {dense[2], fullCheckStates + 1, false},
		{dense[3], fullCheckStates + 1, true}} {
		p := testkit.Position(t, c.fen)
		s := p.Setup()
		most, more, asked := s.Board.Men()+1, 0, 0
		for seed := range uint64(6) {
			var x Retractor
			take := x.Disentangle
			if c.lead {
				take = func(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels) (Line, bool) {
					return x.Extract(ctx, goal, seed, setups, kernels, false)
				}
			}
			w, ok := take(t.Context(), s, seed, 20_000, slow{most, c.cost, &asked})
			if ok && w.Setup.Board.Men() > most {
				more++
			}
			if ok && w.Measured+int(w.States/statesPerSetup) > 20_000+mostUnmoves+(fullChecks+10)*fullCheckStates/statesPerSetup {
				t.Errorf("%s, seed %d: %d setups and %d states of 20 000 setups", c.fen, seed, w.Measured, w.States)
			}
		}
		if refutes := c.cost <= fullCheckStates; refutes && (more > 0 || asked == 0) || !refutes && (more == 0 || asked > 0) {
			t.Errorf("%s, kernels of %d states, lead %v: %d of 6 variants have more than %d men, %d questions", c.fen, c.cost, c.lead, more,
				most, asked)
		}
	}
}

// chainOf makes a Retractor whose nodes are one line: a king walks, and after every other move of it a man is given back. Node i
// measures 100-i.
func chainOf(t *testing.T, kernels retro.Kernels) *Retractor {
	var x Retractor
	x.kernels = kernels
	x.kernelAnswers = map[skeleton]bool{}
	for i, fen := range []string{
		"4k3/8/8/8/8/8/8/4K3 w - -",
		"4k3/8/8/8/8/8/8/R3K3 w - -",
		"4k3/8/8/8/8/8/8/R4K2 w - -",
		"4k3/8/8/8/8/8/8/RN3K2 w - -",
		"4k3/8/8/8/8/8/8/RN4K1 w - -",
		"4k3/8/8/8/8/8/8/RNB3K1 w - -",
		"4k3/8/8/8/8/8/8/RNBQ2K1 w - -",
		"4k3/8/8/8/8/8/8/RNBQ3K w - -",
	} {
		p := testkit.Position(t, fen)
		n := node{setup: p.Setup(), next: int32(i - 1), measure: int32(100 - i), visited: true}
		if i > 0 && n.setup.Board.Men() > x.nodes[i-1].setup.Board.Men() {
			n.unmove, n.mustCheck = capture(t), true
		}
		x.nodes = append(x.nodes, n)
	}
	return &x
}

// capture returns any unmove that gives a man back.
func capture(t *testing.T) retro.Unmove {
	p := testkit.Position(t, "4k3/8/8/8/8/8/8/4K3 w - -")
	for _, u := range retro.Unmoves(nil, p.Setup(), retro.Options{}) {
		if u.Captured() != chess.NoRole {
			return u
		}
	}
	t.Fatal("kings that have taken nothing")
	return 0
}

// TestConfirm: the refuted node next to the goal is prunedMeasure, with all before it and none after it; what stands is asked about
// once; the runner-up is the one that measures least of the others.
func TestConfirm(t *testing.T) {
	for most := 2; most <= 6; most++ {
		asked := 0
		x := chainOf(t, slow{most, fullCheckStates, &asked})
		got := x.confirm(7)
		want := int32(0)
		for i := range x.nodes {
			refuted := x.nodes[i].setup.Board.Men() > most
			if x.onRefutedLine(int32(i)) != refuted {
				t.Errorf("most %d: node %d, dead %v", most, i, !refuted)
			}
			if !refuted {
				want = int32(i)
			}
		}
		if want == 0 {
			want = -1 // the goal itself does not come out
		}
		if got != want {
			t.Errorf("most %d: %d is left, want %d", most, got, want)
		}
		if states := int64(asked) * fullCheckStates; asked > 5 || states != x.states {
			t.Errorf("most %d: %d questions, %d states", most, asked, x.states)
		}
		before := asked
		if want > 0 && (x.confirm(want) != want || asked != before) {
			t.Errorf("most %d: what stands is asked about again", most)
		}
	}
	if x := chainOf(t, nil); x.confirm(7) != 7 || x.confirm(-1) != -1 {
		t.Error("without kernels something is refuted")
	}
}
