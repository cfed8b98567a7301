package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// jumper is a program whose clock jumps by a day, forward and back: what it measures does not see it.
const jumper = `package main

import (
	"fmt"
	"time"
)

func main() {
	before := time.Now()
	time.ClockSkew.Add(86400)
	after := time.Now()
	time.ClockSkew.Add(-86400)
	again := time.Now()
	fmt.Println(after.Round(0).Sub(before.Round(0)).Round(time.Hour), after.Sub(before).Round(time.Hour), again.Round(0).Sub(before.Round(0)).Round(time.Hour))
}
`

// TestJump: a clock that is set a day ahead shows a day more, and the time between two readings is what it was.
func TestJump(t *testing.T) {
	testkit.Long(t) // builds all that prints
	dir := t.TempDir()
	root, err := goroot()
	if err != nil {
		t.Fatal(err)
	}
	file, err := overlay(root, filepath.Join(dir, "overlay"))
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte(jumper), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", "-overlay", file, source).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "24h0m0s 0s 0s" {
		t.Errorf("%v: %s", err, out)
	}
}

// TestOverlay: the copy differs from the original by three lines; a source that reads the clock in another way, and one that is not there, are errors.
func TestOverlay(t *testing.T) {
	root, err := goroot()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "src", "time", "time.go"))
	if err != nil {
		t.Fatal(err)
	}
	changed, err := skewed(text)
	if err != nil || strings.Count(string(changed), "ClockSkew") != 3 || len(changed)-len(text) > 200 {
		t.Errorf("%v, %d bytes more", err, len(changed)-len(text))
	}
	if _, err := skewed([]byte("package time\n\nimport (\n)\n")); err == nil || !strings.Contains(err.Error(), "0 times") {
		t.Error(err)
	}
	if _, err := skewed(changed[:0]); err == nil {
		t.Error("an empty source")
	}
	if err := run(nil); err == nil {
		t.Error("no folder")
	}
	if _, err := overlay(t.TempDir(), t.TempDir()); !os.IsNotExist(err) {
		t.Error(err)
	}
}
