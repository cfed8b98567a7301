package proofgame

import (
	"strings"
	"testing"

	"chesscensus/chess"
)

// TestUnreachable: pawns do not go back, and men do not come back; games do what the bound must allow.
func TestUnreachable(t *testing.T) {
	position := func(fen string) *chess.Position {
		t.Helper()
		p, err := chess.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		return &p
	}
	const initial, e4, e5, noQueen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct {
		from, goal, want string
	}{
		{initial, e5, ""}, {e4, e5, ""}, {initial, noQueen, ""}, {initial, initial, ""},
		{e5, e4, "e"}, {noQueen, initial, "15 against 16"},
	} {
		got := Unreachable(position(c.from), position(c.goal))
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("from %s\nto %s: %q, want %q", c.from, c.goal, got, c.want)
		}
	}
}
