package archtest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"chesscensus/internal/testing/testkit"
)

// checkMode loads the syntax of all imported packages, so that none is read from export data, which would have to be compiled first.
const checkMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedTypes | packages.NeedSyntax

// typeCheck type-checks packages and their tests for a system: windows, say, or linux/386. It reads all of them from source, and skips the bodies of
// functions outside the patterns. It compiles nothing, which for another system would take minutes. The error lists all mistakes.
func typeCheck(dir, system string, patterns ...string) error {
	goos, goarch, _ := strings.Cut(system, "/") // without an architecture it is that of this machine
	list, err := packages.Load(&packages.Config{Mode: checkMode, Dir: dir, Env: append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
		Tests: true}, patterns...)
	errs := []error{err}
	seen := map[string]bool{} // a file belongs to a package and to its test variant
	packages.Visit(list, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			if !seen[e.Error()] {
				seen[e.Error()], errs = true, append(errs, e)
			}
		}
	})
	return errors.Join(errs...)
}

// TestTypesOnOtherSystems: all packages and tests have right types for other systems than this one. make lint runs it alone.
func TestTypesOnOtherSystems(t *testing.T) {
	testkit.Long(t)
	testkit.Unraced(t)
	for _, system := range []string{"windows", "linux/386"} {
		testkit.FailsWith(t, typeCheck(root, system, "./..."), nil, system)
	}
}

// TestTypeCheck: mistakes in a file for one system, in a caller of it, and in a test are found for that system only, and numbers that
// its int cannot hold.
func TestTypeCheck(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		testkit.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	check := func(system string, want ...string) {
		t.Helper()
		err := typeCheck(dir, system, "./...")
		if err == nil && len(want) == 0 {
			return
		}
		if err == nil || len(want) != strings.Count(err.Error(), "\n")+1 {
			t.Fatalf("%s: %v, want %q", system, err, want)
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v, want %q", system, err, w)
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
	write("g_linux.go", "package m\n\nvar large int = 1 << 40\n\nfunc g() error { return nil }\n")
	check("linux/amd64")
	check("linux/386", "overflows")
	check("windows", "cannot use 1", "undefined: g", "undefined: m.F")
}
