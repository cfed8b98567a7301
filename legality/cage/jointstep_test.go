package cage

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// A manOrigins holds for every square the square of an earlier position from which the man there came, or NoSquare if it was
// promoted since.
type manOrigins [64]chess.Square

// originsAtStart returns the origins before any move: every man came from its own square.
func originsAtStart() (o manOrigins) {
	for sq := range o {
		o[sq] = chess.Square(sq)
	}
	return o
}

// play follows a move, by both men if it is castling.
func (o *manOrigins) play(m chess.Move) {
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

// jointAround returns a joint projection of a setup, with its men: a pocket around a square, and officers that stand in it or
// came from it, all or a random choice.
func jointAround(
	projections *projector, s *chess.Setup, origins *manOrigins, center chess.Square, rnd *rand.Rand,
) (joint *jointProjection, men []chess.Square, ok bool) {
	pocket := center.BB() | chess.Steps(chess.King, center.BB())
	if rnd != nil && rnd.IntN(3) == 0 {
		pocket &= chess.FileBB(center.File())
	}
	b := &s.Board
	for sq := range (b.Occupied() &^ b.Of(chess.Pawn)).All() {
		if len(men) == maxMen || rnd != nil && rnd.IntN(4) == 0 {
			continue
		}
		if cameFrom := origins[sq]; pocket.Has(sq) || cameFrom != chess.NoSquare && pocket.Has(cameFrom) {
			men = append(men, sq)
		}
	}
	lo, hi := fileSpan(pocket)
	if len(men) == 0 || !projections.prepare(s, lo, hi) {
		return nil, nil, false
	}
	joint, ok = projections.newJointProjection(s, pocket, men)
	return joint, men, ok
}

// arrangementBefore returns the arrangement in which the men stood where they came from.
func (j *jointProjection) arrangementBefore(men []chess.Square, from *manOrigins) (a int) {
	for i, sq := range men {
		if was := from[sq]; was != chess.NoSquare {
			a += j.men[i].stride * j.placeOf(was)
		}
	}
	return a
}

// checkMove checks that the joint projection of a setup after a move leads there from the setup before, in at most two
// expansions. It reports false if the move is not tested.
func checkMove(t *testing.T, projections *projector, p, q *chess.Position, m chess.Move, rnd *rand.Rand) bool {
	t.Helper()
	before, s := p.Setup(), q.Setup()
	origins := originsAtStart()
	origins.play(m)
	center := m.From()
	if rnd != nil {
		center = []chess.Square{center, m.To(), s.Board.King(chess.White), s.Board.King(chess.Black)}[rnd.IntN(4)]
	}
	projections.open(&s)
	joint, men, ok := jointAround(projections, &s, &origins, center, rnd)
	inside := func(sq chess.Square) bool { return joint.files.Has(sq) }
	isPawnCapture := m.Role() == chess.Pawn && m.Captured() != chess.NoRole && m.Promotion() == chess.NoRole
	if !ok || m.EnPassant() || isPawnCapture && inside(m.From()) != inside(m.To()) {
		return false // en passant begins a move earlier, and a crossing depends on the crossings before
	}
	arrangement := joint.arrangementBefore(men, &origins)
	if !contains(joint.consistent, arrangement) || !contains(joint.consistent, joint.goalArrangement) {
		t.Errorf("%v, then %v: an arrangement of %v that is not consistent", &before, m, men)
		return true
	}
	set := make([]uint64, joint.words)
	insert(set, arrangement)
	pawns := func(s *chess.Setup, c chess.Color) chess.Bitboard { return s.Board.Pieces(c, chess.Pawn) & joint.files }
	joint.reset(configuration{pawns: [2]chess.Bitboard{pawns(&before, 0), pawns(&before, 1)}}, set)
	for range 2 {
		stack := len(joint.stack)
		todo := append([]int32{}, joint.stack...)
		for _, i := range todo[:stack] {
			joint.stack = append(joint.stack, i)
			joint.expand()
		}
	}
	for i, st := range joint.nodes {
		if st.pawns == joint.goal && contains(joint.arrangementSets[i*joint.words:(i+1)*joint.words], joint.goalArrangement) {
			return true
		}
	}
	if joint.window.Gone() {
		return false
	}
	t.Errorf("%v, then %v: the joint of %v in %v does not lead there", &before, m, men, joint.places)
	return true
}

// TestJointMakesEveryMove checks that joint projections make every move of random games, whatever men are followed, and begin as
// the games do.
func TestJointMakesEveryMove(t *testing.T) {
	testkit.LongInFull(t)
	rnd := testkit.Rand(t.Name())
	var projections projector
	projections.Limit = 1000
	asked, begun := 0, 0
	for range testkit.Size(40, 200) {
		opt := chesstest.RandomOptions(rnd)
		opt.Plies = 20 + rnd.IntN(200)
		last := chess.InitialPosition()
		from := originsAtStart()
		for m, p := range chesstest.Moves(rnd, opt) {
			from.play(m)
			if rnd.IntN(8) == 0 && checkMove(t, &projections, &last, &p, m, rnd) {
				asked++
			}
			last = p
		}
		s := last.Setup()
		projections.open(&s)
		for c := range chess.Color(2) {
			for center := range chess.RowBB(c.BackRow()).All() {
				joint, men, ok := jointAround(&projections, &s, &from, center, rnd)
				if !ok {
					continue
				}
				start := make([]uint64, joint.words)
				joint.addStarts(start, 0, 0)
				if begun++; !contains(start, joint.arrangementBefore(men, &from)) {
					t.Errorf("%v: the men of %v did not begin as in the game", &s, men)
				}
			}
		}
	}
	if least := 100 / min(testkit.Stride(), 2); asked < least || begun < least {
		t.Errorf("%d moves and %d beginnings only", asked, begun)
	}
}

// TestJointMakesRareMoves checks moves that random games hardly ever have.
func TestJointMakesRareMoves(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	var projections projector
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
		m := testkit.Must(p.ParseSAN(q.san))(t)
		after := p.Play(m)
		if !checkMove(t, &projections, &p, &after, m, nil) {
			t.Errorf("%s, then %s: nothing is asked", q.fen, q.san)
		}
		for range 10 {
			checkMove(t, &projections, &p, &after, m, rnd)
		}
	}
}
