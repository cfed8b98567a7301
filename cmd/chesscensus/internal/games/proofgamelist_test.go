package games

import (
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/legality/proofgame/replay"
)

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
