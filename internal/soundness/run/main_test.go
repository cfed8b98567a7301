package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun makes a chunk, goes on with nothing to do, and names what is wrong with its files.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	name, settled := filepath.Join(dir, "out"), filepath.Join(dir, "settled")
	if err := os.WriteFile(settled, []byte("{\"proof\":\"e4 e5 Nf3\"}\n{\"reasons\":[\"ManyMen\"]}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	call := func(args ...string) (int, string, string) {
		var out, errs strings.Builder
		status := run(t.Context(), args, &out, &errs)
		return status, out.String(), errs.String()
	}
	ends := filepath.Join(dir, "ends")
	if err := os.WriteFile(ends, []byte("# positions\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -\tlegal\n\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	status, out, errs := call("-o", name, "-n", "1", "-settled", settled, "-ends", ends, "-draws", "ranked-repaired")
	if status != 0 || !strings.Contains(out, "before") || !strings.Contains(out, "ends") || !strings.Contains(errs, "/s, 0s left, 0 refuted") || !strings.Contains(out, "rules") || !strings.Contains(out, "beside") || !strings.HasPrefix(errs, "chunk 0: ") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	if status, again, errs := call("-o", name, "-n", "1", "-settled", settled, "-ends", ends, "-draws", "ranked-repaired"); status != 0 || again != out || errs != "" {
		t.Errorf("status %d, %s%s", status, again, errs)
	}
	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"-o", name, "-seed", "2"}, "another plan", 1},
		{[]string{"-settled", name + "none"}, "no such file", 1},
		{[]string{"-ends", name + "none"}, "no such file", 1},
		{[]string{"-ends", settled}, "settled:1: ", 1},
		{[]string{"-draws", "none"}, "none", 1},
		{[]string{"-x"}, "not defined", 2},
	} {
		if status, _, errs := call(c.args...); status != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: status %d, %s", c.args, status, errs)
		}
	}
	if err := os.WriteFile(settled, []byte("{\"proof\":\"e4 e4\"}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, errs := call("-settled", settled); status != 1 || !strings.Contains(errs, "settled:1: ") {
		t.Errorf("status %d, %s", status, errs)
	}
}
