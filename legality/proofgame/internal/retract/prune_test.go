package retract

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/retro"
)

// thresholdKernels are kernels that refute setups with more than most men, but only with a budget of at least cost.
type thresholdKernels struct {
	most  int
	cost  int64
	asked *int
}

func (k thresholdKernels) Refutes(s chess.Setup, budget int64) (bool, int64) {
	if budget < k.cost {
		return false, 0
	}
	*k.asked++
	return s.Board.Men() > k.most, k.cost
}

func (thresholdKernels) Forget() {}

// TestFullChecks checks that no method returns a setup that kernels refute with the full budget. With a larger cost the kernels refute
// nothing, and such setups are returned.
func TestFullChecks(t *testing.T) {
	testkit.Medium(t)
	for _, row := range []struct {
		fen     string
		cost    int64 // of a refutation by the kernels
		extract bool  // the method is Extract, not Disentangle
	}{{denseGoals[2], fullCheckStates, false}, {denseGoals[3], fullCheckStates, true}, {denseGoals[2], fullCheckStates + 1, false},
		{denseGoals[3], fullCheckStates + 1, true}} {
		s := testkit.Setup(t, row.fen)
		limit, exceeding, calls := s.Board.Men()+1, 0, 0
		for seed := range uint64(6) {
			var x Retractor
			method := x.Disentangle
			if row.extract {
				method = func(ctx context.Context, goal chess.Setup, seed uint64, setups int, kernels retro.Kernels) (Line, bool) {
					return x.Extract(ctx, goal, seed, setups, kernels, false)
				}
			}
			line, ok := method(t.Context(), s, seed, 20_000, thresholdKernels{limit, row.cost, &calls})
			if ok && line.Setup.Board.Men() > limit {
				exceeding++
			}
			if ok && line.Measured+int(line.States/statesPerSetup) > 20_000+mostUnmoves+(fullChecks+10)*fullCheckStates/statesPerSetup {
				t.Errorf("%s, seed %d: %d setups and %d states of 20 000 setups", row.fen, seed, line.Measured, line.States)
			}
		}
		if refutes := row.cost <= fullCheckStates; refutes && (exceeding > 0 || calls == 0) || !refutes && (exceeding == 0 || calls > 0) {
			t.Errorf("%s, refutations of %d states, extract %v: %d of 6 lines begin with more than %d men, after %d refutations or answers",
				row.fen, row.cost, row.extract, exceeding, limit, calls)
		}
	}
}

// lineOfNodes returns a Retractor whose nodes are one line: a king moves, and after every other move a man is given back. Node i has
// the measure 100-i.
func lineOfNodes(t *testing.T, kernels retro.Kernels) *Retractor {
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
			n.unmove, n.mustCheck = anyUncapture(t), true
		}
		x.nodes = append(x.nodes, n)
	}
	return &x
}

// anyUncapture returns an unmove that gives a man back.
func anyUncapture(t *testing.T) retro.Unmove {
	p := testkit.Position(t, "4k3/8/8/8/8/8/8/4K3 w - -")
	for _, u := range retro.Unmoves(nil, p.Setup(), retro.Options{}) {
		if u.Captured() != chess.NoRole {
			return u
		}
	}
	t.Fatal("no capture can be taken back from two kings")
	return 0
}

// TestConfirm checks that exactly the refuted nodes are pruned, that a confirmed node is not checked again, and that the result has the
// least measure of the others.
func TestConfirm(t *testing.T) {
	for limit := 2; limit <= 6; limit++ {
		calls := 0
		x := lineOfNodes(t, thresholdKernels{limit, fullCheckStates, &calls})
		got := x.confirm(7)
		want := int32(0)
		for i := range x.nodes {
			refuted := x.nodes[i].setup.Board.Men() > limit
			if x.onRefutedLine(int32(i)) != refuted {
				t.Errorf("most %d: node %d, on a refuted line %v", limit, i, !refuted)
			}
			if !refuted {
				want = int32(i)
			}
		}
		if want == 0 {
			want = -1 // the goal itself does not come out
		}
		if got != want {
			t.Errorf("most %d: %d is left, want %d", limit, got, want)
		}
		if states := int64(calls) * fullCheckStates; calls > 5 || states != x.states {
			t.Errorf("most %d: %d questions, %d states", limit, calls, x.states)
		}
		callsBefore := calls
		if want > 0 && (x.confirm(want) != want || calls != callsBefore) {
			t.Errorf("most %d: a confirmed node is asked about again", limit)
		}
	}
	if x := lineOfNodes(t, nil); x.confirm(7) != 7 || x.confirm(-1) != -1 {
		t.Error("without kernels confirm changes its argument")
	}
}
