package play

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/legality/proofgame/internal/base"
)

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
