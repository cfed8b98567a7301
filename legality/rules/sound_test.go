package rules

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// seen counts what kinds of positions a soundness test has judged.
type seen struct {
	positions, ep, rights, checks, doubles, promoted, caged int
	category                                                [Categories]int
}

func (n *seen) add(t testing.TB, s chess.Setup, why string) {
	accepts(t, s, why)
	var f Facts
	f.Reset(&s)
	n.positions++
	n.category[Prefilter(&s)]++
	for _, c := range []struct {
		applies bool
		count   *int
	}{
		{s.EP != chess.NoSquare, &n.ep},
		{s.Castling != 0, &n.rights},
		{f.Checkers() != 0, &n.checks},
		{f.Checkers().Many(), &n.doubles},
		{f.Stats().Army[0].Promotions+f.Stats().Army[1].Promotions >= 4, &n.promoted},
		{f.cages.extra != [2]int{}, &n.caged},
	} {
		if c.applies {
			*c.count++
		}
	}
}

func (n *seen) log(t *testing.T) {
	t.Logf("%d positions: %d with en passant, %d with rights, %d in check, %d in double check, %d with 4 or more "+
		"promoted men, %d with bishops that a cage proves promoted or dead",
		n.positions, n.ep, n.rights, n.checks, n.doubles, n.promoted, n.caged)
	for c, k := range n.category {
		if k > 0 {
			t.Logf("%9d %v", k, Category(c))
		}
		if !Category(c).PossiblyLegal() && Category(c) != doubleCheck && k > 0 {
			t.Errorf("the pre-filter, too, should accept legal positions: %v", Category(c))
		}
	}
}

// starts are legal positions from which games reach what they hardly ever reach from
// the initial position: many queens, a bishop promoted in a cage, a dead bishop.
func starts(t testing.TB) []chess.Position {
	return []chess.Position{
		played(t, twoQueens),
		played(t, "a2a4 b7b5 a4b5 a7a5 a1a3 a5a4 a3h3 a4a3 h3h4 a3a2 h4h3 a2a1b"),
		played(t, "d2d4 d7d5 b2b3 c8h3 g1f3 h3g2 b1c3 g2f1 h1f1 b8c6 c1d2 d8d6 d2c1 d6f4 a2a4 f4c1"),
	}
}

// promoters are weights under which games promote as often as possible.
var promoters = chesstest.Weights{PawnStep: 10, PawnTakesMan: 300, Take: 0.001, Promote: 300, EnPassant: 0.001, Check: 0.3}

// TestRulesAcceptPlayouts is the test that may never fail: no rule may refute a
// position of a random game, nor one that a single other move would have led to. All
// rules are asked, not only the first.
func TestRulesAcceptPlayouts(t *testing.T) {
	least := testkit.Size(20_000, 200_000)
	src := testkit.Rand("rules")
	from := starts(t)
	var n seen
	for g := 0; n.positions < least; g++ {
		opt := chesstest.RandomOptions(src)
		if g%4 == 0 {
			opt = chesstest.Options{Plies: 300, Weights: promoters}
		}
		if g%8 == 3 {
			opt.Start = from[src.IntN(len(from))]
		}
		for p := range chesstest.Playout(src, opt) {
			n.add(t, p.Setup(), "reached by a random game")
			if src.IntN(16) > 0 {
				continue
			}
			for _, m := range p.Moves(nil) {
				q := p.Play(m)
				n.add(t, q.Setup(), "reached by a random game and "+m.String())
			}
		}
	}
	n.log(t)
}

// TestRulesAcceptMoves: from any valid position that the rules accept, whether legal or
// not, no legal move leads to one that they refute; they are closed under moves. From
// random placements of few men this reaches double checks of all kinds by the thousand.
func TestRulesAcceptMoves(t *testing.T) {
	src := testkit.Rand("moves")
	want := testkit.Size(20_000, 200_000)
	var n seen
	for n.positions < want {
		s := randomBoard(src, 14)
		if src.IntN(2) == 0 { // an en passant square, where one fits
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
				n.add(t, q.Setup(), "reached from "+p.String()+" by "+m.String())
			}
		}
	}
	n.log(t)
}

// TestPrefilterDoubleChecks: the pre-filter's category DoubleCheck is sound but for the
// double disclosure to two queens.
func TestPrefilterDoubleChecks(t *testing.T) {
	testkit.Medium(t)
	src := testkit.Rand("double")
	for doubles, want := 0, testkit.Size(200, 2000); doubles < want; {
		s := randomBoard(src, 14)
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
			g := q.Setup()
			if cat := Prefilter(&g); cat != discoveredDoubleCheck &&
				!(m.EnPassant() && g.Board.Of(chess.Queen)&q.Checkers() == q.Checkers()) {
				t.Errorf("%v: %s from %s by %s", cat, g, p, m)
			}
		}
	}
}
