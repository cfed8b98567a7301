package main

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Limits of a file, a package and a type, see [Package.Beyond].
const (
	MaxFile    = 400
	MaxLines   = 2500
	MaxFields  = 15
	MaxMethods = 30
)

// A Package is what was measured in a folder of Go files.
type Package struct {
	Path     string // below the module, "." for the root
	Code     int    // lines of files that are no tests, comments included
	Test     int    // lines of files ending in _test.go
	File     int    // lines of its longest file, tests included
	Exported int    // exported names: constants, variables, functions, types and their methods; none of a command
	Public   int    // those of Exported that others can import: no folder on the way is named internal
	Types    map[string]Type
}

// A Type counts the fields of a struct, an embedded one as one, and the methods of a defined type.
type Type struct{ Fields, Methods int }

// Measure measures all packages below a folder, sorted by path, without those in folders
// that begin with a dot or are named testdata. Files that cannot be parsed give an error.
func Measure(root string) ([]Package, error) {
	found := map[string]*Package{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".go":
			return nil
		}
		dir, err := filepath.Rel(root, filepath.Dir(name))
		if dir = filepath.ToSlash(dir); found[dir] == nil {
			found[dir] = &Package{Path: dir, Types: map[string]Type{}}
		}
		return cmp.Or(err, found[dir].add(name))
	})
	var all []Package
	for _, p := range found {
		if !slices.Contains(strings.Split(p.Path, "/"), "internal") {
			p.Public = p.Exported
		}
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b Package) int { return strings.Compare(a.Path, b.Path) })
	return all, err
}

// add measures a file.
func (p *Package) add(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	lines := bytes.Count(text, []byte("\n"))
	p.File = max(p.File, lines)
	if strings.HasSuffix(name, "_test.go") {
		p.Test += lines
		return nil
	}
	p.Code += lines
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	exported := 0
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			of := receiver(d)
			if t := p.Types[of]; of != "" {
				t.Methods++
				p.Types[of] = t
			}
			if d.Name.IsExported() && (of == "" || ast.IsExported(of)) {
				exported++
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					exported += len(s.Names) - len(slices.DeleteFunc(slices.Clone(s.Names), (*ast.Ident).IsExported))
				case *ast.TypeSpec:
					t := p.Types[s.Name.Name]
					if st, ok := s.Type.(*ast.StructType); ok {
						t.Fields = st.Fields.NumFields()
					}
					p.Types[s.Name.Name] = t
					if s.Name.IsExported() {
						exported++
					}
				}
			}
		}
	}
	if f.Name.Name != "main" {
		p.Exported += exported
	}
	return nil
}

// receiver returns the name of the type of a method, "" of a function.
func receiver(f *ast.FuncDecl) (name string) {
	if f.Recv != nil {
		ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && name == "" {
				name = id.Name
			}
			return name == ""
		})
	}
	return name
}

// Beyond lists what of a package goes beyond the limits: "lines", "longest file", or the name of a type with "fields" or
// "methods", each with its number.
func (p *Package) Beyond() map[string]int {
	over := map[string]int{}
	check := func(what string, n, most int) {
		if n > most {
			over[what] = n
		}
	}
	check("lines", p.Code, MaxLines)
	check("longest file", p.File, MaxFile)
	for name, t := range p.Types {
		check(name+" fields", t.Fields, MaxFields)
		check(name+" methods", t.Methods, MaxMethods)
	}
	return over
}
