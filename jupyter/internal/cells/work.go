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
)

// A work is the rewriting of one cell.
type work struct {
	n      *Notebook
	text   string
	number int
	layout
	kinds []class // of each byte
	// statementStyle says that the cell has statements outside of a main function, and no main line of GoNB's.
	statementStyle bool

	program

	helper      string // name of package cell in the program
	types       facts
	suggestions map[string]string // see Cell
	newImports  map[string]string // import paths by name, of the import lines to add
	edits       []edit
	made        []*binding // by the statements that were read
}

// A program is a cell that was parsed.
type program struct {
	src            []byte // imports, declarations, and the statements in main
	declAt, mainAt int    // what to take from an offset in it for one in the cell
	fset           *token.FileSet
	file           *ast.File
	main           *ast.FuncDecl
}

// divide gives every byte of the cell to the class of the piece that it belongs
// to, or that follows it. In a cell in statement style var is a statement; in one
// with a main line it is a declaration before that line, and all behind is a statement in main.
func (w *work) divide() {
	onlyVariables := len(w.pieces) > 0 && !slices.ContainsFunc(w.pieces, func(p piece) bool { return p.class != variable })
	statementStyle := w.mainLine < 0 && (w.has(statement) || onlyVariables)
	for i := range w.pieces {
		p := &w.pieces[i]
		switch {
		case w.body >= 0 && p.from >= w.body:
			p.class = statement
		case w.mainLine >= 0 && p.class == statement, p.class == variable && !statementStyle:
			p.class = declaration
		case p.class == variable:
			p.class = statement
		}
	}
	w.statementStyle = statementStyle
	w.kinds = make([]class, len(w.code))
	at := 0
	for _, p := range w.pieces {
		for ; at < p.to; at++ {
			w.kinds[at] = p.class
		}
	}
}

// has reports whether the cell has a piece of the class.
func (w *work) has(c class) bool {
	return slices.ContainsFunc(w.pieces, func(p piece) bool { return p.class == c })
}

// onlyClass returns the cell with all pieces of other classes blanked, byte for byte
// as long. A semicolon between pieces of two classes is blanked too.
func (w *work) onlyClass(c class) string {
	b := []byte(w.code)
	for i := range b {
		if w.kinds[i] != c && b[i] != '\n' {
			b[i] = ' '
		}
	}
	at := 0
	for _, p := range w.pieces {
		for ; at < p.from; at++ {
			if b[at] == ';' && c != statement {
				b[at] = ' '
			}
		}
		at = p.to
	}
	return string(b)
}

// special returns the cell with all lines but the special ones emptied.
func (w *work) special() string {
	lines := strings.Split(w.text, "\n")
	for i := range lines {
		if !slices.Contains(w.layout.special, i) {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// parse makes the cell a program and parses it. With a main line of GoNB the
// statements are those after it, all else is declarations.
func (w *work) parse() error {
	var b strings.Builder
	b.WriteString("package main\n")
	for _, name := range slices.Sorted(maps.Keys(w.newImports)) {
		fmt.Fprintf(&b, "import %s %q\n", name, w.newImports[name])
	}
	b.WriteString(w.onlyClass(imports) + "\n")
	w.declAt = b.Len()
	b.WriteString(w.onlyClass(declaration) + "\nfunc main() {\n")
	w.mainAt = b.Len()
	b.WriteString(w.onlyClass(statement) + "\n}\n")
	w.src = []byte(b.String())
	fset, file, err := parse(w.src)
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
func (w *program) offset(p token.Pos) int { return w.fset.Position(p).Offset - w.mainAt }

// free returns the names that the cell mentions and does not define.
func (w *program) free() []string {
	set := make(map[string]bool)
	for _, id := range w.file.Unresolved {
		set[id.Name] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// globals returns the names of variables that functions mention, of this cell or remembered.
func (w *work) globals() map[string]bool {
	set := w.n.global()
	for _, d := range w.file.Decls {
		if d != ast.Decl(w.main) {
			for _, name := range freeIn(w.file, d) {
				set[name] = true
			}
		}
	}
	for _, v := range w.n.needed(sortedKeys(set)) {
		set[v.name] = true // what a variable of the program is made from must be one, too
	}
	for name := range set {
		if w.n.vars[name] == nil && !w.defines(name) {
			delete(set, name)
		}
	}
	return set
}

// defines reports whether a statement at the top of the cell defines the name.
func (w *program) defines(name string) bool {
	return slices.ContainsFunc(w.main.Body.List, func(s ast.Stmt) bool { return slices.Contains(defined(s), name) })
}

// defined returns the names that a statement defines in the block that it is in.
func defined(s ast.Stmt) (names []string) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			for _, x := range s.Lhs {
				if id, ok := x.(*ast.Ident); ok {
					names = append(names, id.Name)
				}
			}
		}
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
			for _, spec := range d.Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// edited returns the text of the statements with the edits made.
func (w *work) edited() string {
	slices.SortStableFunc(w.edits, func(a, b edit) int { return a.at - b.at })
	text := w.onlyClass(statement)
	var b strings.Builder
	at := 0
	for _, e := range w.edits {
		b.WriteString(text[at:e.at] + e.insert)
		// Line ends stay, so that every line keeps its number.
		b.WriteString(strings.Repeat("\n", strings.Count(text[e.at:e.at+e.remove], "\n")))
		at = e.at + e.remove
	}
	b.WriteString(text[at:])
	return b.String()
}

// A stamp tells one writing of a value's file from the next.
type stamp struct {
	time time.Time
	size int64
}

func (n *Notebook) stampOf(name string) stamp {
	info, err := os.Stat(filepath.Join(n.Values, name))
	if err != nil {
		return stamp{size: -1}
	}
	return stamp{info.ModTime(), info.Size()}
}

func (n *Notebook) stamps(made []*binding) map[string]stamp {
	set := make(map[string]stamp)
	for _, v := range made {
		set[v.name] = n.stampOf(v.name)
	}
	return set
}

// commit takes over what a cell has defined. A stored variable counts if its
// file was written, be it by a cell that failed later.
func (w *work) commit(made []*binding, before map[string]stamp, compiled, finished bool) {
	if !compiled {
		return
	}
	w.n.remember(w.fset, w.file, w.src)
	for _, v := range made {
		now := w.n.stampOf(v.name)
		switch {
		case v.way == stored && now == before[v.name]:
			continue // the cell did not come so far
		case v.way == stored && now.size == 0:
			v.way, v.why = again, "too large to store"
		case v.way != stored && !finished:
			continue
		}
		w.n.serial++
		v.serial = w.n.serial
		w.n.vars[v.name] = v
		delete(w.n.decls, v.name)
	}
	for _, v := range made {
		if v.way == again && w.n.vars[v.name] == v {
			v.def.with = w.n.prints(v.def.taken)
		}
	}
}

func sortedKeys(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
