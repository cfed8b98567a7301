package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// TestMain lets the test binary run as the program itself.
func TestMain(m *testing.M) { program.Main(m) }

// program has the commands used in these tests. invoke runs a command line, and check one that must succeed with a given output.
var program = clitest.Program(groups)
var invoke, check = program.Invoke, program.Check

const initialFEN = clitest.InitialFEN

// TestGoldenCommands: commands with known results print exactly these.
func TestGoldenCommands(t *testing.T) {
	testkit.Medium(t)
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

// TestLimits: numbers outside the limits of flags, unknown words, and flags that exclude each other are usage errors without output. The
// message has the text before each list of command lines: the limit, a part of the list of words, or the word that was meant.
func TestLimits(t *testing.T) {
	testkit.Medium(t)
	for want, commandLines := range map[string]string{
		"exclude each other": "judge --json -v, judge --json --san, judge -v -o x.csv, mate --board -o x.csv, proofgame --pgn -o x.csv 8/8/8/8/8/8/8/8, endgame --json --tsv KRK, endgame --prove --all 3, endgame --prove --judge 3 KRK, " +
			"mate --mated --tree, mate --json --board, retro --games --tree 2, retro --in 4 --effort game, proofgame --json --pgn x, proofgame --list -i x, prefilter --reference --json, " +
			"estimate --from - --figures x, estimate --from - --mates 1, survey report x --json --markdown, survey sample x --total --csv, survey sample x --jackknife 3 --bootstrap 3, survey run x --listen :1 --nkey x",
		"at least 0":           "judge --nodes -1, recheck --foreign -1, endgame --judge -1, endgame --examples -1, mate --tries -1, retro --list -1, proofgame -m -1, survey run --shards -1",
		"at least 1":           "recheck --nodes 0, check --nodes 0, endgame --memory 0, estimate -n 0, estimate --mate-nodes 0, compare -n 0, mate --nodes 0, retro -m 0, survey audit --shards 0, positions -n 0",
		"want 0 to ":           "endgame --lookback 7, retro --plies 101, retro --tree 9, retro --in 401, perft -d 16, perft -d -1, survey plan --shards 1e6, survey plan --pilot 1e18, figures --sample -1",
		"want 1 to ":           "judge --passes 0, endgame --passes 99",
		"want 3 to ":           "endgame --all 9, endgame --all 2",
		"recheck, ":            "check --by me",
		"engine, ":             "judge --by magic, estimate --by lot",
		"within, ":             "endgame --reading both-ways",
		"algebraic?":           "board -n algebraik",
		"parquet?":             "positions --format parket",
		"tomic, ":              "encode --codec morse, decode --codec morse",
		"debug, ":              "worker --log loud, survey run --log loud",
		"restricted":           "compare --class small",
		"perft -d 3":           "perft 3",
		"want one FEN record":  "perft -d 2 x y",
		"such as 0.05 or 5%":   "estimate -n 9 --confidence 150%",
		"want at least 1 (see": "size -j 0",
	} {
		for line := range strings.SplitSeq(commandLines, ", ") {
			program.Refuse(t, 2, want, strings.Fields(line)...)
		}
	}
}

// TestNotebookUsage: bad arguments are errors before anything is started.
func TestNotebookUsage(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"notebook run", 2, "requires at least 1 arg"},
		{"notebook run nothing.ipynb", 1, "nothing.ipynb"},
		{"notebook run --timeout long x.ipynb", 2, "invalid argument"},
		{"notebook install here", 2, "unknown command"},
		{"notebook instal", 2, "did you mean install?"},
		{"notebook kernel", 2, "accepts 1 arg"},
	} {
		program.Refuse(t, c.status, c.want, strings.Fields(c.args)...)
	}
}

