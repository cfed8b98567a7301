package estimating

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/ranked"
)

// program has the commands used in these tests. invoke runs a command line, and check one that must succeed with a given output.
var program = clitest.Program{Commands}
var invoke, check = program.Invoke, program.Check

// TestEstimateText: the text has the draws, verdicts, an upper bound, the published estimate and the version of the program.
func TestEstimateText(t *testing.T) {
	testkit.Medium(t)
	out := program.Run(t, "", "estimate", "-n", "3000", "--seed", "7", "--space", "ranked", "--effort", "static",
		"--confidence", "0.9")
	testkit.Contains(t, out,
		"3 000 draws from ranked (N = 8.72671e+45), seed 7, effort static", "Illegal: both kings are in check",
		"Unknown: not refuted at this effort", "legal positions: at most ", "(90 %)", "published:       4.82193e+44 +- 2.7e+42", "  28   ",
		"\nprogram:         "+cli.Version()+"\n")
}

// TestEstimateJSON: the record has all draws in its tables, and at effort static an upper bound only.
func TestEstimateJSON(t *testing.T) {
	out := program.Run(t, "", "estimate", "-n", "2500", "--json", "--effort", "static")
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
	testkit.OK(t, json.Unmarshal([]byte(out), &r))
	sum := func(m map[string]uint64) (n uint64) {
		for _, v := range m {
			n += v
		}
		return n
	}
	checkRecord(t, r, map[string]bool{
		"space with a size of 46 digits": r.Space == "ranked-repaired" && len(r.Size) == 46,
		"all 2500 draws":                 r.Draws == 2500 && r.Requested == 2500 && !r.Interrupted,
		"ten prefilter counts":           len(r.Prefilter) == 10 && sum(r.Prefilter) == 2500,
		"a verdict for each draw":        sum(r.Verdicts) == 2500,
		"nothing proven":                 r.Estimate.Low.Value == 0,
		"an interval of the upper bound": r.Estimate.High.Lo < r.Estimate.High.Value,
		"a trace":                        len(r.Trace) > 0,
	})
}

