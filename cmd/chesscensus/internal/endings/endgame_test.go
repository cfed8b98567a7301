package endings

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/endgame"
)

// program has the commands used in these tests. invoke runs a command line.
var program = clitest.Program{Commands}
var invoke = program.Invoke

// TestEndgameText: -v prints the counts of setups and of the classes, with boards, and the deepest derivation.
func TestEndgameText(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	out := program.Run(t, "", "endgame", "-v", "KRK")
	testkit.Contains(t, out,
		"KRK: 3 men, 499 968 setups (men on distinct squares, either side to move), 399 112 initially legal\n",
		"within: predecessors of the same material only\n",
		"  once derivedly illegal                          0             48             48\n",
		"beyond: all predecessors, those of larger material followed 2 moves back\n",
		"  once derivedly illegal                          0              6              6\n",
		"  k . . . . . . .\n  . . . . . . . .\n  R K . . . . . .\n  8/8/8/8/8/k7/8/RK6 b - - 0 1\n")
	if _, out, _ := invoke("", "endgame", "KBK", "--examples", "0"); strings.Contains(out, " . . . ") {
		t.Errorf("boards with --examples 0:\n%s", out)
	}
	_, out, _ = invoke("", "endgame", "-v", "KBK")
	if want := "  before g1h1, the only one     no predecessor\n  8/8/8/8/8/6K1/7B/7k w - - 0 1\n  8/8/8/8/8/6K1/7B/6k1 b - - 0 1\n"; !strings.Contains(out, want) {
		t.Errorf("the deepest derivation is missing in\n%s", out)
	}
}

// TestEndgameAnswer: without -v three lines are printed, whose numbers agree with the classes.
func TestEndgameAnswer(t *testing.T) {
	testkit.Unraced(t)
	want := "KRK: 6 of the 399 112 positions that the rules allow, either side to move, are illegal, as nothing can have come before them (White to move 0, Black to move 6).\n" +
		"399 106 have a position before them, as far as 2 moves back with more men tell; whether they are legal is for --prove or --judge.\n"
	status, out, errs := invoke("", "endgame", "KRK")
	if status != 0 || errs != "" || out != want+"Classes, with boards: chesscensus endgame -v KRK\n" {
		t.Errorf("KRK: status %d, output %s, errors %s, want three lines", status, out, errs)
	}
	if _, out, _ := invoke("", "endgame", "-v", "KRK"); !strings.HasPrefix(out, want+"\nKRK: 3 men, ") {
		t.Errorf("-v begins with\n%.300s", out)
	}
	_, out, _ = invoke("", "endgame", "--reading", "within", "KRK")
	if want := "KRK: 48 of the 399 112 positions that the rules allow, either side to move, have no past within the material (White to move 0, Black to move 48).\n" +
		"399 064 have a position before them, and may still be illegal for what came before that.\n"; !strings.HasPrefix(out, want) {
		t.Errorf("--reading within begins with\n%.300s", out)
	}
}

// TestEndgameDetails: details are printed with -v, --examples or --reading.
func TestEndgameDetails(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for args, want := range map[string]bool{"": false, "-v": true, "--examples 0": true, "--reading beyond": true, "--lookback 1": false} {
		_, out, errs := invoke("", append([]string{"endgame", "KNK"}, strings.Fields(args)...)...)
		if details := strings.Contains(out, "\nbeyond: "); errs != "" || details != want || strings.Contains(out, "Classes, with boards: ") == want {
			t.Errorf("%q: details %v, want %v\n%s%s", args, details, want, out, errs)
		}
	}
}

