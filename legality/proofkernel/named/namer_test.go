package named

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel/search"
)

// legalGoals returns the candidates of the development files that are not known to be illegal.
func legalGoals(t testing.TB) (list []chess.Setup) {
	for _, name := range []string{devdata.Fresh, devdata.Known} {
		for _, c := range devdata.Candidates(t, name) {
			if c.Truth != "illegal" {
				list = append(list, c.Setup)
			}
		}
	}
	return list
}

// checkNamed fails the test if k is no kernel with an extended kernel of the goal.
func checkNamed(t *testing.T, goal *chess.Setup, k *search.Kernel) {
	t.Helper()
	if err := checkKernel(goal, k); err != nil {
		t.Errorf("%v: %v: %v", goal, k, err)
	}
	if err := checkExtended(goal, k); err != nil {
		t.Errorf("%v: %v | %s: %v", goal, k, k.ExtendedString(), err)
	}
}

// TestNamesCandidates names every candidate of the development files by its class, once without random numbers and twice with
// them, and replays the kernels.
func TestNamesCandidates(t *testing.T) {
	testkit.Medium(t)
	var n Namer
	others, all := 0, legalGoals(t)
	for i, goal := range all {
		var first string
		for k := range 3 {
			var rnd rand.Source
			if k > 0 {
				rnd = rand.NewPCG(uint64(k), uint64(i))
			}
			got, err := n.Name(context.Background(), goal, rnd)
			if err != nil || n.Searched {
				t.Errorf("%v: %v, searched %v", goal, err, n.Searched)
				continue
			}
			checkNamed(t, &goal, &got)
			if k == 0 {
				first = got.String()
			} else if got.String() != first {
				others++
			}
		}
	}
	if others < len(all) {
		t.Errorf("random numbers hardly ever give another kernel: %d of %d", others, 2*len(all))
	}
}

// TestReplaysReject checks that the replays reject most kernels with one change.
func TestReplaysReject(t *testing.T) {
	var n Namer
	src := rand.New(rand.NewPCG(5, 6))
	wrong, rejected := 0, 0
	for _, goal := range legalGoals(t)[:300] {
		k := testkit.Must(n.Name(context.Background(), goal, nil))(t)
		good := k.String()
		m := &k.Moves[src.IntN(len(k.Moves))]
		switch src.IntN(4) {
		case 0:
			m.Color = m.Color.Other()
		case 1:
			m.Victim = 1 + (m.Victim+search.Man(src.IntN(5)))%6
		case 2:
			m.ToFile ^= 1
		case 3:
			m.Pawn = !m.Pawn
		}
		if k.String() == good {
			continue
		}
		wrong++
		if checkKernel(&goal, &k) != nil {
			rejected++
		}
		k, _ = n.Name(context.Background(), goal, nil)
		k.Extended[src.IntN(len(k.Extended))].To ^= 8
		wrong++
		if checkExtended(&goal, &k) != nil {
			rejected++
		}
	}
	if wrong < 300 || rejected < wrong*3/4 {
		t.Errorf("the replays reject only %d of %d changed kernels, want three quarters of at least 300", rejected, wrong)
	}
}

// TestNamesPlayouts names positions of random games, bare kings included.
func TestNamesPlayouts(t *testing.T) {
	src := testkit.Rand("name")
	n := Namer{Nodes: 2_000}
	count := testkit.Size(50, 300)
	named, searched, gaveUp := 0, 0, 0
	for range count {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			if src.IntN(16) > 0 {
				continue
			}
			goal := p.Setup()
			var rnd rand.Source
			if src.IntN(2) == 0 {
				rnd = rand.NewPCG(src.Uint64(), 0)
			}
			k, err := n.Name(context.Background(), goal, rnd)
			switch {
			case errors.Is(err, ErrBudget):
				gaveUp++
				continue
			case err != nil:
				t.Errorf("%v: %v, reached by a random game", goal, err)
				continue
			case n.Searched:
				searched++
			default:
				named++
			}
			checkNamed(t, &goal, &k)
		}
	}
	if gaveUp+searched > named/100 {
		t.Errorf("%d named, %d found by search, %d given up, want at most one in a hundred not named", named, searched, gaveUp)
	}
}

// TestNamesTheSameAgain checks that equal sources give equal kernels, whatever was named before.
func TestNamesTheSameAgain(t *testing.T) {
	var warm Namer
	for i, goal := range legalGoals(t)[:100] {
		for _, seed := range []uint64{0, 1, 2} {
			source := func() rand.Source {
				if seed == 0 {
					return nil
				}
				return rand.NewPCG(seed, uint64(i))
			}
			a, errA := warm.Name(context.Background(), goal, source())
			b, errB := new(Namer).Name(context.Background(), goal, source())
			if errA != nil || errB != nil || a.String() != b.String() || a.ExtendedString() != b.ExtendedString() {
				t.Errorf("%v, seed %d: %v (%v) and %v (%v)", goal, seed, a, errA, b, errB)
			}
		}
	}
}

