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
	"chesscensus/jupyter/internal/cells/syntax"
)

// facts holds what the type checker found in a cell. Only its types are used:
// a cell with an error goes on to the compiler, which reports errors better.
type facts struct {
	types.Info
	named map[string]string // import paths by name, of the packages that typeText has named
}

// check finds the packages that the cell uses without importing them, and the types in it.
func (w *rewriter) check() {
	w.newImports = w.notebook.resolve(w.file)
	if slices.Contains(w.free(), w.helper) {
		w.useHelper() // wrapFallibleCalls has written it
	}
	if len(w.newImports) > 0 && w.parse() != nil { // the same text parsed before
		return
	}
	w.types = facts{
		Info: types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		},
		named: make(map[string]string),
	}
	var paths []string
	for _, imp := range w.file.Imports {
		paths = append(paths, strings.Trim(imp.Path.Value, "`\""))
	}
	w.notebook.Packages.Load(paths)
	var errors []token.Pos
	record := func(err error) { errors = append(errors, err.(types.Error).Pos) }
	conf := types.Config{Importer: w.notebook.Packages, Error: record, DisableUnusedImportCheck: true}
	pkg := types.NewPackage(mainPath, "main")
	files := []*ast.File{w.file}
	if earlier := w.notebook.earlierFile(w.fset, w.file); earlier != nil {
		files = append(files, earlier)
	}
	checker := types.NewChecker(&conf, w.fset, pkg, &w.types.Info)
	checker.Files(files)
	if len(errors) > 0 {
		root, _ := w.notebook.Packages.Import(rootPath) // nil if it is not there
		w.suggestions = kinds.Suggestions(w.file, &w.types.Info, errors, root)
	}
	addKeys(w)
}

// addKeys adds the names that are keys of map and list literals to the unresolved names of the cell. The parser leaves them out, as they
// could be fields of a struct.
func addKeys(w *rewriter) {
	ast.Inspect(w.file, func(node ast.Node) bool {
		lit, ok := node.(*ast.CompositeLit)
		if !ok || w.types.Types[lit].Type == nil {
			return true
		}
		if _, isStruct := w.types.Types[lit].Type.Underlying().(*types.Struct); isStruct {
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

// resolve returns, by name, the import paths of the packages that a file uses without
// importing or defining them. If no package of a name has the members that are used, it is the first: the compiler then reports the member.
func (n *Notebook) resolve(file *ast.File) map[string]string {
	found := make(map[string]string)
	for name, used := range membersByPackage(n, file) {
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

// importsLackingMembers returns the part of resolve whose packages lack a member that the file uses.
// GoNB adds the other imports itself, but would report these packages as undefined.
func importsLackingMembers(n *Notebook, file *ast.File) map[string]string {
	found := n.resolve(file)
	used := membersByPackage(n, file)
	maps.DeleteFunc(found, func(name, importPath string) bool { return !n.Packages.Lacks(importPath, used[name]) })
	return found
}

// membersByPackage returns the names before a dot that neither the file nor the notebook defines, each with the names behind the dot.
func membersByPackage(n *Notebook, file *ast.File) map[string][]string {
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

// earlierFile returns a file with what earlier cells have defined and the cell does not:
// their declarations, and their variables with their types. It returns nil if the file cannot be parsed.
func (n *Notebook) earlierFile(fset *token.FileSet, cell *ast.File) *ast.File {
	redeclared := syntax.Declared(cell)
	var body bytes.Buffer
	written := make(map[*remembered]bool)
	for _, key := range slices.Sorted(maps.Keys(n.decls)) {
		if d := n.decls[key]; !redeclared[key] && !written[d] {
			written[d] = true
			body.WriteString(d.text + "\n")
		}
	}
	names := make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(n.vars)) {
		if v := n.vars[name]; !redeclared[name] && kinds.Nameable(v.typ) {
			fmt.Fprintf(&body, "var %s %s\n", name, types.TypeString(v.typ, qualifier(names)))
		}
	}
	_, file, err := syntax.Parse(append([]byte("package main\n"), body.Bytes()...))
	if err != nil {
		return nil
	}
	for name, importPath := range n.resolve(file) {
		if names[name] == "" {
			names[name] = importPath
		}
	}
	var head bytes.Buffer
	head.WriteString("package main\n")
	for _, name := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(&head, "import %s %q\n", name, names[name])
	}
	src := append(head.Bytes(), body.Bytes()...)
	file, err = syntax.ParseInto(fset, src)
	if err != nil {
		return nil
	}
	return file
}

// qualifier returns a function that names packages in types and records the names. Two packages
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

// helperName returns the name by which the cell's program imports package cell: another
// one if the cell or the notebook uses that name.
func (w *rewriter) helperName() string {
	name := "cell"
	for w.notebook.vars[name] != nil || w.isWritten(name) {
		name += "_"
	}
	return name
}

// typeText returns a type as the cell's program writes it, and records the packages that it names.
func (f *facts) typeText(t types.Type) string {
	if f.named == nil {
		f.named = make(map[string]string)
	}
	return types.TypeString(t, qualifier(f.named))
}
