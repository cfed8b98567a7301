package legality

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/verdict"
)

// TestBackward checks that published problems with one or two last moves get a game, which two programs replay. A setup with many last
// moves gets none, nor does an invalid setup.
func TestBackward(t *testing.T) {
	testkit.Long(t)
	for _, fen := range []string{"4BQ1b/3ppK1k/5ppp/8/8/8/8/8 w - -", "k1Kb4/PpRpp3/b1p5/1p6/8/8/8/8 b - -"} {
		s := testkit.Must(chess.ParseFEN(fen))(t)
		b := &backward{games: proofgame.Options{Long: true}}
		game, plies, err := b.Game(t.Context(), s.Setup)
		goal, _ := s.Setup.Position()
		if err != nil || len(game) < 30 || plies == 0 {
			t.Fatalf("%s: %v, %d plies, cost %d", fen, err, len(game), plies)
		}
		if _, err := new(replay.Verifier).Prove(&replay.Game{Start: chess.InitialPosition(), Moves: game, Goal: goal}); err != nil {
			t.Errorf("%s: %v", fen, err)
		}
		if b.kernel != nil || b.game != nil {
			t.Error("engines are kept")
		}
	}
	many := testkit.Must(chess.ParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -"))(t)
	if game, plies, err := new(backward).Game(t.Context(), many.Setup); game != nil || plies != 0 || err != nil {
		t.Errorf("many last moves: %v, %d, %v", game, plies, err)
	}
	if game, _, err := new(backward).Game(t.Context(), chess.Setup{}); game != nil || err != nil {
		t.Errorf("an invalid setup: %v, %v", game, err)
	}
}

// TestPredecessors checks that a move leads from each setup before to the setup. The engine refutes none of them, those with most last
// moves come first, and a second call returns none of them.
func TestPredecessors(t *testing.T) {
	const fen = "8/8/8/8/5PP1/1PPPkrqB/bPPR1rPN/2KR1QB1 w - -"
	s := testkit.Must(chess.ParseFEN(fen))(t)
	var b backward
	testkit.OK(t, b.start())
	seen := map[chess.Setup]bool{}
	candidates := b.predecessors(t.Context(), &node{setup: s.Setup}, seen)
	if len(candidates) == 0 {
		t.Fatalf("%s: nothing before", fen)
	}
	for i, c := range candidates {
		p, err := c.setup.Position()
		if err != nil {
			t.Fatalf("%s: %v", c.setup, err)
		}
		m, ok := moveTo(&p, &s.Setup)
		if !ok || m.To() != c.group.to || m.Captured() != c.group.captured || (m.Promotion() != chess.NoRole) != c.group.promoted {
			t.Errorf("%s: move %v does not lead to %s as %+v", c.setup, m, fen, c.group)
		}
		if i > 0 && c.lastMoves > candidates[i-1].lastMoves {
			t.Errorf("%s has %d last moves, the one before it %d", c.setup, c.lastMoves, candidates[i-1].lastMoves)
		}
		if v := b.kernel.Judge(t.Context(), c.setup); v.Outcome == verdict.Illegal {
			t.Errorf("%s: %v", c.setup, v.Reasons)
		}
	}
	if repeated := b.predecessors(t.Context(), &node{setup: s.Setup}, seen); len(repeated) != 0 {
		t.Errorf("%d setups are returned again", len(repeated))
	}
}