// TestEstimateFrom: judged lines, of a file or of standard input, give what estimate.pl prints; a bad line counts as undecided.
func TestEstimateFrom(t *testing.T) {
	var b strings.Builder
	for k, n := range []int{0, 516, 19, 2, 1} {
		b.WriteString(strings.Repeat(fmt.Sprintf("8/8/8/8/8/8/8/6Kk w - - 0 %d legal: proof: e4\n", k), n))
	}
	b.WriteString(strings.Repeat("8/8/8/8/8/8/8/6Kk w - - 0 1 illegal: Other\n", 385))
	file := filepath.Join(t.TempDir(), "judged")
	testkit.OK(t, os.WriteFile(file, []byte(b.String()), 0o666))
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

// TestFigures writes the figures of a small run and checks their formats.
func TestFigures(t *testing.T) {
	testkit.Medium(t)
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

// TestEstimateMates: the text has a row for each class, the record has shares that add up to 1, and the figure is written.
func TestEstimateMates(t *testing.T) {
	testkit.Medium(t)
	dir := filepath.Join(t.TempDir(), "figures")
	args := []string{"estimate", "--mates", "2", "-n", "3000", "--figures", dir}
	status, out, errs := invoke("", args...)
	for _, want := range []string{"3 000 draws from ranked-repaired", "engine, effort kernel", "\n  mated  ", "\n  mate in 2  ",
		"\n  stalemate  ", "\n  in check  ", "z    twice that", "\nprogram: " + cli.Version() + "\n"} {
		if status != 0 || !strings.Contains(out, want) {
			t.Errorf("status %d, %s, no %q in\n%s", status, errs, want, out)
		}
	}
	for _, ext := range []string{"png", "svg", "pdf"} {
		if info, err := os.Stat(filepath.Join(dir, "mate-shares."+ext)); err != nil || info.Size() == 0 {
			t.Errorf("figure %s: %v", ext, err)
		}
	}
	status, out, errs = invoke("", "estimate", "--mates", "1", "-n", "2000", "--space", "counter-split-feasible", "--by", "chesscounter", "--json")
	var r struct {
		Judge string
		Rows  []struct {
			Class string
			Low   struct{ Value, Lo, Hi float64 }
		}
		Published []struct {
			Z     float64
			Twice float64 `json:"z_twice"`
		}
	}
	if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil {
		t.Fatalf("status %d, %s, %v", status, errs, err)
	}
	if r.Judge != "ChessCounter's rules, split" || len(r.Rows) != 5 || r.Rows[0].Class != "mated" || len(r.Published) != 2 {
		t.Errorf("%+v, want five rows from mated on, by ChessCounter's rules, and two published shares", r)
	}
	if c := r.Published[0]; c.Z == 0 || c.Twice == 0 || c.Z <= c.Twice {
		t.Errorf("%+v, want a lower z for twice the published share", c)
	}
	sum := 0.0
	for _, row := range r.Rows[:4] {
		sum += row.Low.Value
		if row.Low.Lo > row.Low.Value || row.Low.Hi < row.Low.Value {
			t.Errorf("%+v: the share lies outside of its interval", row)
		}
	}
	if sum < 1-1e-9 || sum > 1+1e-9 {
		t.Errorf("the shares of the first four rows, which exclude each other, add up to %g, want 1", sum)
	}
}

// TestEstimateMatesUsage: depths and spaces that --mates cannot have are usage errors.
func TestEstimateMatesUsage(t *testing.T) {
	testkit.Medium(t)
	for _, c := range [][2]string{
		{"--mates 0", "mate in 0 moves: want a number from 1 to 30"},
		{"--mates 50", "from 1 to 30"},
		{"--mates 1 --by chesscounter", "want a --space of diagrams"},
		{"--mates 1 --by chesscounter --space counter-split-positions", "want a --space of diagrams"},
		{"--mates 1 --space moon", "unknown space"},
		{"--by chesscounter", "go with --mates"},
	} {
		program.Refuse(t, 2, c[1], append([]string{"estimate"}, strings.Fields(c[0])...)...)
	}
}

// timePatterns matches the times in a report, which differ from run to run.
var timePatterns = regexp.MustCompile(`(?m)^[0-9.]+ s, [0-9.]+ s of CPU, .*$|"(elapsed|cpu)_seconds": [0-9.e-]+`)

// TestTextAgreesWithRecord: the text has the counts of the record.
func TestTextAgreesWithRecord(t *testing.T) {
	args := []string{"estimate", "-n", "2000", "--effort", "static", "--space", "material", "--seed", "2"}
	_, text, _ := invoke("", args...)
	_, out, _ := invoke("", append(args, "--json")...)
	var r struct {
		Version  string `json:"chesscensus"`
		Verdicts map[string]uint64
		CPU      float64 `json:"cpu_seconds"`
	}
	testkit.OK(t, json.Unmarshal([]byte(out), &r))
	if r.Version != cli.Version() || r.CPU < 0 {
		t.Errorf("%+v, want this version and a time", r)
	}
	for label, n := range r.Verdicts {
		want := fmt.Sprintf("  %-14s%6.3f%%  %s\n", cli.Number(n), float64(n)/20, verdictText(label))
		if n > 0 != strings.Contains(text, want) {
			t.Errorf("%s: %d draws, want %v of %q in\n%s", label, n, n > 0, want, text)
		}
	}
}

// TestFromCountsUndecidedLines: undecided lines and lines that cannot be parsed widen the bounds.
func TestFromCountsUndecidedLines(t *testing.T) {
	const king = "8/8/8/8/8/8/8/6Kk w - - 0 1"
	in := strings.Repeat(king+" legal: proof: e4\n", 3) + strings.Repeat(king+" unknown:\n", 2) + king + " illegal: Other\n"
	_, out, _ := invoke(in, "estimate", "--from", "-", "-n", "100", "--json")
	var r struct {
		Version               string `json:"chesscensus"`
		Space, From           string
		Legal, Illegal, Lines int
		Unknown               int
		Bad                   int `json:"bad_lines"`
		Estimate              struct{ Low, High struct{ Value float64 } }
	}
	testkit.OK(t, json.Unmarshal([]byte(out), &r))
	checkRecord(t, r, map[string]bool{
		"version, space ranked, standard input":   r.Version != "" && r.Space == "ranked" && r.From == "-",
		"3 legal, 1 illegal, 2 unknown, none bad": r.Legal == 3 && r.Illegal == 1 && r.Unknown == 2 && r.Bad == 0,
	})
	if ratio := r.Estimate.High.Value / r.Estimate.Low.Value; ratio < 1.66 || ratio > 1.67 { // 5 of 3
		t.Errorf("bounds %g to %g", r.Estimate.Low.Value, r.Estimate.High.Value)
	}
	status, text, _ := invoke(in, "estimate", "--from", "-", "-n", "100")
	if status != 0 || !strings.Contains(text, "undecided lines: 2;") {
		t.Errorf("status %d, %s, want two undecided lines", status, text)
	}
	// Of a file, errors name it.
	file := filepath.Join(t.TempDir(), "judged.txt")
	testkit.OK(t, os.WriteFile(file, []byte(in+"what\n"), 0o666))
	if status, _, errs := invoke("", "estimate", "--from", file, "-n", "100"); status != 1 || !strings.HasPrefix(errs, file+":7: ") {
		t.Errorf("a bad line of a file: status %d, errors %s", status, errs)
	}
}

// TestAllDrawsRefuted: a run whose draws are all refuted prints no histogram.
func TestAllDrawsRefuted(t *testing.T) {
	status, out, errs := invoke("", "estimate", "-n", "30", "--space", "naive", "--effort", "static")
	if status != 0 || errs != "" || strings.Contains(out, "men   at most") || !strings.Contains(out, "Illegal: ") {
		t.Errorf("status %d, output %s, errors %s, want refuted draws and no histogram", status, out, errs)
	}
}

// judgedFile returns a file like the published ones: counts[k] legal lines of multiplicity k, and illegal lines up to the given
// number of lines.
func judgedFile(lines int, counts []int) string {
	var b strings.Builder
	for k, n := range counts {
		for range n {
			b.WriteString("8/8/8/8/8/8/8/6Kk w - - 0 " + big.NewInt(int64(k)).String() + " legal: proof: e4 e5\n")
			lines--
		}
	}
	for range lines {
		b.WriteString("8/8/8/8/8/8/8/6Kk w - - 3 7 illegal: Other\t\n\n")
	}
	return b.String()
}

// TestPublishedEstimates reproduces what estimate.pl prints for the published samples (docs/REFERENCE.md, section 4).
func TestPublishedEstimates(t *testing.T) {
	for _, c := range []struct {
		n, lines int
		counts   []int
		want     []string
	}{
		{10000, 923, []int{0, 516, 19, 2, 1}, []string{"Exp[Y] ~ 0.0526417 * N\nVar[Y] ~ 0.0493373 * N^2\nSigma[Y] ~ 0.22212 * N\nSigma[Y[S]] ~ 0.0022212 * N\n",
			"n = 10000 samples 538/923 legal  516 19 2 1 avg 1/mult 0.978469640644362\n", "estimate 4.59389e+44 +- 3.79922e+43 at 95% confidence\n"}},
		{1000000, 94903, []int{0, 53930, 1674, 369, 25, 1, 10, 0, 0, 0, 2}, []string{"Exp[Y] ~ 0.0548983 * N", "avg 1/mult 0.980134556902513",
			"legal  53930 1674 369 25 1 10    2 avg", "estimate 4.79082e+44 +- 3.87698e+42 at 95% confidence"}},
		{1000000, 95544, []int{0, 54617, 1744, 336, 31, 2, 13}, []string{"estimate 4.85304e+44 +- 3.9004e+42 at 95% confidence"}},
		{2000000, 190447, []int{0, 108547, 3418, 705, 56, 3, 23, 0, 0, 0, 2}, []string{"estimate 4.82193e+44 +- 2.74973e+42 at 95% confidence"}},
	} {
		if testing.Short() && c.n > 10000 {
			continue
		}
		j := testkit.Must(readJudged(strings.NewReader(judgedFile(c.lines, c.counts)), "file", uint64(c.n), func(err error) { t.Error(err) }))(t)
		got := j.referenceText(ranked.New().Size())
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("n = %d: got\n%s\nwant it to contain\n%s", c.n, got, want)
			}
		}
	}
}

