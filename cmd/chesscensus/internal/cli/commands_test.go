package cli_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/cmd/chesscensus/internal/games"
	"chesscensus/cmd/chesscensus/internal/judging"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/internal/testing/testkit"
)

// program has the commands used in these tests. invoke runs a command line, and check one that must succeed with a given output.
var program = clitest.Program{games.Commands, judging.Commands, spaces.Commands}
var invoke, check = program.Invoke, program.Check

const afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"

// TestRecordsOfUsers: commands that read FEN records accept the position after 1. e4 with and without en passant square and counters,
// also as fields without quotes, and print one note about the square that they removed.
func TestRecordsOfUsers(t *testing.T) {
	testkit.Medium(t)
	for _, command := range []string{"judge", "judge --effort game", "proofgame", "proofgame -w 1:1", "kernels", "unmoves", "perft -d 2",
		"mate -n 1", "rank", "encode"} {
		args := strings.Fields(command)
		status, want, errs := invoke("", append(args, afterE4+" - 0 1")...)
		if status > 1 || errs != "" || strings.Contains(want, "illegal") {
			t.Fatalf("%s: status %d, %s %s", command, status, want, errs)
		}
		for _, fields := range []string{" e3 0 1", " e3", " -"} {
			for _, record := range [][]string{{afterE4 + fields}, strings.Fields(afterE4 + fields)} {
				_, got, errs := invoke("", append(args, record...)...)
				if command == "unmoves" { // a corrected record comes first
					got = strings.TrimPrefix(got, "Corrected FEN: "+afterE4+" - 0 1\n")
				}
				notes := strings.Count(errs, "chesscensus: note: 1 record: the en passant square is left out")
				if got != want || notes != strings.Count(fields, "e3") {
					t.Errorf("%s %q: %q, want %q; errors %q, %d notes", command, record, got, want, errs, notes)
				}
			}
		}
	}
	// Once for many lines.
	in := strings.Repeat(afterE4+" e3 0 1\n", 3)
	if _, out, errs := invoke(in, "judge"); out != strings.Repeat(afterE4+" - 0 1 unknown:\n", 3) || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "3 records: ") {
		t.Errorf("judge: %q %q", out, errs)
	}
	// Also as the start of a search.
	if _, out, errs := invoke("", "proofgame", "-w", "1:1", "-i", afterE4+" e3 0 1",
		afterE4[:len(afterE4)-6]+"b KQkq - 0 1"); len(strings.Fields(clitest.LastLine(out))) != 0 ||
		!strings.Contains(errs, "note: 1 record") {
		t.Errorf("proofgame -i: %q %q", out, errs)
	}
}

// TestDrawsAreNotCorrected: an en passant square on which a pin forbids the capture is removed from queries of users, but a draw with
// it stays an illegal record.
func TestDrawsAreNotCorrected(t *testing.T) {
	const pinned = "4k3/8/4r3/3pP3/8/8/8/4K3 w - d6 0 1"
	check(t, pinned, pinned+" illegal: Lossy FEN conversion\n", "judge")
	if _, out, errs := invoke("", "proofgame", "-i", pinned, "-w", "1:1", pinned); out != "" || !strings.Contains(errs, "note: 2 records") {
		t.Errorf("proofgame: %q %q", out, errs)
	}
	_, with, _ := invoke(pinned, "rank")
	_, without, _ := invoke(strings.Replace(pinned, "d6", "-", 1), "rank")
	if with == "" || with == without {
		t.Errorf("ranks %q and %q", with, without)
	}
	// The category of the reference looks at the board only and prints the line as it came.
	check(t, pinned, pinned+"\tNo Checks\n", "prefilter")
	if _, out, errs := invoke(afterE4+" e3 0 1", "prefilter", "--reference"); !strings.HasPrefix(out, afterE4+" e3 0 1\t No Checks\t") || errs != "" {
		t.Errorf("prefilter --reference: %q %q", out, errs)
	}
}

// TestListsOfCorrectedRecords: judge can read its own output about corrected records, and prints a note about them.
func TestListsOfCorrectedRecords(t *testing.T) {
	in := afterE4 + " e3\n" + clitest.InitialFEN + "\n"
	status, one, errs := invoke(in, "judge", "--effort", "game")
	if status != 0 || strings.Count(one, " legal: proof:") != 2 || !strings.Contains(errs, "note: 1 record: ") {
		t.Fatalf("status %d, %s %s", status, one, errs)
	}
	if status, two, errs := invoke(one, "judge", "--effort", "game"); status != 0 || two != one {
		t.Errorf("again: status %d, %s", status, errs)
	}
}

