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
	for _, fen := range []string{"4BQ1b/3ppK1k/5ppp/8/8/8/8/8 w - -", "k1Kb4/PpRpp3/b1p5/1p6/8/8/8/8 b - -"} {
		s, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
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
		plain, err := New(Options{Effort: verdict.Game})
		if err != nil {
			t.Fatal(err)
		}
		if v := plain.Judge(t.Context(), s.Setup); v.Decided() {
			t.Errorf("%s: %v without Long: it shows nothing here", fen, v.Outcome)
		}
	}
	many, err := chess.ParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -")
	if err != nil {
		t.Fatal(err)
	}
	if v, decided := new(backward).Judge(t.Context(), many.Setup, verdict.Budget{}); decided || v.Cost.Nodes != 0 {
		t.Errorf("many last moves: %+v", v)
	}
	if _, decided := new(backward).Judge(t.Context(), chess.Setup{}, verdict.Budget{}); decided {
		t.Error("an invalid setup is answered")
	}
}
