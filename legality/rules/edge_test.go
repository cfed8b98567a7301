package rules

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestAcceptsEdgeGames checks that the rules refute no position of the games that come close to
// violating them.
func TestAcceptsEdgeGames(t *testing.T) {
	testkit.PlayEdgeGames(t, func(g testkit.EdgeGame, p chess.Position) { acceptSetup(t, p.Setup(), g.Why) })
}

// TestOneLastMove checks that the rules accept checks that only one kind of move explains.
func TestOneLastMove(t *testing.T) {
	for _, c := range []struct{ before, move, why string }{
		{"8/ppp1pppp/4k3/3pP3/8/8/B7/4R1K1 w - d6", "exd6+", "a capture en passant opens a file and a diagonal; one pawn is missing"},
		{"4r1k1/b7/8/8/3Pp3/4K3/PPP1PPPP/8 b - d3", "exd3+", "the same for Black"},
		{"4K3/8/8/8/8/p7/R3P2k/n7 w - -", "e4+", "a double step opens row 2"},
		{"N7/r3p2K/P7/8/8/8/8/4k3 b - -", "e5+", "the same for Black"},
	} {
		p := testkit.Position(t, c.before)
		p = p.Play(testkit.Line(t, p, c.move)[0])
		if p.Checkers() == 0 {
			t.Errorf("%s: no check", c.why)
		}
		acceptSetup(t, p.Setup(), c.why)
	}
}
