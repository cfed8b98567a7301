package cage

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// origins64 says of every square where the man that stands there came from: a square of an earlier position, or NoSquare if it was promoted since.
type origins64 [64]chess.Square

func atHome64() (o origins64) {
	for sq := range o {
		o[sq] = chess.Square(sq)
	}
	return o
}

// play follows a move, by both men if it is castling.
func (o *origins64) play(m chess.Move) {
	from, to := m.From(), m.To()
	o[to] = o[from]
	switch {
	case m.Promotion() != chess.NoRole:
		o[to] = chess.NoSquare
	case m.Castles() && to > from:
		o[to-1] = o[to+1]
	case m.Castles():
		o[to+1] = o[to-2]
	}
}

// crewOf makes a joint of a setup: a pocket in the files around a square, and officers who stand in it or came from it: some
// by chance, or all.
func crewOf(g *projector, s *chess.Setup, from *origins64, center chess.Square, rnd *rand.Rand) (*jointProjection, []chess.Square, bool) {
	pocket := center.BB() | chess.Steps(chess.King, center.BB())
	if rnd != nil && rnd.IntN(3) == 0 {
		pocket &= chess.FileBB(center.File())
	}
	lo, hi := 7, 0
	for sq := range pocket.All() {
		lo, hi = min(lo, sq.File()), max(hi, sq.File())
	}
	var men []chess.Square
	b := &s.Board
	for sq := range (b.Occupied() &^ b.Of(chess.Pawn)).All() {
		if len(men) < maxMen && (rnd == nil || rnd.IntN(4) > 0) && (pocket.Has(sq) || from[sq] != chess.NoSquare && pocket.Has(from[sq])) {
			men = append(men, sq)
		}
	}
	if len(men) == 0 || !g.prepare(s, lo, hi) {
		return nil, nil, false
	}
	z, ok := g.newJointProjection(s, pocket, men)
	return z, men, ok
}

// arrangement is the number of that in which the men were where they came from.
func (j *jointProjection) arrangement(men []chess.Square, from *origins64) (a int) {
	for i, sq := range men {
		if was := from[sq]; was != chess.NoSquare {
			a += j.men[i].stride * j.placeOf(was)
		}
	}
	return a
}

// checkMove checks that the joint of a setup after a move leads there from the setup before, in up to two events of pawns. It reports false if there is
// nothing to ask.
func checkMove(t *testing.T, g *projector, p, q *chess.Position, m chess.Move, rnd *rand.Rand) bool {
	t.Helper()
	before, s := p.Setup(), q.Setup()
	from := atHome64()
	from.play(m)
	center := m.From()
	if rnd != nil {
		center = []chess.Square{center, m.To(), s.Board.King(chess.White), s.Board.King(chess.Black)}[rnd.IntN(4)]
	}
	g.open(&s)
	z, men, ok := crewOf(g, &s, &from, center, rnd)
	inside := func(sq chess.Square) bool { return z.files.Has(sq) }
	if !ok || m.EnPassant() || m.Role() == chess.Pawn && m.Captured() != chess.NoRole && inside(m.From()) != inside(m.To()) && m.Promotion() == chess.NoRole {
		return false // en passant begins a move earlier; crossings go by those before
	}
	a := z.arrangement(men, &from)
	if !contains(z.consistent, a) || !contains(z.consistent, z.goalArrangement) {
		t.Errorf("%v, then %v: an arrangement of %v that is not consistent", &before, m, men)
		return true
	}
	set := make([]uint64, z.words)
	insert(set, a)
	pawns := func(s *chess.Setup, c chess.Color) chess.Bitboard { return s.Board.Pieces(c, chess.Pawn) & z.files }
	z.reset(configuration{pawns: [2]chess.Bitboard{pawns(&before, 0), pawns(&before, 1)}}, set)
	for range 2 {
		stack := len(z.stack)
		todo := append([]int32{}, z.stack...)
		for _, i := range todo[:stack] {
			z.stack = append(z.stack, i)
			z.expand()
		}
	}
	for i, st := range z.nodes {
		if st.pawns == z.goal && contains(z.arrangementSets[i*z.words:(i+1)*z.words], z.goalArrangement) {
			return true
		}
	}
	if z.window.Gone() {
		return false
	}
	t.Errorf("%v, then %v: the joint of %v in %v does not lead there", &before, m, men, z.places)
	return true
}

