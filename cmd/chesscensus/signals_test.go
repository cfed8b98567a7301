//go:build unix

package main

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// TestHangup: SIGHUP and SIGTERM end a run as SIGINT does, with the estimate so far; whoever has had SIGHUP ignored, as nohup does, has it ignored.
func TestHangup(t *testing.T) {
	testkit.Medium(t)
	for _, c := range []struct {
		name    string
		ignored string
		signals []syscall.Signal
	}{
		{"hangup", "", []syscall.Signal{syscall.SIGHUP}},
		{"terminate", "", []syscall.Signal{syscall.SIGTERM}},
		{"nohup", "HUP", []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM}},
		{"behind a shell", "INT", []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd, out, _ := clitest.Process(t, "estimate", "-n", "1000000000000", "--effort", "static", "--progress")
			if c.ignored != "" {
				shell := testkit.Must(exec.LookPath("sh"))(t)
				cmd.Path, cmd.Args = shell, append([]string{"sh", "-c", `trap "" ` + c.ignored + `; exec "$0" "$@"`}, cmd.Args...)
			}
			cmd.Stderr = nil
			progress := testkit.Must(cmd.StderrPipe())(t)
			testkit.OK(t, cmd.Start())
			errs := bufio.NewReader(progress)
			for i, signal := range c.signals {
				for range 3 { // draws are made, after a signal too that is ignored
					if _, err := errs.ReadString('%'); err != nil {
						t.Fatalf("it has ended before signal %d: %v, %s", i+1, err, out)
					}
				}
				testkit.OK(t, cmd.Process.Signal(signal))
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
