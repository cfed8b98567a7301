//go:build unix

package main

import (
	"bufio"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// TestSignals: SIGINT, SIGHUP and SIGTERM end a long run with the estimate so far. An ignored signal, as under nohup, is ignored.
func TestSignals(t *testing.T) {
	testkit.Medium(t)
	for _, c := range []struct {
		name    string
		ignored string
		signals []os.Signal
	}{
		{"interrupt", "", []os.Signal{syscall.SIGINT}},
		{"hangup", "", []os.Signal{syscall.SIGHUP}},
		{"terminate", "", []os.Signal{syscall.SIGTERM}},
		{"nohup", "HUP", []os.Signal{syscall.SIGHUP, syscall.SIGTERM}},
		{"behind a shell", "INT", []os.Signal{syscall.SIGINT, syscall.SIGTERM}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd, out, _ := clitest.Process(t, "estimate", "-n", "1000000000000", "--effort", "static", "--progress")
			if c.ignored != "" {
				shell := testkit.Must(exec.LookPath("sh"))(t)
				cmd.Path, cmd.Args = shell, append([]string{"sh", "-c", `trap "" ` + c.ignored + `; exec "$0" "$@"`}, cmd.Args...)
			}
			cmd.Stderr = nil
			progress := testkit.Must(cmd.StderrPipe())(t)
			received := make(chan os.Signal, 1)
			signal.Notify(received, c.signals...) // so that the program does not inherit signals that this process ignores
			defer signal.Stop(received)
			testkit.OK(t, cmd.Start())
			errs := bufio.NewReader(progress)
			for i, sig := range c.signals {
				for range 3 { // the run goes on, also after an ignored signal
					if _, err := errs.ReadString('%'); err != nil {
						t.Fatalf("it has ended before signal %d: %v, %s", i+1, err, out)
					}
				}
				testkit.OK(t, cmd.Process.Signal(sig))
			}
			rest, _ := io.ReadAll(errs)
			if got := clitest.Status(cmd.Wait()); got != cli.StatusInterrupted {
				t.Errorf("status %d, want %d", got, cli.StatusInterrupted)
			}
			if !strings.Contains(out.String(), "legal positions: at most") || !strings.Contains(string(rest), "interrupted after") {
				t.Errorf("output %s\nerrors %s", out, rest)
			}
		})
	}
}

// TestUmask: files and folders have the permissions that the umask leaves.
func TestUmask(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for umask, want := range map[string]fs.FileMode{"077": 0o700, "002": 0o775} {
		dir := t.TempDir()
		for _, args := range []string{"judge --certificate c 4k3/8/8/8/8/8/1P6/B3K3", "positions -n 1 -o p.csv --pgn p.pgn",
			"estimate -n 300 --effort static --figures f", "man m",
			"survey plan s --space cover-5-6 --budget 1s --shards 2 --pilot 2000 --costs 3us,2us,8us,1600us", "survey run s", "survey pack s", "survey share s moves"} {
			cmd, out, errs := clitest.Process(t, strings.Fields(args)...)
			shell := testkit.Must(exec.LookPath("sh"))(t)
			cmd.Path, cmd.Args, cmd.Dir = shell, append([]string{"sh", "-c", `umask ` + umask + `; exec "$0" "$@"`}, cmd.Args...), dir
			if err := cmd.Run(); err != nil {
				t.Fatalf("%s: %v %s %s", args, err, out, errs)
			}
		}
		n := 0
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || path == dir {
				return err
			}
			info, err := d.Info()
			if want := want; err == nil {
				if n++; !d.IsDir() {
					want &^= 0o111
				}
				if got := info.Mode().Perm(); got != want {
					t.Errorf("umask %s: %s has %v, want %v", umask, path, got, want)
				}
			}
			return err
		})
		if err != nil || n < 70 {
			t.Errorf("%v, %d files", err, n)
		}
	}
}