// TestUnmovesCorrects compares the first lines with what texelutil revmoves prints for records that are not canonical.
func TestUnmovesCorrects(t *testing.T) {
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/8/R3K3 b KQkq - 0 1":                           "Corrected FEN: 4k3/8/8/8/8/8/8/R3K3 b Q - 0 1\n",
		"r3k2r/8/8/8/8/8/8/4K2R w qkQK - 3 5":                         "Corrected FEN: r3k2r/8/8/8/8/8/8/4K2R w Kkq - 3 5\n",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b":               "Corrected FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1\n",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b qk":            "Corrected FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b kq - 0 1\n",
		"4k3/8/8/8/8/8/8/4K3 b - e3 0 1":                              "Corrected FEN: 4k3/8/8/8/8/8/8/4K3 b - - 0 1\n",
		"rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq d6 3 7": "Corrected FEN: rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 7\n",
		"4k3/8/8/8/8/8/8/4K3   b - - 0 1":                             "d1e1 captP: - castle: - ep: -\n",
	} {
		status, out, errs := invoke("", "unmoves", fen)
		if status != 0 || !strings.HasPrefix(out, want) || strings.Count(out, "Corrected") != strings.Count(want, "Corrected") {
			t.Errorf("%s: status %d, %.200q, want %q; %s", fen, status, out, want, errs)
		}
		_, canonical, _ := invoke("", "unmoves", strings.TrimPrefix(strings.TrimSpace(want), "Corrected FEN: "))
		if strings.HasPrefix(want, "Corrected") && out != want+canonical {
			t.Errorf("%s: %q, want the lines of %q", fen, out, canonical)
		}
	}
}

// TestSingleRecords decodes the records of commands that print a single one.
func TestSingleRecords(t *testing.T) {
	var perft struct {
		FEN   string
		Depth int
		Nodes uint64
		Moves map[string]uint64
	}
	decode := func(v any, args ...string) {
		t.Helper()
		status, out, errs := invoke("", args...)
		if err := json.Unmarshal([]byte(out), v); status != 0 || err != nil {
			t.Errorf("%q: status %d, %v, %s", args, status, err, errs)
		}
	}
	decode(&perft, "perft", "-d", "2", "--divide", "--json", "7k/8/8/8/8/8/8/K7 w - - 0 1")
	if perft.Nodes != 9 || perft.Depth != 2 || !reflect.DeepEqual(perft.Moves, map[string]uint64{"a1b1": 3, "a1a2": 3, "a1b2": 3}) {
		t.Errorf("%+v, want 9 nodes, 3 after each first move", perft)
	}
	perft.Moves = nil
	if decode(&perft, "perft", "-d", "0", "--json"); perft.Nodes != 1 || perft.Moves != nil {
		t.Errorf("depth 0: %+v, want 1 node and no moves", perft)
	}
	var kernel struct{ Kernel, Extended []string }
	decode(&kernel, "kernels", "--json", "-i", "4k3/4p3/8/8/8/8/2P5/4K3 w - - 0 1", "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1")
	if strings.Join(kernel.Kernel, " ") != "wxPe0" {
		t.Errorf("%+v, want the kernel wxPe0", kernel)
	}
}

// TestUnmoveRecords: the records of unmoves agree with its lines.
func TestUnmoveRecords(t *testing.T) {
	const fen = "4k3/8/8/8/8/4n3/3P4/2KR1n2 b - - 0 1"
	_, lines, _ := invoke("", "unmoves", fen)
	_, out, _ := invoke("", "unmoves", "--json", fen)
	var got []string
	for text := range strings.Lines(out) {
		var u struct {
			Move, Captured, Castling string
			EP                       string `json:"en_passant"`
		}
		testkit.OK(t, json.Unmarshal([]byte(text), &u))
		or := func(s string) string {
			if s == "" {
				return "-"
			}
			return s
		}
		got = append(got, u.Move+" captP: "+or(u.Captured)+" castle: "+u.Castling+" ep: "+or(u.EP))
	}
	if text := strings.Join(got, "\n") + "\n"; text != lines || len(got) < 10 {
		t.Errorf("records\n%swant\n%s", text, lines)
	}
}

