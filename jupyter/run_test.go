package jupyter

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestRunNamesWhatIsMissing: Run without notebooks, a root or an environment of Python is an error that says which.
func TestRunNamesWhatIsMissing(t *testing.T) {
	ctx := context.Background()
	root := makeRoot(t, seedGoMod)
	check := func(o RunOptions, files []string, want string) {
		t.Helper()
		testkit.FailsWith(t, Run(ctx, files, o), want)
	}
	files := []string{"a.ipynb"}
	check(RunOptions{Root: root}, nil, "no notebook to run")
	check(RunOptions{Root: t.TempDir()}, files, "has no go.mod")
	check(RunOptions{Root: root}, files, "make venv")
	python := filepath.Join(root, ".venv", "bin", "python")
	testkit.OK(t, os.MkdirAll(filepath.Dir(python), 0o755))
	testkit.OK(t, os.WriteFile(python, nil, 0o755))
	check(RunOptions{Root: root}, files, "notebook install")
}

// storeWith calls checkAndStore for a notebook of one code cell with the given outputs, after
// the event last of the driver. It returns "before" or "after", the state of the notebook's file then.
func storeWith(t *testing.T, outputs string, last event) (string, error) {
	t.Helper()
	dir := t.TempDir()
	file, executed := filepath.Join(dir, "nb.ipynb"), filepath.Join(dir, "executed")
	data := `{"nbformat": 4, "cells": [{"cell_type": "code", "execution_count": 1, "source": "", "outputs": [` + outputs + `]}]}`
	for path, text := range map[string]string{file: "before", executed: data} {
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o600))
	}
	_, err := checkAndStore(file, nil, executed, last, RunOptions{})
	stored := testkit.Must(os.ReadFile(file))(t)
	if string(stored) == data {
		return "after", err
	}
	return string(stored), err
}

// TestCheckAndStore: a notebook is stored only without a failure, and one cell is blamed once, by the driver's event or its own output.
func TestCheckAndStore(t *testing.T) {
	const stderr = `{"output_type": "stream", "name": "stderr", "text": "error: x"}`
	const failed = `{"output_type": "error", "traceback": ["signal: interrupt"]}`
	for _, test := range []struct {
		name, outputs string
		last          event
		stored        string
		kind          failureKind
		cell          int
	}{
		{name: "good", last: event{Event: "done"}, stored: "after"},
		{name: "prints an error", outputs: stderr, last: event{Event: "done"}, stored: "before", kind: kindStderr, cell: 1},
		{name: "timeout", last: event{Event: "failed", Cell: 1, Kind: kindTimeout, Text: "slow"}, stored: "before", kind: kindTimeout, cell: 1},
		{name: "no kernel", last: event{Event: "failed", Kind: kindKernel, Text: "none"}, stored: "before", kind: kindKernel},
		{name: "blamed once", outputs: stderr, last: event{Event: "failed", Cell: 1, Kind: kindKernel}, stored: "before", kind: kindKernel, cell: 1},
		{name: "its own account", outputs: failed, last: event{Event: "failed", Cell: 1, Kind: kindError, Text: "less"}, stored: "before", kind: kindError, cell: 1},
		{name: "complains when stopped", outputs: failed, last: event{Event: "failed", Cell: 1, Kind: kindTimeout}, stored: "before", kind: kindTimeout, cell: 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			stored, err := storeWith(t, test.outputs, test.last)
			if stored != test.stored {
				t.Errorf("the notebook is as %s, want as %s", stored, test.stored)
			}
			var got *cellError
			switch {
			case test.kind == "" && err != nil:
				t.Errorf("error %v, want none", err)
			case test.kind != "" && (!errors.As(err, &got) || got.Kind != test.kind || got.Cell != test.cell):
				t.Errorf("error %v, want cell %d, kind %s", err, test.cell, test.kind)
			}
			if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) != 1 {
				t.Errorf("%d errors, want 1", len(joined.Unwrap()))
			}
		})
	}
}

// TestStoreFollowsLinks: a notebook behind a symbolic link is replaced, and the link stays.
func TestStoreFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	real, link, executed := filepath.Join(dir, "real"), filepath.Join(dir, "link"), filepath.Join(dir, "executed")
	for path, text := range map[string]string{real: "", executed: `{"nbformat": 4, "cells": []}`} {
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o600))
	}
	testkit.OK(t, os.Symlink("real", link))
	testkit.Must(checkAndStore(link, nil, executed, event{Event: "done"}, RunOptions{}))(t)
	if data, _ := os.ReadFile(real); len(data) == 0 {
		t.Error("the linked notebook was not written")
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
}

// TestLineWriter checks that complete lines are passed on, whatever the pieces in which they are written.
func TestLineWriter(t *testing.T) {
	var got []string
	w := &lineWriter{line: func(line []byte) { got = append(got, string(line)) }}
	for _, piece := range []string{"on", "e\ntwo\r\n", "", "\nrest"} {
		if n, err := w.Write([]byte(piece)); n != len(piece) || err != nil {
			t.Errorf("Write = %d, error %v, want %d", n, err, len(piece))
		}
	}
	if want := "one|two|"; strings.Join(got, "|") != want {
		t.Errorf("lines %q, want %s", got, want)
	}
}
