package cage

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// setup returns the setup of a FEN.
func setup(t testing.TB, fen string) *chess.Setup {
	t.Helper()
	p := testkit.Position(t, fen)
	s := p.Setup()
	return &s
}

// TestDeadlockNeedsEveryMan checks that the men of a deadlock are found, and that each of four men is needed: without it, none is
// deadlocked.
func TestDeadlockNeedsEveryMan(t *testing.T) {
	s := setup(t, "bN2Q1Br/4RprB/1B3Rpp/b7/bNn1Q1R1/4KRP1/r1B2Pk1/1b5r w - -")
	want := chess.G8.BB() | chess.H8.BB() | chess.F7.BB() | chess.G7.BB() | chess.H7.BB() | chess.G6.BB() | chess.H6.BB()
	if got := deadlockedMen(s); got&want != want {
		t.Errorf("deadlocked: %v, want at least %v", got, want)
	}
	for bb := chess.G6.BB() | chess.G7.BB() | chess.H7.BB() | chess.G8.BB(); bb != 0; bb &= bb - 1 {
		less := *s
		less.Board.Put(bb.First(), chess.NoPiece)
		if got := deadlockedMen(&less); got&want != 0 {
			t.Errorf("without the man on %v still deadlocked: %v", bb.First(), got)
		}
	}
	initial := chess.InitialSetup()
	if got := deadlockedMen(&initial); got != 0 {
		t.Errorf("the initial position is deadlocked: %v", got)
	}
}

// TestTrappedByPawnsThatHadNoChoice has a bishop on h7 behind pawns on f7, at home, and g6, which can only have come from h7. If
// White has captured something, the pawn on g7 may have come from the side, and that on g6 from g7.
func TestTrappedByPawnsThatHadNoChoice(t *testing.T) {
	for fen, want := range map[string]chess.Square{
		"KRkq1n2/p1Pb1pPb/Q2b2p1/pp3q1N/5R2/nrB3RB/4Pr2/7r b - -": chess.H7,
		"KRkq1n2/p1Pb1pPb/Q2b2p1/pp3q1N/5R2/nrB3RB/4Pr2/8 b - -":  chess.NoSquare,
		"KRkq1n2/p1Pb1p1b/Q2b2p1/pp3q1N/5R2/nrB3RB/4Pr2/7r b - -": chess.NoSquare,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -":    chess.NoSquare,
	} {
		var f Finder
		if got, ok := f.trappedMan(setup(t, fen)); got != want || ok != (want != chess.NoSquare) {
			t.Errorf("%s: %v %v, want %v", fen, got, ok, want)
		}
	}
}

// TestStageRefutes checks the reasons of the stage for setups that nothing else of the engine refutes.
func TestStageRefutes(t *testing.T) {
	st := Stage{Limit: 20_000} // projection searches refute none of these
	for fen, want := range map[string]verdict.Reason{
		"nRBn3N/3K4/2N1rbb1/3R2bp/1p4Bk/1PN1rbb1/1PPQ3R/Qn4B1 b - -":      verdict.BarredPromotions,
		"r1BKbq1N/1N3p2/1P3Np1/p1n4R/2p1n3/2b1nB1B/1k1b1N1p/2Rb2r1 w - -": verdict.BarredPromotions,
		"4Q2B/n1p1p1BB/qpp2Rb1/pqNB4/3K1Bk1/7p/1RRB4/4Nq1r b - -":         verdict.BarredPromotions,
		"4R3/2B3b1/nk2K1BB/1bNnp1bb/r1q1N3/nB2b1PP/1P3P1R/1Q2Q3 b - -":    verdict.BarredPromotions,
		"bN2Q1Br/4RprB/1B3Rpp/b7/bNn1Q1R1/4KRP1/r1B2Pk1/1b5r w - -":       verdict.Deadlock,
		"KRkq1n2/p1Pb1pPb/Q2b2p1/pp3q1N/5R2/nrB3RB/4Pr2/7r b - -":         verdict.TrappedMan,
		"8/3R1pRb/3nk1PP/bbb3pQ/K4Rr1/B1NQN3/3B1pB1/3rBrN1 w - -":         0, // has a game
	} {
		if want == 0 && testing.Short() {
			continue // all projection searches end in vain, which takes a second
		}
		s := setup(t, fen)
		var solver proofkernel.Solver
		if r, _ := solver.Exists(s, 0); r != proofkernel.Has {
			t.Errorf("%s: %v without barred squares", fen, r)
		}
		v, decided := st.Judge(context.Background(), *s, verdict.Budget{})
		if v.Reasons != want || decided != (want != 0) {
			t.Errorf("%s: %v, want %v", fen, v, want)
		}
	}
}

