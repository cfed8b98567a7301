package archtest

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

func TestLaunches(t *testing.T) {
	for _, c := range []struct {
		name, code string
		want       bool
	}{
		{"plain", `func f() int { return 1 }`, false},
		{"go statement", `func f() { go f() }`, true},
		{"in a closure", `var f = func() { for { go func() {}() } }`, true},
		{"wait group", `import "sync"
func f(w *sync.WaitGroup) { w.Go(func() {}) }`, true},
		{"parallel test", `import "testing"
func TestF(t *testing.T) { t.Run("", func(t *testing.T) { t.Parallel() }) }`, true},
		{"after", `import "time"
var x = time.AfterFunc(1, func() {})`, true},
		{"unsafe", `import "unsafe"
var x unsafe.Pointer`, true},
		{"a renamed import", `import run "os/exec"
var x run.Cmd`, true},
		{"words in text", "// go f()\nvar x = `go f()`", false},
		{"locks start nothing", `import "sync"
var x sync.Mutex`, false},
		{"go is no method here", `type T struct{}
func (T) Gone() {}
func f(t T) { t.Gone() }`, false},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+c.code, 0)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if got := Launches(f); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestConcurrentFollowsImports: what a package or its tests import counts as much as what stands in it; what imports it, or other tests do, does not.
func TestConcurrentFollowsImports(t *testing.T) {
	dir := t.TempDir()
	const plain, starts = "package x\n", "package x\nfunc f() { go f() }\n"
	for name, text := range map[string]string{"plain.go": plain, "starts.go": starts, "bad.go": "package"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, s := []string{"plain.go"}, []string{"starts.go"}
	all := map[string]*listed{
		"alone":         {GoFiles: p, TestGoFiles: p, Imports: []string{"fmt"}},
		"starts":        {GoFiles: s, TestGoFiles: p},
		"untested":      {GoFiles: s},
		"above":         {GoFiles: p, XTestGoFiles: p, Imports: []string{"middle"}},
		"middle":        {GoFiles: p, Imports: []string{"untested"}},
		"tests start":   {GoFiles: p, XTestGoFiles: s},
		"tests import":  {GoFiles: p, TestGoFiles: p, TestImports: []string{"middle"}},
		"under starter": {GoFiles: p, TestGoFiles: p},
		"of a starter":  {GoFiles: p, TestGoFiles: p, Imports: []string{"tests start", "under starter"}},
	}
	var order []string
	for path, l := range all {
		l.ImportPath, l.Dir = path, dir
		order = append(order, path)
	}
	slices.Sort(order)
	got, err := concurrent(all, order)
	if want := []string{"above", "starts", "tests import", "tests start"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	all["alone"].TestGoFiles = []string{"bad.go"}
	if _, err := concurrent(all, order); err == nil || !strings.Contains(err.Error(), "bad.go") {
		t.Errorf("of a file that is no Go: %v", err)
	}
}

// TestConcurrentOfThisModule: the rooms that share work among workers are looked at by make race, those that compute alone are not.
func TestConcurrentOfThisModule(t *testing.T) {
	testkit.Medium(t)
	list, err := Concurrent(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "/legality", "/survey/campaign", "/internal/survey/filter", "/survey/internal/loop", "/internal/recheck/answers", "/internal/freeze", "/internal/jupyter", "/legality/proofgame/replay"} {
		if !slices.Contains(list, Module+path) {
			t.Errorf("%s is not looked at", Module+path)
		}
	}
	for _, path := range []string{"/chess", "/stats", "/legality/verdict"} {
		if slices.Contains(list, Module+path) {
			t.Errorf("%s starts no goroutine", Module+path)
		}
	}
	if _, err := Concurrent(t.TempDir()); err == nil {
		t.Error("an empty folder has packages")
	}
}
