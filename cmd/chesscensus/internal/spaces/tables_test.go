package spaces_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestTablesOfKernelSpaces makes tables by command, draws from the space, and damages the file.
func TestTablesOfKernelSpaces(t *testing.T) {
	testkit.Long(t)
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("HOME", dir)
	const size = "3604952415042203169895525355807857546466150400"
	status, out, errs := invoke("", "tables", "--space", "kernel-5-6")
	path, _, _ := strings.Cut(out, ":")
	if status != 0 || errs != "" || !strings.HasPrefix(path, dir) || !strings.HasSuffix(out, size+" setups\n") {
		t.Fatalf("tables: status %d, %q, %q", status, out, errs)
	}
	check(t, "", out, "tables", "--space", "kernel-5-6")
	check(t, "", size+"\n", "size", "--space", "kernel-5-6")
	_, draws, errs := invoke("", "draw", "--space", "kernel-5-6", "-n", "50")
	_, ranks, errs2 := invoke(draws, "rank", "--space", "kernel-5-6")
	_, fens, errs3 := invoke(ranks, "unrank", "--space", "kernel-5-6")
	if strings.Count(fens, "\n") != 50 || errs+errs2+errs3 != "" {
		t.Fatalf("draw, rank, unrank: %q%q%q, %q", errs, errs2, errs3, fens)
	}
	for i, line := range strings.Split(strings.TrimSpace(draws), "\n") {
		if fen, _, _ := strings.Cut(line, "\t"); fen != strings.Split(fens, "\n")[i] {
			t.Fatalf("draw %d: %s comes back as %s", i, fen, strings.Split(fens, "\n")[i])
		}
	}

	file := testkit.Must(os.ReadFile(path))(t)
	old := bytes.Replace(file, []byte("version 2"), []byte("version 1"), 1)
	file[len(file)/2] ^= 4
	for why, bad := range map[string][]byte{"damaged": file, "version 1, which lacks members": old} {
		testkit.OK(t, os.WriteFile(path, bad, 0o644))
		for _, args := range [][]string{{"size", "--space", "kernel-5-6"}, {"size", "cover-5-6"}, {"tables", "--space", "kernel-5-6"}} {
			status, _, errs := invoke("", args...)
			if status != 1 || !strings.Contains(errs, path) || !strings.Contains(errs, "not to be trusted") ||
				!strings.Contains(errs, why) || !strings.Contains(errs, "--force") {
				t.Errorf("%q, %s: status %d, %q", args, why, status, errs)
			}
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, bad) {
			t.Errorf("%s: the file was written over", why)
		}
	}
	check(t, "", out, "tables", "--space", "kernel-5-6", "--force")
	check(t, "", size+"\n", "size", "--space", "kernel-5-6")

	// A folder that cannot be written.
	blocked := filepath.Join(dir, "file")
	testkit.OK(t, os.WriteFile(blocked, nil, 0o644))
	if status, _, errs := invoke("", "tables", "--space", "kernel-5-6", "--dir", blocked); status != 1 || !strings.Contains(errs, blocked) {
		t.Errorf("tables in a file: status %d, %q", status, errs)
	}
	if status, _, errs := invoke("", "tables", "--space", "ranked"); status != 2 || !strings.Contains(errs, "kernel-5-6") {
		t.Errorf("tables of another space: status %d, %q", status, errs)
	}
}
