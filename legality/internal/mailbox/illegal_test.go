package mailbox

import (
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestIllegalMoves tests a move for every rule that can be broken, with its error, and a
// similar legal move for each.
func TestIllegalMoves(t *testing.T) {
	for _, c := range testkit.Table[struct{ What, FEN, Bad, Why, Good string }](t, "illegal.tsv") {
		var g Game
		g.Start(parse(t, c.FEN), 0, false)
		_, err := g.PlayText(c.Bad)
		if err == nil || !strings.Contains(err.Error(), c.Why) || !strings.HasPrefix(err.Error(), "ply 1: ") {
			t.Errorf("%s: %s in %s: %v, want %q", c.What, c.Bad, c.FEN, err, c.Why)
		}
		if g.Position != parse(t, c.FEN) || g.Plies != 0 {
			t.Errorf("%s: changed the game", c.What)
		}
		if _, err := g.PlayText(c.Good); err != nil {
			t.Errorf("%s: %v", c.What, err)
		}
	}
}
