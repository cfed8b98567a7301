package judging

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/lines"
	"chesscensus/legality/proofgame/replay"
)

const (
	afterA3       = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR"
	pawnOnLastRow = "k6P/8/8/8/8/8/8/7K w - - 0 1"
	undecidedGoal = "rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR b KQkq - 0 1" // with few nodes or at effort kernel
	twoKings      = "8/8/8/8/8/8/8/K1k5 w - -"
)

// TestOnePosition: a query about one position, of four or six fields, with or without quotes, gets a game or a reason. A list is judged at
// the default effort.
func TestOnePosition(t *testing.T) {
	check(t, "", afterA3+" b KQkq - 0 1 legal: proof: a3\n", "judge", afterA3+" b KQkq -")
	check(t, "", afterA3+" b KQkq - 0 1 legal: proof: a3\n", "judge", afterA3, "b", "KQkq", "-")
	check(t, "", afterA3+" b KQkq - 0 1 legal: proof: a3\n", "judge", afterA3, "b", "KQkq", "-", "0", "1")
	check(t, "", pawnOnLastRow+" illegal: Pawn on first/last rank\n", "judge", pawnOnLastRow)
	check(t, "", afterA3+" b KQkq - 0 1 unknown:\n", "judge", "--effort", "kernel", afterA3+" b KQkq -")
	check(t, afterA3+" b KQkq - 0 1\n", afterA3+" b KQkq - 0 1 unknown:\n", "judge") // a list
	check(t, "", afterA3+" b KQkq - 0 1 unknown:\n"+pawnOnLastRow+" illegal: Pawn on first/last rank\n", "judge", afterA3+" b KQkq -", pawnOnLastRow)
	_, out, _ := invoke("", "judge", twoKings)
	l, err := lines.Parse(strings.TrimSpace(out))
	var v replay.Verifier
	if err != nil || v.VerifyText("", 0, strings.Join(l.Words("proof"), " "), twoKings+" 0 1") != nil {
		t.Errorf("%s: %v", out, err)
	}
}

// TestJudgeFile: lists are read from files, and files are told from records.
func TestJudgeFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "list.txt")
	clitest.Write(t, file, "# two\n"+pawnOnLastRow+"\nnonsense\n"+afterA3+" b KQkq - 0 1\n")
	status, out, errs := invoke("", "judge", file)
	if status != 1 || strings.Count(out, "\n") != 4 || !strings.Contains(out, " unknown:\n") || !strings.HasPrefix(errs, file+":3: ") {
		t.Errorf("a list with one bad line: status %d, output %s, errors %s", status, out, errs)
	}
	if status, out, errs := invoke("", "judge", file, file); status != 2 || out != "" || !strings.Contains(errs, "cat FILES") {
		t.Errorf("two files: status %d, %s%s", status, out, errs)
	}
	if status, _, errs := invoke("", "judge", filepath.Join(dir, "none")); status != 1 || !strings.Contains(errs, "neither a file nor a FEN record") {
		t.Errorf("a file that is not there: status %d, %s", status, errs)
	}
	check(t, pawnOnLastRow+"\n", pawnOnLastRow+" illegal: Pawn on first/last rank\n", "judge", "-")
	// A record is a record also if a file has its name.
	t.Chdir(dir)
	testkit.OK(t, os.WriteFile("8", nil, 0o666))
	check(t, "", pawnOnLastRow+" illegal: Pawn on first/last rank\n", "judge", pawnOnLastRow)
}

// TestAnswersForPeople checks the answers that a terminal gets.
func TestAnswersForPeople(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	check(t, "", "legal: a game of 1 ply leads to it, replayed by two other programs\n1. a3\n", "judge", "--numbered", afterA3+" b KQkq -")
	check(t, "", "illegal: a pawn stands on row 1 or 8 (stage rules): pawns: Ph8\n", "judge", "--numbered", pawnOnLastRow)
	check(t, "", "illegal: Pawn on first/last rank\n", "judge", "--numbered", pawnOnLastRow+" illegal: Pawn on first/last rank")
	_, out, _ := invoke("", "judge", "--numbered", "-v", pawnOnLastRow)
	if !strings.HasPrefix(out, "illegal: a pawn") || !strings.Contains(out, "[P]") {
		t.Errorf("-v: %s", out)
	}
	_, out, _ = invoke("", "judge", "--numbered", "--effort", "kernel", "-v", afterA3+" b KQkq -")
	if !strings.HasPrefix(out, "not decided at effort kernel: ") || !strings.Contains(out, "  chesscensus judge --effort game '"+afterA3+" b KQkq -'\n") {
		t.Errorf("not decided: %s", out)
	}
	_, out, _ = invoke("", "judge", "--numbered", "--effort", "kernel", afterA3+" b KQkq -")
	if strings.Count(out, "\n") != 1 || !strings.Contains(out, "-v says what to try next") {
		t.Errorf("not decided: %s", out)
	}
	_, out, _ = invoke("", "judge", "--numbered", twoKings)
	for _, line := range strings.Split(out, "\n") {
		if len(line) > 80 {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
	if !strings.Contains(out, "\n1. ") || !strings.Contains(out, " 2. ") {
		t.Errorf("no numbers in %s", out)
	}
}

// TestNextSteps: -v of an undecided line has advice for each effort. A budget of 2000 nodes leaves the position undecided.
func TestNextSteps(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for effort, want := range map[string][]string{
		"kernel": {"#   to try next:\n#     chesscensus judge --effort game '"},
		"game":   {"judge --effort exhaustive '", "--random-kernel --seed 1 '", "proofgame -w 1:5 -v '"},
	} {
		_, out, _ := invoke("", "judge", "-v", "--nodes", "2000", "--effort", effort, undecidedGoal)
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("effort %s: no %q in\n%s", effort, w, out)
			}
		}
	}
}

// TestJudgeJSON: every line that can be parsed has a record, even if it was decided before.
func TestJudgeJSON(t *testing.T) {
	in := afterA3 + " b KQkq - 0 1\n# a comment\n" + pawnOnLastRow + "\n" + afterA3 + " b KQkq - 0 1 legal: proof: a3\nnonsense\n" + undecidedGoal + "\n"
	status, out, errs := invoke(in, "judge", "--json", "--effort", "kernel")
	list := strings.Split(strings.TrimSpace(out), "\n")
	if status != 1 || len(list) != 4 || !strings.HasPrefix(errs, "standard input:5: ") {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	var got []record
	for _, line := range list {
		var r record
		testkit.OK(t, json.Unmarshal([]byte(line), &r))
		if !strings.Contains(r.Version, "engine ") {
			t.Errorf("program %q", r.Version)
		}
		got = append(got, r)
	}
	if r := got[0]; r.Outcome != "unknown" || r.Stop != "complete" || r.FEN != afterA3+" b KQkq - 0 1" {
		t.Errorf("%+v, want unknown, stopped as complete", r)
	}
	if r := got[1]; r.Outcome != "illegal" || r.Reason != "Pawn on first/last rank" || r.Stage != "rules" || !strings.Contains(r.Words, "Ph8") {
		t.Errorf("%+v, want illegal by rules, for the pawn on h8", r)
	}
	if r := got[2]; r.Outcome != "legal" || *r.Plies != 1 || len(r.Game) != 1 || r.Game[0] != "a3" {
		t.Errorf("%+v, want legal by the game a3", r)
	}
	if status, out, errs := invoke("", "judge", "--json", "--by", "chesscounter"); status != 2 || out != "" {
		t.Errorf("--json by chesscounter: status %d, output %s, errors %s, want a usage error", status, out, errs)
	}
}