// TestEndgameTable compares the rows for the materials of 3 men with the committed table.
func TestEndgameTable(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	out := program.Run(t, "", "endgame", "--tsv", "--all", "3")
	data := testkit.Must(os.ReadFile("../../../../docs/data/endgames.tsv"))(t)
	lines := strings.SplitAfter(string(data), "\n")
	if lines[0] != "# chesscensus endgame --tsv --all 4\n" {
		t.Errorf("the table does not begin with its command: %s", lines[0])
	}
	got := strings.SplitAfter(out, "\n")
	for i, line := range got[1:] {
		if line != "" && line != lines[i+1] {
			t.Errorf("line %d: %q, the committed table has %q", i+2, line, lines[i+1])
		}
	}
	if len(got) < 24 {
		t.Errorf("only %d lines", len(got))
	}
	for _, args := range [][]string{{"--reading", "beyond", "--lookback", "0", "KBK"}, {"KNK"}} {
		_, out, _ := invoke("", append([]string{"endgame", "--tsv"}, args...)...)
		if want := "# chesscensus endgame --tsv " + strings.Join(args, " ") + "\n"; !strings.HasPrefix(out, want) {
			t.Errorf("%q does not begin with %q", out, want)
		}
	}
}

// TestEndgameJSON: the record has the counts, the deepest derivation and an example of each class.
func TestEndgameJSON(t *testing.T) {
	_, out, errs := invoke("", "endgame", "--json", "KRK")
	var r struct {
		Material       string
		Men            int
		InitiallyLegal int `json:"initially_legal"`
		Readings       []struct {
			Reading string
			Counts  map[string]struct {
				Derived int   `json:"derivedly_illegal"`
				Times   []int `json:"by_times"`
				Rest    int
			}
			Deepest  []string
			Examples []struct {
				Times int
				FEN   string
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || errs != "" {
		t.Fatalf("%v, %s", err, errs)
	}
	if r.Material != "KRK" || r.Men != 3 || r.InitiallyLegal != 399112 || len(r.Readings) != 2 {
		t.Fatalf("%+v, want 399112 initially legal setups of 3 men in two readings", r)
	}
	if b := r.Readings[1].Counts["black_to_move"]; b.Derived != 6 || b.Rest != 223938 || len(b.Times) != 1 {
		t.Errorf("beyond, black to move: %+v", b)
	}
	if d := r.Readings[0].Deepest; len(d) != 2 || d[0] != "7k/8/8/8/8/8/8/R3K3 w Q - 0 1" || d[1] != "8/6k1/8/8/8/8/8/R3K3 b Q - 0 1" {
		t.Errorf("deepest: %q", d)
	}
	if e := r.Readings[0].Examples; len(e) != 1 || e[0].Times != 1 || e[0].FEN != "8/8/8/8/8/k7/8/RK6 b - - 0 1" {
		t.Errorf("examples: %+v", e)
	}
}

// TestEndgameJudge compares the engine with the tables, with different numbers of workers.
func TestEndgameJudge(t *testing.T) {
	testkit.Medium(t)
	var outs [2]string
	for i, j := range []string{"1", "3"} {
		out := program.Run(t, "", "endgame", "--judge", "10", "-j", j, "KRK", "KPK")
		outs[i] = out
	}
	if outs[0] != outs[1] || strings.Count(outs[0], "\n0 contradictions\n") != 3 || !strings.Contains(outs[0], "all: ") {
		t.Errorf("-j 1:\n%s\n-j 3:\n%s", outs[0], outs[1])
	}
	// Too large for a table: random setups.
	if status, out, errs := invoke("", "endgame", "--judge", "2", "KRPPKN"); status != 0 || !strings.Contains(out, "KRPPKN: ") {
		t.Errorf("KRPPKN: status %d, output %s, errors %s", status, out, errs)
	}
}

// TestEndgameBadInput: wrong materials are usage errors, and tables that are too large are errors with the limit.
func TestEndgameBadInput(t *testing.T) {
	for args, want := range map[string]string{
		"KK":                  "bare kings",
		"KKRK":                "3 kings, want one a side",
		"KKRvK":               "2 white kings",
		"KRRRRRRRRRRRRRRRRKQ": "17 men of white",
		"KPPPPPPPPPK":         "9 pawns of white",
		"KQQPPPPPPPPK":        "8 pawns and at least 1 promoted",
		"KXK":                 "unknown letter 'X'",
		"":                    "want a material such as KRK",
		"KRK KXK":             "unknown letter",
	} {
		program.Refuse(t, 2, want, append([]string{"endgame"}, strings.Fields(args)...)...)
	}
	for args, want := range map[string]string{
		"KRRBKN":             "6 men, tables have at most 5",
		"KRBKN --memory 500": "the table needs 1806 MiB, the limit is 250 MiB",
	} {
		if status, out, errs := invoke("", append([]string{"endgame"}, strings.Fields(args)...)...); status != 1 || out != "" ||
			!strings.Contains(errs, want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("endgame %s: status %d, output %q, errors %q, want %q", args, status, out, errs, want)
		}
	}
}

// TestEndgameProve proves the theorem for KRK, and looks for its parts, counterexamples and games in the output.
func TestEndgameProve(t *testing.T) {
	testkit.Long(t)
	out := program.Run(t, "", "endgame", "--prove", "KRK")
	for text, times := range map[string]int{
		"no counterexample: 175 167 positions tried, 0 without a way back; the formula has no model": 2,
		"no counterexample: 223 895 positions tried, 0 without a way back; the formula has no model": 2,
		"compared for 175 168 positions, 0 differ":                                                   1,
		"compared for 223 944 positions, 0 differ":                                                   1,
		"to move: counterexample":                                                                    4, // sharp, PFix itself for both sides, article (2)
		"replayed by two":                                                                            2,
		"\nproven\n":                                                                                 1,
		"8/8/8/2k1K3/8/8/8/7R w - - 0 1\n":                                                           2, // PFix, as what it is and as a counterexample
	} {
		testkit.Equal(t, strings.Count(out, text), times, text)
	}
}

// TestEndgameProveBadInput: bad input gives an error and no proof.
func TestEndgameProveBadInput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	testkit.OK(t, os.WriteFile(file, nil, 0o666))
	for args, want := range map[string]string{
		"":                    "want materials",
		"KPK":                 "no measure is known for KPK",
		"KRRK":                "no measure is known for KRRK",
		"KK":                  "no measure is known for KK",
		"KxK":                 "no measure is known for KxK",
		"--certificate . -- ": "want materials",
	} {
		program.Refuse(t, 2, want, append([]string{"endgame", "--prove"}, strings.Fields(args)...)...)
	}
	program.Refuse(t, 2, "--certificate", "endgame", "--certificate", "x", "KRK")
	if status, _, errs := invoke("", "endgame", "--prove", "--certificate", file, "KQK"); status != 1 || !strings.Contains(errs, "not a directory") {
		t.Errorf("a file as directory: status %d, errors %q", status, errs)
	}
}

// TestEndgameProveFourMen proves a theorem by trying all positions, and the output says that no SAT solver was used.
func TestEndgameProveFourMen(t *testing.T) {
	testkit.Long(t)
	out := program.Run(t, "", "endgame", "--prove", "KBdBdK")
	testkit.Contains(t, out, "no counterexample: 2 576 775 positions tried", "no counterexample: 3 204 151 positions tried", ", 0 differ",
		"depth: no position is more than 2 times derivedly illegal\n  white to move: no counterexample", "not by SAT\n")
}

// TestFormsAgree compares the counts of the JSON record with the table and the text of the same material.
func TestFormsAgree(t *testing.T) {
	testkit.Medium(t)
	type counts struct {
		Setups  int
		Initial int   `json:"initially_illegal"`
		Legal   int   `json:"initially_legal"`
		Derived int   `json:"derivedly_illegal"`
		Times   []int `json:"by_times"`
		Rest    int
	}
	var r struct {
		Version  string `json:"chesscensus"`
		Material string
		Setups   int
		Readings []struct {
			Reading  string
			Lookback int
			Counts   map[string]counts
			Rights   map[string]counts `json:"with_rights"`
		}
	}
	_, out, _ := invoke("", "endgame", "--json", "KPK")
	testkit.OK(t, json.Unmarshal([]byte(out), &r))
	_, tsv, _ := invoke("", "endgame", "--tsv", "KPK")
	_, text, _ := invoke("", "endgame", "-v", "KPK")
	if r.Version != cli.Version() || len(r.Readings) != 2 || !strings.Contains(text, cli.Number(uint64(r.Setups))+" setups") {
		t.Errorf("%+v, want both readings, this version, and the number of setups of the text", r)
	}
	for _, reading := range r.Readings {
		for turn, c := range reading.Counts {
			times := make([]string, 0, 4)
			sum := 0
			for _, n := range c.Times {
				times, sum = append(times, strconv.Itoa(n)), sum+n
			}
			if len(times) == 0 {
				times = append(times, "0")
			}
			if c.Initial+c.Legal != c.Setups || sum != c.Derived || c.Derived+c.Rest != c.Legal {
				t.Errorf("%s, %s: the parts do not add up: %+v", reading.Reading, turn, c)
			}
			row := fmt.Sprintf("KPK\t%s\tplain\t%s\t%d\t%d\t%d\t%d\t%s\t%d\n", reading.Reading, strings.TrimSuffix(turn, "_to_move"),
				c.Setups, c.Initial, c.Legal, c.Derived, strings.Join(times, ","), c.Rest)
			testkit.Contains(t, tsv, row)
			if !strings.Contains(text, cli.Number(uint64(c.Rest))) {
				t.Errorf("%s, %s: no rest of %d in\n%s", reading.Reading, turn, c.Rest, text)
			}
		}
	}
}

// TestReading: --reading selects one reading.
func TestReading(t *testing.T) {
	for reading, want := range map[string]string{"within": "\nwithin: predecessors", "beyond": "\nbeyond: all predecessors, those of larger material followed 1 moves back"} {
		_, out, errs := invoke("", "endgame", "--reading", reading, "--lookback", "1", "--examples", "0", "KNK")
		hasBoth := strings.Contains(out, "\nwithin:") && strings.Contains(out, "\nbeyond:")
		if errs != "" || !strings.Contains(out, want) || hasBoth {
			t.Errorf("%s: %s%s, want %q and not the other reading", reading, out, errs, want)
		}
	}
}

// TestExamplesAreOfTheirClass: the boards that are printed for a class belong to it.
func TestExamplesAreOfTheirClass(t *testing.T) {
	m := testkit.Must(endgame.ParseMaterial("KRK"))(t)
	table := testkit.Must(endgame.Enumerate(t.Context(), m, endgame.Options{Reading: endgame.Within}))(t)
	_, out, _ := invoke("", "endgame", "--reading", "within", "--examples", "3", "KRK")
	_, out, _ = strings.Cut(out, "once derivedly illegal, within the material, black to move, for example\n")
	out, _, _ = strings.Cut(out, "\n\nthe deepest")
	shown := 0
	for _, s := range table.Examples(1, 1) {
		if strings.Contains(out, "  "+s.String()+" 0 1\n") || strings.HasSuffix(out, "  "+s.String()+" 0 1") {
			shown++
		}
	}
	if shown != 3 {
		t.Errorf("%d of three examples in\n%s", shown, out)
	}
}

// TestCost: --cost prints the cost on standard error and does not change the output.
func TestCost(t *testing.T) {
	_, want, _ := invoke("", "endgame", "--tsv", "KNK")
	_, out, errs := invoke("", "endgame", "--tsv", "--cost", "KNK")
	if out != want || !strings.HasPrefix(errs, "KNK: ") || !strings.Contains(errs, " s of processor time, tables of ") || strings.Count(errs, "\n") != 1 {
		t.Errorf("errors %q, want one line with the cost; or another output", errs)
	}
}

// TestCommandLine: the header of a table has the flags that differ from their defaults.
func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		flags endgameFlags
		args  []string
		want  string
	}{
		{endgameFlags{reading: "both", lookback: endgame.DefaultLookback}, []string{"KRK", "KQK"}, "chesscensus endgame --tsv KRK KQK"},
		{endgameFlags{reading: "both", lookback: endgame.DefaultLookback, allUpTo: 4}, nil, "chesscensus endgame --tsv --all 4"},
		{endgameFlags{reading: "within", lookback: 0}, []string{"KRK"}, "chesscensus endgame --tsv --reading within --lookback 0 KRK"},
	} {
		e := &endgameRun{endgameFlags: c.flags}
		testkit.Equal(t, e.commandLine(c.args), c.want, c.flags)
	}
	if (&endgameRun{}).lookbackOption() != -1 || (&endgameRun{endgameFlags: endgameFlags{lookback: 2}}).lookbackOption() != 2 {
		t.Error("a lookback of 0 is none, not the default")
	}
}
