package cli_test

import (
	"strings"
	"testing"

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
		"4k3/8/8/8/8/8/8/R3K3 b KQkq - 0 1":                "Corrected FEN: 4k3/8/8/8/8/8/8/R3K3 b Q - 0 1\n",
		"r3k2r/8/8/8/8/8/8/4K2R w qkQK - 3 5":              "Corrected FEN: r3k2r/8/8/8/8/8/8/4K2R w Kkq - 3 5\n",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b":    "Corrected FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1\n",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b qk": "Corrected FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b kq - 0 1\n",
		"4k3/8/8/8/8/8/8/4K3 b - e3 0 1":                   "Corrected FEN: 4k3/8/8/8/8/8/8/4K3 b - - 0 1\n",
		"4k3/8/8/8/8/8/8/4K3   b - - 0 1":                  "d1e1 captP: - castle: - ep: -\n",
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
