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

// The file of archives has a package with all that it imports, and goes away once a source has changed.
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
	known := func() map[string]bool {
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
	if set := known(); !set["m/p"] || !set["errors"] || !set["runtime"] || !set["flag"] || set["go/token"] {
		t.Errorf("known: %v", set)
	}
	p.Refresh()
	if len(known()) == 0 {
		t.Error("nothing has changed, and the file is gone")
	}
	has := func(name string) bool {
		pkg, err := p.Import("m/p")
		return err == nil && pkg.Scope().Lookup(name) != nil
	}
	if !has("Err") || has("Other") {
		t.Error("package p as it is")
	}
	write(source, "package p\n\nvar Other = 1\n", time.Minute)
	if p.Refresh(); len(known()) > 0 {
		t.Error("a source has changed, and the file is still there")
	}
	if !has("Other") || has("Err") || !known()["m/p"] {
		t.Error("package p as it has become")
	}
	write(filepath.Join(dir, "p", "q.go"), "package p\n\nvar Third = 1\n", time.Minute/2)
	if p.Refresh(); !has("Third") {
		t.Error("a file more was not seen")
	}
	write(source, "package p\n\nvar Fourth = 1\n", -time.Hour) // later than the question
	if p.Refresh(); !has("Fourth") {
		t.Error("changed again, and not seen")
	}
	if p.Refresh(); len(known()) > 0 {
		t.Error("what changes while it is read is believed")
	}
}
