package lookup

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// project returns the packages that a cell of this project can use.
func project(t testing.TB) *Packages {
	t.Helper()
	goTool := testkit.Must(exec.LookPath("go"))(t)
	return &Packages{Dir: filepath.Join("..", "..", "..", ".."), Go: goTool, Env: os.Environ()}
}

// TestPackagesAreFound checks which package a name with some members means, and the names of packages.
func TestPackagesAreFound(t *testing.T) {
	testkit.Medium(t)
	p := project(t)
	for _, test := range []struct {
		name    string
		members []string
		want    string
	}{
		{"fmt", []string{"Println"}, "fmt"},
		{"rand", []string{"IntN"}, "math/rand/v2"},
		{"rand", []string{"Reader"}, "crypto/rand"},
		{"rand", []string{"Seed"}, "math/rand"},
		{"template", []string{"New"}, "text/template"},
		{"chess", []string{"InitialPosition"}, "chesscensus/chess"},
		{"scanner", []string{"NoSuchThing"}, ""}, // go/scanner and text/scanner
		{"dataframe", []string{"New"}, "github.com/go-gota/gota/dataframe"},
		{"nosuch", nil, ""},
		{"census", []string{"Judge"}, "chesscensus/census"},
	} {
		testkit.Equal(t, p.Find(test.name, test.members), test.want, test.name, test.members)
	}
	for where, want := range map[string]string{"math/rand/v2": "rand", "nowhere/v3": "nowhere", "nowhere/go-humanize": "humanize", "nowhere/yaml.v3": "yaml", "nowhere/stripe-go/v7": "stripe", "a/b": "b", "unsafe": "unsafe"} {
		testkit.Equal(t, p.Name(where), want, where)
	}
}

// TestNames checks that Names has each name once, in order, and none of a program or an internal package.
func TestNames(t *testing.T) {
	testkit.Medium(t)
	p := project(t)
	names := p.Names()
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Error("names are not sorted, or come twice")
	}
	for name, want := range map[string]bool{"fmt": true, "census": true, "rand": true, "plots": true, "main": false, "relay": false, "": false} {
		if slices.Contains(names, name) != want {
			t.Errorf("%q among the names: %v", name, !want)
		}
	}
	for _, name := range names {
		for _, where := range p.Named(name) {
			if strings.Contains("/"+where+"/", "/internal/") {
				t.Errorf("%s means %s, which a cell cannot import", name, where)
			}
		}
	}
}

// TestPreference checks that among packages of one name that of this project comes first, then the one with the shortest path.
func TestPreference(t *testing.T) {
	order := []string{"chesscensus/census", "chesscensus/chess", "fmt", "math/rand", "a/b/c"}
	if !slices.IsSortedFunc(order, func(a, b string) int { return preference(a) - preference(b) }) {
		t.Errorf("%q is not the order", order)
	}
	if preference("math/rand/v2") >= preference("math/rand") {
		t.Error("math/rand comes before math/rand/v2")
	}
}

// TestImport checks that an imported package has its exported names, and that a missing package is an error.
func TestImport(t *testing.T) {
	testkit.Medium(t)
	p := project(t)
	p.Load([]string{"strings", "chesscensus/chess", "no/such/package"})
	pkg, err := p.Import("chesscensus/chess")
	if err != nil || pkg.Scope().Lookup("InitialPosition") == nil || pkg.Name() != "chess" {
		t.Errorf("package %v, error %v, want chess with InitialPosition", pkg, err)
	}
	testkit.Fails(p.Import("no/such/package"))(t, "")
	if pkg, err := p.Import("unsafe"); err != nil || pkg.Path() != "unsafe" {
		t.Errorf("package %v, error %v, want unsafe", pkg, err)
	}
	again, err := p.Import("chesscensus/chess")
	if err != nil || again != pkg && again.Path() != "chesscensus/chess" {
		t.Errorf("the second time %v, error %v, want chess again", again, err)
	}
}

// TestNothingIsKnown checks that without a go tool, or outside of a module, no package is found and nothing fails.
func TestNothingIsKnown(t *testing.T) {
	for _, p := range []*Packages{{Go: "/nowhere/go"}, {Go: "go", Dir: "/nowhere", Env: os.Environ()}} {
		if names := p.Names(); len(names) > 0 {
			t.Errorf("names %q, want none", names)
		}
		p.Load([]string{"fmt"})
		if where := p.Find("fmt", []string{"Println"}); where != "" {
			t.Errorf("fmt is found at %s, want it unknown", where)
		}
		if name := p.Name("gonum.org/v1/plot"); name != "plot" {
			t.Errorf("the name of gonum.org/v1/plot is %s, want plot", name)
		}
	}
}

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
