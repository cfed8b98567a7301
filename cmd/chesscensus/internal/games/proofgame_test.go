package games

import (
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/cmd/chesscensus/internal/judging"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/replay"
)

// program has the commands used in these tests. invoke runs a command line, and check one that must succeed with a given output.
var program = clitest.Program{Commands, judging.Commands}
var invoke, check = program.Invoke, program.Check

// shortGoal is reached in nine plies, a Ruy Lopez. candidate is a legal position with many promoted men, whose game is long.
const (
	shortGoal = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1"
	candidate = "B2r4/b1BPR1P1/2Qqrq1Q/N4n1B/1nKB4/1qp2R2/2kpn3/BR2B3 w - - 0 1"
)

// checkLastLine checks that the last line of the output is a game from start (empty: the initial position) to goal, and returns its length in plies.
func checkLastLine(t *testing.T, start, goal, out string) int {
	t.Helper()
	var v replay.Verifier
	game := clitest.LastLine(out)
	if err := v.VerifyText(start, 0, game, goal); err != nil {
		t.Errorf("%s: %v", goal, err)
	}
	return len(strings.Fields(game))
}

// TestProofGame constructs a game, searches for games to near goals and for a shortest one, tries each flag once, and starts from another position.
func TestProofGame(t *testing.T) {
	status, out, errs := invoke("", "proofgame", candidate)
	if status != 0 || strings.Count(out, "\n") != 1 {
		t.Fatalf("status %d, %s", status, errs)
	}
	checkLastLine(t, "", candidate, out)
	_, verbose, _ := invoke("", "proofgame", "-v", candidate)
	testkit.Contains(t, verbose, "kernel: w", "extKernel: ", " of them up to the last capture, found by planner")
	// Games to near goals are found by search; the line also says how many plies of them end with the last capture.
	for goal, want := range map[string]string{
		"rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1":   "3 plies, 3 of them up to the last capture, found by search",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2": "2 plies, 0 of them up to the last capture, found by search",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":     "0 plies, 0 of them up to the last capture, found by start",
	} {
		if _, out, errs := invoke("", "proofgame", "-v", goal); !strings.Contains(out, want) {
			t.Errorf("%s: %s %s, want %q", goal, out, errs, want)
		}
	}
	_, out, _ = invoke("", "proofgame", "-v", "-w", "1:1", shortGoal)
	if n := checkLastLine(t, "", shortGoal, out); n != 9 || !strings.Contains(out, "9 plies, shortest, ") || !strings.Contains(out, "min cost: 9 queue: ") {
		t.Errorf("%d plies, want 9: %s", n, out)
	}
	for _, flags := range []string{"-w 1:5", "-d", "--na", "--nokernel", "--seed 7", "--rules fide", "-m 1000", "--short"} {
		_, out, errs := invoke("", append(append([]string{"proofgame"}, strings.Fields(flags)...), shortGoal)...)
		if errs != "" {
			t.Errorf("%s: %s", flags, errs)
		}
		checkLastLine(t, "", shortGoal, out)
	}
	// From another start, with few men.
	const start, goal = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "8/4k3/8/8/4P3/8/8/3K4 b - - 0 1"
	_, out, _ = invoke("", "proofgame", "-i", start, "-w", "1:1", goal)
	if n := checkLastLine(t, start, goal, out); n != 3 {
		t.Errorf("%s: %d plies, want 3", out, n)
	}
}

