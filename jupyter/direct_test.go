//go:build linux

package jupyter

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/cells/lookup"
)

// TestCellsAreCompiledDirectly checks that a cell whose packages are known is compiled and linked without the go tool. One with an error, of
// an unknown package or with flags of its own is compiled by the go tool.
func TestCellsAreCompiledDirectly(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	goTool := testkit.Must(exec.LookPath("go"))(t)
	calls := filepath.Join(t.TempDir(), "calls") // what the go tool was called with, a line for each call
	logged := filepath.Join(t.TempDir(), "go")
	testkit.OK(t, os.WriteFile(logged, fmt.Appendf(nil, "#!/bin/sh\necho \"$*\" >>%s\nexec %s \"$@\"\n", shellQuote(calls), shellQuote(goTool)), 0o700))
	s := testkit.Must(newSession(makeRoot(t, seedGoMod), logged))(t)
	defer s.close()
	e := env(s.environ(append(os.Environ(), "GOFLAGS="), false))
	packages := &lookup.Packages{Dir: t.TempDir(), Go: goTool, Env: e, Archives: s.archivesFile()}
	packages.Load([]string{"fmt"})
	work := t.TempDir()
	testkit.OK(t, os.WriteFile(filepath.Join(work, "go.mod"), []byte("module gonb_00000001\ngo 1.26.0\n"), 0o600))
	program := filepath.Join(work, "gonb_00000001")
	for _, test := range []struct {
		name, source string
		flags        []string
		prints       string // by the program; "" if it cannot be made
		goCalls      string // of the go tool, divided by commas
	}{
		{"known packages", "package main\nimport \"fmt\"\nfunc main() { fmt.Print(6 * 7) }\n", nil, "42", ""},
		{"another program", "package main\nimport \"fmt\"\nfunc main() { for i := range 2 { defer func() { fmt.Print(i) }() } }\n", nil, "10", ""},
		{"a package that is not known", "package main\nimport \"go/token\"\nfunc main() { print(token.ADD.String()) }\n", nil, "+", "get,build -ldflags=-s -w -o"},
		{"an error", "package main\nfunc main() { x }\n", nil, "", "get,build -ldflags=-s -w -o"},
		{"flags", "package main\nfunc main() { print(7) }\n", []string{"-a=false"}, "7", "build -ldflags=-s -w -o"},
	} {
		os.Remove(calls)
		os.Remove(program)
		testkit.OK(t, os.WriteFile(filepath.Join(work, "main.go"), []byte(test.source), 0o600))
		var outs []string
		for _, args := range [][]string{{"get"}, append([]string{"build", "-o", program}, test.flags...)} {
			cmd := exec.Command(filepath.Join(s.dir, "bin", "go"), args...)
			cmd.Dir, cmd.Env = work, e
			out, err := cmd.CombinedOutput()
			if outs = append(outs, string(out)); err != nil && test.prints != "" {
				t.Fatalf("%s: go %s: %v\n%s", test.name, args[0], err, out)
			}
		}
		if test.prints == "" {
			if want := "main.go:2:15: undefined: x"; !strings.Contains(outs[1], want) {
				t.Errorf("%s: go build prints %q, want %q", test.name, outs[1], want)
			}
		} else if out, err := exec.Command(program).CombinedOutput(); err != nil || string(out) != test.prints {
			t.Errorf("%s: the program prints %q, %v, want %q", test.name, out, err, test.prints)
		}
		lines, _ := os.ReadFile(calls)
		got := strings.ReplaceAll(strings.TrimSpace(string(lines)), "\n", ",")
		got, _, _ = strings.Cut(got, " "+program)
		if got != test.goCalls {
			t.Errorf("%s: the go tool was called with %q, want %q", test.name, got, test.goCalls)
		}
	}
}
