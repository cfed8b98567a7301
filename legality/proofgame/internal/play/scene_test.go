package play

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
)

// sceneOf returns a scene in a position, on the way to a goal.
func sceneOf(t *testing.T, fen, goal string) *scene {
	position := testkit.Position(t, fen)
	s := &scene{rng: new(base.RNG), budget: &Budget{Limit: 1 << 40}}
	s.rng.Key(1, 2, 3)
	goalPosition := testkit.Position(t, goal)
	s.goal = goalPosition.Setup()
	s.Reset(&position)
	s.fixed.castlingTarget = [2]chess.Square{chess.NoSquare, chess.NoSquare}
	return s
}

// squares returns the squares of a set of men.
func (s *scene) squares(set uint32) (bb chess.Bitboard) {
	for u := range s.Size {
		if set>>u&1 != 0 {
			bb |= s.Men[u].Sq.BB()
		}
	}
	return bb
}

// TestFindImmobile checks that castling rights of the goal make exactly king and rooks immobile.
func TestFindImmobile(t *testing.T) {
	for fen, want := range map[string]chess.Bitboard{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -": chess.A1.BB() | chess.E1.BB() | chess.H1.BB() | chess.A8.BB() | chess.E8.BB() | chess.H8.BB(),
		"r3k2r/8/8/8/8/8/8/R3K2R w Kq -":   chess.E1.BB() | chess.H1.BB() | chess.A8.BB() | chess.E8.BB(),
		"r3k2r/8/8/8/8/8/8/R3K2R w - -":    0,
	} {
		s := sceneOf(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", fen)
		s.findImmobile()
		if got := s.squares(s.fixed.immobile); got != want {
			t.Errorf("%s: immobile are\n%v want\n%v", fen, got, want)
		}
		for u := range int8(s.Size) {
			if s.canMove(u) == want.Has(s.Men[u].Sq) {
				t.Errorf("%s: the man on %v can move: %v", fen, s.Men[u].Sq, s.canMove(u))
			}
		}
	}
}

// TestPlanCastling checks that a color castles if the goal shows it castled behind pawns at home, but not if it keeps a right or has
// none at the start.
func TestPlanCastling(t *testing.T) {
	const home = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -"
	for _, row := range []struct {
		start, goal string
		white       chess.Square // where White's king castles to
		waiting     chess.Bitboard
	}{
		{home, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w kq -", chess.G1, chess.E1.BB() | chess.H1.BB()},
		{home, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2KR3R w kq -", chess.C1, chess.E1.BB() | chess.A1.BB()},
		{home, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R5KR w kq -", chess.NoSquare, 0},
		{home, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -", chess.NoSquare, 0},
		{"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w kq -", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w kq -", chess.NoSquare, 0},
	} {
		s := sceneOf(t, row.start, row.goal)
		s.findImmobile()
		before := s.fixed.immobile
		s.planCastling()
		if s.fixed.castlingTarget[chess.White] != row.white || s.squares(s.fixed.waiting) != row.waiting ||
			s.fixed.immobile != before|s.fixed.waiting {
			t.Errorf("%s: White castles to %v, want %v; waiting are\n%v want\n%v", row.goal, s.fixed.castlingTarget[chess.White], row.white,
				s.squares(s.fixed.waiting), row.waiting)
		}
	}
}

// TestCastlingFreesKingAndRook checks that both may move after castling, and that they wait again after returning to an earlier
// snapshot.
func TestCastlingFreesKingAndRook(t *testing.T) {
	for _, row := range []struct {
		goal string
		to   chess.Square
	}{
		{"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w kq -", chess.G1},
		{"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2KR3R w kq -", chess.C1},
	} {
		s := sceneOf(t, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -", row.goal)
		s.planCastling()
		var before snapshot
		s.save(&before)
		p := path{agenda: agenda{scene: s}}
		m := p.castlingMove()
		if m == 0 || !m.Castles() || m.To() != row.to {
			t.Fatalf("%s: %v is not the castling wanted", row.goal, m)
		}
		s.make(m)
		if s.fixed.waiting != 0 || s.fixed.immobile != 0 || s.fixed.castlingTarget[chess.White] != chess.NoSquare {
			t.Errorf("%s: after castling %+v", row.goal, s.fixed)
		}
		if board := s.Pos.Board(); board.King(chess.White) != row.to || s.Men[s.At[row.to]].Role != chess.King {
			t.Errorf("%s: the king is on %v", row.goal, board.King(chess.White))
		}
		s.requests[chess.White].vacate, s.ways[0] = chess.A1.BB(), chess.A1.BB()
		s.restore(&before)
		if s.fixed.waiting == 0 || s.Pos.Castling() != chess.AllCastling || len(s.Line) != 0 {
			t.Errorf("%s: restored to %v, %+v, after %v, want that before castling", row.goal, s.Pos, s.fixed, s.Line)
		}
		if s.requests[0] != (requests{}) || s.ways[0] != 0 {
			t.Errorf("%s: requests %+v and ways %v are restored, want none", row.goal, s.requests[0], s.ways[0])
		}
	}
}

// TestCastlingMoveClearsTheWay checks that a man of ours between king and rook steps aside, and that one of the enemy is requested to leave.
func TestCastlingMoveClearsTheWay(t *testing.T) {
	s := sceneOf(t, "r3k2r/pppppppp/8/8/8/4P3/PPPP1PPP/R3KB1R w KQkq -", "r3k2r/pppppppp/8/8/8/4P3/PPPP1PPP/R4RK1 w kq -")
	s.planCastling()
	p := path{agenda: agenda{scene: s}}
	moves := 0
	for range 20 {
		m := p.castlingMove()
		if m != 0 && m.From() != chess.F1 {
			t.Errorf("%v, want a move of the bishop on f1", m)
		}
		if m != 0 {
			moves++
		}
	}
	if moves == 0 {
		t.Error("the bishop never steps aside")
	}
	s = sceneOf(t, "r3k2r/pppppppp/8/8/8/8/PPPPPP1P/R3K1nR w KQkq -", "r3k2r/pppppppp/8/8/8/8/PPPPPP1P/R4RK1 w kq -")
	s.planCastling()
	p = path{agenda: agenda{scene: s}}
	if m := p.castlingMove(); m != 0 || !s.requests[chess.Black].vacate.Has(chess.G1) {
		t.Errorf("%v, and Black is requested to leave\n%v want no move, and g1", m, s.requests[chess.Black].vacate)
	}
}

// TestLosesCastling checks that a move of king or rook, or a capture of the rook, loses a right of the goal.
func TestLosesCastling(t *testing.T) {
	s := sceneOf(t, "r3k2r/8/8/8/8/8/6n1/R3K2R w KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R w Kq -")
	for _, m := range s.Moves {
		next := s.Pos.Play(m)
		want := next.Castling()&chess.Rights(chess.White, true) == 0 || next.Castling()&chess.Rights(chess.Black, false) == 0
		if got := s.losesCastling(&s.Pos, m); got != want {
			t.Errorf("%v loses a right of the goal: %v, want %v", m, got, want)
		}
	}
	s.goal.Castling = 0
	for _, m := range s.Moves {
		if s.losesCastling(&s.Pos, m) {
			t.Errorf("%v loses a right that the goal does not have", m)
		}
	}
}

// randomScene returns the scene after a random game, with random immobile and arrived men, one in eight each. The goal is the initial
// setup.
func randomScene(rnd *rand.Rand) *scene {
	s := &scene{rng: new(base.RNG), budget: &Budget{Limit: 1 << 40}}
	s.rng.Key(rnd.Uint64(), 1, 1)
	for {
		p := chess.InitialPosition()
		for next := range chesstest.Playout(rnd, chesstest.Options{Plies: rnd.IntN(150)}) {
			p = next
		}
		if s.Reset(&p); len(s.Moves) > 0 {
			break
		}
	}
	s.goal = chess.InitialSetup()
	s.fixed = fixedMen{immobile: rnd.Uint32() & rnd.Uint32() & rnd.Uint32(), castlingTarget: [2]chess.Square{chess.NoSquare, chess.NoSquare}}
	s.arrived = rnd.Uint32() & rnd.Uint32() & rnd.Uint32()
	return s
}

// TestIsQuietAndAnyQuietMove checks that quiet moves are reversible ones of men that are neither immobile nor arrived. It checks that
// anyQuietMove finds a reversible move of a man that is not immobile, if there is one.
func TestIsQuietAndAnyQuietMove(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 9))
	for range 300 {
		s := randomScene(rnd)
		exists := false // a reversible move of a man that can move, even if that has arrived
		for _, m := range s.Moves {
			u := s.At[m.From()]
			board := s.Pos.Board()
			reversible := board.RoleAt(m.From()) != chess.Pawn && board.At(m.To()) == chess.NoPiece && !m.Castles()
			exists = exists || reversible && s.canMove(u)
			if want := reversible && s.canMove(u) && s.arrived>>u&1 == 0; s.isQuiet(m) != want {
				t.Fatalf("%v: %v is quiet: %v, want %v", s.Pos, m, !want, want)
			}
		}
		m := s.anyQuietMove()
		if (m != 0) != exists {
			t.Fatalf("%v: anyQuietMove returns %v, want a move: %v", s.Pos, m, exists)
		}
		if m != 0 && (!s.canMove(s.At[m.From()]) || m.Irreversible()) {
			t.Fatalf("%v: %v is irreversible, or of a man that is immobile", s.Pos, m)
		}
	}
}

// TestReduceAttacks compares attack counts with a slow count. It checks that reduceAttacks finds the quiet move without check that leaves
// fewest attacks, if that is fewer than now.
func TestReduceAttacks(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 9))
	reductions := 0
	for range 300 {
		s := randomScene(rnd)
		squares := chess.Bitboard(rnd.Uint64() & rnd.Uint64() & rnd.Uint64())
		countSlowly := func(b chess.Board) (count int) {
			b.Put(b.King(s.Them), chess.NoPiece)
			for sq := range squares.All() {
				for from := range b.Colored(s.Us).All() {
					if chess.Attacks(b.At(from), from, b.Occupied()).Has(sq) {
						count++
					}
				}
			}
			return count
		}
		before := s.attacksOn(squares).count
		if want := countSlowly(s.Pos.Board()); before != want {
			t.Fatalf("%v: %d attacks on\n%v want %d", s.Pos, before, squares, want)
		}
		fewest := before
		for _, m := range s.Moves {
			if next := s.Pos.Play(m); s.isQuiet(m) && !next.InCheck() && !squares.Has(m.To()) {
				count := countSlowly(next.Board())
				if fewest = min(fewest, count); s.attacksAfter(m, squares) != count {
					t.Fatalf("%v: %v leaves %d attacks, want %d", s.Pos, m, s.attacksAfter(m, squares), count)
				}
			}
		}
		m := s.reduceAttacks(squares)
		if m == 0 {
			if fewest < before {
				t.Fatalf("%v: some move leaves %d attacks of %d on\n%v", s.Pos, fewest, before, squares)
			}
			continue
		}
		reductions++
		next := s.Pos.Play(m)
		if after := countSlowly(next.Board()); after != fewest || !s.isQuiet(m) || next.InCheck() || squares.Has(m.To()) {
			t.Fatalf("%v: %v leaves %d attacks of %d, want %d by a quiet move without check", s.Pos, m, after, before, fewest)
		}
	}
	if reductions < 50 {
		t.Errorf("only %d moves that attack less", reductions)
	}
}

// TestHasQuietReply checks that hasQuietReply is true if some reply is reversible; with Options.Revise, by a man that is not immobile.
func TestHasQuietReply(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 9))
	for range 100 {
		s := randomScene(rnd)
		s.revise = rnd.IntN(2) == 0
		for _, m := range s.Moves {
			want := false
			next := s.Pos.Play(m)
			for _, reply := range next.Moves(nil) {
				u := s.At[reply.From()]
				want = want || !reply.Irreversible() && (!s.revise || s.canMove(u))
			}
			if s.hasQuietReply(m) != want {
				t.Fatalf("%v: %v has a quiet reply: %v, want %v", s.Pos, m, !want, want)
			}
		}
	}
}
