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

// A Package is the size of a package.
type Package struct {
	Path     string // relative to the module, "." for the root
	Code     int    // lines of files without tests, comments included
	Test     int    // lines of files ending in _test.go
	File     int    // lines of its longest file, tests included
	Exported int    // exported constants, variables, functions, types and methods; 0 for a command
	Public   int    // Exported, or 0 below a folder named internal
	Types    map[string]Type
}

// A Type holds the number of fields of a struct, in which an embedded type counts as one, and of methods of a type.
type Type struct{ Fields, Methods int }

// Measure returns the sizes of all packages below a folder, sorted by path. It leaves out folders
// that begin with a dot or are named testdata. It returns an error for files that cannot be parsed.
func Measure(root string) ([]Package, error) {
	packages := map[string]*Package{}
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
		if dir = filepath.ToSlash(dir); packages[dir] == nil {
			packages[dir] = &Package{Path: dir, Types: map[string]Type{}}
		}
		return cmp.Or(err, packages[dir].addFile(name))
	})
	var all []Package
	for _, p := range packages {
		if !slices.Contains(strings.Split(p.Path, "/"), "internal") {
			p.Public = p.Exported
		}
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b Package) int { return strings.Compare(a.Path, b.Path) })
	return all, err
}

// addFile adds the size of a file.
func (p *Package) addFile(name string) error {
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
			of := receiverType(d)
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

// receiverType returns the name of the receiver's type of a method, "" for a function.
func receiverType(f *ast.FuncDecl) (typeName string) {
	if f.Recv != nil {
		ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && typeName == "" {
				typeName = id.Name
			}
			return typeName == ""
		})
	}
	return typeName
}

// Beyond returns the sizes that exceed a limit: "lines", "longest file", or the name of a type with "fields" or "methods".
func (p *Package) Beyond() map[string]int {
	over := map[string]int{}
	check := func(name string, n, limit int) {
		if n > limit {
			over[name] = n
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
