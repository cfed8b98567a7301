// Package clitest runs command lines for the tests of groups of commands.
package clitest

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
)

// InitialFEN is the record of the initial position.
const InitialFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// A Program is a program that consists of groups of commands.
type Program []cli.Group

// Invoke runs one command line with the given standard input, and returns the exit status and both outputs.
func (p Program) Invoke(in string, args ...string) (status int, out, errs string) {
	var stdout, stderr bytes.Buffer
	status = cli.Run(context.Background(), args, strings.NewReader(in), &stdout, &stderr, p...)
	return status, stdout.String(), stderr.String()
}

// Check runs a command line that must succeed with the given output and without output on standard error.
func (p Program) Check(t *testing.T, in, want string, args ...string) {
	t.Helper()
	if status, out, errs := p.Invoke(in, args...); status != 0 || out != want || errs != "" {
		t.Errorf("chesscensus %q: status %d\noutput %q\nwant   %q\nerrors %s", args, status, out, want, errs)
	}
}

// Run runs a command line that must succeed without output on standard error, and returns its output.
func (p Program) Run(t *testing.T, in string, args ...string) string {
	t.Helper()
	status, out, errs := p.Invoke(in, args...)
	if status != 0 || errs != "" {
		t.Fatalf("chesscensus %q: status %d, errors %s", args, status, errs)
	}
	return out
}

// Refuse runs a command line that must end with a status, without output, and with an error of the program that has a text.
func (p Program) Refuse(t *testing.T, status int, want string, args ...string) {
	t.Helper()
	if got, out, errs := p.Invoke("", args...); got != status || out != "" || !strings.Contains(errs, want) || !strings.HasPrefix(errs, "chesscensus: ") {
		t.Errorf("chesscensus %q: status %d, output %q, errors %q, want %d and %q", args, got, out, errs, status, want)
	}
}

// LastLine returns the last line of an output.
func LastLine(out string) string {
	lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
	return lines[len(lines)-1]
}

// Read returns the content of a file.
func Read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Write creates or replaces a file.
func Write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
