package cells

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"chesscensus/jupyter/internal/cells/kinds"
)

// facts are what the type checker says of a cell. It is asked for types only:
// a cell with an error goes to the compiler, which says so better.
type facts struct {
	types.Info
	qualified map[string]string // path by name, of packages whose types were written down
}

// check finds the packages that the cell uses without importing them, and the types in it.
func (w *work) check() {
	w.newImports = w.n.resolve(w.file)
	if slices.Contains(w.free(), w.helper) {
		w.useHelper() // must has written it
	}
	if len(w.newImports) > 0 && w.parse() != nil { // the same text parsed before
		return
	}
	w.types = facts{
		Info: types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		},
		qualified: make(map[string]string),
	}
	var paths []string
	for _, imp := range w.file.Imports {
		paths = append(paths, strings.Trim(imp.Path.Value, "`\""))
	}
	w.n.Packages.Load(paths)
	var errors []token.Pos
	note := func(err error) { errors = append(errors, err.(types.Error).Pos) }
	conf := types.Config{Importer: w.n.Packages, Error: note, DisableUnusedImportCheck: true}
	pkg := types.NewPackage(mainPath, "main")
	files := []*ast.File{w.file}
	if earlier := w.n.earlier(w.fset, w.file); earlier != nil {
		files = append(files, earlier)
	}
	checker := types.NewChecker(&conf, w.fset, pkg, &w.types.Info)
	checker.Files(files)
	w.suggestions = kinds.Suggestions(w.file, &w.types.Info, errors)
	addKeys(w)
}

// addKeys adds to the names that the cell does not define those that stand alone as keys of maps and lists. The parser leaves them out, as they
// could be fields of a struct.
func addKeys(w *work) {
	ast.Inspect(w.file, func(node ast.Node) bool {
		lit, ok := node.(*ast.CompositeLit)
		if !ok || w.types.Types[lit].Type == nil {
			return true
		}
		if _, fields := w.types.Types[lit].Type.Underlying().(*types.Struct); fields {
			return true
		}
		for _, e := range lit.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				if id, ok := pair.Key.(*ast.Ident); ok && id.Obj == nil {
					w.file.Unresolved = append(w.file.Unresolved, id)
				}
			}
		}
		return true
	})
}

// resolve finds the import paths of the package names that a file uses without
// importing or defining them. If no package of the name has the members it is the first, so that the compiler names the member.
func (n *Notebook) resolve(file *ast.File) map[string]string {
	found := make(map[string]string)
	for name, used := range qualified(n, file) {
		path := n.imports[name]
		if path == "" {
			path = n.Packages.Find(name, used)
		}
		if list := n.Packages.Named(name); path == "" && len(list) > 0 {
			path = list[0]
		}
		if path != "" {
			found[name] = path
		}
	}
	return found
}

// misspelt are those of resolve whose packages lack a member that the file uses. GoNB, which adds the others, would call the package undefined.
func misspelt(n *Notebook, file *ast.File) map[string]string {
	found := n.resolve(file)
	used := qualified(n, file)
	maps.DeleteFunc(found, func(name, where string) bool { return !n.Packages.Lacks(where, used[name]) })
	return found
}

// qualified are the names before a dot that a file does not define or import, each with those behind it.
func qualified(n *Notebook, file *ast.File) map[string][]string {
	free := make(map[*ast.Ident]bool)
	for _, id := range file.Unresolved {
		free[id] = true
	}
	members := make(map[string][]string)
	ast.Inspect(file, func(node ast.Node) bool {
		if sel, ok := node.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && free[id] && n.vars[id.Name] == nil && n.decls[id.Name] == nil {
				members[id.Name] = append(members[id.Name], sel.Sel.Name)
			}
		}
		return true
	})
	for _, imp := range file.Imports {
		delete(members, n.importName(imp))
	}
	return members
}

// earlier is a file with what earlier cells have left and the cell does not declare
// anew: declarations, and the variables by their types.
func (n *Notebook) earlier(fset *token.FileSet, cell *ast.File) *ast.File {
	again := make(map[string]bool) // what the cell declares anew
	for _, d := range cell.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			again[funcKey(d)] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					again[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						again[id.Name] = true
					}
				}
			}
		}
	}
	var body bytes.Buffer
	written := make(map[*remembered]bool)
	for _, key := range slices.Sorted(maps.Keys(n.decls)) {
		if d := n.decls[key]; !again[key] && !written[d] {
			written[d] = true
			body.WriteString(d.text + "\n")
		}
	}
	names := make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(n.vars)) {
		if v := n.vars[name]; !again[name] && kinds.Nameable(v.typ) {
			fmt.Fprintf(&body, "var %s %s\n", name, types.TypeString(v.typ, qualifier(names)))
		}
	}
	_, file, err := parse(append([]byte("package main\n"), body.Bytes()...))
	if err != nil {
		return nil
	}
	for name, where := range n.resolve(file) {
		if names[name] == "" {
			names[name] = where
		}
	}
	var head bytes.Buffer
	head.WriteString("package main\n")
	for _, name := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(&head, "import %s %q\n", name, names[name])
	}
	src := append(head.Bytes(), body.Bytes()...)
	file, err = parseInto(fset, src)
	if err != nil {
		return nil
	}
	return file
}

// qualifier names packages in types and notes which it has named. Two packages
// of one name get different ones.
func qualifier(names map[string]string) types.Qualifier {
	return func(pkg *types.Package) string {
		if pkg.Path() == mainPath {
			return ""
		}
		name := pkg.Name()
		for names[name] != "" && names[name] != pkg.Path() {
			name += "_"
		}
		names[name] = pkg.Path()
		return name
	}
}

// helperName is the name by which the cell's program knows package cell: another
// one if the cell or the notebook uses that name.
func (w *work) helperName() string {
	name := "cell"
	for w.n.vars[name] != nil || w.n.decls[name] != nil || slices.ContainsFunc(tokens(w.code), func(t tok) bool { return t.text == name }) {
		name += "_"
	}
	return name
}

// typeText writes a type as the cell's program can.
func (f *facts) typeText(t types.Type) string {
	if f.qualified == nil {
		f.qualified = make(map[string]string)
	}
	return types.TypeString(t, qualifier(f.qualified))
}