// TestJointMakesEveryMove: every move of random games is one of joint projections, whatever is followed, and their beginning is that of the game.
func TestJointMakesEveryMove(t *testing.T) {
	testkit.LongInFull(t)
	rnd := testkit.Rand(t.Name())
	var g projector
	g.Limit = 1000
	asked, begun := 0, 0
	for range testkit.Size(40, 200) {
		opt := chesstest.RandomOptions(rnd)
		opt.Plies = 20 + rnd.IntN(200)
		last := chess.InitialPosition()
		from := atHome64()
		for m, p := range chesstest.Moves(rnd, opt) {
			from.play(m)
			if rnd.IntN(8) == 0 && checkMove(t, &g, &last, &p, m, rnd) {
				asked++
			}
			last = p
		}
		s := last.Setup()
		g.open(&s)
		for c := range chess.Color(2) {
			for center := range chess.RowBB(c.BackRow()).All() {
				z, men, ok := crewOf(&g, &s, &from, center, rnd)
				if !ok {
					continue
				}
				start := make([]uint64, z.words)
				z.addStarts(start, 0, 0)
				if begun++; !contains(start, z.arrangement(men, &from)) {
					t.Errorf("%v: the men of %v did not begin as in the game", &s, men)
				}
			}
		}
	}
	if least := 100 / min(testkit.Stride(), 2); asked < least || begun < least {
		t.Errorf("%d moves and %d beginnings only", asked, begun)
	}
}

// TestJointMakesRareMoves has moves that random games hardly show.
func TestJointMakesRareMoves(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	var g projector
	for _, q := range []struct{ fen, san, why string }{
		{"1nbqkbrr/p1pppppp/n7/8/8/8/1pPPPPPP/KNBQ1BNR w - -", "Kxb2", "the king takes the pawn that gives check"},
		{"1nbqkbrr/1ppppppp/8/8/8/1n6/pBPPPPPP/KN1Q1BNR w - -", "Kxa2", "in check by a knight it takes a pawn"},
		{"1nbqkbrr/1pppppp1/8/p6p/8/1n6/2PPPPPP/KNBQ1BNR w - -", "Kb2", "or goes away"},
		{"1nbqkbrr/1ppppppp/n7/8/8/8/p1PPPPPP/KNBQ1BNR w - -", "Kb2", "it comes to stand beside a pawn that does not attack it"},
		{"rnbqkbnr/pppppppp/8/8/8/3P4/PPPKPPPP/RNBQ1BNR w kq -", "Ke3", "it comes to stand before its own pawns"},
		{"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq -", "O-O", "castling"},
		{"r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq -", "O-O-O", "castling"},
		{"1nbqkbrr/1ppppppp/n7/8/8/8/p1PPPPPP/1NBQKBNR b - -", "axb1=N", "a pawn promotes"},
		{"rnbq1bnr/pppppppp/8/2k5/8/8/P2PPPPP/RNBQKBNR w - -", "d4", "a double step gives check"},
		{"rnbq1bnr/pppppppp/8/8/2k5/8/P2PPPPP/RNBQKBNR w - -", "d4", "the pawn passes a square where it would give check"},
		{"rnbq1bnr/pppppppp/8/8/1Pk5/8/P2PPPPP/RNBQKBNR b - -", "Kxb4", "the king takes a pawn"},
	} {
		p := testkit.Position(t, q.fen)
		m, err := p.ParseSAN(q.san)
		if err != nil {
			t.Fatalf("%s: %v", q.fen, err)
		}
		after := p.Play(m)
		if !checkMove(t, &g, &p, &after, m, nil) {
			t.Errorf("%s, then %s: nothing is asked", q.fen, q.san)
		}
		for range 10 {
			checkMove(t, &g, &p, &after, m, rnd)
		}
	}
}
