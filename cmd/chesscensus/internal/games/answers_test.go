package games

import (
	"encoding/json"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestProofGameNumbered: moves are numbered with --numbered only.
func TestProofGameNumbered(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	const scholar = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1"
	check(t, "", "1. e4 e5 2. Qh5 Nc6\n", "proofgame", "--numbered", "-w", "1:1", scholar)
	check(t, "", "e4 e5 Qh5 Nc6\n", "proofgame", "--san", "-w", "1:1", scholar)
	check(t, "", "e4 e5 Qh5 Nc6\n", "proofgame", "-w", "1:1", scholar)
	_, out, errs := invoke("", "proofgame", "--numbered", candidate)
	if !strings.HasPrefix(out, "1. ") || strings.Count(out, "\n") < 3 || !strings.Contains(errs, " (was ") || !strings.Contains(errs, ", replayed by two other programs") {
		t.Errorf("a long game: %s%s", out, errs)
	}
}

// TestProofGameJSON: every outcome has its record.
func TestProofGameJSON(t *testing.T) {
	const e4, e4e5 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct {
		args []string
		want gameRecord
	}{
		{[]string{e4}, gameRecord{FEN: e4, Outcome: "game", Plies: 1, Game: []string{"e4"}}},
		{[]string{"-i", e4, e4e5}, gameRecord{FEN: e4e5, Start: e4, Outcome: "game", Plies: 1, Game: []string{"e5"}}},
		{[]string{"-i", e4e5, e4}, gameRecord{FEN: e4, Start: e4e5, Outcome: "none"}},
		{[]string{"k6P/8/8/8/8/8/8/7K w - - 0 1"}, gameRecord{FEN: "k6P/8/8/8/8/8/8/7K w - - 0 1", Outcome: "illegal", Reason: "Pawn on first/last rank"}},
		{[]string{"-w", "1:1", "-m", "1", candidate}, gameRecord{FEN: candidate, Outcome: "unknown"}},
	} {
		status, out, errs := invoke("", append([]string{"proofgame", "--json"}, c.args...)...)
		var got gameRecord
		if err := json.Unmarshal([]byte(out), &got); status != map[bool]int{true: 3}[c.want.Outcome == "unknown"] || err != nil {
			t.Errorf("%q: status %d, %v, %s%s", c.args, status, err, out, errs)
			continue
		}
		if got.FEN != c.want.FEN || got.Start != c.want.Start || got.Outcome != c.want.Outcome || got.Plies != c.want.Plies ||
			strings.Join(got.Game, " ") != strings.Join(c.want.Game, " ") || c.want.Reason != "" && got.Reason != c.want.Reason || got.Version == "" {
			t.Errorf("%q: %+v, want %+v", c.args, got, c.want)
		}
	}
	for _, args := range []string{"--json --pgn", "--json -v", "--json --san"} {
		if status, out, _ := invoke("", append(append([]string{"proofgame"}, strings.Fields(args)...), e4)...); status != 2 || out != "" {
			t.Errorf("%s: status %d, %s", args, status, out)
		}
	}
}
