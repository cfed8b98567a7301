package jupyter

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"chesscensus/internal/testing/testkit"
)

// parse stores a notebook of one code cell with the given outputs (JSON) and reads it back.
func parse(t *testing.T, outputs string) *notebook {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.ipynb")
	data := `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
		{"cell_type": "markdown", "source": "error: prose may say so"},
		{"cell_type": "code", "execution_count": 7, "source": ["a\n", "b"], "outputs": [` + outputs + `]}]}`
	testkit.OK(t, os.WriteFile(path, []byte(data), 0o600))
	nb := testkit.Must(readNotebook(path))(t)
	return nb
}

// TestFailures: outputs of a cell that are an error, by their kind and text, and those that only look like one.
func TestFailures(t *testing.T) {
	for _, test := range []struct {
		name, outputs string
		kind          failureKind
		text          string
	}{
		{name: "no output"},
		{name: "stdout may say error", outputs: `{"output_type": "stream", "name": "stdout", "text": "Error: not really\n"}`},
		{name: "harmless stderr", outputs: `{"output_type": "stream", "name": "stderr", "text": ["Errors: 0\n", "an error rate of 2%\n", "error_rate: 1\n"]}`},
		{
			name: "stderr error", outputs: `{"output_type": "stream", "name": "stderr", "text": ["first\n", "Error: boom\n"]}`,
			kind: kindStderr, text: "standard error says: first\nError: boom",
		},
		{name: "error alone", outputs: `{"output_type": "stream", "name": "stderr", "text": "ERROR\n"}`, kind: kindStderr, text: "standard error says: ERROR"},
		{
			name: "colored and split", outputs: `{"output_type": "stream", "name": "stderr", "text": "\u001b[31mer"},
				{"output_type": "display_data", "data": {"text/plain": "x"}, "metadata": {}},
				{"output_type": "stream", "name": "stderr", "text": "ror: boom\u001b[0m"}`,
			kind: kindStderr, text: "standard error says: error: boom",
		},
		{
			name: "recovered panic", outputs: `{"output_type": "stream", "name": "stderr", "text": "panic: boom [recovered]\r\n"}`,
			kind: kindStderr, text: "standard error says: panic: boom [recovered]",
		},
		{
			name: "compile error", outputs: `{"output_type": "error", "ename": "ERROR", "evalue": "x", "traceback": ["Cell[1]: Line 2\n\n\u001b[31mundefined: y\u001b[0m", ""]}`,
			kind: kindError, text: "Cell[1]: Line 2\nundefined: y",
		},
		{
			name: "panic", outputs: `{"output_type": "stream", "name": "stderr", "text": "panic: boom\nexit status 2"},
				{"output_type": "error", "ename": "ERROR", "evalue": "exit status 2", "traceback": ["exit status 2"]}`,
			kind: kindError, text: "panic: boom\nexit status 2",
		},
		{
			name: "error and remarks", outputs: `{"output_type": "stream", "name": "stderr", "text": "a remark"},
				{"output_type": "error", "ename": "ERROR", "evalue": "exit status 2", "traceback": ["exit status 2"]}`,
			kind: kindError, text: "exit status 2\na remark",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := parse(t, test.outputs).failures("nb.ipynb")
			if test.kind == "" {
				if len(found) != 0 {
					t.Errorf("found %v, want no failure", found[0])
				}
				return
			}
			if len(found) != 1 {
				t.Fatalf("found %d failures, want 1", len(found))
			}
			want := cellError{Notebook: "nb.ipynb", Cell: 2, Count: 7, Kind: test.kind, Text: test.text}
			if *found[0] != want {
				t.Errorf("got  %+v\nwant %+v", *found[0], want)
			}
		})
	}
}

