package games

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/survey/filter"
)

// goals are goals of every fate; the lines after the third are no goals.
const goals = "# of a survey\n" + shortGoal + "\n4k3/8/8/8/8/8/8/4K2P w - -\n" + clitest.InitialFEN + " legal: proof:\nno position\n\n"

// TestListOfGoals: every goal gets a line as judge writes it, with a game that leads there; what is decided is copied.
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
		if status != 1 || len(got) != 4 || got[1] != "4k3/8/8/8/8/8/8/4K2P w - - 0 1 illegal: Pawn on first/last rank" || got[2] != clitest.InitialFEN+" legal: proof:" || !strings.Contains(errs, ":5: ") {
			t.Fatalf("%q: status %d, output\n%s\nerrors %s", args, status, out, errs)
		}
		game, found := strings.CutPrefix(got[0], shortGoal+" legal: proof: ")
		var v replay.Verifier
		if err := v.VerifyText("", 0, game, shortGoal); err != nil || !found {
			t.Errorf("%q: %s: %v", args, got[0], err)
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
		"-i|" + clitest.InitialFEN: "--list goes without -i", "--pgn": "--list goes without -i", "-v": "--list goes without -i", "--json|--san": "--json goes without", "a|b": "at most 1",
		"none": "neither a file nor a FEN", "-w|x": "-w", "-m|-1": "-m -1", "--creds|x": "want --nats too", "--rules|kgb": "--rules",
	} {
		if status, out, errs := invoke("", append([]string{"proofgame", "--list"}, strings.Split(args, "|")...)...); status == 0 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", args, status, out, errs, want)
		}
	}
}

// TestOptionsOfStrangers that make no sense are refused in words; the others are answered, and an answer that was broken off is none.
func TestOptionsOfStrangers(t *testing.T) {
	const good = `"weights":"1:5","rules":"basic"`
	for text, want := range map[string]string{
		``: "EOF", `{` + good + `,"opening":"/etc/passwd"}`: "unknown field", `{}`: "--rules", `{"rules":"basic","weights":"0:1"}`: "-w", `{` + good + `,"nodes":-1}`: "-m -1",
		`{` + good + `,"json":true,"program":"x"}`: "records of \"x\" are wanted", `{` + good + `} {}`: "more behind",
	} {
		if _, err := answers([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	f, err := answers([]byte(`{` + good + `}`))
	if err != nil {
		t.Fatal(err)
	}
	chunk := &filter.Chunk{First: 7, Text: []byte(shortGoal + "\nno position")}
	a, err := f(context.Background(), chunk)
	if err != nil || !strings.Contains(string(a.Out), " legal: proof: ") || len(a.Bad) != 1 || a.Bad[0].Line != 8 {
		t.Errorf("%v, %+v", err, a)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a, err := f(ctx, chunk); err == nil {
		t.Errorf("broken off: %+v", a)
	}
}
