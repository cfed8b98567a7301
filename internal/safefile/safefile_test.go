package safefile

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestFiles: a file replaces the old one only at Commit, and no other file is left.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	read := func() string { b, _ := os.ReadFile(path); return string(b) }
	for _, text := range []string{"first", "second"} {
		before := read()
		f := testkit.Must(Create(path, 0o666))(t)
		if _, err := f.WriteString(text); err != nil || read() != before {
			t.Errorf("%v; before Commit there is %q, want %q", err, read(), before)
		}
		if err := f.Commit(); err != nil || read() != text {
			t.Errorf("%q, %v", read(), err)
		}
		f.Drop()
	}
	f := testkit.Must(Create(path, 0o666))(t)
	f.Drop()
	testkit.FailsWith(t, Write(filepath.Join(dir, "folder", "file"), nil, 0o666), "", "a file in no folder")
	testkit.OK(t, os.Mkdir(filepath.Join(dir, "taken"), 0o777))
	testkit.FailsWith(t, Write(filepath.Join(dir, "taken"), nil, 0o666), "", "a file in the place of a folder")
	if left, _ := filepath.Glob(filepath.Join(dir, "*"+Mark+"*")); len(left) > 0 || read() != "second" {
		t.Errorf("left: %q, and %q in the file", left, read())
	}
}

// TestCheckWritable: a folder that exists or could be made is no error, and does not change. A path below a file, or a folder without permission, is an error.
func TestCheckWritable(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	testkit.OK(t, os.WriteFile(file, nil, 0o600))
	bad := []string{file, filepath.Join(file, "below")}
	if runtime.GOOS == "linux" {
		bad = append(bad, "/proc/none/below")
	}
	for _, name := range bad {
		testkit.FailsWith(t, CheckWritable(name), "", name)
	}
	for _, name := range []string{dir, filepath.Join(dir, "a", "b")} {
		testkit.OK(t, CheckWritable(name))
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}

// TestPermissions: a new file has the requested permissions less the umask; a replaced file keeps its permissions. A shell sets the umask, which is that
// of a whole process.
func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no umask")
	}
	if path := os.Getenv("ATOMICFILE_TEST"); path != "" {
		testkit.OK(t, Write(path, []byte("x"), 0o666))
		return
	}
	for umask, want := range map[string]os.FileMode{"022": 0o644, "077": 0o600, "002": 0o664} {
		path := filepath.Join(t.TempDir(), "file")
		cmd := exec.Command("sh", "-c", `umask "$0"; exec "$@"`, umask, os.Args[0], "-test.run=^TestPermissions$")
		cmd.Env = append(os.Environ(), "ATOMICFILE_TEST="+path)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("umask %s: %v, %v, want %v", umask, info, err, want)
		}
	}
	path := filepath.Join(t.TempDir(), "file")
	testkit.OK(t, os.WriteFile(path, nil, 0o600))
	testkit.OK(t, Write(path, []byte("x"), 0o666))
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v, want what it had", info.Mode(), err)
	}
}
