package spaces_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
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

// TestEncodeAndDecode: codes are known ones, and decode gives the positions back.
func TestEncodeAndDecode(t *testing.T) {
	testkit.Medium(t)
	const enPassant = "rnbqkbnr/1p2pppp/p7/2Pp4/3p4/8/PP1PPPPP/RNBQKB1R w KQkq d6 0 1"
	check(t, "", "ZGkAAUmmDeXq6uUgCh5BvUSbkz\n", "encode", clitest.InitialFEN)
	check(t, "", "ZGkAAUmmDeXq6uUgCh5BvUSbkz\n", append([]string{"encode"}, strings.Fields(clitest.InitialFEN)...)...)
	check(t, "# a comment\n"+clitest.InitialFEN+"\tsomething\r\n\n"+enPassant, "Rlu2RhJ8Et2egSOI1cgYwDw9hx\nRlu2Rhhb-7ZUiZiKZEDLXNvOV6\n", "encode", "--codec", "rank")
	check(t, "", clitest.InitialFEN+"\n", "decode", "ZGkAAUmmDeXq6uUgCh5BvUSbkz")
	check(t, " ZGkAAUmmDeXq6uUgCh5BvUSbkz \tx\nZK-5bqXejZJz8nfzdDqWcriNZN", clitest.InitialFEN+"\n"+enPassant+"\n", "decode", "--codec", "tomic")
	check(t, "", "", "encode")
	check(t, "", "50209325007364940764539843570679669387641891674\n", "size", "--space", "material")
}

// TestBadCodes: records without a code and texts that are no code are errors with their line, and the others are answered.
func TestBadCodes(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	status, out, errs := invoke(clitest.InitialFEN+"\n8/8/8/8/8/8/8/8 w - - 0 1\nwhat\n"+clitest.InitialFEN+"\n", "encode")
	if want := "standard input:2: material: not in the space: 0 white kings"; status != 1 || strings.Count(out, "\n") != 2 ||
		!strings.Contains(errs, want) || !strings.Contains(errs, "standard input:3: ") {
		t.Errorf("encode: status %d, output %q, errors %q", status, out, errs)
	}
	status, out, errs = invoke("________________________________\n\nZGkAAUmmDeXq6uUgCh5BvUSbkz\n__________________________\n", "decode")
	if status != 1 || out != clitest.InitialFEN+"\n" || !strings.Contains(errs, "standard input:1: not a code: 32 characters") ||
		!strings.Contains(errs, "standard input:4: not a code") {
		t.Errorf("decode: status %d, output %q, errors %q", status, out, errs)
	}
}

// TestOutputIsInput: commands read the output of others, and ignore text after a tab.
func TestOutputIsInput(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	_, draws, _ := invoke("", "draw", "-n", "50", "--space", "material", "--seed", "5")
	_, codes, errs := invoke(draws, "encode")
	if strings.Count(codes, "\n") != 50 || errs != "" {
		t.Fatalf("%s%s", codes, errs)
	}
	_, back, _ := invoke(codes, "decode")
	for i, line := range strings.Split(strings.TrimSpace(draws), "\n") {
		fen, _, _ := strings.Cut(line, "\t")
		if got := strings.Split(back, "\n")[i]; strings.Join(strings.Fields(got)[:4], " ") != strings.Join(strings.Fields(fen)[:4], " ") {
			t.Fatalf("draw %d: %s comes back as %s", i, fen, got)
		}
	}
	for _, codec := range []string{"tomic", "rank"} {
		_, one, _ := invoke(draws, "encode", "--codec", codec)
		if _, two, _ := invoke(one, "decode", "--codec", codec); two != back {
			t.Errorf("codec %s: other positions come back", codec)
		}
	}
}

