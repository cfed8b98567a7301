package judging

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
)

// TestOldOutputFlag: -o PREFIX prints its replacement, and writes the output of that command to PREFIX00, also after a bad line.
func TestOldOutputFlag(t *testing.T) {
	_, draws, _ := invoke("", "draw", "-n", "200", "--seed", "8")
	list := "# a list\n\n" + draws + clitest.InitialFEN + "\n" + bareKings + " unknown: kernel: extKernel: fail:\n"
	prefix := filepath.Join(t.TempDir(), "out")
	_, want, _ := invoke(list, "judge", "--effort", "kernel")
	status, out, errs := invoke(list, "judge", "--effort", "kernel", "-o", prefix)
	if status != 0 || out != "" || !strings.Contains(errs, "judge --effort exhaustive --passes 6 > "+prefix+"00") || clitest.Read(t, prefix+"00") != want {
		t.Errorf("status %d, output %.80q, errors %s; or another file", status, out, errs)
	}
	status, _, errs = invoke("nonsense\n"+list, "judge", "--effort", "kernel", "-o", prefix)
	if status != 1 || !strings.Contains(errs, ":1: ") || clitest.Read(t, prefix+"00") != "# unreadable: nonsense\n"+want {
		t.Errorf("with a bad line: status %d, errors %s; or another file", status, errs)
	}
	other := filepath.Join(t.TempDir(), "other")
	certificates := filepath.Join(t.TempDir(), "c.jsonl")
	if status, _, errs := invoke("", "judge", "-o", other, "--certificate", certificates); status != 2 {
		t.Errorf("status %d, %s", status, errs)
	}
	for _, path := range []string{certificates, other + "00"} {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("a refused command line has made %s", path)
		}
	}
}