// TestNotebookOutside: outside the project notebook commands are errors and write nothing.
func TestNotebookOutside(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	clitest.Write(t, "x.ipynb", "{}")
	for _, args := range [][]string{{"notebook", "run", "x.ipynb"}, {"notebook", "install"}} {
		if status, out, errs := program.Invoke("", args...); status != 1 || out != "" || !strings.HasPrefix(errs, "chesscensus: ") {
			t.Errorf("%q: status %d, output %q, errors %q", args, status, out, errs)
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("%v, %d files, want the notebook alone", err, len(list))
	}
}

// TestNotebookRunNeedsJupyter: without Jupyter the error says how to install it, and the notebook does not change.
func TestNotebookRunNeedsJupyter(t *testing.T) {
	root := t.TempDir()
	clitest.Write(t, root+"/go.mod", "module chesscensus\n\ngo 1.26\n")
	testkit.OK(t, os.Mkdir(root+"/below", 0o777))
	const text = `{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	for _, dir := range []string{root, root + "/below"} {
		t.Chdir(dir)
		clitest.Write(t, "x.ipynb", text)
		status, out, errs := program.Invoke("", "notebook", "run", "--check", "x.ipynb")
		if status != 1 || out != "" || !strings.Contains(errs, "make venv") || strings.Count(errs, "\n") != 1 || clitest.Read(t, "x.ipynb") != text {
			t.Errorf("in %s: status %d, output %q, errors %q", dir, status, out, errs)
		}
	}
}

// TestFigures: figures writes figures, data and captions from a stored record, and leaves no temporary files.
func TestFigures(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	dir := filepath.Join(t.TempDir(), "figures")
	status, out, errs := program.Invoke("", "figures", "--record", filepath.Join("../..", "records/unpromoted"), "--sample", "0", dir)
	if status != 0 || errs != "" || !strings.Contains(out, "records/unpromoted") {
		t.Fatalf("status %d, %q, %q", status, out, errs)
	}
	for _, name := range []string{"1col/verdicts.pdf", "2col/men.svg", "1col-titled/history.pdf", "data/men.csv", "captions/men.txt", "numbers.json", "README.txt"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	for _, pattern := range []string{".*", "*/.*"} {
		if hidden, _ := filepath.Glob(filepath.Join(dir, pattern)); len(hidden) > 0 {
			t.Errorf("left behind: %v", hidden)
		}
	}
}

// TestFiguresBadInput: bad input gives one line, which says what to do.
func TestFiguresBadInput(t *testing.T) {
	testkit.Unraced(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	clitest.Write(t, file, "x")
	foreign := filepath.Join(dir, "foreign")
	testkit.OK(t, os.Mkdir(foreign, 0o755))
	clitest.Write(t, filepath.Join(foreign, "plan.json"), `{"format": 99}`)
	good := filepath.Join("../..", "records/unpromoted")
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{filepath.Join(dir, "a")}, 1, "name one by --record DIR"},
		{[]string{"--record", good, file}, 1, "name a folder that can be written"},
		{[]string{"--record", filepath.Join(dir, "none"), filepath.Join(dir, "a")}, 1, "no record of a survey"},
		{[]string{"--record", foreign, filepath.Join(dir, "a")}, 1, "format"},
		{nil, 2, "accepts 1 arg"},
	} {
		status, out, errs := program.Invoke("", append([]string{"figures"}, c.args...)...)
		if status != c.status || out != "" || !strings.Contains(errs, c.want) || c.status == 1 && strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: status %d, output %q, errors %q, want status %d and %q", c.args, status, out, errs, c.status, c.want)
		}
	}
}

// TestKernelIsForJupyter: the command that Jupyter starts takes one argument, and its errors go to standard error.
func TestKernelIsForJupyter(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]int{"notebook kernel a b": 2, "notebook kernel connection.json": 1, "notebook kernel --flag x": 2} {
		if status, out, errs := program.Invoke("", strings.Fields(args)...); status != want || out != "" || !strings.HasPrefix(errs, "chesscensus: ") {
			t.Errorf("%s: status %d, output %q, errors %q, want status %d", args, status, out, errs, want)
		}
	}
}

// TestNotebookHelp: the help lists the commands for users, not the one that Jupyter starts.
func TestNotebookHelp(t *testing.T) {
	status, out, _ := program.Invoke("", "notebook")
	if status != 0 || !strings.Contains(out, "install") || !strings.Contains(out, "run ") || strings.Contains(out, "kernel CONNECTION") {
		t.Errorf("status %d, output %s, want install and run, and no kernel", status, out)
	}
}

// TestProgress: long commands show their progress on standard error.
func TestProgress(t *testing.T) {
	testkit.Medium(t)
	draws := fmt.Sprint(testkit.Raced(30_000, 300_000)) // long enough for a rate
	status, _, errs := invoke("", "estimate", "-n", draws, "--effort", "static", "--progress")
	if status != 0 || !strings.Contains(errs, "draws") || !strings.Contains(errs, "/s") {
		t.Errorf("estimate: status %d, progress %q, want draws with their rate", status, errs)
	}
	// A filter shows how much of a file it has read.
	file := testkit.Must(os.Create(filepath.Join(t.TempDir(), "ranks")))(t)
	defer file.Close()
	n := testkit.Raced(10_000, 100_000)
	testkit.Must(file.WriteString(strings.Repeat("12345678901234567890\n", n)))(t)
	testkit.Must(file.Seek(0, 0))(t)
	var out, progress bytes.Buffer
	status = cli.Run(context.Background(), []string{"unrank", "--progress"}, file, &out, &progress, groups...)
	if status != 0 || bytes.Count(out.Bytes(), []byte("\n")) != n || !strings.Contains(progress.String(), "bytes") {
		t.Errorf("unrank: status %d, %d lines, progress %q, want %d lines and bytes", status, bytes.Count(out.Bytes(), []byte("\n")), &progress, n)
	}
}

// TestHelpAndCompletion: all ways to ask for help print something without an error, and the shell's completion knows spaces and commands.
func TestHelpAndCompletion(t *testing.T) {
	for _, args := range []string{"", "help", "--help", "-j 2 --help", "help help", "help estimate", "estimate --help", "-j 2 judge x --help", "help unrank", "notebook",
		"completion bash", "completion zsh", "completion fish", "--version", "version"} {
		if status, out, errs := invoke("", strings.Fields(args)...); status != 0 || len(out) < 15 || errs != "" {
			t.Errorf("chesscensus %s: status %d, %d bytes, errors %q", args, status, len(out), errs)
		}
	}
	if _, out, _ := invoke("", "__complete", "draw", "--space", ""); !strings.Contains(out, "ranked-repaired\t") {
		t.Errorf("completion of --space: %q", out)
	}
	if _, out, _ := invoke("", "__complete", "help", "ju"); !strings.Contains(out, "judge") {
		t.Errorf("completion of help: %q", out)
	}
}
