package games

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/replay"
)

// TestProofGameNumbered checks that moves are numbered with --numbered only, also in a long game of several lines.
func TestProofGameNumbered(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	const queenOut = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1"
	check(t, "", "1. e4 e5 2. Qh5 Nc6\n", "proofgame", "--numbered", "-w", "1:1", queenOut)
	check(t, "", "e4 e5 Qh5 Nc6\n", "proofgame", "--san", "-w", "1:1", queenOut)
	check(t, "", "e4 e5 Qh5 Nc6\n", "proofgame", "-w", "1:1", queenOut)
	_, out, errs := invoke("", "proofgame", "--numbered", candidate)
	// The note on a long game says how long it was before it was shortened.
	hasNote := strings.Contains(errs, " (was ") && strings.Contains(errs, ", replayed by two other programs")
	if !strings.HasPrefix(out, "1. ") || strings.Count(out, "\n") < 3 || !hasNote {
		t.Errorf("a long game: %s%s", out, errs)
	}
}

// FENs after the moves 1. e4 and 1. e4 e5.
const (
	fenE4   = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	fenE4E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
)

// TestProofGameJSON checks the record and the exit status of every outcome.
func TestProofGameJSON(t *testing.T) {
	const pawnOnLastRow = "k6P/8/8/8/8/8/8/7K w - - 0 1"
	for _, c := range []struct {
		args   []string
		status int
		want   gameRecord
	}{
		{[]string{fenE4}, cli.StatusOK, gameRecord{FEN: fenE4, Outcome: "game", Plies: 1, Game: []string{"e4"}}},
		{[]string{"-i", fenE4, fenE4E5}, cli.StatusOK, gameRecord{FEN: fenE4E5, Start: fenE4, Outcome: "game", Plies: 1, Game: []string{"e5"}}},
		{[]string{"-i", fenE4E5, fenE4}, cli.StatusOK, gameRecord{FEN: fenE4, Start: fenE4E5, Outcome: "none"}},
		{[]string{pawnOnLastRow}, cli.StatusOK, gameRecord{FEN: pawnOnLastRow, Outcome: "illegal", Reason: "Pawn on first/last rank"}},
		{[]string{"-w", "1:1", "-m", "1", candidate}, cli.StatusUndecided, gameRecord{FEN: candidate, Outcome: "unknown"}},
	} {
		status, out, errs := invoke("", append([]string{"proofgame", "--json"}, c.args...)...)
		c.want.Program = cli.ThisProgram()
		var got gameRecord
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Errorf("%q: %v, %s%s", c.args, err, out, errs)
			continue
		}
		if c.want.Reason == "" {
			got.Reason = "" // any will do
		}
		if status != c.status || got.Version == "" || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: status %d, %+v, want %d, %+v", c.args, status, got, c.status, c.want)
		}
	}
}

// TestEmptyFlags: an empty text, such as that of an unset variable of the shell, is not taken for the initial position.
func TestEmptyFlags(t *testing.T) {
	for _, args := range [][]string{{"proofgame", "-i", ""}, {"proofgame", "--ipgn="}, {"kernels", "-i", ""}} {
		if status, out, errs := invoke("", append(args, fenE4)...); status != cli.StatusUsage || out != "" || !strings.Contains(errs, "it is empty") {
			t.Errorf("%q: status %d, %s%s", args, status, out, errs)
		}
	}
}

// TestProofGameExcludes: flags for different forms of output exclude each other, and --first wants a search.
func TestProofGameExcludes(t *testing.T) {
	for _, flags := range []string{"--json --pgn", "--json -v", "--json --san", "--san --numbered", "--first"} {
		if status, out, _ := invoke("", append(strings.Fields("proofgame "+flags), fenE4)...); status != cli.StatusUsage || out != "" {
			t.Errorf("%s: status %d, %s", flags, status, out)
		}
	}
}

// goals is a list with a goal for each outcome; the lines after the fourth are no goals.
const goals = "# of a survey\n" + shortGoal + "\n4k3/8/8/8/8/8/8/4K2P w - -\n" + clitest.InitialFEN + " legal: proof:\nno position\n\n"

// TestListOfGoals: each goal gets a line in the format of judge, with a game that leads to it. Decided lines are copied.
func TestListOfGoals(t *testing.T) {
	file := filepath.Join(t.TempDir(), "goals")
	clitest.Write(t, file, goals)
	for _, args := range [][]string{{file}, {"-w", "1:1", file}, {"--seed", "5", "-"}, {}} {
		in := goals
		if len(args) > 0 && args[len(args)-1] == file {
			in = ""
		}
		status, out, errs := invoke(in, append([]string{"proofgame", "--list"}, args...)...)
		got := strings.Split(out, "\n")
		if status != 1 || len(got) != 4 || got[1] != "4k3/8/8/8/8/8/8/4K2P w - - 0 1 illegal: Pawn on first/last rank" ||
			got[2] != clitest.InitialFEN+" legal: proof:" || !strings.Contains(errs, ":5: ") {
			t.Fatalf("%q: status %d, output\n%s\nerrors %s", args, status, out, errs)
		}
		game, found := strings.CutPrefix(got[0], shortGoal+" legal: proof: ")
		var v replay.Verifier
		if err := v.VerifyText("", 0, game, shortGoal); err != nil || !found {
			t.Errorf("%q: %s: %v", args, got[0], err)
		}
	}
	// What was read differently is said.
	for text, want := range map[string]string{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3": "en passant square is left out", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR": "White is taken"} {
		if status, _, errs := invoke(text, "proofgame", "--list"); status != 0 || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %q, want a note: %s", text, status, errs, want)
		}
	}
	// What is not found is open, as for judge.
	if _, out, _ := invoke(candidate, "proofgame", "--list", "--nokernel", "-w", "1:1", "-m", "5"); out != candidate+" unknown:\n" {
		t.Errorf("after five expansions: %s", out)
	}
	_, out, _ := invoke(goals, "proofgame", "--list", "--json")
	for _, want := range []string{`"outcome":"illegal"`, `"plies":0`, `"outcome":"game"`} {
		if strings.Count(out, "\n") != 3 || !strings.Contains(out, want) {
			t.Errorf("no %s in records\n%s", want, out)
		}
	}
	for args, want := range map[string]string{
		"a|b":  "at most 1",
		"none": "neither a file nor a FEN", "-w|x": "-w", "--rules|kgb": "--rules",
	} {
		if status, out, errs := invoke("", append([]string{"proofgame", "--list"}, strings.Split(args, "|")...)...); status == 0 ||
			out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", args, status, out, errs, want)
		}
	}
}
