package play

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
)

// at returns a scene in a position, on the way to a goal.
func at(t *testing.T, fen, goal string) *scene {
	p := testkit.Position(t, fen)
	r := &scene{rng: new(base.RNG), budget: &Budget{Limit: 1 << 40}}
	r.rng.Key(1, 2, 3)
	g := testkit.Position(t, goal)
	r.goal = g.Setup()
	r.Reset(&p)
	r.fixed.castlingTarget = [2]chess.Square{chess.NoSquare, chess.NoSquare}
	return r
}

// squares returns where the men of a set stand.
func (s *scene) squares(set uint32) (bb chess.Bitboard) {
	for u := range s.Size {
		if set>>u&1 != 0 {
			bb |= s.Men[u].Sq.BB()
		}
	}
	return bb
}

// TestFindImmobile: rights of the goal keep king and rooks at home, and only these.
func TestFindImmobile(t *testing.T) {
	for fen, want := range map[string]chess.Bitboard{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -": chess.A1.BB() | chess.E1.BB() | chess.H1.BB() | chess.A8.BB() | chess.E8.BB() | chess.H8.BB(),
		"r3k2r/8/8/8/8/8/8/R3K2R w Kq -":   chess.E1.BB() | chess.H1.BB() | chess.A8.BB() | chess.E8.BB(),
		"r3k2r/8/8/8/8/8/8/R3K2R w - -":    0,
	} {
		r := at(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", fen)
		r.findImmobile()
		if got := r.squares(r.fixed.immobile); got != want {
			t.Errorf("%s: frozen are\n%v want\n%v", fen, got, want)
		}
		for u := range int8(r.Size) {
			if r.canMove(u) == want.Has(r.Men[u].Sq) {
				t.Errorf("%s: man on %v movable %v", fen, r.Men[u].Sq, r.canMove(u))
			}
		}
	}
}

// TestPlanCastling: who has castled, behind pawns at home, waits to castle; who keeps a right does not, and who has none any more
// cannot.
func TestPlanCastling(t *testing.T) {
	const home = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -"
	for _, c := range []struct {
		start, goal string
		white       chess.Square
		waiting     chess.Bitboard
	}{
		{home, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w kq -", chess.G1, chess.E1.BB() | chess.H1.BB()},
		{home, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2KR3R w kq -", chess.C1, chess.E1.BB() | chess.A1.BB()},
		{home, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R5KR w kq -", chess.NoSquare, 0},
		{home, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -", chess.NoSquare, 0},
		{"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w kq -", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w kq -", chess.NoSquare, 0},
	} {
		r := at(t, c.start, c.goal)
		r.findImmobile()
		frozen := r.fixed.immobile
		r.planCastling()
		if r.fixed.castlingTarget[chess.White] != c.white || r.squares(r.fixed.waiting) != c.waiting || r.fixed.immobile != frozen|r.fixed.waiting {
			t.Errorf("%s: castle to %v, waiting\n%v", c.goal, r.fixed.castlingTarget[chess.White], r.squares(r.fixed.waiting))
		}
	}
}

// TestCastlingFreesKingAndRook: after castling both may move, and a snapshot from before has them wait again.
func TestCastlingFreesKingAndRook(t *testing.T) {
	for _, c := range []struct {
		goal string
		to   chess.Square
	}{
		{"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w kq -", chess.G1},
		{"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2KR3R w kq -", chess.C1},
	} {
		r := at(t, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -", c.goal)
		r.planCastling()
		var before snapshot
		r.save(&before)
		p := path{agenda: agenda{scene: r}}
		m := p.castlingMove()
		if m == 0 || !m.Castles() || m.To() != c.to {
			t.Fatalf("%s: %v is not the castling wanted", c.goal, m)
		}
		r.make(m)
		if r.fixed.waiting != 0 || r.fixed.immobile != 0 || r.fixed.castlingTarget[chess.White] != chess.NoSquare {
			t.Errorf("%s: after castling %+v", c.goal, r.fixed)
		}
		if board := r.Pos.Board(); board.King(chess.White) != c.to || r.Men[r.At[c.to]].Role != chess.King {
			t.Errorf("%s: the king is on %v", c.goal, board.King(chess.White))
		}
		r.requests[chess.White].vacate, r.ways[0] = chess.A1.BB(), chess.A1.BB()
		r.restore(&before)
		if r.fixed.waiting == 0 || r.Pos.Castling() != chess.AllCastling || r.requests[0] != (requests{}) || r.ways[0] != 0 || len(r.Line) != 0 {
			t.Errorf("%s: restored to %v, %+v", c.goal, r.Pos, r.fixed)
		}
	}
}

// TestCastlingWaitsForRoom: men of ours between king and rook step aside, others are asked to.
func TestCastlingWaitsForRoom(t *testing.T) {
	r := at(t, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3KB1R w KQkq -", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w kq -")
	r.planCastling()
	p := path{agenda: agenda{scene: r}}
	for range 20 {
		if m := p.castlingMove(); m != 0 && m.From() != chess.F1 {
			t.Errorf("%v does not make room", m)
		}
	}
	r = at(t, "r3k2r/pppppppp/8/8/8/8/PPPPPP1P/R3K1nR w KQkq -", "r3k2r/pppppppp/8/8/8/8/PPPPPP1P/R4RK1 w kq -")
	r.planCastling()
	p = path{agenda: agenda{scene: r}}
	if m := p.castlingMove(); m != 0 || !r.requests[chess.Black].vacate.Has(chess.G1) {
		t.Errorf("%v, and Black is asked to leave\n%v", m, r.requests[chess.Black].vacate)
	}
}

// TestCastlingLost: a move of king or rook, or a capture of the rook, loses a right of the goal.
func TestCastlingLost(t *testing.T) {
	r := at(t, "r3k2r/8/8/8/8/8/6n1/R3K2R w KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R w Kq -")
	for _, m := range r.Moves {
		q := r.Pos.Play(m)
		want := q.Castling()&chess.Rights(chess.White, true) == 0 || q.Castling()&chess.Rights(chess.Black, false) == 0
		if got := r.losesCastling(&r.Pos, m); got != want {
			t.Errorf("%v loses a right: %v", m, got)
		}
	}
	r.goal.Castling = 0
	for _, m := range r.Moves {
		if r.losesCastling(&r.Pos, m) {
			t.Errorf("%v loses a right that nobody wants", m)
		}
	}
}

// randomScene returns the scene after a random game, some men of it frozen or arrived.
func randomScene(rnd *rand.Rand) *scene {
	r := &scene{rng: new(base.RNG), budget: &Budget{Limit: 1 << 40}}
	r.rng.Key(rnd.Uint64(), 1, 1)
	for {
		p := chess.InitialPosition()
		for q := range chesstest.Playout(rnd, chesstest.Options{Plies: rnd.IntN(150)}) {
			p = q
		}
		if r.Reset(&p); len(r.Moves) > 0 {
			break
		}
	}
	r.goal = chess.InitialSetup()
	r.fixed = fixedMen{immobile: rnd.Uint32() & rnd.Uint32() & rnd.Uint32(), castlingTarget: [2]chess.Square{chess.NoSquare, chess.NoSquare}}
	r.arrived = rnd.Uint32() & rnd.Uint32() & rnd.Uint32()
	return r
}

// TestQuietAndAnything: quiet moves are reversible ones of men that are free; anything is chosen among those that are reversible, and
// found if there is one.
func TestQuietAndAnything(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 9))
	for range 300 {
		r := randomScene(rnd)
		some := false
		for _, m := range r.Moves {
			u := r.At[m.From()]
			b := r.Pos.Board()
			reversible := b.RoleAt(m.From()) != chess.Pawn && b.At(m.To()) == chess.NoPiece && !m.Castles()
			some = some || reversible && r.canMove(u)
			if want := reversible && r.canMove(u) && r.arrived>>u&1 == 0; r.isQuiet(m) != want {
				t.Fatalf("%v: %v is quiet: %v", r.Pos, m, !want)
			}
		}
		m := r.anyQuietMove()
		if (m != 0) != some {
			t.Fatalf("%v: %v, though there is one: %v", r.Pos, m, some)
		}
		if m != 0 && (!r.canMove(r.At[m.From()]) || m.Irreversible()) {
			t.Fatalf("%v: %v spoils something", r.Pos, m)
		}
	}
}

// TestReduceAttacks: the count is that of attackers square by square, and relieve lowers it as far as any quiet move does, or finds
// none where none does.
func TestReduceAttacks(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 9))
	relieved := 0
	for range 300 {
		r := randomScene(rnd)
		set := chess.Bitboard(rnd.Uint64() & rnd.Uint64() & rnd.Uint64())
		slow := func(b chess.Board) (n int) {
			b.Put(b.King(r.Them), chess.NoPiece)
			for sq := range set.All() {
				for from := range b.Colored(r.Us).All() {
					if chess.Attacks(b.At(from), from, b.Occupied()).Has(sq) {
						n++
					}
				}
			}
			return n
		}
		now := r.attacksAfter(0, set)
		if want := slow(r.Pos.Board()); now != want {
			t.Fatalf("%v: %d attacks on\n%v want %d", r.Pos, now, set, want)
		}
		least := now
		for _, m := range r.Moves {
			if q := r.Pos.Play(m); r.isQuiet(m) && !q.InCheck() && !set.Has(m.To()) {
				n := slow(q.Board())
				if least = min(least, n); r.attacksAfter(m, set) != n {
					t.Fatalf("%v: %v leaves %d attacks, want %d", r.Pos, m, r.attacksAfter(m, set), n)
				}
			}
		}
		m := r.reduceAttacks(set)
		if m == 0 {
			if least < now {
				t.Fatalf("%v: some move leaves %d attacks of %d on\n%v", r.Pos, least, now, set)
			}
			continue
		}
		relieved++
		q := r.Pos.Play(m)
		if after := slow(q.Board()); after != least || !r.isQuiet(m) || q.InCheck() || set.Has(m.To()) {
			t.Fatalf("%v: %v leaves %d attacks of %d", r.Pos, m, after, now)
		}
	}
	if relieved < 50 {
		t.Errorf("relieved %d times", relieved)
	}
}

// TestHasQuietReply: whether the enemy has a reversible reply, with Revise one of a free man.
func TestHasQuietReply(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 9))
	for range 100 {
		r := randomScene(rnd)
		r.revise = rnd.IntN(2) == 0
		for _, m := range r.Moves {
			want := false
			q := r.Pos.Play(m)
			for _, reply := range q.Moves(nil) {
				u := r.At[reply.From()]
				want = want || !reply.Irreversible() && (!r.revise || r.canMove(u))
			}
			if r.hasQuietReply(m) != want {
				t.Fatalf("%v: %v is answered: %v", r.Pos, m, !want)
			}
		}
	}
}