// TestProofGameWithoutGame: the last line says why there is no game. If the program gives up, its status says so, standard error has
// what to try next, and the output has the closest line.
func TestProofGameWithoutGame(t *testing.T) {
	for args, want := range map[string]string{
		"4k3/8/8/8/8/8/8/4K2P w - -": "illegal: Pawn on first/last rank",
		"8/8/8/8/8/8/8/8 w - -":      "illegal: White must have exactly one king",
		"7r/pR1B1qBQ/b1r2N2/2n1PPR1/pNn3P1/1nk1bRr1/1q3K1n/r1n5 w - - 0 1": "illegal: No proof kernel",
		"-i|4k3/8/8/8/8/8/4P3/4K3 w - -|4k3/8/8/8/8/8/8/3QK3 b - -":        "no solution found",
		"-i|4k3/8/8/8/8/8/8/4K3 w - -|4k3/4P3/8/8/8/8/8/4K3 b - -":         noneExists + ": no proof kernel leads from the start to it",
		"-w|1:1|-m|5|" + candidate:                                         noSolution,
		"--nokernel|-m|5|" + candidate:                                     noSolution,
	} {
		status, out, errs := invoke("", append([]string{"proofgame"}, strings.Split(args, "|")...)...)
		got := clitest.LastLine(out)
		gaveUp := got == noSolution
		if gaveUp != (status == cli.StatusUndecided) || gaveUp != strings.Contains(errs, "to try next: ") {
			t.Errorf("%s: status %d, %s%s", args, status, out, errs)
		}
		if want != noSolution && got != want {
			t.Errorf("%s: last line %q, want %q; %s", args, got, want, errs)
		}
		// With so few nodes a game may be found or not, but the position is legal.
		if want == noSolution && (strings.HasPrefix(got, "illegal") || gaveUp && !strings.Contains(out, "closest line, bound ")) {
			t.Errorf("%s: last line %q, want a game, or %q and the closest line; %s%s", args, got, want, out, errs)
		}
	}
}

// TestProofGameAfterWrongOpening: after an opening from which no game leads to the goal, the last line says so.
func TestProofGameAfterWrongOpening(t *testing.T) {
	file := filepath.Join(t.TempDir(), "o.pgn")
	for moves, want := range map[string]string{
		"1. e4 e5 2. Qh5 Nc6 3. Qxe5+ *": ": no proof kernel", // the goal has the pawn
		"1. e4 e5 2. Nf3 Ke7 *":          ": ",                // the goal has the castling rights of Black
	} {
		clitest.Write(t, file, moves+"\n")
		if _, out, errs := invoke("", "proofgame", "--ipgn", file, shortGoal); !strings.HasPrefix(clitest.LastLine(out), noneExists+want) {
			t.Errorf("%s: %s %s, want %s%s", moves, out, errs, noneExists, want)
		}
	}
}

// TestProofGameBadInput: wrong flags, files and records are errors without output.
func TestProofGameBadInput(t *testing.T) {
	check := func(want string, args ...string) {
		t.Helper()
		if status, out, errs := invoke("", append([]string{"proofgame"}, args...)...); status == 0 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%q: status %d, output %q, errors %q, want %q", args, status, out, errs, want)
		}
	}
	check("accepts between")
	check("FEN", "x")
	dir := t.TempDir()
	empty, broken := filepath.Join(dir, "empty.pgn"), filepath.Join(dir, "broken.pgn")
	clitest.Write(t, empty, "")
	clitest.Write(t, broken, "1. e4 e5 2. Ke3 *\n")
	for flags, want := range map[string]string{
		"-w 1:5x":              "-w",
		"-w 0:1":               "-w",
		"-w 1":                 "-w",
		"-m -1":                "-m",
		"-i x":                 "-i: ",
		"--rules kgb":          "basic or fide",
		"-nokernel":            "did you mean --nokernel?",
		"-ipgn " + empty:       "did you mean --ipgn?",
		"--ipgn " + empty:      "no game",
		"--ipgn " + broken:     "broken.pgn:1:",
		"--ipgn " + dir + "/x": "no such file",
	} {
		check(want, append(strings.Fields(flags), shortGoal)...)
	}
}

