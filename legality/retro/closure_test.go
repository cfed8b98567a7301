package retro

import (
	"context"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// randomPredicate returns a predicate that is true for about the given share of setups.
func randomPredicate(share float64, salt uint64) func(*chess.Setup) bool {
	return func(s *chess.Setup) bool { return float64((hash(s)^salt)*0x9e3779b97f4a7c15>>48) < share*65536 }
}

// stageOf returns a stage whose rules refute by a function.
func stageOf(rule func(*chess.Setup) bool, kernels Kernels) *Stage {
	return &Stage{Kernels: kernels, Static: func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
		if rule(s) {
			return verdict.PawnHomes, verdict.Evidence{}
		}
		return 0, verdict.Evidence{}
	}}
}

// closesUp searches all setups that unmoves reach from s, breadth first. Setups before a capture, a
// pawn move or a loss of rights for which one of the refuters is true are left out. It reports whether
// the search ends within n setups and without the initial position.
func closesUp(s chess.Setup, n int, refuters ...func(*chess.Setup) bool) bool {
	reached := map[chess.Setup]bool{s: true}
	queue := []chess.Setup{s}
	for len(queue) > 0 {
		s, queue = queue[0], queue[1:]
		for _, u := range Unmoves(nil, s, Options{AllEP: true}) {
			before := Undo(s, u)
			if before == initial || len(reached) > n {
				return false
			}
			refuted := false
			if u.Irreversible() || before.Castling != s.Castling {
				for _, f := range refuters {
					refuted = refuted || f(&before)
				}
			}
			if !refuted && !reached[before] {
				reached[before] = true
				queue = append(queue, before)
			}
		}
	}
	return true
}

// TestSearchAgreesWithClosure compares the search, which uses kernels late and forgets some of the setups seen,
// with the plain closure. Rules and kernels refute many setups at random, and the positions have few quiet unmoves.
// What the search refutes must be closed, and at most a fifth of the small closed setups may be taken for open.
func TestSearchAgreesWithClosure(t *testing.T) {
	testkit.LongInFull(t)
	src := rand.New(rand.NewPCG(3, 5))
	agreed, closedButOpen, large, compared, severalQuestions := 0, 0, 0, 0, 0
	compare := func(s chess.Setup, o openness, ruleShare, kernelShare float64) {
		compared++
		rule := randomPredicate(ruleShare, src.Uint64())
		kernel := randomPredicate(kernelShare, src.Uint64())
		kernels := &fakeKernels{refutes: kernel}
		st := stageOf(rule, kernels)
		st.start(context.Background(), verdict.Budget{})
		st.search.openness = o
		v, _ := st.judge(&s)
		closed := closesUp(s, 1000, rule, kernel)
		switch {
		case v.Outcome == verdict.Illegal && closed:
			agreed++
			if kernels.asked > 1 {
				severalQuestions++
			}
			if r := v.Certificate.(*Refutation); r.Omitted == 0 {
				if err := r.Check(st.Static, st.Kernels); err != nil {
					t.Errorf("%s: %v\n%s", s, err, r)
				}
			}
		case v.Outcome == verdict.Illegal: // not within 1000 setups
			if !closesUp(s, 20*defaultNodes, rule, kernel) {
				t.Errorf("%s: refuted, but not closed", s)
			}
			large++
		case closed:
			closedButOpen++ // the line counted as open before it ended
		}
	}
	var quietUnmoves []Unmove
	eachMove(testkit.Size(2_000, 100_000), func(_ chess.Position, _ chess.Move, after chess.Position) {
		s := after.Setup()
		if quietUnmoves = appendKinds(quietUnmoves[:0], &s, quiet); len(quietUnmoves) < 3 {
			for range 4 {
				compare(s, defaultOpenness, src.Float64(), 0.7+0.3*src.Float64())
			}
		}
	})
	for _, row := range someCandidates(t) {
		if s := row.Setup; s.Violations() == 0 && row.Truth == "illegal" {
			for range testkit.Size(4, 10) {
				compare(s, defaultOpenness, src.Float64(), 0.7+0.3*src.Float64())
			}
		}
	}
	// Kings that shuffle in cages, so that lines meet again.
	for i := range testkit.Size(100, 2000) {
		s := cagedKings(src)
		compare(s, openness{minMoves: 3 + i%6, maxMoves: 12, minQuiet: 4}, 0.9+0.1*src.Float64(), 0.5+0.5*src.Float64())
	}
	t.Logf("%d setups: %d refuted by both, %d after several questions; %d large; %d closed ones taken for open",
		compared, agreed, severalQuestions, large, closedButOpen)
	if severalQuestions < 20 || closedButOpen > agreed/4 {
		t.Errorf("%d refuted after several questions, %d closed ones taken for open", severalQuestions, closedButOpen)
	}
}

// cagedKings draws a setup in which either king is caged in a corner by pawns at home and a bishop, and up to four other pawns
// stand between. Only the kings and these pawns can move as long as the cages are closed.
func cagedKings(src *rand.Rand) chess.Setup {
	for {
		s := chess.EmptySetup()
		for sq, r := range map[chess.Square]chess.Role{chess.A2: chess.Pawn, chess.B2: chess.Pawn, chess.C2: chess.Pawn,
			chess.D2: chess.Pawn, chess.C1: chess.Bishop} {
			s.Board.Put(sq, chess.NewPiece(chess.White, r))
			s.Board.Put(sq^63, chess.NewPiece(chess.Black, r))
		}
		s.Board.Put(chess.Square(src.IntN(2)), chess.NewPiece(chess.White, chess.King))
		s.Board.Put(chess.Square(62+src.IntN(2)), chess.NewPiece(chess.Black, chess.King))
		for range src.IntN(5) {
			if sq := chess.Square(16 + src.IntN(32)); s.Board.At(sq) == chess.NoPiece {
				s.Board.Put(sq, chess.NewPiece(chess.Color(src.IntN(2)), chess.Pawn))
			}
		}
		s.Turn = chess.Color(src.IntN(2))
		if s.Violations() == 0 {
			return s
		}
	}
}