// TestNamesWhatPromotesToBeTaken names goals with castling rights and few men, in which pawns beside rooks that never move can
// only promote by captures, to nothing that is needed.
func TestNamesWhatPromotesToBeTaken(t *testing.T) {
	testkit.Medium(t)
	for _, fen := range []string{
		"r3k2r/8/8/2ppP3/8/8/8/R3K2R w KQkq - 0 1",
		"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
		"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
	} {
		goal := testkit.Setup(t, fen)
		n := Namer{Nodes: -1} // no search
		named := 0
		for seed := range uint64(8) {
			var rnd rand.Source
			if seed > 0 {
				rnd = rand.NewPCG(seed, 5)
			}
			k, err := n.Name(context.Background(), goal, rnd)
			if n.Spent.States == 0 || n.Spent.Nodes != 0 {
				t.Errorf("%s: cost %+v", fen, n.Spent)
			}
			if err == nil {
				named++
				checkNamed(t, &goal, &k)
			} else if !errors.Is(err, ErrBudget) {
				t.Errorf("%s: %v", fen, err)
			}
		}
		if named < 6 {
			t.Errorf("%s: %d of 8 kernels named, want 6 at least", fen, named)
		}
	}
}

// TestNamesPromotedVictims names goals in which pawns take more officers than there were, so that some of these have promoted.
// The positions are problems of which the last move was published, so that a game exists.
func TestNamesPromotedVictims(t *testing.T) {
	for _, fen := range []string{
		"8/P1p5/PN6/1P6/P1N5/Pk6/pP6/2KR4 b - - 0 1", "k7/P1pp4/Pp6/1p6/8/1P6/bPPP4/2K5 w - - 0 1",
		"8/P2pp3/1pp3p1/8/PP6/pkPP4/pB1P2P1/2KR4 w - - 0 1", "8/2p1p2P/5pp1/7P/6Pp/P3PPkp/1P2PR2/5RK1 w - - 0 1",
	} {
		goal := testkit.Setup(t, fen)
		n := Namer{Nodes: -1, States: 4_000_000}
		named, promoted, seeds := 0, 0, testkit.Size(2, 4)
		for seed := range uint64(seeds) {
			k, err := n.Name(context.Background(), goal, rand.NewPCG(seed, 1))
			if err != nil {
				continue
			}
			named++
			checkNamed(t, &goal, &k)
			for _, m := range k.Moves {
				if m.Victim == search.Promoted {
					promoted++
					break
				}
			}
		}
		if named < seeds-1 || promoted != named {
			t.Errorf("%s: %d of %d named, want all but one at least; %d with promoted victims, want all", fen, named, seeds, promoted)
		}
	}
}

// TestStatesBoundsTheSolver checks that all attempts together keep to the budget of states, and that the search is made after
// them.
func TestStatesBoundsTheSolver(t *testing.T) {
	p := testkit.Position(t, "r3k2r/8/3P4/2p5/8/8/8/R3K2R b KQkq - 0 1") // 300 000 states a class
	for _, states := range []int64{1, 1000, 100_000} {
		n := Namer{States: states, Nodes: 100}
		_, err := n.Name(context.Background(), p.Setup(), rand.NewPCG(1, 2))
		if !errors.Is(err, ErrBudget) || n.Spent.States > states || n.Spent.States < states*9/10 {
			t.Errorf("%d states: %v, spent %+v, want %v and nine tenths of the states at least", states, err, n.Spent, ErrBudget)
		}
		if n.Spent.Nodes == 0 || n.Spent.Nodes > 10_000 {
			t.Errorf("%d states: then %d nodes of the search, want some and not many more than %d", states, n.Spent.Nodes, n.Nodes)
		}
	}
}

// TestErrors checks the errors of refuted goals, spent budgets and canceled searches.
func TestErrors(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	// Its class promotes a queen or rook beside a king that may not move.
	heavy := "rn2kbnr/1p4p1/pP1p4/3p3p/7P/B7/P2PbPP1/1R1QKB1R w Kkq - 0 1"
	for _, c := range []struct {
		ctx   context.Context
		fen   string
		nodes int64
		want  error
	}{
		{context.Background(), heavy, 0, nil},
		{context.Background(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1", -1, nil},
		{context.Background(), "rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBN1 w Qkq - 0 1", 0, nil},
		{context.Background(), "rnbqkbnr/pppppppp/8/8/P7/P7/1PPPPPP1/RNBQKBNR w KQkq - 0 1", 0, ErrNone},
		{context.Background(), heavy, 10, ErrBudget},
		{context.Background(), heavy, -1, ErrBudget},
		{canceled, heavy, 0, context.Canceled},
	} {
		n := Namer{Nodes: c.nodes}
		testkit.Fails(n.Name(c.ctx, testkit.Setup(t, c.fen), nil))(t, c.want, c.fen)
	}
}
