package judging

import (
	"encoding/json"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/lines"
	"chesscensus/legality/proofgame/replay"
)

const (
	pinned         = "5n2/rb2p3/n2r1R2/pkpP4/4P2P/2P2p2/8/3K3R w - c6 0 47" // from a game; the pawn on d5 cannot take
	idleSquareNote = "the en passant square is left out"
)

// TestMixedForms: each line of a list in many formats gets one answer, in order, and lines that cannot be parsed are reported.
func TestMixedForms(t *testing.T) {
	in := strings.Join([]string{
		"4k3/8/8/8/8/8/1P6/B3K3 b",
		"https://lichess.org/analysis/4k3/8/8/8/8/8/1P6/B3K3_b_-_-_0_1",
		`4k3/8/8/8/8/8/1P6/B3K3 b - - id "bishop";`,
		`[FEN "4k3/8/8/8/8/8/1P6/B3K3 b - - 0 1"]`,
		`[Variant "Atomic"] [FEN "4k3/8/8/8/8/8/1P6/B3K3 b - - 0 1"]`,
		"4k3/8/8/8/8/8/1P6/B3Kx2 b - -",
		"position fen 4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1 moves e1e2",
		"4k3/8/8/8/8/8/1P6/B3K3",
	}, "\n") + "\n"
	status, out, errs := invoke(in, "judge")
	answers := strings.Split(strings.TrimSpace(out), "\n")
	if status != 1 || len(answers) != 8 {
		t.Fatalf("status %d\n%s%s", status, out, errs)
	}
	for i, answer := range answers {
		bad := i == 4 || i == 5
		if strings.Contains(answer, " illegal: a bishop behind pawns") == bad || strings.HasPrefix(answer, "# unreadable: ") != bad {
			t.Errorf("line %d: %s", i+1, answer)
		}
	}
	testkit.Contains(t, errs,
		"standard input:5: this is a position of Atomic", "standard input:6: board: found 'x' in row 1",
		"B3Kx2 b - -\n"+strings.Repeat(" ", 25)+"^")
}

// TestIdleEnPassant: an idle en passant square is removed from records of users, and stays in draws and in lines with groups.
func TestIdleEnPassant(t *testing.T) {
	draw := strings.Replace(pinned, "0 47", "0 1", 1)
	for _, c := range []struct {
		in      string
		args    []string
		illegal bool
	}{
		{"", []string{"judge", "--effort", "kernel", pinned}, false},
		{"", []string{"judge", "--effort", "kernel", draw}, false},
		{pinned, []string{"judge"}, false},
		{strings.TrimSuffix(pinned, " 0 47"), []string{"judge"}, false},
		{draw, []string{"judge"}, true},
		{pinned + "\t1\t1", []string{"judge"}, true},
		{pinned + " unknown:", []string{"judge"}, true},
	} {
		status, out, errs := invoke(c.in, c.args...)
		if status != 0 || strings.Contains(out, "Lossy FEN conversion") != c.illegal || strings.Contains(errs, idleSquareNote) == c.illegal {
			t.Errorf("%q %q: status %d, %s%s", c.in, c.args, status, out, errs)
		}
	}
}