// TestProofGameInHardCases: proofgame finds a game that its first construction does not find, and a refutation that only cages give. Judge decides both
// positions, too, which this test does not check.
func TestProofGameInHardCases(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	const goal = "3rr3/2Kpp3/3pp3/3pp3/3PP3/3PP3/3PPk2/3RR3 w - - 0 1"
	_, out, _ := invoke("", "proofgame", goal)
	checkLastLine(t, "", goal, out)
	if status, out, errs := invoke("", "proofgame", "--pgn", goal); status != 0 || !strings.HasSuffix(out, " *\n\n") {
		t.Errorf("--pgn: status %d, %s, and not the game alone:\n%s", status, errs, out)
	}
	const caged = "kQ1rqRbr/qq3p1B/N1B1R1p1/q1N4Q/2K4Q/R7/n2P2PQ/4Bn1N b - -"
	if status, out, _ := invoke("", "proofgame", caged); status != 0 || !strings.HasPrefix(clitest.LastLine(out), "illegal: ") {
		t.Errorf("%s: status %d, %s", caged, status, out)
	}
}

// TestProofGameOfDiagram: for a diagram the game ends with a side to move that is possible, which standard error names. A diagram without one is illegal.
// A game of a chess variant is an error.
func TestProofGameOfDiagram(t *testing.T) {
	for diagram, want := range map[string]string{"7k/8/8/8/8/8/8/K6R": "Black", "7K/8/8/8/8/8/8/k6r": "White", "7k/8/8/8/8/8/8/K7": "White"} {
		status, out, errs := invoke("", "proofgame", diagram)
		if status != 0 || !strings.Contains(errs, "the answer is for "+want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: status %d, %s%s", diagram, status, out, errs)
		}
		checkLastLine(t, "", diagram+" "+strings.ToLower(want[:1])+" - - 0 1", out)
	}
	if status, out, errs := invoke("", "proofgame", "8/8/8/8/8/8/6kK/8"); status != 0 || clitest.LastLine(out) != "illegal: King capture possible" {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	// With White to move no game leads from the stalemate to the goal; with Black to move it is the goal itself.
	_, out, errs := invoke("", "proofgame", "-w", "1:1", "-i", "k7/P7/K7/8/8/8/8/8 b - - 0 1", "k7/P7/K7/8/8/8/8/8")
	if out != "" || !strings.Contains(errs, "the answer is for Black") {
		t.Errorf("a goal that is the start: %s%s, want the game without moves, for Black", out, errs)
	}
	file := filepath.Join(t.TempDir(), "atomic.pgn")
	clitest.Write(t, file, "[Variant \"Atomic\"]\n\n1. e4 *\n")
	if status, _, errs := invoke("", "proofgame", "--ipgn", file, shortGoal); status != 1 || !strings.Contains(errs, "Atomic") {
		t.Errorf("a game of a variant: status %d, %s", status, errs)
	}
}

// TestProofGamePGN writes a game as PGN, and finds a game that begins with the first 40 plies of it. Of several games in a file the last one counts.
func TestProofGamePGN(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	_, pgn, _ := invoke("", "proofgame", "--pgn", candidate)
	var games []*chess.Game
	for g, err := range chess.ReadPGN(strings.NewReader(pgn), "out") {
		testkit.OK(t, err)
		games = append(games, g)
	}
	if len(games) != 1 {
		t.Fatalf("%d games in %s", len(games), pgn)
	}
	final, err := games[0].Final()
	if err != nil || !strings.HasPrefix(candidate, final.String()) {
		t.Errorf("the PGN ends in %v, %v", final, err)
	}
	cut := *games[0]
	cut.Moves, cut.Result = cut.Moves[:40], "*"
	var b strings.Builder
	testkit.OK(t, chess.WritePGN(&b, &chess.Game{}))
	testkit.OK(t, chess.WritePGN(&b, &cut))
	name := filepath.Join(t.TempDir(), "cut.pgn")
	clitest.Write(t, name, b.String())
	_, out, errs := invoke("", "proofgame", "--seed", "3", "--ipgn", name, candidate)
	checkLastLine(t, "", candidate, out)
	p := chess.InitialPosition()
	words := strings.Fields(clitest.LastLine(out))
	for i, m := range cut.Moves {
		var san []byte
		if san = p.AppendSAN(nil, m, chess.CompactSAN); i >= len(words) || words[i] != string(san) {
			t.Fatalf("the game does not begin with the moves of the file: %s %s", out, errs)
		}
		p = p.Play(m)
	}
}