// TestPrefilterReadsForms: prefilter accepts a position in any form, and prints a FEN record; with --reference the line is that of the reference.
func TestPrefilterReadsForms(t *testing.T) {
	for in, want := range map[string]string{
		"4k3/8/8/8/8/8/8/4K3 b - -":                              "4k3/8/8/8/8/8/8/4K3 b - -\tNo Checks\n",
		"https://lichess.org/analysis/4k3/8/8/8/8/8/8/4K3_b_-_-": "4k3/8/8/8/8/8/8/4K3 b - - 0 1\tNo Checks\n",
		"4k3/8/8/8/8/8/8/4K3 b - - bm Kd7;":                      "4k3/8/8/8/8/8/8/4K3 b - - 0 1\tNo Checks\n",
		"position startpos moves e2e4":                           "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\tNo Checks\n",
	} {
		if status, out, errs := invoke(in, "prefilter"); status != 0 || out != want {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", in, status, out, errs, want)
		}
	}
	_, out, _ := invoke(initialFEN, "prefilter", "--reference")
	testkit.Contains(t, out, initialFEN+"\t No Checks\t wx 0 wp 8 ")
}

// TestUnknownNames: unknown spaces and bad numbers are usage errors.
func TestUnknownNames(t *testing.T) {
	testkit.Unraced(t)
	for args, want := range map[string]string{
		"rank --space moon":   "unknown space",
		"unrank --space moon": "unknown space",
		"draw --space moon":   "unknown space",
		"rndfen 0":            "at least 1",
		"rndfen 1.5":          "at least 1",
		"rndfen":              "accepts between 1 and 2 arg(s)",
		"rndfen 1 2 3":        "accepts",
		"rndfen 1 x":          "seed",

		"rndfen 18446744073709551615 1": "too many",
		"rndfen 1 18446744073709551616": "2^64-1",
	} {
		program.Refuse(t, 2, want, strings.Fields(args)...)
	}
	for flag, want := range map[string]string{"encode --codec": "tomic\t", "draw --space": "ranked-repaired\t", "rndfen --effort": "kernel"} {
		if _, out, _ := invoke("", append([]string{"__complete"}, append(strings.Fields(flag), "")...)...); !strings.Contains(out, want) {
			t.Errorf("completion of %s: %q", flag, out)
		}
	}
}

// TestRecords: with --json every command prints one record per line, and the first one agrees with the first line of text.
func TestRecords(t *testing.T) {
	type object = map[string]any
	for _, c := range []struct {
		in, args string
		records  int
		want     object // of the first record
	}{
		{"", "draw --space ranked -n 2", 2, object{"space": "ranked", "seed": 1., "number": 0., "weight": 1., "multiplicity": 1.,
			"fen": "2R1kn2/NPP1b3/Q1Q1Rbqr/5bqq/4P1B1/N2np1p1/K1p1B2b/1r2r3 b - - 0 1"}},
		{"", "draw --space ranked -n 1 --first 3 --seed 1", 1, object{"number": 3.}},
		{"0\n1\n", "unrank --space ranked", 2, object{"space": "ranked", "rank": "0", "fen": "8/8/8/8/8/8/8/6Kk w - - 0 1"}},
		{clitest.InitialFEN, "rank --space ranked", 1, object{"rank": "4363356584906475725281875852763383495825704796", "fen": clitest.InitialFEN}},
		{clitest.InitialFEN, "prefilter", 1, object{"category": "No Checks", "possible": true}},
		{"2NB4/RprpB2p/1PBrr2P/3b3q/p3PnK1/P1Q5/1krP1p2/nB3N2 w - - 5 6", "prefilter", 1, object{"category": "Illegal Both Kings in Check", "possible": false}},
		{clitest.InitialFEN, "encode", 1, object{"codec": "tomic", "code": "ZGkAAUmmDeXq6uUgCh5BvUSbkz", "fen": clitest.InitialFEN}},
		{"ZGkAAUmmDeXq6uUgCh5BvUSbkz", "decode", 1, object{"codec": "tomic", "code": "ZGkAAUmmDeXq6uUgCh5BvUSbkz", "fen": clitest.InitialFEN}},
	} {
		status, out, errs := invoke(c.in, append(strings.Fields(c.args), "--json")...)
		list := strings.Split(strings.TrimSpace(out), "\n")
		if status != 0 || len(list) != c.records {
			t.Errorf("%s: status %d, %d records, %s", c.args, status, len(list), errs)
		}
		for i, text := range list {
			var got object
			if err := json.Unmarshal([]byte(text), &got); err != nil || !strings.Contains(got["chesscensus"].(string), "engine ") {
				t.Errorf("%s: %v: %s", c.args, err, text)
				break
			}
			for key, want := range c.want {
				if i == 0 && !reflect.DeepEqual(got[key], want) {
					t.Errorf("%s: %s is %v, want %v", c.args, key, got[key], want)
				}
			}
		}
	}
}

