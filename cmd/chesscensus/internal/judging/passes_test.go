package judging

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/filelock"
)

// passList is a list with everything that lines can be.
func passList(t *testing.T) string {
	t.Helper()
	_, draws, _ := invoke("", "draw", "-n", "200", "--seed", "8")
	return "# a list\n\n" + draws + clitest.InitialFEN + "\n" + "4k3/8/8/8/8/8/8/4K3 w - - 0 1 unknown: kernel: extKernel: fail:"
}

// TestPassesResume breaks a run off at every kind of place and wants the same files as
// those of an undisturbed run.
func TestPassesResume(t *testing.T) {
	list, dir := passList(t), t.TempDir()
	run := func(prefix string) (status int, out, errs string) {
		return invoke(list, "judge", "--effort", "kernel", "-o", prefix, "--passes", "2")
	}
	whole := filepath.Join(dir, "whole")
	status, out, errs := run(whole)
	if status != 0 || !strings.HasPrefix(out, "legal: 0 path: 0 kernel: 0 fail: 0 illegal: 1 time: 0.") {
		t.Fatalf("status %d, output %.300q, errors %s", status, out, errs)
	}
	want := clitest.Read(t, whole+"01")
	if n := strings.Count(want, "\n"); n != 203 || clitest.Read(t, whole+"00") != want {
		t.Fatalf("%d lines, or passes differ that have nothing to add", n)
	}
	first := clitest.Read(t, whole+"00")
	cuts := map[string]int{"nothing": 0, "half a line": len(first) / 2, "whole lines": strings.Index(first[9000:], "\n") + 9001, "everything": len(first)}
	for name, n := range cuts {
		prefix := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if err := os.WriteFile(prefix+"00.part", []byte(first[:n]), 0o666); err != nil {
			t.Fatal(err)
		}
		status, _, errs := run(prefix)
		if status != 0 || clitest.Read(t, prefix+"00") != first || clitest.Read(t, prefix+"01") != want {
			t.Errorf("%s: status %d, errors %s; or the files differ", name, status, errs)
		}
	}
	// A complete pass is not made again.
	if err := os.Remove(whole + "01"); err != nil {
		t.Fatal(err)
	}
	if status, _, errs := run(whole); status != 0 || clitest.Read(t, whole+"01") != want || !strings.Contains(errs, "00 is complete: legal: 1 ") {
		t.Errorf("status %d, errors %s", status, errs)
	}
}

// TestPassesRefuseOtherLists wants the file and line named where a pass belongs to
// another list.
func TestPassesRefuseOtherLists(t *testing.T) {
	list, prefix := passList(t), filepath.Join(t.TempDir(), "out")
	run := func(list string) (int, string) {
		status, _, errs := invoke(list, "judge", "-o", prefix, "--passes", "1")
		return status, errs
	}
	if status, errs := run(list); status != 0 {
		t.Fatal(errs)
	}
	before := clitest.Read(t, prefix+"00")
	for name, c := range map[string]struct{ list, want string }{
		"other":   {strings.Replace(list, clitest.InitialFEN, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1), "00:202: found"},
		"shorter": {"# a list\n" + clitest.InitialFEN, "00:2: found"},
		"longer":  {list + "\n" + clitest.InitialFEN, "shorter list"},
	} {
		if status, errs := run(c.list); status != 1 || !strings.Contains(errs, c.want) {
			t.Errorf("%s: status %d, %s; want %q", name, status, errs, c.want)
		}
	}
	if clitest.Read(t, prefix+"00") != before {
		t.Error("a refused list has changed the file")
	}
	certificates := filepath.Join(t.TempDir(), "c.jsonl")
	for args, want := range map[string]string{"--passes 0": "want 1 to", "-v": "-o goes without", "--certificate " + certificates: "-o goes without"} {
		status, _, errs := invoke("", append([]string{"judge", "-o", prefix}, strings.Fields(args)...)...)
		if status != 2 || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %s", args, status, errs)
		}
	}
	if _, err := os.Stat(certificates); err == nil {
		t.Error("a refused command line has made a file")
	}
}

// TestPassesTwice wants a second run with the same prefix to stop before it writes, and
// one that finds everything done to say so.
func TestPassesTwice(t *testing.T) {
	list, prefix := passList(t), filepath.Join(t.TempDir(), "out")
	first, err := os.Create(prefix + "00.part") // as a run does
	if err != nil {
		t.Fatal(err)
	}
	if err := filelock.Try(first); err != nil {
		t.Fatal(err)
	}
	run := func() (int, string) {
		status, _, errs := invoke(list, "judge", "--effort", "static", "-o", prefix, "--passes", "1")
		return status, errs
	}
	if status, errs := run(); status != 1 || !strings.Contains(errs, "out00.part: another run is writing it") {
		t.Errorf("two runs at once: status %d, %s", status, errs)
	}
	if clitest.Read(t, prefix+"00.part") != "" {
		t.Error("the second run has written")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if status, errs := run(); status != 0 || strings.Contains(errs, "nothing was left") {
		t.Errorf("after the first: status %d, %s", status, errs)
	}
	if status, errs := run(); status != 0 || !strings.Contains(errs, "nothing was left to do; to judge the list again choose another -o") {
		t.Errorf("a third run: status %d, %s", status, errs)
	}
}
