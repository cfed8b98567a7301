package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"chesscensus/jupyter/internal/cells/kinds"
	"chesscensus/jupyter/internal/cells/syntax"
)

// A rewriter turns one cell into a program.
type rewriter struct {
	notebook *Notebook
	text     string // of the cell, with Must around fallible calls
	number   int    // shown beside the cell
	syntax.Layout

	program

	helper      string // name of package cell in the program
	types       facts
	suggestions map[string]string // see Cell
	newImports  map[string]string // import paths by name, of the import lines to add
	edits       []edit
	newVars     []*binding // by the statements that were read
	shares      []kinds.Share
	told        []sharing // that are no more
}

// A program is a cell that was parsed.
type program struct {
	src            []byte // imports, declarations, and the statements in main
	declAt, mainAt int    // subtracted from an offset in src, they give the offset in the cell
	fset           *token.FileSet
	file           *ast.File
	main           *ast.FuncDecl
}

// parse turns the cell into a program and parses it. With a main line of GoNB the statements are those after it, all else is declarations.
func (w *rewriter) parse() error {
	var b strings.Builder
	b.WriteString("package main\n")
	for _, name := range slices.Sorted(maps.Keys(w.newImports)) {
		fmt.Fprintf(&b, "import %s %q\n", name, w.newImports[name])
	}
	for _, importPath := range w.notebook.dotImports {
		fmt.Fprintf(&b, "import . %q\n", importPath)
	}
	b.WriteString(w.TextOfClass(syntax.Imports) + "\n")
	w.declAt = b.Len()
	b.WriteString(w.TextOfClass(syntax.Declaration) + "\nfunc main() {\n")
	w.mainAt = b.Len()
	b.WriteString(w.TextOfClass(syntax.Statement) + "\n}\n")
	w.src = []byte(b.String())
	fset, file, err := syntax.Parse(w.src)
	w.fset, w.file, w.main = fset, file, nil
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "main" && f.Recv == nil {
			if w.main != nil {
				return fmt.Errorf("two functions main")
			}
			w.main = f
		}
	}
	if w.main == nil || w.main.End() != file.Decls[len(file.Decls)-1].End() || w.offset(w.main.Body.Rbrace) != len(w.text)+1 {
		return fmt.Errorf("a bracket too many")
	}
	return nil
}

// offset returns the offset in the cell of a position in main.
func (p *program) offset(pos token.Pos) int { return p.fset.Position(pos).Offset - p.mainAt }

// free returns the names that the cell mentions and does not define.
func (p *program) free() []string {
	set := make(map[string]bool)
	for _, id := range p.file.Unresolved {
		set[id.Name] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// mentioned returns the names of free and those that the remembered functions among them mention, without what the cell defines anew.
func mentioned(w *rewriter) []string {
	names := w.free()
	for i := 0; i < len(names); i++ { // names grows
		if d := w.notebook.decls[names[i]]; d != nil {
			for _, name := range d.mentions {
				if !slices.Contains(names, name) && !w.defines(name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// globals returns the names of variables that functions mention, of this cell or remembered.
func (w *rewriter) globals() map[string]bool {
	set := w.notebook.namesInFunctions()
	for _, d := range w.file.Decls {
		if d != ast.Decl(w.main) {
			for _, name := range syntax.Free(w.file, d) {
				set[name] = true
			}
		}
	}
	for _, v := range w.notebook.needed(sortedKeys(set)) {
		set[v.name] = true // a variable of the program can only be defined from others of the program
	}
	for name := range set {
		if w.notebook.vars[name] == nil && !w.defines(name) {
			delete(set, name)
		}
	}
	return set
}

// defines reports whether a statement at the top of the cell defines the name.
func (p *program) defines(name string) bool {
	return slices.ContainsFunc(p.main.Body.List, func(s ast.Stmt) bool { return slices.Contains(syntax.Defined(s), name) })
}

// applyEdits returns a text after edits. Line ends stay, so that every line keeps its number.
func applyEdits(text string, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	end := 0 // of the edit before
	for _, e := range edits {
		b.WriteString(text[end:e.from] + e.insert)
		end = e.from + e.remove
		b.WriteString(strings.Repeat("\n", strings.Count(text[e.from:end], "\n")))
	}
	return b.String() + text[end:]
}

// A stamp is the time and size of a value's file, by which a new value is recognized; size is -1 if there is no file.
type stamp struct {
	time time.Time
	size int64
}

// stampOf returns the present stamp of a variable's file.
func (n *Notebook) stampOf(name string) stamp {
	info, err := os.Stat(filepath.Join(n.Values, name))
	if err != nil {
		return stamp{size: -1}
	}
	return stamp{info.ModTime(), info.Size()}
}

// stamps returns the present stamps by the names of variables.
func (n *Notebook) stamps(newVars []*binding) map[string]stamp {
	set := make(map[string]stamp)
	for _, v := range newVars {
		set[v.name] = n.stampOf(v.name)
	}
	return set
}

// commit records in the notebook what a cell has defined. A stored variable counts if its file was written, even if the cell failed later.
func (w *rewriter) commit(newVars []*binding, before map[string]stamp, compiled, finished bool) {
	if !compiled {
		return
	}
	n := w.notebook
	n.remember(w.fset, w.file, w.src)
	for _, v := range newVars {
		now := n.stampOf(v.name)
		hasValue := finished
		if v.way == stored {
			hasValue = now != before[v.name]
		}
		switch {
		case !hasValue && (n.vars[v.name] != nil || len(n.Packages.Named(v.name)) > 0):
			continue // its earlier value stays, or the package of this name
		case !hasValue:
			v.way, v.why = lost, "not kept, as its cell ended early"
		case v.way == stored && now.size == 0:
			v.way, v.why = remade, "too large to store"
		}
		n.serial++
		v.serial = n.serial
		n.vars[v.name] = v
		delete(n.decls, v.name)
	}
	commitShares(w)
	for _, v := range newVars {
		if v.way == remade && n.vars[v.name] == v {
			v.def.inputPrints = n.fingerprints(v.def.inputs)
		}
	}
}

// sortedKeys returns the names in a set, sorted.
func sortedKeys(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
