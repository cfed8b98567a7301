package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// TestInputsAreNotOutputs: a file that is both input and output, under the same name, another name, or opened by the shell, is an error
// before any work, and does not change.
func TestInputsAreNotOutputs(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	exe := filepath.Join(t.TempDir(), "chesscensus")
	if out, err := exec.Command("go", "build", "-o", exe, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	record := testkit.Must(filepath.Abs("../../records/first"))(t)
	const text = "4k3/8/8/8/8/8/1P6/B3K3 b - - 0 1\n"
	const game, goal = "1. e4 e5 2. Nf3 *\n", "'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'"
	for _, command := range []string{
		"judge F --certificate F", "judge F --certificate L", "judge F --certificate S", "judge --certificate F < F", "judge - --certificate L < F",
		"judge F >> F", "judge < F >> F", "judge C -o C", "check F >> L", "mate < F >> F",
		"judge /dev/fd/3 --certificate F 3< F", "judge F --certificate /dev/fd/3 3>> F", "judge /dev/stdin --certificate L < F", "judge - -o C < C",
		"estimate --from - -o C < C", "estimate --from F >> L", "proofgame --ipgn G " + goal + " >> G", "proofgame --ipgn G -o G " + goal,
		"survey settle R F >> F", "survey settle R < F >> L", "judge F --certificate N -o N", "judge F --certificate N >> N", "judge F --certificate /dev/stdout >> N",
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "F")
		for name, text := range map[string]string{"F": text, "C.csv": text, "G.csv": game} {
			testkit.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		testkit.OK(t, os.Link(file, filepath.Join(dir, "L")))
		testkit.OK(t, os.Symlink(file, filepath.Join(dir, "S")))
		for name, replacement := range map[string]string{"C": "C.csv", "G": "G.csv", "N": "none.csv", "R": record} {
			command = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(command, replacement)
		}
		shell := exec.Command("sh", "-c", exe+" "+command)
		shell.Dir = dir
		out, err := shell.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "another name") || strings.Contains(string(out), "illegal") {
			t.Errorf("%s: %v %s", command, err, out)
		}
		for name, want := range map[string]string{"F": text, "C.csv": text, "G.csv": game} {
			if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != want {
				t.Errorf("%s: %s is %q, %v", command, name, b, err)
			}
		}
	}
	dir := t.TempDir()
	for _, c := range []struct{ command, want string }{
		{"positions -n 1 --format epd -o -", "id \"ranked-repaired"},
		{"judge --certificate c '4k3/8/8/8/8/8/1P6/B3K3 b - -' && cat c", `"reasons":["CagedBishop"]`},
	} {
		shell := exec.Command("sh", "-c", exe+" "+c.command)
		shell.Dir = dir
		if out, err := shell.CombinedOutput(); err != nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v %s", c.command, err, out)
		}
	}
}

// TestOutputsFollowLinks: an output replaces the file that a link leads to, not the link.
func TestOutputsFollowLinks(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	testkit.OK(t, os.WriteFile(file, []byte("before"), 0o600))
	testkit.OK(t, os.Symlink(file, link))
	if status, _, errs := program.Invoke("", "judge", "--certificate", link, "4k3/8/8/8/8/8/1P6/B3K3 b - -"); status != 0 {
		t.Fatal(errs)
	}
	if b, err := os.ReadFile(file); err != nil || !strings.Contains(string(b), "CagedBishop") {
		t.Errorf("the file is %q, %v", b, err)
	}
	testkit.Equal(t, testkit.Must(os.Readlink(link))(t), file)
}

// TestOutputsAreOpenedFirst: commands that run long refuse outputs that cannot be written before their work.
func TestOutputsAreOpenedFirst(t *testing.T) {
	testkit.Unraced(t)
	file := filepath.Join(t.TempDir(), "file")
	testkit.OK(t, os.WriteFile(file, nil, 0o600))
	below := filepath.Join(file, "below")
	for _, args := range [][]string{
		{"estimate", "-n", "1e12", "--figures", below}, {"estimate", "--precision", "0.001%", "-o", below + ".csv"}, {"compare", "-n", "1e12", "--figures", below},
		{"survey", "plan", below, "--pilot", "1e12"}, {"positions", "-n", "1e9", "-o", below + ".csv"}, {"positions", "-n", "1e9", "--pgn", below},
		{"corpus", "-o", below, "../../docs/data/settled.tsv"}, {"endgame", "--prove", "KRK", "--certificate", below}, {"recheck", "-n", "1e12", "-o", below},
		{"tables", "--dir", below, "--force"}, {"judge", "../../docs/data/cases.tsv", "--effort", "exhaustive", "--certificate", below},
	} {
		testkit.WithinCPU(t, 10*time.Second, strings.Join(args, " "), func() {
			if status, _, errs := program.Invoke("", args...); status == 0 || !strings.Contains(errs, "file") {
				t.Errorf("%s: status %d, %s", args, status, errs)
			}
		})
	}
}
