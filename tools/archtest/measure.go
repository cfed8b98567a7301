package archtest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Limits of a package and a type, see [Package.Beyond].
const (
	MaxLines   = 2500
	MaxFields  = 15
	MaxMethods = 30
)

// A Package is what was measured in a folder of Go files.
type Package struct {
	Path     string // below the module, "." for the root
	Code     int    // lines of files that are no tests, comments included
	Test     int    // lines of files ending in _test.go
	Exported int    // exported names: constants, variables, functions, types and their methods
	Public   int    // those of Exported that others can import, see [Importable]
	Types    []Type // in the order of the files
}

// A Type is a defined type that is no interface.
type Type struct {
	Name            string
	Fields, Methods int // of a struct, those that are embedded counted as one
}

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
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		dir := path.Dir(filepath.ToSlash(rel))
		if found[dir] == nil {
			found[dir] = &Package{Path: dir}
		}
		return found[dir].add(name)
	})
	var all []Package
	for _, p := range found {
		if Importable(p.Path) {
			p.Public = p.Exported
		}
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b Package) int { return strings.Compare(a.Path, b.Path) })
	return all, err
}

// Importable reports whether another module may import the package at a path below this one:
// no folder on the way is named internal. (A notebook is another module.)
func Importable(path string) bool {
	return !slices.Contains(strings.Split(path, "/"), "internal")
}

// add measures a file.
func (p *Package) add(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	lines := bytes.Count(text, []byte("\n"))
	if strings.HasSuffix(name, "_test.go") {
		p.Test += lines
		return nil
	}
	p.Code += lines
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range f.Decls {
		p.declare(d, f.Name.Name != "main")
	}
	return nil
}

// declare counts what a declaration adds; names that nobody can import are not counted as
// exported.
func (p *Package) declare(d ast.Decl, importable bool) {
	export := func(names ...*ast.Ident) {
		for _, n := range names {
			if importable && n.IsExported() {
				p.Exported++
			}
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			export(d.Name)
			return
		}
		if t := receiver(d.Recv.List[0].Type); t != nil {
			p.typed(t.Name).Methods++
			if t.IsExported() {
				export(d.Name)
			}
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				export(s.Names...)
			case *ast.TypeSpec:
				export(s.Name)
				if st, ok := s.Type.(*ast.StructType); ok {
					p.typed(s.Name.Name).Fields = fields(st)
				}
			}
		}
	}
}

// typed returns the type of a name, a new one the first time.
func (p *Package) typed(name string) *Type {
	i := slices.IndexFunc(p.Types, func(t Type) bool { return t.Name == name })
	if i < 0 {
		i = len(p.Types)
		p.Types = append(p.Types, Type{Name: name})
	}
	return &p.Types[i]
}

// receiver returns the name of the type of a receiver.
func receiver(x ast.Expr) *ast.Ident {
	for {
		switch t := x.(type) {
		case *ast.StarExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		case *ast.Ident:
			return t
		default:
			return nil
		}
	}
}

// fields counts the fields of a struct, an embedded one as one.
func fields(st *ast.StructType) (n int) {
	for _, f := range st.Fields.List {
		n += max(1, len(f.Names))
	}
	return n
}

// Beyond lists what of a package goes beyond the limits: "lines", or the name of a type with
// "fields" or "methods", each with its number.
func (p *Package) Beyond() map[string]int {
	over := map[string]int{}
	if p.Code > MaxLines {
		over["lines"] = p.Code
	}
	for _, t := range p.Types {
		if t.Fields > MaxFields {
			over[t.Name+" fields"] = t.Fields
		}
		if t.Methods > MaxMethods {
			over[t.Name+" methods"] = t.Methods
		}
	}
	return over
}
