package main

import (
	"errors"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"chesscensus/internal/testing/testkit"
)

// mistakes returns, for each mutant of the project at root that the compiler would refuse or not read, its name and the first mistake. It loads each
// package that a mutant changes once, and then checks the types of its files again with each mutant. It compiles no mutant.
func mistakes(t *testing.T, root string, list []Mutant) (refused []string) {
	t.Helper()
	root = testkit.Must(filepath.Abs(root))(t)
	var patterns []string
	for _, m := range list {
		patterns = append(patterns, "./"+path.Dir(m.File))
	}
	slices.Sort(patterns)
	set := token.NewFileSet()
	found := testkit.Must(packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: root, Fset: set}, slices.Compact(patterns)...))(t)
	if packages.PrintErrors(found) > 0 {
		t.Fatal("the packages have mistakes without any mutant")
	}
	for i := range list {
		m := &list[i]
		name := filepath.Join(root, filepath.FromSlash(m.File))
		of := slices.IndexFunc(found, func(p *packages.Package) bool { return slices.Contains(p.CompiledGoFiles, name) })
		if of < 0 {
			refused = append(refused, m.Name+": "+m.File+" is in no package that is compiled for this system")
		} else if err := checkTypes(set, found[of], name, m); err != nil {
			refused = append(refused, m.Name+": "+strings.TrimPrefix(err.Error(), root+string(filepath.Separator)))
		}
	}
	return refused
}

// checkTypes checks the types of a package in which a mutant changes the file with a name. It returns the first mistake.
func checkTypes(set *token.FileSet, p *packages.Package, name string, m *Mutant) error {
	source, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	changed, err := m.Apply(string(source))
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(set, name, changed, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	files := slices.Clone(p.Syntax)
	files[slices.Index(p.CompiledGoFiles, name)] = file
	config := types.Config{GoVersion: "go" + p.Module.GoVersion, Importer: importerFunc(func(path string) (*types.Package, error) {
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		imported := p.Imports[path]
		if imported == nil {
			return nil, errors.New("the package does not import it without the mutant")
		}
		return imported.Types, nil
	})}
	_, err = config.Check(p.PkgPath, set, files, nil)
	return err
}

// An importerFunc is a [types.Importer].
type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// TestMutantsCompile: the code has correct types with each mistake of the table, so that a test catches it and not the compiler.
func TestMutantsCompile(t *testing.T) {
	testkit.Medium(t)
	for _, line := range mistakes(t, filepath.Join("..", ".."), Table()) {
		t.Error(line)
	}
}

// TestMistakes: an unknown name, a variable that is left unused, a line that is no Go, and a file that the
// package is not built from are found, and a correct mutant is not.
func TestMistakes(t *testing.T) {
	testkit.Medium(t)
	var list []Mutant
	for _, change := range [][2]string{{"return b", "return c"}, {"return b", "d := b; return a"}, {"return b", "return b b"}, {"a > b", "a >= b"}} {
		list = append(list, Mutant{Name: change[1], File: "x/x.go", Old: change[0], New: change[1]})
	}
	list = append(list, Mutant{Name: "elsewhere", File: "x/x_test.go", Old: "Max", New: "Min"})
	want := []string{"return c: x/x.go:7:9: undefined: c", "d := b; return a: x/x.go:7:2: declared and not used: d", "return b b: x/x.go:7:11: expected ';', found b (and 1 more errors)",
		"elsewhere: x/x_test.go is in no package that is compiled for this system"}
	if got := mistakes(t, smallModule(t), list); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
