package surveys

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/remote/embedded"
)

// someLines are positions of every fate, and lines that are none.
const someLines = `# some lines
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
k6P/8/8/8/8/8/8/7K w - - 0 1
8/8/8/8/8/8/8/K1k5 w - -
no position

r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 unknown:
3nbk1K/8/8/8/8/8/8/8 w - - 0 1
` + "\xff\xfe\n8/8/8/3k4/8/3K4/8/8 b - - 0 1"

// TestLinesOnAnEngine: what workers in processes of their own make of lists of positions, of goals and of materials is what the program makes of them: standard
// output, standard error, status and certificates.
func TestLinesOnAnEngine(t *testing.T) {
	testkit.Medium(t)
	e, err := embedded.Serve(t.TempDir(), "127.0.0.1:0", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Stop)
	for _, name := range []string{"one", "two"} {
		worker, _, _ := clitest.Process(t, "worker", "--nats", e.URL(), "--name", name, "-j", "1", "--folder", t.TempDir())
		if err := worker.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = worker.Process.Kill(); _ = worker.Wait() })
	}
	list := filepath.Join(t.TempDir(), "list")
	clitest.Write(t, list, someLines)
	certificates := filepath.Join(t.TempDir(), "certificates")
	commands := [][]string{
		{"judge", "--json", list}, {"judge", "--effort", "game", "--seed", "7", list}, {"judge", "--certificate", certificates, list},
		{"endgame", "-v", "KNK", "--reading", "within"}, {"proofgame", "--list", "-w", "1:1", "-m", "2000", list},
	}
	if !testing.Short() { // other flags of the same commands, four fifths of the time
		commands = append(commands, [][]string{
			{"judge", list}, {"judge", "-v", list}, {"judge", "--effort", "static", "--kernels", list}, {"endgame", "KRK", "KBK"}, {"endgame", "--tsv", "--all", "3"},
			{"proofgame", "--list", list}, {"proofgame", "--list", "--json", "--short", "--seed", "3", list},
		}...)
	}
	for _, args := range commands {
		read := func() string { text, _ := os.ReadFile(certificates); _ = os.Remove(certificates); return string(text) }
		status, out, errs := program.Invoke("", args...)
		file := read()
		gotStatus, gotOut, gotErrs := program.Invoke("", append(slices.Clone(args), "--nats", e.URL(), "--checks", "0.5")...)
		if got := read(); gotStatus != status || gotOut != out || gotErrs != errs || got != file {
			t.Errorf("%s: status %d, output\n%s\nerrors %s, certificates %s\nwant status %d, output\n%s\nerrors %s, certificates %s", args, gotStatus, gotOut, gotErrs, got, status, out, errs, file)
		}
	}
	const nowhere = "nats://127.0.0.1:1"
	for _, c := range []struct {
		status int
		want   string
		args   []string
	}{
		{2, "--nats goes with --by engine", []string{"judge", "--nats", nowhere, "k6P/8/8/8/8/8/8/7K w - - 0 1"}},
		{2, "--nats goes with --by engine", []string{"judge", "--nats", nowhere, "-o", "x", list}},
		{2, "want --nats too", []string{"judge", "--creds", "x", list}},
		{2, "--checks -1: want a share", []string{"judge", "--checks", "-1", list}},
		{2, "--nats goes without --judge", []string{"endgame", "--nats", nowhere, "--judge", "3", "KRK"}},
		{2, "--nats goes with --list", []string{"proofgame", "--nats", nowhere, "8/8/8/8/8/8/8/K1k5 w - -"}},
		{1, "connecting to nats://127.0.0.1:1", []string{"endgame", "--nats", nowhere, "KRK"}},
	} {
		if status, out, errs := program.Invoke("", c.args...); status != c.status || !strings.Contains(errs, c.want) || out != "" {
			t.Errorf("%s: status %d, output %q, errors %q, want status %d and %q", c.args, status, out, errs, c.status, c.want)
		}
	}
}
