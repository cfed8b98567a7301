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
			testkit.Equal(t, clitest.Status(cmd.Wait()), cli.StatusInterrupted)
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
				testkit.Equal(t, info.Mode().Perm(), want, umask, path)
			}
			return err
		})
		if err != nil || n < 70 {
			t.Errorf("%v, %d files", err, n)
		}
	}
}

// TestInterruptedFilter sends SIGINT to a filter whose input never ends.
func TestInterruptedFilter(t *testing.T) {
	testkit.Medium(t)
	cmd, _, errs := clitest.Process(t, "unrank", "--space", "ranked")
	in := testkit.Must(cmd.StdinPipe())(t)
	defer in.Close()
	cmd.Stdout = nil
	pipe := testkit.Must(cmd.StdoutPipe())(t)
	testkit.OK(t, cmd.Start())
	// A dialogue: the answer to a line comes without waiting for more lines.
	testkit.Must(io.WriteString(in, "0\n"))(t)
	answer, err := bufio.NewReader(pipe).ReadString('\n')
	if err != nil || answer != "8/8/8/8/8/8/8/6Kk w - - 0 1\n" {
		t.Errorf("answer %q, %v", answer, err)
	}
	testkit.OK(t, cmd.Process.Signal(os.Interrupt))
	if got := clitest.Status(cmd.Wait()); got != cli.StatusInterrupted || !strings.Contains(errs.String(), "interrupted") {
		t.Errorf("status %d, errors %s, want %d and a word of the interrupt", got, errs, cli.StatusInterrupted)
	}
}

// TestClosedPipe: after the reader of the output has closed the pipe, the program ends soon, without
// a message, and with the status for that.
func TestClosedPipe(t *testing.T) {
	testkit.Medium(t)
	cmd, _, errs := clitest.Process(t, "draw", "-n", "100000000")
	cmd.Stdout = nil
	pipe := testkit.Must(cmd.StdoutPipe())(t)
	testkit.OK(t, cmd.Start())
	testkit.Must(bufio.NewReaderSize(pipe, 16).ReadString('\n'))(t)
	pipe.Close()
	if got := clitest.Status(cmd.Wait()); got != cli.StatusPipe || errs.Len() > 0 {
		t.Errorf("status %d, want %d; errors %s", got, cli.StatusPipe, errs)
	}
}

// TestFullDisk: writing to /dev/full is an error with status 1, and estimate writes its figures nevertheless.
func TestFullDisk(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no /dev/full to stand for a full disk")
	}
	defer full.Close()
	dir := t.TempDir()
	for _, args := range [][]string{{"size"}, {"draw", "-n", "5000"}, {"unrank", "0"}, {"perft", "-d", "1"},
		{"estimate", "-n", "1000", "--effort", "static", "--figures", dir}} {
		cmd, _, errs := clitest.Process(t, args...)
		cmd.Stdout = full
		if got := clitest.Status(cmd.Run()); got != 1 || !strings.Contains(errs.String(), syscall.ENOSPC.Error()) {
			t.Errorf("%s: status %d, errors %q", args, got, errs)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 9 {
		t.Errorf("%d figures written although the text could not be, want 9", len(files))
	}
}
