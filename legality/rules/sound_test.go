package rules

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// acceptLegal fails the test if a rule refutes a legal setup, or if the pre-filter does, except for double checks, some of
// which it wrongly calls illegal.
func acceptLegal(t testing.TB, s chess.Setup, why string) {
	t.Helper()
	acceptSetup(t, s, why)
	if c := Prefilter(&s); !c.PossiblyLegal() && c != doubleCheck {
		t.Fatalf("%s, but the pre-filter says %v: %s", why, c, s)
	}
}

// startPositions returns legal positions of kinds that random games from the initial position seldom reach: with
// two queens of a side, with a bishop promoted in a cage, with a bishop captured at home.
func startPositions(t testing.TB) []chess.Position {
	return []chess.Position{
		testkit.Played(t, twoQueens),
		testkit.Played(t, "a2a4 b7b5 a4b5 a7a5 a1a3 a5a4 a3h3 a4a3 h3h4 a3a2 h4h3 a2a1b"),
		testkit.Played(t, "d2d4 d7d5 b2b3 c8h3 g1f3 h3g2 b1c3 g2f1 h1f1 b8c6 c1d2 d8d6 d2c1 d6f4 a2a4 f4c1"),
	}
}

// promotingStyle are weights of moves with which games have many promotions.
var promotingStyle = chesstest.Weights{PawnStep: 10, PawnTakesMan: 300, Take: 0.001, Promote: 300, EnPassant: 0.001, Check: 0.3}

// TestRulesAcceptPlayouts checks that no rule refutes a position of a random game, or one after a single other move.
func TestRulesAcceptPlayouts(t *testing.T) {
	want := testkit.Size(20_000, 200_000)
	src := testkit.Rand("rules")
	starts := startPositions(t)
	n := 0
	for game := 0; n < want; game++ {
		opt := chesstest.RandomOptions(src)
		switch game % 8 {
		case 0, 4:
			opt = chesstest.Options{Plies: 300, Weights: promotingStyle}
		case 3:
			opt.Start = starts[src.IntN(len(starts))]
		}
		for p := range chesstest.Playout(src, opt) {
			n++
			acceptLegal(t, p.Setup(), "reached by a random game")
			if src.IntN(16) > 0 {
				continue
			}
			for _, m := range p.Moves(nil) {
				q := p.Play(m)
				n++
				acceptLegal(t, q.Setup(), "reached by a random game and "+m.String())
			}
		}
	}
}

// TestRulesAcceptMoves checks that from any valid position that the rules accept, legal or not, no legal move leads to one
// that they refute. Random placements of few men lead to thousands of double checks of all kinds.
func TestRulesAcceptMoves(t *testing.T) {
	src := testkit.Rand("moves")
	want := testkit.Size(20_000, 200_000)
	for n := 0; n < want; {
		s := chesstest.RandomSetup(src, 14, 0)
		if src.IntN(2) == 0 { // with an en passant square if a capture there is legal
			s.EP = chess.NewSquare(src.IntN(8), 5-3*int(s.Turn))
			s = s.Canonical()
		}
		p, err := s.Position()
		if err != nil {
			continue
		}
		if r, _ := refutedBy(s); r != 0 {
			continue
		}
		for _, m := range p.Moves(nil) {
			if q := p.Play(m); q.InCheck() || q.EP() != chess.NoSquare || src.IntN(16) == 0 {
				n++
				acceptLegal(t, q.Setup(), "reached from "+p.String()+" by "+m.String())
			}
		}
	}
}

// TestPrefilterDoubleChecks checks that the pre-filter's category DoubleCheck has no legal positions except double checks
// by two queens after a capture en passant.
func TestPrefilterDoubleChecks(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand("double")
	for doubles, want := 0, testkit.Size(200, 2000); doubles < want; {
		s := chesstest.RandomSetup(src, 14, 0)
		p, err := s.Position()
		if err != nil {
			continue
		}
		if r, _ := refutedBy(s); r != 0 {
			continue
		}
		for _, m := range p.Moves(nil) {
			q := p.Play(m)
			if !q.Checkers().Many() {
				continue
			}
			doubles++
			after := q.Setup()
			if cat := Prefilter(&after); cat != discoveredDoubleCheck &&
				!(m.EnPassant() && after.Board.Of(chess.Queen)&q.Checkers() == q.Checkers()) {
				t.Errorf("%v: %s from %s by %s", cat, after, p, m)
			}
		}
	}
}
