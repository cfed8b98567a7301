package estimating

import (
	"bytes"
	"errors"
	"math/big"
	"strings"
	"testing"
	"testing/iotest"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/ranked"
)

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
	if _, err := readJudged(strings.NewReader(ok+ok), "f", 1, func(error) {}); err == nil {
		t.Error("more lines than draws: no error")
	}
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