// TestColumns: the column fen of a CSV file is judged, and errors have the right line numbers.
func TestColumns(t *testing.T) {
	in := "id,FEN,source\n1,4k3/8/8/8/8/8/1P6/B3K3 b - - 0 1,\"a, b\"\n2,nothing,c\n3,\"4k3/8/8/8/8/8/1P6/B3K3 b - -\",d\n"
	status, out, errs := invoke(in, "judge")
	if status != 1 || strings.Count(out, "illegal: a bishop") != 2 || strings.Count(out, "\n") != 3 || !strings.HasPrefix(errs, "standard input:3: found \"nothing\"") {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	if status, out, errs := invoke("id\tFEN\tempty\n1\t4k3/8/8/8/8/8/1P6/B3K3 b - -\t\n", "judge"); status != 0 ||
		strings.Count(out, "illegal: a bishop") != 1 || strings.Count(out, "\n") != 1 {
		t.Errorf("tabs: status %d\n%s%s", status, out, errs)
	}
	if status, out, errs := invoke("fen;x\n4k3/8/8/8/8/8/1P6/B3K3 b - -;1\n8/8;2;3\n", "judge"); status != 1 ||
		strings.Count(out, "\n") != 2 || !strings.HasPrefix(errs, "standard input:3: ") {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	// Records of more than one line, a blank line, a comma that was not quoted, and one column alone.
	in = "x,fen\n\"a\nb\",4k3/8/8/8/8/8/1P6/B3K3 b - -\n\nc,bad\na, b,4k3/8/8/8/8/8/1P6/B3K3 b - -\n"
	if status, out, errs := invoke(in, "judge"); status != 1 || strings.Count(out, "illegal: a bishop") != 2 || !strings.HasPrefix(errs, "standard input:5: found \"bad\"") {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	if status, out, errs := invoke("before,fen\n4k3/8/8/8/8/8/1P6/B3K3 b - -\n", "judge"); status != 1 || out != "# unreadable: no column fen, want 2 fields and not 1\n" || !strings.HasPrefix(errs, "standard input:2: ") {
		t.Errorf("a record of another column: status %d\n%s%s", status, out, errs)
	}
	if status, out, errs := invoke("\ufefffen\r\n4k3/8/8/8/8/8/1P6/B3K3 b - -\r\nbad\r\n", "judge"); status != 1 ||
		strings.Count(out, "illegal: a bishop") != 1 || !strings.HasPrefix(errs, "standard input:3: found \"bad\"") {
		t.Errorf("one column: status %d\n%s%s", status, out, errs)
	}
}

// TestNotesInRecords: the JSON form has the corrections of the input.
func TestNotesInRecords(t *testing.T) {
	_, out, _ := invoke("", "judge", "--json", strings.Replace(clitest.InitialFEN, "KQkq", "HAha", 1))
	var r struct {
		FEN   string
		Notes []string
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || r.FEN != clitest.InitialFEN || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "HAha") {
		t.Errorf("%v: %s, want one note, about the rights HAha", err, out)
	}
}

// TestGameInInput: a game in the input proves its last position legal at any effort, and its certificate is confirmed.
func TestGameInInput(t *testing.T) {
	const game, want = "position startpos moves e2e4 e7e5 e1e2 e8e7", "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w - - 2 3 legal: proof: e4 e5 Ke2 Ke7\n"
	for _, args := range [][]string{{"judge", game}, {"judge", "--effort", "static", game}, append([]string{"judge"}, strings.Fields(game)...)} {
		if status, out, errs := invoke("", args...); status != 0 || out != want || !strings.Contains(errs, "prove it legal") {
			t.Errorf("%q: status %d, %s%s", args, status, out, errs)
		}
	}
	_, certificate, _ := invoke("", "judge", "--certificate", "-", game)
	if status, out, errs := invoke(certificate, "check"); status != 0 || !strings.HasSuffix(out, "\tconfirmed\n") {
		t.Errorf("the certificate of a game: status %d, output %s, errors %s, want confirmed", status, out, errs)
	}
	for _, text := range []string{"position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2", "startpos moves e2e4 c1c2"} { // no game from the initial position; not legal
		if _, out, _ := invoke("", "judge", "--effort", "static", text); strings.Contains(out, " legal:") {
			t.Errorf("%s: %s", text, out)
		}
	}
}

// TestOther: a note explains texelutil's word Other once.
func TestOther(t *testing.T) {
	const fen = "NK2r1r1/1nRbp2n/2Q4P/n3p1b1/3B4/kp1Rb3/3Rn1bP/2qN1Q1n w - - 0 1"
	_, out, errs := invoke(fen+"\n"+fen+"\n", "judge", "--stage", "bound")
	if strings.Count(out, "illegal: Other") != 2 || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "2 records: Other is texelutil's word for: no moves lead here") {
		t.Errorf("output %s, errors %s, want Other twice and one note", out, errs)
	}
}

// TestVariantsInLists: castling rights of Chess960 are refused in lists, and rights without king and rook at home make a record illegal.
func TestVariantsInLists(t *testing.T) {
	_, out, errs := invoke("rkbnnbrq/pppppppp/8/8/8/8/PPPPPPPP/RKBNNBRQ w KQkq - 0 1\n4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1\n", "judge")
	if !strings.HasPrefix(out, "# unreadable: rkb") || !strings.Contains(out, "illegal: a castling right without") || !strings.Contains(errs, "a position of Chess960") {
		t.Errorf("output %s, errors %s, want the first line refused and the second illegal", out, errs)
	}
}

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
		testkit.Equal(t, strings.Contains(r.Version, ", engine "), true, line)
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

// TestDiagramAlone: a diagram is judged for either side to move.
func TestDiagramAlone(t *testing.T) {
	for diagram, want := range map[string]string{
		"7k/8/8/8/8/8/8/K6R": "b - - 0 1 legal", // White to move could take the king
		"7K/8/8/8/8/8/8/k6r": "w - - 0 1 legal",
		"7k/8/8/8/8/8/8/K7":  "w - - 0 1 legal",
		"8/8/8/8/8/8/6kK/8":  "w - - 0 1 illegal",
	} {
		status, out, errs := invoke("", "judge", "--san", diagram)
		if status != 0 || !strings.HasPrefix(out, diagram+" "+want) || !strings.Contains(errs, "the side to move is not given") {
			t.Errorf("%s: status %d, %.80s%s", diagram, status, out, errs)
		}
	}
}