// TestSuggestions: a misspelled name is a usage error with a suggestion, and nothing else is printed.
func TestSuggestions(t *testing.T) {
	for args, want := range map[string]string{
		"jugde":                    `unknown command "jugde" for "chesscensus" (see chesscensus help); did you mean judge?`,
		"nonsense":                 `unknown command "nonsense" for "chesscensus" (see chesscensus help)` + "\n",
		"help jugde":               "did you mean judge?",
		"help nosuch":              `unknown command "nosuch" for "chesscensus"`,
		"help judge nosuch":        `unknown command "nosuch" for "chesscensus judge" (see chesscensus help judge)`,
		"nosuch --help":            `unknown command "nosuch" for "chesscensus" (see chesscensus help)`,
		"-j 2 jugde --help":        "did you mean judge?",
		"--nosuch":                 "unknown flag: --nosuch (see chesscensus help)\n",
		"draw --sede 1":            "unknown flag: --sede (see chesscensus help draw); did you mean --seed?",
		"draw --space repaired":    `unknown space "repaired"; did you mean ranked-repaired? (known: `,
		"draw --space counter-gen": "did you mean counter-general?",
		"judge --effort gmae":      "did you mean game?",
		"check --by engin":         "did you mean engine?",
		"judge --nokernels":        "did you mean --kernels?",
	} {
		program.Refuse(t, 2, want, strings.Fields(args)...)
	}
}

// TestHelpOnFullDisk: help that cannot be written is an error.
func TestHelpOnFullDisk(t *testing.T) {
	for _, args := range []string{"", "--help", "help judge", "judge --help"} {
		var errs strings.Builder
		if status := cli.Run(t.Context(), strings.Fields(args), strings.NewReader(""), fullDisk{}, &errs, program...); status != 1 ||
			!strings.Contains(errs.String(), "disk full") {
			t.Errorf("%q: status %d, errors %q", args, status, errs.String())
		}
	}
}

// A fullDisk returns an error from every write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// TestRecords: with --json every command prints one record per line, which names the program and agrees with its text output.
func TestRecords(t *testing.T) {
	certificates := filepath.Join(t.TempDir(), "c.jsonl")
	const bad = "k6P/8/8/8/8/8/8/7K w - - 0 1"
	if status, _, errs := invoke(bad, "judge", "--certificate", certificates); status != 0 {
		t.Fatal(errs)
	}
	type object = map[string]any
	for _, c := range []struct {
		in, args string
		records  int
		want     object // of the first record
	}{
		{clitest.InitialFEN, "unmoves", 0, nil},
		{"4k3/8/8/8/8/8/8/K7 b - - 0 1", "unmoves", 0, object{"castling": "-"}},
		{bad + "\n", "judge", 1, object{"outcome": "illegal", "stage": "rules"}},
		{clitest.Read(t, certificates), "check", 1, object{"confirmed": true, "fen": "k6P/8/8/8/8/8/8/7K w - -"}},
		{clitest.Read(t, certificates), "check --by engine", 1, object{"confirmed": true, "fen": "k6P/8/8/8/8/8/8/7K w - -"}},
		{"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "mate -n 1", 1, object{"outcome": "mate", "moves": 1.}},
	} {
		args := strings.Fields(c.args)
		_, lines, _ := invoke(c.in, args...)
		status, out, errs := invoke(c.in, append(args, "--json")...)
		if status != 0 {
			t.Errorf("%s: status %d, %s", c.args, status, errs)
		}
		list := strings.Split(strings.TrimSpace(out), "\n")
		if c.records > 0 && len(list) != c.records || c.args != "unmoves" && len(list) != strings.Count(lines, "\n") {
			t.Errorf("%s: %d records for %d lines", c.args, len(list), strings.Count(lines, "\n"))
		}
		for i, text := range list {
			if text == "" && c.want == nil {
				continue
			}
			var got object
			if err := json.Unmarshal([]byte(text), &got); err != nil {
				t.Errorf("%s: %v: %s", c.args, err, text)
				break
			}
			if program, _ := got["chesscensus"].(string); !strings.Contains(program, "engine ") {
				t.Errorf("%s: no program in %s", c.args, text)
			}
			for key, want := range c.want {
				if i == 0 && !reflect.DeepEqual(got[key], want) {
					t.Errorf("%s: %s is %v, want %v", c.args, key, got[key], want)
				}
			}
		}
	}
}
