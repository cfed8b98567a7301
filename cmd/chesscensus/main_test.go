package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain lets the test binary play the program itself, for the tests that need
// a process of its own (see process_test.go).
func TestMain(m *testing.M) {
	if os.Getenv("CHESSCENSUS_TEST_MAIN") == "1" {
		main()
		return
	}
	os.Exit(m.Run())
}

// invoke runs one command line and returns status and both outputs.
func invoke(in string, args ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = run(context.Background(), args, strings.NewReader(in), &o, &e)
	return status, o.String(), e.String()
}

// check runs a command line that must succeed without a word on standard error.
func check(t *testing.T, in, want string, args ...string) {
	t.Helper()
	if status, out, errs := invoke(in, args...); status != 0 || out != want || errs != "" {
		t.Errorf("chesscensus %q: status %d\noutput %q\nwant   %q\nerrors %s", args, status, out, want, errs)
	}
}

const initialFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func TestGoldenCommands(t *testing.T) {
	const rankB, fenB = "2767319389670148721918452131955021058376335346", "2NB4/RprpB2p/1PBrr2P/3b3q/p3PnK1/P1Q5/1krP1p2/nB3N2 w - - 5 6"
	check(t, "", "8726713169886222032347729969256422370854716254\n", "size", "--space", "ranked")
	check(t, "", "8727878536878208144190883427864082859392620550\n", "size")
	check(t, "", "{\n  \"size\": \"8726713169886222032347729969256422370854716254\",\n  \"space\": \"ranked\"\n}\n", "size", "--space", "ranked", "--json")
	check(t, rankB+"\n\n0\n", fenB+"\n8/8/8/8/8/8/8/6Kk w - - 0 1\n", "unrank", "--space", "ranked")
	check(t, "", fenB+"\n", "unrank", "--space", "ranked", rankB)
	check(t, "# a comment\n"+rankB+"\tsomething\r\n", fenB+"\n", "unrank", "--space", "ranked")
	check(t, fenB, rankB+"\n", "rank", "--space", "ranked")
	check(t, "", rankB+"\n", append([]string{"rank", "--space", "ranked"}, strings.Fields(fenB)...)...)
	check(t, fenB+"\n", fenB+"\tIllegal Both Kings in Check\n", "prefilter")
	check(t, fenB+"\n", fenB+"\t Illegal Both Kings in Check\n", "prefilter", "--reference")
	check(t, initialFEN, initialFEN+"\tNo Checks\n", "prefilter")
	check(t, initialFEN, initialFEN+"\t No Checks\t wx 0 wp 8 wpr 0 wpx 0 maxuwp 0 minopp 8\t bx 0 bp 8 bpr 0 bpx 0 maxubp 0 minopp 8\n", "prefilter", "--reference")
	check(t, "", "119060324\n", "perft", "-d", "6")
	check(t, "", "1\n", "perft", "-d", "0", initialFEN)
	check(t, "", "a1b1 3\na1a2 3\na1b2 3\n9\n", "perft", "-d", "2", "--divide", "7k/8/8/8/8/8/8/K7 w - - 0 1")
	check(t, "",
		"2R1kn2/NPP1b3/Q1Q1Rbqr/5bqq/4P1B1/N2np1p1/K1p1B2b/1r2r3 b - - 0 1\t1\t1\nn3Qr2/r2N2np/p1r5/qqN1Kk2/p1B1RB1B/1b3rB1/3R4/NBB4B w - - 0 1\t1\t1\n",
		"draw", "--space", "ranked", "-n", "2")
	check(t, "", "3K2rR/p1P1B3/N2R4/3Rn2b/bB2Q1Qr/4P3/qb1n1RqN/1n2RkNB b - - 0 1\t1\t1\n", "draw", "--space", "ranked", "-n", "1", "--first", "3")
	check(t, "", "", "draw", "-n", "0")
}

