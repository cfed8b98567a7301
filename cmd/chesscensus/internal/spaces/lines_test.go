package spaces_test

import (
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

const initialFEN = clitest.InitialFEN

// TestWorkersDoNotChangeOutput compares the outputs of one worker and of seven for every line filter.
func TestWorkersDoNotChangeOutput(t *testing.T) {
	testkit.Medium(t)
	_, draws, _ := invoke("", "draw", "-n", "5000", "-j", "1")
	if _, other, _ := invoke("", "draw", "-n", "5000", "-j", "7"); other != draws {
		t.Error("draw: -j 7 differs from -j 1")
	}
	for _, args := range [][]string{{"rank"}, {"prefilter"}} {
		_, one, _ := invoke(draws, append(args, "-j", "1")...)
		_, seven, _ := invoke(draws, append(args, "-j", "7")...)
		if one != seven || strings.Count(one, "\n") != 5000 {
			t.Errorf("%s: -j 7 differs from -j 1, or lines are missing", args)
		}
	}
	// There and back again.
	_, ranks, _ := invoke(draws, "rank")
	_, fens, _ := invoke(ranks, "unrank")
	for i, line := range strings.Split(strings.TrimSpace(draws), "\n") {
		if fen, _, _ := strings.Cut(line, "\t"); fen != strings.Split(fens, "\n")[i] {
			t.Fatalf("draw %d: %s comes back as %s", i, fen, strings.Split(fens, "\n")[i])
		}
	}
}

// TestBadLines gives each filter a bad line between good ones: the good ones are processed, the bad one is reported, and the status is 1.
func TestBadLines(t *testing.T) {
	long := strings.Repeat("r", 1<<20+1)
	for _, c := range []struct{ command, good, bad, want string }{
		{"unrank", "0", "-1", "negative"},
		{"unrank", "0", "8727878536878208144190883427864082859392620550", "out of range, want 0 to 8727878536878208144190883427864082859392620549"},
		{"unrank", "0", strings.Repeat("7", 10000), "(10000 bytes) is out of range"},
		{"unrank", "0", "twelve", "not a decimal number"},
		{"unrank", "0", "\x00", "not a decimal number"},
		{"unrank", "0", long, "line longer than 1 MiB"},
		{"rank", initialFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP", "found 7 rows"},
		{"rank", initialFEN, initialFEN[:50] + " e9", "en passant"},
		{"rank", initialFEN, "K6K/8/8/8/8/8/8/k7 w - - 0 1", "2 white kings"},
		{"rank", initialFEN, "7k/8/8/8/8/8/8/P6K w - - 0 1", "row 1 or 8"},
		{"rank", initialFEN, "rnbqkbnrr/8/8/8/8/8/8/K7 w - - 0 1", "more than 8 squares"},
		{"rank", initialFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB\x00KBNR w - - 0 1", "board"},
		{"rank", initialFEN, "rnbq♔bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "board"},
		{"rank", initialFEN, long, "line longer than 1 MiB"},
		{"prefilter", initialFEN, "K6K/8/8/8/8/8/8/k7 w - - 0 1", "king"},
		{"prefilter", initialFEN, "8/8/8/8/8/8/8/8 w - - 0 1", "king"},
		{"prefilter", initialFEN, "nonsense", "want a position"},
		{"prefilter", initialFEN, initialFEN[:50] + " KX", "en passant: found"},
	} {
		status, out, errs := invoke(c.good+"\r\n"+c.bad+"\n"+c.good, c.command)
		lines := 1
		if strings.HasSuffix(errs, "^\n") { // with the record, and a mark under the place
			lines = 3
		}
		if status != 1 || strings.Count(out, "\n") != 2 || !strings.Contains(errs, "standard input:2: ") ||
			!strings.Contains(errs, c.want) || strings.Count(errs, "\n") != lines || len(errs) > 400 {
			t.Errorf("%s with bad line %.60q: status %d, output %q, errors %.500q, want one with %q", c.command, c.bad, status, out, errs, c.want)
		}
	}
}
