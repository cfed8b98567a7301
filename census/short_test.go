package census

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/replay"
)

// TestJudgeShortensGames checks that the game of Judge is shorter than the engine's, leads to the position by legal moves, and that the
// words say its length.
func TestJudgeShortensGames(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	goal := testkit.Must(chess.ParsePosition("6Bk/5K2/6N1/8/8/8/8/8 b - - 0 1"))(t)
	found, err := judge(t.Context(), goal.Setup(), Games, false)
	if err != nil || found.Game == nil {
		t.Fatalf("the engine says %v, error %v, want a game", found, err)
	}
	v, err := Judge(goal, Games)
	if err != nil || v.Game == nil {
		t.Fatalf("Judge says %v, error %v, want a game", v, err)
	}
	t.Logf("%d plies, %d found", len(v.Game.Moves), len(found.Game.Moves))
	if 4*len(v.Game.Moves) > 3*len(found.Game.Moves) {
		t.Errorf("a game of %d plies, %d as it was found: want three quarters or less", len(v.Game.Moves), len(found.Game.Moves))
	}
	testkit.OK(t, new(replay.Verifier).Verify(&replay.Game{Moves: v.Game.Moves, Goal: goal}))
	if want := fmt.Sprintf("a game of %d plies", len(v.Game.Moves)); !strings.Contains(v.Words, want) {
		t.Errorf("%q does not say %q", v.Words, want)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if s, err := shortenGame(stopped, found); err != nil || s.Game == nil || len(s.Game.Moves) > len(found.Game.Moves) {
		t.Errorf("stopped at once: %v, %v; want the game that was found", s, err)
	}
}
