package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// testLimit is the longest time for the tests of a package. Tests that take longer count as failed.
const testLimit = 4 * time.Minute

// failurePattern matches the lines in which the go tool names a failing test, or one that panics or does not end.
var failurePattern = regexp.MustCompile(`(?m)^--- FAIL: (\w+)|^\s+--- FAIL: (\w+)|^panic: .*\n?|^\t\t?(Test\w+|Fuzz\w+|Example\w+) \(`)

// Try makes the mistake in the project at root and runs the short tests of its packages one after the other. It returns
// the first test that fails, as PACKAGE TEST, or "" if none does. It returns an error if
// the mistake cannot be made or the code does not compile with it.
func (m *Mutant) Try(ctx context.Context, root string) (caught string, err error) {
	root, err = filepath.Abs(root)
	if err != nil {
		return "", err
	}
	file := filepath.Join(root, filepath.FromSlash(m.File))
	source, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	changed, err := m.Apply(string(source))
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	overlay, err := writeOverlay(dir, file, changed)
	if err != nil {
		return "", err
	}
	if out, err := goTool(ctx, root, "build", "-overlay", overlay, "./"+filepath.ToSlash(filepath.Dir(m.File))); err != nil {
		return "", fmt.Errorf("%s: does not compile: %s", m.File, out)
	}
	for _, pkg := range m.Tests {
		out, err := goTool(ctx, root, "test", "-overlay", overlay, "-short", "-failfast", "-count=1", "-vet=off", "-timeout", testLimit.String(), pkg)
		if err == nil {
			continue
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if exit := new(exec.ExitError); !errors.As(err, &exit) || strings.Contains(out, "[build failed]") {
			return "", fmt.Errorf("%s: %v: %s", pkg, err, out)
		}
		return strings.TrimPrefix(pkg, "./") + " " + firstFailure(out), nil
	}
	return "", nil
}

// writeOverlay writes the changed text of a file into a folder, and an overlay file that replaces the file by it. It returns the path of
// the overlay file.
func writeOverlay(dir, file, source string) (string, error) {
	changed := filepath.Join(dir, filepath.Base(file))
	text, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, errors.Join(os.WriteFile(changed, []byte(source), 0o600), os.WriteFile(name, text, 0o600))
}

// goTool runs the go tool and returns its output.
func goTool(ctx context.Context, root string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir = root
	out, err := c.CombinedOutput()
	return string(out), err
}

// firstFailure returns the name of the first failing test, or how the tests ended.
func firstFailure(out string) string {
	end := ""
	for _, m := range failurePattern.FindAllStringSubmatch(out, -1) {
		for _, name := range m[1:] {
			if name != "" {
				return strings.TrimSpace(name + " " + end)
			}
		}
		if end == "" {
			if end = "(panic)"; strings.Contains(m[0], "test timed out") {
				end = "(no end)"
			}
		}
	}
	return strings.TrimSpace("every test " + end)
}
