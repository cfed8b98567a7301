package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestTypeCheck: mistakes in a file for one system, in a caller of it, and in a test are found for that system only.
func TestTypeCheck(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		testkit.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	check := func(goos string, want ...string) {
		t.Helper()
		err := TypeCheck(dir, goos, "./...")
		if err == nil && len(want) == 0 {
			return
		}
		if err == nil || len(want) != strings.Count(err.Error(), "\n")+1 {
			t.Fatalf("%s: %v, want %q", goos, err, want)
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v, want %q", goos, err, w)
			}
		}
	}
	write("go.mod", "module m\n\ngo 1.26\n")
	write("m.go", "package m\n\nimport \"errors\"\n\nfunc f() error { return errors.Join(g(), nil) }\n")
	write("g_linux.go", "package m\n\nfunc g() error { return nil }\n")
	write("g_windows.go", "package m\n\nfunc g() error { return nil }\n")
	write("m_test.go", "package m_test\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) {}\n")
	check("windows")
	write("g_windows.go", "package m\n\nfunc h() error { return 1 }\n")
	write("m_windows_test.go", "package m_test\n\nimport \"m\"\n\nvar _ = m.F\n")
	check("linux")
	check("windows", "cannot use 1", "undefined: g", "undefined: m.F")
}