// TestLimitFollowsTheBudget checks that the budget sets the limit of projection searches, and that the stage is quick with a
// small budget.
func TestLimitFollowsTheBudget(t *testing.T) {
	for _, c := range []struct {
		st   Stage
		b    verdict.Budget
		want int
	}{
		{Stage{}, verdict.Budget{}, projectionLimit},
		{Stage{}, verdict.Budget{Pass: 1}, 2 * projectionLimit},
		{Stage{}, verdict.Budget{Pass: 9}, MaxProjectionLimit},
		{Stage{}, verdict.Budget{Nodes: 5_000}, 2_500},
		{Stage{}, verdict.Budget{Nodes: 5_000, Pass: 2}, 10_000},
		{Stage{}, verdict.Budget{Nodes: 1}, 1},
		{Stage{}, verdict.Budget{Nodes: -1}, MaxProjectionLimit},
		{Stage{Limit: 7}, verdict.Budget{Nodes: -1}, 7},
	} {
		if got := c.st.limit(&c.b); got != c.want {
			t.Errorf("limit %d, budget %+v: %d configurations, want %d", c.st.Limit, c.b, got, c.want)
		}
	}
	s := setup(t, "kQ1rqRbr/qq3p1B/N1B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b - -")
	var st Stage
	small, decided := st.Judge(context.Background(), *s, verdict.Budget{Nodes: 100})
	if decided || small.Cost.Nodes > 20_000 {
		t.Errorf("100 nodes: %v at a cost of %d", small, small.Cost.Nodes)
	}
	if v, decided := st.Judge(context.Background(), *s, verdict.Budget{}); !decided || v.Reasons != verdict.ShutOut {
		t.Errorf("default: %v", v)
	}
}

// TestBarredSquaresHoldNoPromotion plays random games in which pawns promote to bishops and knights whenever they can. For each
// of these men it remembers the square of its promotion. This square must not be barred as long as the man is on the board.
func TestBarredSquaresHoldNoPromotion(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	games := testkit.Size(5, 50)
	rnd := rand.New(rand.NewPCG(8, 8))
	var f Finder
	var w witness
	promoted, barred := 0, 0
	for range games {
		p := chess.InitialPosition()
		w.start()
		for range 300 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := chooseMove(rnd, moves)
			w.follow(m)
			isStepPromotion := m.Promotion() != chess.NoRole && m.Captured() == chess.NoRole
			if isStepPromotion {
				promoted++
			}
			p = p.Play(m)
			if rnd.IntN(3) > 0 && !isStepPromotion {
				continue
			}
			s := p.Setup()
			b := f.Squares(&s)
			if b != (proofkernel.Barred{}) {
				barred++
			}
			if !w.allowsPromotions(t, &s, b) {
				return
			}
		}
	}
	if promoted < games || barred < games {
		t.Errorf("only %d promotions and %d positions with barred squares in %d games", promoted, barred, games)
	}
}

// chooseMove returns a random move, with a preference for pawn moves and for promotions to bishops and knights.
func chooseMove(rnd *rand.Rand, moves []chess.Move) chess.Move {
	m := moves[rnd.IntN(len(moves))]
	for range 12 {
		next := moves[rnd.IntN(len(moves))]
		if moveWeight(next) > moveWeight(m) {
			m = next
		}
		if rnd.IntN(4) == 0 {
			break
		}
	}
	return m
}

// moveWeight returns how much chooseMove prefers a move.
func moveWeight(m chess.Move) int {
	switch r := m.Promotion(); {
	case r == chess.Bishop || r == chess.Knight:
		return 3
	case r != chess.NoRole:
		return 0
	case m.Role() == chess.Pawn:
		return 2
	}
	return 1
}

// TestFullPocketBars has a knight on h8 that came over g6 before the pawn did, when the pawn on g7 let no bishop out of h8.
// Without the pawn on g6 the square is not barred.
func TestFullPocketBars(t *testing.T) {
	var f Finder
	s := setup(t, "1QRqq2n/1rbP1p1q/BB3Ppr/1P1P2Nn/1Q5R/K7/b5k1/B2br2n w - -")
	const h = uint8(1) << 7
	if b := f.fullPockets(s); b.Bishops[chess.White]&h == 0 || b.Others[chess.White]&h != 0 {
		t.Errorf("barred: %+v, want h8 for bishops, not for others", b)
	}
	s.Board.Put(chess.G6, chess.NoPiece)
	if b := f.fullPockets(s); b.Bishops[chess.White]&h != 0 {
		t.Errorf("without the pawn on g6: barred %+v, want h8 open for bishops", b)
	}
}

// The men in the corner of g8 hold each other's sources. The pawn f2, at home, has no sources.
func Example_deadlockedMen() {
	p, _ := chess.ParsePosition("bN2Q1Br/4RprB/1B3Rpp/b7/bNn1Q1R1/4KRP1/r1B2Pk1/1b5r w - -")
	s := p.Setup()
	for sq := range deadlockedMen(&s).All() {
		fmt.Print(sq, " ")
	}
	// Output: f2 g6 h6 f7 g7 h7 g8 h8
}
