package lookup

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
		if got := p.Find(test.name, test.members); got != test.want {
			t.Errorf("%s with %v: %q, want %q", test.name, test.members, got, test.want)
		}
	}
	for where, want := range map[string]string{"math/rand/v2": "rand", "nowhere/v3": "nowhere", "nowhere/go-humanize": "humanize", "nowhere/yaml.v3": "yaml", "nowhere/stripe-go/v7": "stripe", "a/b": "b", "unsafe": "unsafe"} {
		if got := p.Name(where); got != want {
			t.Errorf("the name of %s is %s, want %s", where, got, want)
		}
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
	if pkg, err := p.Import("no/such/package"); err == nil {
		t.Errorf("a package that does not exist is %v", pkg)
	}
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