// TestWorkersDoNotChangeOutput compares -j 1 with -j 7 on every line filter.
func TestWorkersDoNotChangeOutput(t *testing.T) {
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

// TestBadLines gives each filter good lines around a bad one: the good ones must
// come out, the bad one must be named, and the status must be 1.
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
		{"rank", initialFEN, initialFEN[:50], "en passant"},
		{"rank", initialFEN, "K6K/8/8/8/8/8/8/k7 w - - 0 1", "2 white kings"},
		{"rank", initialFEN, "7k/8/8/8/8/8/8/P6K w - - 0 1", "row 1 or 8"},
		{"rank", initialFEN, "rnbqkbnrr/8/8/8/8/8/8/K7 w - - 0 1", "more than 8 squares"},
		{"rank", initialFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB\x00KBNR w - - 0 1", "board"},
		{"rank", initialFEN, "rnbq♔bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "board"},
		{"rank", initialFEN, long, "line longer than 1 MiB"},
		{"prefilter", initialFEN, "K6K/8/8/8/8/8/8/k7 w - - 0 1", "king"},
		{"prefilter", initialFEN, "8/8/8/8/8/8/8/8 w - - 0 1", "king"},
		{"prefilter", initialFEN, "nonsense", "board"},
	} {
		status, out, errs := invoke(c.good+"\r\n"+c.bad+"\n"+c.good, c.command)
		if status != 1 || strings.Count(out, "\n") != 2 || !strings.Contains(errs, "standard input:2: ") ||
			!strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 || len(errs) > 400 {
			t.Errorf("%s with bad line %.60q: status %d, output %q, errors %.500q, want one with %q", c.command, c.bad, status, out, errs, c.want)
		}
	}
}

func TestUsageErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"size --space moon", 2, "unknown space \"moon\" (known: ranked-repaired, ranked, rndfen, "},
		{"nonsense", 2, "unknown command"},
		{"draw -n -5", 2, "invalid argument"},
		{"draw -n many", 2, "invalid argument"},
		{"draw --sede 1", 2, "unknown flag: --sede (see chesscensus help draw)"},
		{"draw here", 2, "unknown command"},
		{"size -j 0", 2, "want at least 1 worker"},
		{"perft -d 99", 2, "want a depth from 0 to 15"},
		{"perft -d 2 x y", 2, "want one FEN record"},
		{"perft -d 2 nonsense", 1, "FEN board"},
		{"perft -d 2 8/8/8/8/8/8/8/8 w - - 0 1", 1, "white has no king"},
		{"estimate -n 0", 2, "at least 1 draw"},
		{"estimate --effort hard", 2, "effort"},
		{"estimate --effort games -n 1", 2, "effort"},
		{"estimate --confidence 1.5", 2, "between 0 and 1"},
		{"estimate --confidence 0", 2, "between 0 and 1"},
		{"estimate --from " + file + ".missing", 1, "no such file"},
		{"estimate --figures " + file, 1, "figures"},
		{"estimate --from " + file + " --figures " + t.TempDir(), 2, "--figures goes with drawing"},
		{"notebook run", 2, "requires at least 1 arg"},
		{"notebook run nothing.ipynb", 1, "nothing.ipynb"},
	} {
		status, out, errs := invoke("", strings.Fields(c.args)...)
		if status != c.status || out != "" || !strings.Contains(errs, c.want) || !strings.HasPrefix(errs, "chesscensus: ") {
			t.Errorf("chesscensus %s: status %d, output %q, errors %q, want status %d and %q", c.args, status, out, errs, c.status, c.want)
		}
	}
}

