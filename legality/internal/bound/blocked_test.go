package bound

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestBlockedReasons compares the blocked squares for a position and a goal of each reason.
func TestBlockedReasons(t *testing.T) {
	for _, c := range []struct {
		reason   blockReason
		from, to string
		want     chess.Bitboard
	}{
		{homePawn, "4k3/p7/8/8/8/8/P6P/4K3 w - - 0 1", "4k3/p7/8/8/7P/8/P7/4K3 w - - 0 1", squares(chess.A2, chess.A7)},
		{castlingRight, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R b K - 0 1", squares(chess.E1, chess.H1)},
		// As many pawns in the cone of e4 as the goal has.
		{lastPawn, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "3k4/8/8/8/4P3/8/8/4K3 w - - 0 1", squares(chess.E4)},
		// Two pawns in the cone of e4, but h2 would need three captures, and two are left.
		{lastPawn, "1r1rk3/8/7P/8/4P3/8/7P/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", squares(chess.E4)},
		// The pawn on c2 could get to d4, but it must be that of c4; none is ahead of d4.
		{settledPawn, "2r1k3/8/8/8/3P4/8/2P5/4K3 w - - 0 1", "4k3/8/8/8/2PP4/8/8/4K3 w - - 0 1", squares(chess.D4)},
		{deadlock, "4k3/8/8/8/8/8/1P1P4/2B1K3 w - - 0 1", "3k4/8/8/8/8/8/1P1P4/2B1K3 w - - 0 1", squares(chess.C1)},
		{noEntry, "4k3/8/8/8/8/7p/1P1P3P/2B1K3 w - - 0 1", "4k3/8/8/8/8/7P/1P1P4/2B1K3 w - - 0 1", squares(chess.C1)},
		// White loses three men; a pawn from elsewhere would need more captures to get to g4.
		{onlyPawn, "5k2/p2p4/2p2r2/1p6/1P1P2p1/P7/5R2/3K4 w - - 0 1", "8/2k5/8/1p1p4/1P1p2p1/3K4/8/8 w - - 0 1", squares(chess.G4)},
	} {
		p, q := testkit.Position(t, c.from), testkit.Position(t, c.to)
		g := NewGoal(q, nil)
		if !g.analyse(&p) {
			t.Errorf("%v: no play from %s to %s: %s", c.reason, p, q, g.failure)
		}
		if g.byReason[c.reason] != c.want {
			t.Errorf("%v: from %s to %s blocked\n%vwant\n%v", c.reason, p, q, g.byReason[c.reason], c.want)
		}
	}
}

// describe lists the blocked squares with their reasons.
func describe(byReason [blockReasons]chess.Bitboard) (s string) {
	for r, bb := range byReason {
		for sq := range bb.All() {
			s += sq.String() + " " + blockReason(r).String() + ", "
		}
	}
	return s
}

// TestBlockedPartition checks that in random games every blocked square has one reason and
// the same man in both positions, and every reason occurs.
func TestBlockedPartition(t *testing.T) {
	src := testkit.Rand(t.Name())
	g := NewGoal(chess.InitialPosition(), nil)
	var count [blockReasons]int
	for range 400 {
		game, _ := playGame(src)
		i := src.IntN(len(game))
		p, q := game[i], game[i+src.IntN(len(game)-i)]
		if p == q {
			continue
		}
		g.Reset(q)
		blocked := g.Blocked(&p)
		if !g.Reachable(&p) {
			t.Fatalf("%s to %s is played, but not reachable: %s", p, q, g.failure)
		}
		var all chess.Bitboard
		for r, bb := range g.byReason {
			if all&bb != 0 {
				t.Fatalf("two reasons: %s", describe(g.byReason))
			}
			all |= bb
			count[r] += bb.Count()
		}
		if all != blocked {
			t.Fatalf("reasons for %v, blocked %v", all, blocked)
		}
		before, after := p.Board(), q.Board()
		for sq := range all.All() {
			if before.At(sq) != after.At(sq) || before.At(sq) == chess.NoPiece {
				t.Fatalf("%v is blocked, from %s to %s", sq, p, q)
			}
		}
	}
	for r, n := range count {
		if n == 0 {
			t.Errorf("%v never comes up", blockReason(r))
		}
	}
	if got := blockReason(blockReasons).String(); got != "invalid" {
		t.Errorf("a reason that does not exist is %q", got)
	}
}
