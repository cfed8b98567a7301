package lookup

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// TestArchives checks that the file of archives has a package with all that it imports, and that it is removed once a source has changed.
func TestArchives(t *testing.T) {
	goTool := testkit.Must(exec.LookPath("go"))(t)
	dir := t.TempDir()
	source := filepath.Join(dir, "p", "p.go")
	write := func(name, text string, age time.Duration) {
		t.Helper()
		testkit.OK(t, os.MkdirAll(filepath.Dir(name), 0o700))
		testkit.OK(t, os.WriteFile(name, []byte(text), 0o600))
		for _, changed := range []string{name, filepath.Dir(name)} {
			testkit.OK(t, os.Chtimes(changed, time.Time{}, time.Now().Add(-age)))
		}
	}
	write(filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26.0\n", time.Hour)
	write(source, "package p\n\nimport \"errors\"\n\nvar Err = errors.New(\"p\")\n", time.Hour)
	p := &Packages{Dir: dir, Go: goTool, Env: os.Environ(), Archives: filepath.Join(t.TempDir(), "archives")}
	listed := func() map[string]bool {
		text, _ := os.ReadFile(p.Archives)
		set := make(map[string]bool)
		for line := range strings.Lines(string(text)) {
			where, file, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "packagefile "), "=")
			if _, err := os.Stat(file); err != nil || !ok {
				t.Errorf("line %q: %v", line, err)
			}
			set[where] = true
		}
		return set
	}
	p.Load([]string{"m/p"})
	if set := listed(); !set["m/p"] || !set["errors"] || !set["runtime"] || !set["flag"] || set["go/token"] {
		t.Errorf("listed are %v, want m/p and what every cell links, without go/token", set)
	}
	p.Refresh()
	if len(listed()) == 0 {
		t.Error("the file is gone, though nothing has changed")
	}
	has := func(name string) bool {
		pkg, err := p.Import("m/p")
		return err == nil && pkg.Scope().Lookup(name) != nil
	}
	if !has("Err") || has("Other") {
		t.Error("package p is not the first version")
	}
	write(source, "package p\n\nvar Other = 1\n", time.Minute)
	if p.Refresh(); len(listed()) > 0 {
		t.Error("the file is still there, though a source has changed")
	}
	if !has("Other") || has("Err") || !listed()["m/p"] {
		t.Error("package p is not the second version")
	}
	write(filepath.Join(dir, "p", "q.go"), "package p\n\nvar Third = 1\n", time.Minute/2)
	if p.Refresh(); !has("Third") {
		t.Error("a new file was not noticed")
	}
	write(source, "package p\n\nvar Fourth = 1\n", -time.Hour) // later than the start of the go tool
	if p.Refresh(); !has("Fourth") {
		t.Error("another change was not noticed")
	}
	if p.Refresh(); len(listed()) > 0 {
		t.Error("a source that changes while it is read counts as unchanged")
	}
}
