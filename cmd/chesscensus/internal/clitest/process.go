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

// asProgram is the environment variable that makes a test binary run as the program.
const asProgram = "CHESSCENSUS_TEST_MAIN"

// Main is for TestMain: it runs the tests, or the program if [Process] has started the test binary.
func (p Program) Main(m *testing.M) {
	if os.Getenv(asProgram) == "1" {
		cli.Main(p...)
		return
	}
	os.Exit(m.Run())
}

// Process returns the program as a process of its own, for tests whose TestMain is [Program.Main]. The process is killed when the
// test ends, or shortly before the time limit of the tests.
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

// Status returns the exit status in the error of a process, or -1 if the process did not exit by itself.
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
