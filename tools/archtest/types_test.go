package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestTypeCheck: a mistake in a file for Windows is found for Windows alone.
func TestTypeCheck(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n", "m.go": "package m\n\nvar _ error = f()\n",
		"f_linux.go": "package m\n\nfunc f() error { return nil }\n", "f_windows_test.go": "package m\n\nfunc f() error { return 1 }\n",
	} {
		testkit.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	if err := typeCheck(dir, "linux"); err != nil {
		t.Errorf("for Linux: %v, want no mistake", err)
	}
	err := typeCheck(dir, "windows")
	for _, want := range []string{"undefined: f", "cannot use 1"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("for Windows: %v, want %q", err, want)
		}
	}
}