func TestEstimateText(t *testing.T) {
	status, out, errs := invoke("", "estimate", "-n", "3000", "--seed", "7", "--space", "ranked", "--effort", "static")
	if status != 0 || errs != "" {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	for _, want := range []string{"3 000 draws from ranked (N = 8.72671e+45), seed 7, effort static", "Illegal: both kings are in check",
		"Unknown: not refuted at this effort", "legal positions: at most ", "(95 %)", "published:       4.82193e+44 +- 2.7e+42", "  28   "} {
		if !strings.Contains(out, want) {
			t.Errorf("report lacks %q:\n%s", want, out)
		}
	}
}

func TestEstimateJSON(t *testing.T) {
	status, out, errs := invoke("", "estimate", "-n", "2500", "--json", "--effort", "static")
	if status != 0 || errs != "" {
		t.Fatalf("status %d, errors %s", status, errs)
	}
	var r struct {
		Space               string
		Size                string
		Draws, Requested    uint64
		Interrupted         bool
		Verdicts, Prefilter map[string]uint64
		Estimate            struct {
			Low, High struct{ Value, Lo, Hi float64 }
		}
		Trace []struct{ Draws uint64 }
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	sum := func(m map[string]uint64) (n uint64) {
		for _, v := range m {
			n += v
		}
		return n
	}
	if r.Space != "ranked-repaired" || len(r.Size) != 46 || r.Draws != 2500 || r.Requested != 2500 || r.Interrupted ||
		len(r.Prefilter) != 10 || sum(r.Prefilter) != 2500 || sum(r.Verdicts) != 2500 ||
		r.Estimate.Low.Value != 0 || r.Estimate.High.Lo >= r.Estimate.High.Value || len(r.Trace) == 0 {
		t.Errorf("record %+v", r)
	}
}

func TestEstimateFrom(t *testing.T) {
	var b strings.Builder
	for k, n := range []int{0, 516, 19, 2, 1} {
		b.WriteString(strings.Repeat(fmt.Sprintf("8/8/8/8/8/8/8/6Kk w - - 0 %d legal: proof: e4\n", k), n))
	}
	b.WriteString(strings.Repeat("8/8/8/8/8/8/8/6Kk w - - 0 1 illegal: Other\n", 385))
	file := filepath.Join(t.TempDir(), "judged")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	want := `Exp[Y] ~ 0.0526417 * N
Var[Y] ~ 0.0493373 * N^2
Sigma[Y] ~ 0.22212 * N
Sigma[Y[S]] ~ 0.0022212 * N
n = 10000 samples 538/923 legal  516 19 2 1 avg 1/mult 0.978469640644362
estimate 4.59389e+44 +- 3.79922e+43 at 95% confidence
`
	check(t, "", want, "estimate", "--from", file, "-n", "10000")
	check(t, b.String(), want, "estimate", "--from", "-", "-n", "10000")
	status, out, errs := invoke(b.String()+"cut off in the mid\n", "estimate", "--from", "-", "-n", "10000")
	if status != 1 || !strings.Contains(errs, "standard input:924: found 5 fields") || !strings.Contains(out, "undecided lines: 1;") {
		t.Errorf("bad line: status %d, errors %q, output %q", status, errs, out)
	}
	status, out, _ = invoke(b.String(), "estimate", "--from", "-", "-n", "10000", "--json")
	if status != 0 || !json.Valid([]byte(out)) || !strings.Contains(out, `"legal": 538`) {
		t.Errorf("JSON: status %d, %s", status, out)
	}
	if status, _, errs := invoke(b.String(), "estimate", "--from", "-", "-n", "5"); status != 1 || !strings.Contains(errs, "more than the 5 draws") {
		t.Errorf("too many lines: status %d, %s", status, errs)
	}
}

// TestFigures writes the figures of a small run and looks at what is there.
func TestFigures(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "figures")
	status, out, errs := invoke("", "estimate", "-n", "2000", "--effort", "static", "--figures", dir)
	if status != 0 || !strings.Contains(out, "figures: 9 files in ") {
		t.Fatalf("status %d, output %s, errors %s", status, out, errs)
	}
	for _, name := range []string{"cascade", "piece-histogram", "convergence"} {
		for ext, magic := range map[string]string{"png": "\x89PNG", "svg": "<", "pdf": "%PDF"} {
			b, err := os.ReadFile(filepath.Join(dir, name+"."+ext))
			if err != nil || !bytes.HasPrefix(b, []byte(magic)) {
				t.Errorf("%s.%s: %v, begins %.10q", name, ext, err, b)
			}
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 9 {
		t.Errorf("%d files in the folder, want 9 and nothing left over", len(files))
	}
}

func TestHelpAndCompletion(t *testing.T) {
	for _, args := range []string{"", "help", "--help", "help estimate", "estimate --help", "help unrank", "notebook", "completion bash", "completion zsh", "completion fish", "--version", "version"} {
		if status, out, errs := invoke("", strings.Fields(args)...); status != 0 || len(out) < 15 || errs != "" {
			t.Errorf("chesscensus %s: status %d, %d bytes, errors %q", args, status, len(out), errs)
		}
	}
	if _, out, _ := invoke("", "__complete", "draw", "--space", ""); !strings.Contains(out, "ranked-repaired\t") {
		t.Errorf("completion of --space: %q", out)
	}
}

func TestProgress(t *testing.T) {
	status, _, errs := invoke("", "estimate", "-n", "200000", "--effort", "static", "--progress")
	if status != 0 || !strings.Contains(errs, "draws") || !strings.Contains(errs, "/s") {
		t.Errorf("status %d, progress %q", status, errs)
	}
	// A filter shows how much of a file it has read.
	file, err := os.Create(filepath.Join(t.TempDir(), "ranks"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(strings.Repeat("12345678901234567890\n", 300_000)); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	var out, progress bytes.Buffer
	status = run(context.Background(), []string{"unrank", "--progress"}, file, &out, &progress)
	if status != 0 || bytes.Count(out.Bytes(), []byte("\n")) != 300_000 || !strings.Contains(progress.String(), "bytes") {
		t.Errorf("status %d, progress %q", status, progress.String())
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1 000", 1234567: "1 234 567"} {
		if got := number(n); got != want {
			t.Errorf("number(%d) = %q, want %q", n, got, want)
		}
	}
}
