package proofgame

import (
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestUnreachable checks that pawns do not go back and men do not come back, and that ends of games are not unreachable.
func TestUnreachable(t *testing.T) {
	const initial, e4, e5, noQueen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, row := range []struct {
		from, goal, want string
	}{
		{initial, e5, ""}, {e4, e5, ""}, {initial, noQueen, ""}, {initial, initial, ""},
		{e5, e4, "e"}, {noQueen, initial, "15 against 16"},
	} {
		from, goal := testkit.Position(t, row.from), testkit.Position(t, row.goal)
		got := Unreachable(&from, &goal)
		if (row.want == "") != (got == "") || !strings.Contains(got, row.want) {
			t.Errorf("from %s\nto %s: %q, want %q", row.from, row.goal, got, row.want)
		}
	}
}
