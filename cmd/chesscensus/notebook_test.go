package main

import (
	"os"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// TestNotebookUsage: bad arguments are errors before anything is started.
func TestNotebookUsage(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"notebook run", 2, "requires at least 1 arg"},
		{"notebook run nothing.ipynb", 1, "nothing.ipynb"},
		{"notebook run --timeout long x.ipynb", 2, "invalid argument"},
		{"notebook install here", 2, "unknown command"},
		{"notebook instal", 2, "did you mean install?"},
		{"notebook kernel", 2, "accepts 1 arg"},
	} {
		status, out, errs := program.Invoke("", strings.Fields(c.args)...)
		if status != c.status || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%s: status %d, output %q, errors %q, want %d and %q", c.args, status, out, errs, c.status, c.want)
		}
	}
}

// TestNotebookOutside: outside the project notebook commands are errors and write nothing.
func TestNotebookOutside(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	clitest.Write(t, "x.ipynb", "{}")
	for _, args := range [][]string{{"notebook", "run", "x.ipynb"}, {"notebook", "install"}} {
		if status, out, errs := program.Invoke("", args...); status != 1 || out != "" || !strings.HasPrefix(errs, "chesscensus: ") {
			t.Errorf("%q: status %d, output %q, errors %q", args, status, out, errs)
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("%v, %d files, want the notebook alone", err, len(list))
	}
}

// TestNotebookHelp: the help lists the commands for users, not the one that Jupyter starts.
func TestNotebookHelp(t *testing.T) {
	status, out, _ := program.Invoke("", "notebook")
	if status != 0 || !strings.Contains(out, "install") || !strings.Contains(out, "run ") || strings.Contains(out, "kernel CONNECTION") {
		t.Errorf("status %d, output %s, want install and run, and no kernel", status, out)
	}
}

// TestKernelIsForJupyter: the command that Jupyter starts takes one argument, and its errors go to standard error.
func TestKernelIsForJupyter(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]int{"notebook kernel a b": 2, "notebook kernel connection.json": 1, "notebook kernel --flag x": 2} {
		if status, out, errs := program.Invoke("", strings.Fields(args)...); status != want || out != "" || !strings.HasPrefix(errs, "chesscensus: ") {
			t.Errorf("%s: status %d, output %q, errors %q, want status %d", args, status, out, errs, want)
		}
	}
}

// TestNotebookRunNeedsJupyter: without Jupyter the error says how to install it, and the notebook does not change.
func TestNotebookRunNeedsJupyter(t *testing.T) {
	root := t.TempDir()
	clitest.Write(t, root+"/go.mod", "module chesscensus\n\ngo 1.26\n")
	testkit.OK(t, os.Mkdir(root+"/below", 0o777))
	const text = `{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	for _, dir := range []string{root, root + "/below"} {
		t.Chdir(dir)
		clitest.Write(t, "x.ipynb", text)
		status, out, errs := program.Invoke("", "notebook", "run", "--check", "x.ipynb")
		if status != 1 || out != "" || !strings.Contains(errs, "make venv") || strings.Count(errs, "\n") != 1 || clitest.Read(t, "x.ipynb") != text {
			t.Errorf("in %s: status %d, output %q, errors %q", dir, status, out, errs)
		}
	}
}
