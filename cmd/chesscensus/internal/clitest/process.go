package clitest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// asProgram is the environment variable by which a test binary is told to be the program.
const asProgram = "CHESSCENSUS_TEST_MAIN"

// Main is for TestMain: it runs the tests or, where [Process] has started the test binary, the program.
func (p Program) Main(m *testing.M) {
	if os.Getenv(asProgram) == "1" {
		cli.Main(p...)
		return
	}
	os.Exit(m.Run())
}

// Process returns the program as a process of its own, killed when the test ends, and a moment before the tests have to. TestMain must be
// [Program.Main].
func Process(t *testing.T, args ...string) (cmd *exec.Cmd, out, errs *bytes.Buffer) {
	t.Helper()
	end, ok := t.Deadline()
	if !ok {
		end = time.Now().Add(time.Hour)
	}
	ctx, cancel := context.WithDeadline(context.Background(), end.Add(-10*time.Second))
	t.Cleanup(cancel)
	cmd = exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	out, errs = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = out, errs
	return cmd, out, errs
}

// Status returns the exit status that the error of a process tells of, -1 if it did not end by itself.
func Status(err error) int {
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return exit.ExitCode()
	case err != nil:
		return -1
	}
	return 0
}