// TestCellErrorNamesThePlace: the text of an error has the notebook, and the cell and its count if they are known.
func TestCellErrorNamesThePlace(t *testing.T) {
	for _, test := range []struct {
		err  cellError
		want string
	}{
		{cellError{Notebook: "a.ipynb", Cell: 2, Count: 1, Text: "x\ny"}, "a.ipynb: cell 2 [1]: x\n\ty"},
		{cellError{Notebook: "a.ipynb", Cell: 2, Text: "x"}, "a.ipynb: cell 2: x"},
		{cellError{Notebook: "a.ipynb", Text: "the kernel did not start"}, "a.ipynb: the kernel did not start"},
	} {
		testkit.Equal(t, test.err.Error(), test.want)
	}
}

// TestFigureWarnings: figures beyond the limit, decoded from base64 if they are PNG, have a warning; other output has none.
func TestFigureWarnings(t *testing.T) {
	testkit.Medium(t)
	figure := func(mime string, size int) string {
		return `{"output_type": "display_data", "metadata": {}, "data": {"` + mime + `": "` + strings.Repeat("A", size) + `"}}`
	}
	for _, test := range []struct {
		name, output string
		want         string
	}{
		{"small", figure("image/png", 4000), ""},
		{"png at the limit", figure("image/png", figureLimit/3*4), ""},
		{"large png", figure("image/png", 800_000), "nb.ipynb: cell 2: image/png figure of 600 kB, more than 300 kB"},
		{"large svg", figure("image/svg+xml", 400_000), "nb.ipynb: cell 2: image/svg+xml figure of 400 kB, more than 300 kB"},
		{"large text", figure("text/html", 400_000), ""},
	} {
		got := ""
		for _, w := range parse(t, test.output).figureWarnings("nb.ipynb") {
			got += w.Error()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestCodeFits checks that no line of code of the notebooks is so long that a page or a window of 900 pixels cuts it.
func TestCodeFits(t *testing.T) {
	const columns = 100
	files, err := filepath.Glob("../notebooks/*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d notebooks, %v", len(files), err)
	}
	for _, file := range files {
		nb := testkit.Must(readNotebook(file))(t)
		for i, c := range nb.Cells {
			if c.Type != "code" {
				continue
			}
			for line := range strings.Lines(string(c.Source)) {
				line = strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), "\n")
				if n := utf8.RuneCountInString(line); n > columns {
					t.Errorf("%s: cell %d: %d columns, want at most %d: %s", file, i+1, n, columns, line)
				}
			}
		}
	}
}

// TestReadNotebookRefuses: the error about a file that is no notebook, or of another format or kernel, has its path and the reason.
func TestReadNotebookRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct{ name, data, want string }{
		{"empty", "", "is not a notebook"},
		{"text", "hello", "is not a notebook"},
		{"nul", "\x00\x00", "is not a notebook"},
		{"list", "[]", "is not a notebook"},
		{"old", `{"nbformat": 3, "worksheets": []}`, "notebook format 3, want 4"},
		{"no format", `{}`, "notebook format 0, want 4"},
		{"python", `{"nbformat": 4, "metadata": {"kernelspec": {"name": "python3", "language": "python"}}}`, "another kernel (python3, language python)"},
		{"source", `{"nbformat": 4, "cells": [{"cell_type": "code", "source": 3}]}`, "is not a notebook"},
	} {
		path := filepath.Join(dir, test.name+".ipynb")
		testkit.OK(t, os.WriteFile(path, []byte(test.data), 0o600))
		_, err := readNotebook(path)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want one with %q and the path", test.name, err, test.want)
		}
	}
	testkit.Fails(readNotebook(filepath.Join(dir, "missing.ipynb")))(t, "", "missing file")
}

// TestLastLines: of longer texts the last n lines are left, after a line "...".
func TestLastLines(t *testing.T) {
	for _, test := range []struct {
		s    string
		n    int
		want string
	}{
		{"", 2, ""}, {"a", 2, "a"}, {"a\nb", 2, "a\nb"}, {"a\nb\nc", 2, "...\nb\nc"},
	} {
		testkit.Equal(t, lastLines(test.s, test.n), test.want, test.s, test.n)
	}
}
