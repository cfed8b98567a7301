package legality

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/verdict"
)

// TestBackward: published problems with one or two last moves get a game through what was before, which an own program and a foreign one replay; without Long
// there is none. The position before and the last move are those of the game, and a setup with many last moves is passed on.
func TestBackward(t *testing.T) {
	testkit.Long(t)
	for i, fen := range []string{"4BQ1b/3ppK1k/5ppp/8/8/8/8/8 w - -", "k1Kb4/PpRpp3/b1p5/1p6/8/8/8/8 b - -", "8/P1pp3p/1p6/Bp6/PP6/pkPP4/qB1P2P1/2KR4 w - -"} {
		s := testkit.Must(chess.ParseFEN(fen))(t)
		b := &backward{games: proofgame.Options{Long: true}}
		v, decided := b.Judge(t.Context(), s.Setup, verdict.Budget{})
		if !decided || v.Outcome != verdict.Legal {
			t.Fatalf("%s: %+v", fen, v)
		}
		words := strings.Fields(v.Certificate.String())
		goal, _ := s.Setup.Position()
		if err := new(replay.Verifier).VerifyText("", 0, v.Certificate.String(), goal.String()); err != nil || len(words) < 30 {
			t.Errorf("%s: %v, %d plies", fen, err, len(words))
		}
		if _, decided := b.Judge(t.Context(), s.Setup, verdict.Budget{Pass: 1}); decided {
			t.Error("a later pass is answered")
		}
		if i > 0 && testkit.Stride() > 3 {
			continue // what follows tells of this test, not of the code
		}
		plain := testkit.Must(New(Options{Effort: verdict.Game}))(t)
		if v := plain.Judge(t.Context(), s.Setup); v.Decided() {
			t.Errorf("%s: %v without Long: it shows nothing here", fen, v.Outcome)
		}
	}
	many := testkit.Must(chess.ParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -"))(t)
	if v, decided := new(backward).Judge(t.Context(), many.Setup, verdict.Budget{}); decided || v.Cost.Nodes != 0 {
		t.Errorf("many last moves: %+v", v)
	}
	if _, decided := new(backward).Judge(t.Context(), chess.Setup{}, verdict.Budget{}); decided {
		t.Error("an invalid setup is answered")
	}
}

// TestBefore: a move leads from each setup before to the one that follows, the engine refutes none of them, those with most last moves stand first, and
// none is returned again.
func TestBefore(t *testing.T) {
	const fen = "8/8/8/8/5PP1/1PPPkrqB/bPPR1rPN/2KR1QB1 w - -"
	s := testkit.Must(chess.ParseFEN(fen))(t)
	var b backward
	testkit.OK(t, b.start(0))
	seen := map[chess.Setup]bool{}
	left := b.before(t.Context(), &earlier{setup: s.Setup}, seen)
	if len(left) == 0 {
		t.Fatalf("%s: nothing before", fen)
	}
	for i, c := range left {
		p, err := c.setup.Position()
		if err != nil {
			t.Fatalf("%s: %v", c.setup, err)
		}
		m, ok := leads(&p, &s.Setup)
		if !ok || m.To() != c.group.to || m.Captured() != c.group.captured || (m.Promotion() != chess.NoRole) != c.group.promoted {
			t.Errorf("%s: move %v does not lead to %s as %+v", c.setup, m, fen, c.group)
		}
		if i > 0 && c.moves > left[i-1].moves {
			t.Errorf("%s has %d last moves, the one before it %d", c.setup, c.moves, left[i-1].moves)
		}
		if v := b.kernel.Judge(t.Context(), c.setup); v.Outcome == verdict.Illegal {
			t.Errorf("%s: %v", c.setup, v.Reasons)
		}
	}
	if again := b.before(t.Context(), &earlier{setup: s.Setup}, seen); len(again) != 0 {
		t.Errorf("%d setups are returned again", len(again))
	}
}
