package positions

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
)

// exampleList has an easy legal position, one refuted by rules, one refuted by kernels, and the first again.
const exampleList = `# comments are passed over
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1	legal
8/8/8/8/8/8/8/K1k5 w - - 0 1	legal	somebody's note
k6P/8/8/8/8/8/8/7K w - - 0 1	illegal: a pawn
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNQ w Qkq -	illegal
`

// parseCorpus parses a corpus.
func parseCorpus(t *testing.T, text string) (entries []entry) {
	t.Helper()
	for line := range strings.Lines(text) {
		var e entry
		testkit.OK(t, json.Unmarshal([]byte(line), &e))
		entries = append(entries, e)
	}
	return entries
}

// TestCorpus makes a corpus from a list and certificates: hard positions come first, each position once, and check confirms
// every line.
func TestCorpus(t *testing.T) {
	dir := t.TempDir()
	plain, packed, out := filepath.Join(dir, "list.tsv"), filepath.Join(dir, "given.jsonl.gz"), filepath.Join(dir, "corpus.jsonl")
	clitest.Write(t, plain, exampleList)
	f := testkit.Must(os.Create(packed))(t)
	z := gzip.NewWriter(f)
	_, _ = z.Write([]byte(`{"fen":"rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq -","stage":"proofgame","reasons":[],"proof":"Na3"}` + "\n"))
	testkit.OK(t, z.Close())
	_ = f.Close()
	status, text, errs := invoke("", "corpus", plain, packed)
	if want := "chesscensus: 5 positions, 3 legal with games and 2 illegal by theorems; 0 left out as undecided\n"; status != 0 || errs != want {
		t.Fatalf("status %d, %q, want %q", status, errs, want)
	}
	entries := parseCorpus(t, text)
	if first := entries[0]; !first.IsCertificate || first.Description != "a game of 1 ply" || first.Source != packed {
		t.Errorf("the certificate is not the first: %+v", first)
	}
	if !slices.IsSortedFunc(entries[1:], func(a, b entry) int { return int(b.Nodes - a.Nodes) }) {
		t.Error("the other entries are not in the order of decreasing nodes")
	}
	for _, e := range entries {
		if (e.Outcome == "legal") != (e.Stage == "proofgame") || e.Description == "" || (e.Outcome == "illegal") != (e.Reasons != 0) {
			t.Errorf("%+v: want a game and no reasons if legal, else reasons, and a description", e)
		}
	}
	clitest.Write(t, out, text)
	if status, checked, errs := invoke("", "check", out); status != 0 || strings.Count(checked, "\tconfirmed") != 5 {
		t.Errorf("check: status %d, output %s, errors %s, want 5 confirmed", status, checked, errs)
	}
	file := filepath.Join(dir, "file.jsonl")
	if status, none, _ := invoke("", "corpus", "-j", "3", "-o", file, plain, packed); status != 0 || none != "" || clitest.Read(t, file) != text {
		t.Errorf("-o: status %d, output %q, or another corpus", status, none)
	}
}

// TestCorpusBadInput: false claims, wrong games and lines that are no positions are errors, and nothing is written.
func TestCorpusBadInput(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"8/8/8/8/8/8/8/K1k5 w - -\nk6P/8/8/8/8/8/8/7K w - -\tlegal\n": ":2: the list says legal, but the position is illegal",
		"8/8/8/8/8/8/8/K1k5 w - -\tillegal\n":                         ":1: the list says illegal, but the position is legal",
		"nonsense\n":                                                  ":1: ",
		"{\"fen\":3}\n":                                               ":1: no certificate",
		`{"fen":"rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq -","stage":"proofgame","reasons":[],"proof":"Nf3"}`: ":1: ",
	} {
		path, out := filepath.Join(dir, "list"), filepath.Join(dir, "corpus.jsonl")
		clitest.Write(t, path, text)
		status, printed, errs := invoke("", "corpus", "-o", out, path)
		if _, err := os.Stat(out); status != 1 || printed != "" || !strings.Contains(errs, path+want) || err == nil {
			t.Errorf("%q: status %d, %q, want %q; file: %v", text, status, errs, want, err)
		}
	}
	program.Refuse(t, 2, "requires at least 1 arg", "corpus")
	if status, _, errs := invoke("", "corpus", filepath.Join(dir, "none")); status != 1 || !strings.Contains(errs, "no such file") {
		t.Errorf("a missing list: status %d, errors %s", status, errs)
	}
}

// TestCorpusLeavesOut: positions that the effort does not decide are left out and counted.
func TestCorpusLeavesOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list.tsv")
	clitest.Write(t, path, exampleList)
	status, text, errs := invoke("", "corpus", "--effort", "static", path)
	if status != 0 || len(parseCorpus(t, text)) != 3 || !strings.Contains(errs, "3 positions, 1 legal with games and 2 illegal by theorems; 1 left out") {
		t.Errorf("status %d, output %s, errors %s, want three positions, and one left out", status, text, errs)
	}
}

// TestCorpusOfProblems: the engine contradicts no claim in a list that make corpus reads.
func TestCorpusOfProblems(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	file := filepath.Join("..", "..", "..", "..", "internal", "testing", "devdata", "data", devdata.Disputed+".gz")
	status, out, errs := invoke("", "corpus", file)
	if status != 0 || !strings.Contains(errs, "18 positions, 1 legal with games and 17 illegal by theorems") {
		t.Errorf("status %d, %d lines, %s", status, strings.Count(out, "\n"), errs)
	}
}
