//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

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