// TestRecordsOfCandidates: the records of rndfen agree with its lines, and have the multiplier.
func TestRecordsOfCandidates(t *testing.T) {
	testkit.Medium(t)
	var first struct {
		FEN        string
		Multiplier float64
	}
	_, out, _ := invoke("", "rndfen", "--json", "10", "1")
	_, lines, _ := invoke("", "rndfen", "10", "1")
	line, _, _ := strings.Cut(out, "\n")
	if err := json.Unmarshal([]byte(line), &first); err != nil || !strings.HasPrefix(lines, first.FEN+"\n") || first.Multiplier < 1e40 ||
		strings.Count(out, "\n") != strings.Count(lines, "\n") {
		t.Errorf("%v, %s, %s", err, line, lines)
	}
}

// TestRecordsAreOfTheSameStream: the number of workers changes nothing, and draws are numbered across batches.
func TestRecordsAreOfTheSameStream(t *testing.T) {
	_, one, _ := invoke("", "draw", "--json", "-n", "2500", "--first", "7", "-j", "1")
	_, four, _ := invoke("", "draw", "--json", "-n", "2500", "--first", "7", "-j", "4")
	if one != four {
		t.Error("-j 4 differs from -j 1")
	}
	_, lines, _ := invoke("", "draw", "-n", "2500", "--first", "7")
	want := strings.Split(lines, "\n")
	for i, text := range strings.Split(strings.TrimSpace(one), "\n") {
		var d struct {
			Number uint64
			FEN    string
		}
		if err := json.Unmarshal([]byte(text), &d); err != nil || d.Number != uint64(i)+7 || !strings.HasPrefix(want[i], d.FEN+"\t") {
			t.Fatalf("record %d: %v, %s, want %s", i, err, text, want[i])
		}
	}
}

// TestLastDraws: the stream ends with draw 2^64-1 and does not begin again.
func TestLastDraws(t *testing.T) {
	for n, want := range map[string]int{"0": cli.StatusOK, "1": cli.StatusOK, "2": cli.StatusUsage} {
		if status, out, errs := invoke("", "draw", "-n", n, "--first", "18446744073709551615"); status != want || status != cli.StatusOK && !strings.Contains(errs, "up to 18446744073709551615") {
			t.Errorf("-n %s: status %d, %s%s", n, status, out, errs)
		}
	}
}

// TestPrefilterReference: with --reference the category is the same, after a blank.
func TestPrefilterReference(t *testing.T) {
	_, draws, _ := invoke("", "draw", "-n", "300", "--space", "ranked")
	var fens strings.Builder
	for line := range strings.Lines(draws) {
		fen, _, _ := strings.Cut(line, "\t")
		fens.WriteString(fen + "\n")
	}
	_, ours, _ := invoke(fens.String(), "prefilter")
	_, theirs, _ := invoke(fens.String(), "prefilter", "--reference")
	reference := strings.Split(theirs, "\n")
	for i, line := range strings.Split(strings.TrimSpace(ours), "\n") {
		if !strings.HasPrefix(reference[i], strings.Replace(line, "\t", "\t ", 1)) {
			t.Fatalf("line %d: %q and %q", i, line, reference[i])
		}
	}
}
