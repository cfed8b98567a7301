package cage

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testkit"
	"chesscensus/legality/verdict"
)

// TestAcceptsEdgeGames follows games to the edge of theorems, and looks at every position.
func TestAcceptsEdgeGames(t *testing.T) {
	w := witness{st: Stage{Limit: configurations}}
	rnd := testkit.Rand("tight games")
	for _, g := range testkit.EdgeGames {
		if !w.game(t, testkit.Line(t, chess.InitialPosition(), g.Moves), rnd, 3) {
			t.Errorf("%s", g.Why)
		}
		// The end of a game is the tightest: projection searches may take as long as they do.
		st := Stage{Limit: 10_000}
		if v, decided := st.Judge(context.Background(), testkit.Setup(t, testkit.Played(t, g.Moves).String()), verdict.Budget{}); decided {
			t.Errorf("%s: %v", g.Why, v)
		}
	}
	w.report(t)
}