// TestReadJudgedBadInput: lines that cannot be read are errors with their number, and undecided draws.
func TestReadJudgedBadInput(t *testing.T) {
	const ok = "8/8/8/8/8/8/8/6Kk w - - 0 1 legal\n"
	for _, c := range []struct {
		name, in string
		want     []string // parts of the errors of the lines
		unknown  uint64
	}{
		{"short", ok + "8/8/8/8/8/8/8/6Kk w - - 0 1\n" + ok, []string{"f:2: found 6 fields"}, 0},
		{"word", "8/8/8/8/8/8/8/6Kk w - - 0 1 perhaps\n", []string{"f:1: found \"perhaps\" in field 7"}, 0},
		{"multiplicity", "8/8/8/8/8/8/8/6Kk w - - 0 zero legal\n8/8/8/8/8/8/8/6Kk w - - 0 0 legal", []string{"f:1: multiplicity", "f:2: multiplicity"}, 0},
		{"unknown", "8/8/8/8/8/8/8/6Kk w - - 0 2 unknown: kernel: wxb\r\n\n" + ok, nil, 1},
		{"long", ok + strings.Repeat("x", 1<<20+1) + "\n" + ok, []string{"f:2: line longer"}, 0},
		{"long without end", ok + strings.Repeat("x", 2<<20), []string{"f:2: line longer"}, 0},
		{"nul bytes", "\x00\x00\n", []string{"f:1: found 1 fields"}, 0},
	} {
		var got []error
		j, err := readJudged(strings.NewReader(c.in), "f", 100, func(err error) { got = append(got, err) })
		if err != nil || len(got) != len(c.want) || j.Bad != uint64(len(c.want)) || j.Unknown != c.unknown {
			t.Errorf("%s: error %v, line errors %v, %+v", c.name, err, got, j)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(got[i].Error(), want) || len(got[i].Error()) > 200 {
				t.Errorf("%s: error %q, want one with %q", c.name, got[i], want)
			}
		}
		if open := j.Tally.OpenCount(); open != j.Bad+j.Unknown {
			t.Errorf("%s: %d undecided draws, want %d", c.name, open, j.Bad+j.Unknown)
		}
	}
	testkit.Fails(readJudged(strings.NewReader(ok+ok), "f", 1, func(error) {}))(t, "", "more lines than draws")
	if _, err := readJudged(iotest.ErrReader(errors.New("disk on fire")), "f", 1, func(error) {}); err == nil || !strings.Contains(err.Error(), "reading f: disk on fire") {
		t.Errorf("broken reader: error %v", err)
	}
	j, err := readJudged(strings.NewReader(""), "f", 100, func(error) {})
	if err != nil || !strings.Contains(j.referenceText(ranked.New().Size()), "estimate 0 +- 0") {
		t.Errorf("no legal line: %v, %s", err, j.referenceText(ranked.New().Size()))
	}
}

// FuzzReadJudged: of any text each line is counted once, and the draws without a line are illegal.
func FuzzReadJudged(f *testing.F) {
	f.Add([]byte("8/8/8/8/8/8/8/6Kk w - - 0 2 legal: proof: e4\nx\n"))
	f.Add(bytes.Repeat([]byte(" 1"), 50))
	f.Fuzz(func(t *testing.T, in []byte) {
		in = in[:min(len(in), 1<<20)] // no more lines than draws
		bad := uint64(0)
		j := testkit.Must(readJudged(bytes.NewReader(in), "fuzz", 1<<20, func(error) { bad++ }))(t)
		if j.Bad != bad || j.Legal+j.Illegal+j.Unknown+j.Bad != j.Lines || j.Tally.Draws() != 1<<20 {
			t.Errorf("%+v after %d bad lines", j, bad)
		}
		_ = j.referenceText(big.NewInt(1000))
	})
}
