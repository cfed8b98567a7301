package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"chesscensus/jupyter/internal/cells/kinds"
	"chesscensus/jupyter/internal/cells/lookup"
	"chesscensus/jupyter/internal/cells/syntax"
)

// mainPath is the import path of the program that a cell is, for the type checker.
const mainPath = kinds.Main

// A Notebook records what the cells that have run define: their variables, with the way in which later cells get each of them, and the
// declarations that GoNB remembers. Its methods Rewrite, Done, Complete, Inspect and Warm may be called by several goroutines.
type Notebook struct {
	// Values is the folder in which cells keep their variables.
	Values string
	// Packages finds what cells import.
	Packages *lookup.Packages
	// Words are what Tab offers within quotes, such as names of sets.
	Words []string

	mu         sync.Mutex // held by the methods named above, from beginning to end
	vars       map[string]*binding
	decls      map[string]*remembered
	imports    map[string]string // path by name, of cells that ran
	dotImports []string          // paths that cells have imported with a dot instead of a name
	shares     []sharing         // in the order of the cells
	serial     int
	source     string // the program that the last cell became
	library    lookup.Library
}

// A binding is a variable that a cell has defined.
type binding struct {
	name string
	typ  types.Type
	way  way
	why  string // why it is not stored, in words; "" if it is
	def  *definition
	// forgets says that a remade value has lost what it remembered; see forgets.
	forgets bool
	serial  int // increases with every new binding; variables are remade in this order
}

// A way is how later cells get a variable.
type way int

const (
	stored way = iota // written by cell.Keep, read by cell.Load
	remade            // its definition is evaluated again
	lost              // not at all
)

// String names the way in words.
func (w way) String() string { return [...]string{"stored", "made again", "not kept"}[w] }

// A definition is the statement that defined variables.
type definition struct {
	names       []string          // left of the :=, "_" included
	expr        string            // right of it
	changes     []string          // statements that change the value of the one variable that is named, after its definition
	free        []string          // variables of the notebook that it mentions
	inputs      []string          // the names in free that its evaluation reads; a function that it defines reads the others later
	cell        int               // number shown beside the cell
	inputPrints map[string]string // fingerprints of inputs when the expression was evaluated; see [Notebook.fingerprints]
}

// A remembered declaration is one that GoNB adds to every later cell.
type remembered struct {
	text string // for the type checker: a function has no body
	free []string
	// mentions are, of a function, the names of free and those that its cell declared.
	mentions []string
	// A function draws random numbers; it makes functions that remember something.
	random, remembers bool
}

// New returns a notebook without cells.
func New(values string, packages *lookup.Packages) *Notebook {
	n := &Notebook{Values: values, Packages: packages, library: lookup.Library{Sources: packages.Sources}}
	n.forgetAll()
	return n
}

// forgetAll forgets variables, declarations and imports. It removes no files.
func (n *Notebook) forgetAll() {
	n.vars, n.decls, n.imports, n.dotImports = make(map[string]*binding), make(map[string]*remembered), make(map[string]string), nil
}

// variables lists the variables of the notebook by name, for a person to read.
func (n *Notebook) variables() string {
	if len(n.vars) == 0 {
		return "no variables\n"
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(n.vars)) {
		v := n.vars[name]
		fmt.Fprintf(&b, "%-12s %-30s %s", name, types.TypeString(v.typ, (*types.Package).Name), v.way)
		if info, err := os.Stat(filepath.Join(n.Values, name)); err == nil && v.way == stored {
			fmt.Fprintf(&b, ", %d bytes", info.Size())
		}
		if v.why != "" {
			fmt.Fprintf(&b, " (%s)", v.why)
		}
		if v.way == remade {
			fmt.Fprintf(&b, " by %s", firstOf(strings.Join(append([]string{v.def.expr}, v.def.changes...), "\n")))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// declared lists what cells have declared and imported, by name.
func declared(n *Notebook) string {
	var b strings.Builder
	if names := slices.Sorted(maps.Keys(n.decls)); len(names) > 0 {
		fmt.Fprintf(&b, "declared: %s\n", strings.Join(names, ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(n.imports)) {
		fmt.Fprintf(&b, "import %s %q\n", name, n.imports[name])
	}
	for _, importPath := range n.dotImports {
		fmt.Fprintf(&b, "import . %q\n", importPath)
	}
	return b.String()
}

// firstOf returns the first line of a text, with "..." if there are more.
func firstOf(text string) string {
	first, rest, _ := strings.Cut(text, "\n")
	if rest != "" {
		first += " ..."
	}
	return first
}

// Forget removes variables, or all if no name is given. It returns the names that are not variables.
func (n *Notebook) Forget(names ...string) (unknown []string) {
	if len(names) == 0 {
		names = slices.Collect(maps.Keys(n.vars))
	}
	for _, name := range names {
		if n.vars[name] == nil {
			unknown = append(unknown, name)
			continue
		}
		delete(n.vars, name)
		os.Remove(filepath.Join(n.Values, name))
	}
	return unknown
}

// needed returns the bindings of the given names and of those on which they depend. Each comes after those on which it depends, else in
// the order of their serial numbers.
func (n *Notebook) needed(names []string) (list []*binding) {
	found := make(map[string]bool)
	var add func(names []string)
	add = func(names []string) {
		var vars []*binding
		for _, name := range names {
			if v := n.vars[name]; v != nil && !found[name] {
				found[name] = true
				vars = append(vars, v)
			}
		}
		slices.SortFunc(vars, func(a, b *binding) int { return a.serial - b.serial })
		for _, v := range vars {
			if v.way == remade {
				add(v.def.free)
			}
			list = append(list, v)
		}
	}
	add(names)
	return list
}

// namesInFunctions returns the names that remembered declarations mention: variables with such
// names must be variables of the program and not of main.
func (n *Notebook) namesInFunctions() map[string]bool {
	set := make(map[string]bool)
	for _, d := range n.decls {
		for _, name := range d.free {
			set[name] = true
		}
	}
	return set
}

// remember records the declarations and imports of a parsed cell, as GoNB does.
func (n *Notebook) remember(fset *token.FileSet, file *ast.File, src []byte) {
	text := func(from, to token.Pos) string {
		return string(src[fset.Position(from).Offset:fset.Position(to).Offset])
	}
	for _, imp := range file.Imports {
		importPath := strings.Trim(imp.Path.Value, "`\"")
		switch name := n.importName(imp); {
		case name == "." && !slices.Contains(n.dotImports, importPath):
			n.dotImports = append(n.dotImports, importPath)
		case name != "_" && name != ".":
			n.imports[name] = importPath
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if key := syntax.FuncKey(d); key != "main" && key != "init" {
				n.decls[key] = rememberedFunc(file, d, text(d.Pos(), d.Type.End()))
			}
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				continue
			}
			r := &remembered{text: text(d.Pos(), d.End()), free: syntax.Free(file, d)}
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					n.decls[spec.Name.Name] = r
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						n.decls[name.Name] = r
						delete(n.vars, name.Name) // GoNB declares it from now on
					}
				}
			}
		}
	}
}

// importName returns the name under which a file imports a package.
func (n *Notebook) importName(imp *ast.ImportSpec) string {
	if imp.Name != nil {
		return imp.Name.Name
	}
	return n.Packages.Name(strings.Trim(imp.Path.Value, "`\""))
}
