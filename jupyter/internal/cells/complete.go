package cells

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chesscensus/jupyter/internal/cells/kinds"
	"chesscensus/jupyter/internal/cells/syntax"
)

// Warm finds the packages that cells can mention, and reads the one at importPath, which most cells do mention. The first cell
// or request for help would otherwise wait for that: a second, and more if the package is not compiled.
func (n *Notebook) Warm(importPath string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.Packages.Names()
	n.Packages.Load([]string{importPath})
	n.Packages.Import(importPath)
}

// Complete returns the names that can complete the word before an offset of a cell, sorted, and the
// offset at which the word begins. After a dot these are the members of a package or of a value, also of a
// variable of an earlier cell; in a struct literal its fields; elsewhere names of the notebook, of the cell,
// of Go, and of packages. Within quotes these are the notebook's Words. There are no names on a special line, and where the
// cell up to the offset cannot be parsed. It takes some milliseconds once [Notebook.Warm] has been called, and starts no other program.
func (n *Notebook) Complete(cell string, cursor int) (from int, names []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if cursor < 0 || cursor > len(cell) {
		return 0, nil
	}
	before := cell[:cursor]
	l := syntax.Split(before)
	if l.Magic || slices.Contains(l.SpecialLines, strings.Count(before, "\n")) {
		return 0, nil
	}
	if endsInLiteral(l.Code) {
		return completeQuoted(before, n.Words)
	}
	word := lastWord(before)
	from = cursor - len(word)
	set := make(map[string]bool)
	if dot, ok := strings.CutSuffix(before[:from], "."); ok {
		n.addMembers(dot, set)
	} else if n.addFields(before[:from], set); word != "" && !anyHasPrefix(set, word) {
		n.addBareNames(before[:from], set)
	}
	for name := range set {
		if !strings.HasPrefix(name, word) {
			delete(set, name)
		}
	}
	return from, slices.Sorted(maps.Keys(set))
}

// completeQuoted returns the words that can complete a text that ends within quotes, and the offset behind the opening quote.
func completeQuoted(text string, words []string) (from int, names []string) {
	from = strings.LastIndexAny(text, "\"`\n") + 1
	if from == 0 || text[from-1] == '\n' {
		return 0, nil
	}
	for _, name := range words {
		if strings.HasPrefix(name, text[from:]) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return from, names
}

// anyHasPrefix reports whether one of the names begins with the word.
func anyHasPrefix(names map[string]bool, word string) bool {
	for name := range names {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}

// lastWord returns the name, or the beginning of one, at the end of a text. A number is no name.
func lastWord(text string) string {
	start := len(text)
	for start > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:start])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		start -= size
	}
	if word := text[start:]; word == "" || !unicode.IsDigit(rune(word[0])) {
		return word
	}
	return ""
}

// endsInLiteral reports whether a text ends within a string, a rune or a comment that is not closed.
func endsInLiteral(text string) bool {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(text))
	var s scanner.Scanner
	open := false
	s.Init(file, []byte(text), func(_ token.Position, msg string) { open = open || strings.Contains(msg, "not terminated") }, scanner.ScanComments)
	for {
		pos, t, lit := s.Scan()
		if t == token.EOF {
			return open
		}
		if t == token.COMMENT && strings.HasPrefix(lit, "//") && file.Offset(pos)+len(lit) >= len(text) {
			return true
		}
	}
}

// addBareNames adds the names that can stand after a text without a dot before them.
func (n *Notebook) addBareNames(text string, set map[string]bool) {
	for _, name := range types.Universe.Names() {
		set[name] = true
	}
	for t := token.BREAK; t <= token.VAR; t++ {
		set[t.String()] = true
	}
	for name := range n.vars {
		set[name] = true
	}
	for name := range n.decls {
		if !strings.Contains(name, ".") { // of a method
			set[name] = true
		}
	}
	for _, name := range n.Packages.Names() {
		set[name] = true
	}
	for _, t := range syntax.Tokens(syntax.Split(text).Code) {
		if t.Token == token.IDENT {
			set[t.Text] = true
		}
	}
}

// tails complete the text before a dot, such as "for _, x := range v" or "switch v", to a statement that can be parsed. The first that succeeds is used.
var tails = []string{"", " {}", " {\ncase 0:}"}

// addMembers adds the names that can follow a dot after a text.
func (n *Notebook) addMembers(text string, set map[string]bool) {
	closing := closingBrackets(text)
	for _, tail := range tails {
		if w, ok := n.analyzeFallible(text + tail + closing); ok {
			addMembersAt(w, len(w.text)-len(tail+closing), set)
			return
		}
	}
}

// analyzeFallible parses and type-checks a cell as analyze does, after putting Must around the calls that return an error, too.
func (n *Notebook) analyzeFallible(cell string) (*rewriter, bool) {
	w, ok := n.analyze(cell)
	for range maxMust {
		if !ok || !w.StatementStyle || !w.wrapFallibleCalls() {
			break
		}
		w.check()
	}
	return w, ok
}

// analyze parses and type-checks a cell. It reports false if the cell cannot be parsed.
func (n *Notebook) analyze(cell string) (*rewriter, bool) {
	w := &rewriter{notebook: n, text: cell}
	w.Layout = syntax.Split(w.text)
	w.Divide(false)
	if w.parse() != nil {
		return nil, false
	}
	w.helper = w.helperName()
	w.check()
	return w, true
}

// closingBrackets returns the brackets that close those that a text leaves open, on one line: a literal may then end without a comma.
func closingBrackets(text string) (closing string) {
	open, _ := syntax.Brackets(syntax.Split(text).Code)
	for _, t := range slices.Backward(open) {
		closing += syntax.Closing[t.Token]
	}
	return closing
}

// addMembersAt adds the members of the shortest typed expression, or of the package, that ends at an offset of the cell.
func addMembersAt(w *rewriter, end int, set map[string]bool) {
	var found ast.Expr
	ast.Inspect(w.file, func(node ast.Node) bool {
		x, ok := node.(ast.Expr)
		if !ok || cellOffset(w, x.End()) != end {
			return true
		}
		if _, typed := w.types.Types[x]; typed && (found == nil || x.Pos() >= found.Pos()) {
			found = x
		}
		if id, name := x.(*ast.Ident); name && found == nil {
			found = id // of a package, or unknown
		}
		return true
	})
	if id, ok := found.(*ast.Ident); ok && w.types.Types[id].Type == nil {
		addPackageMembers(w, id.Name, set)
		return
	}
	tv := w.types.Types[found]
	if found == nil || tv.Type == nil || !kinds.IsKnown(tv.Type) {
		if id, ok := found.(*ast.Ident); ok {
			addPackageMembers(w, id.Name, set)
		}
		return
	}
	kinds.Members(tv.Type, set)
}

// addFields adds the fields that can be set next in the struct literal in which a text ends: those that it does not set yet.
func (n *Notebook) addFields(text string, set map[string]bool) {
	trimmed := strings.TrimRight(text, " \t\n")
	if !strings.HasSuffix(trimmed, "{") && !strings.HasSuffix(trimmed, ",") {
		return
	}
	w, ok := n.analyze(text + closingBrackets(text)) // offsets in the text stay the same
	if !ok {
		return
	}
	var literal *ast.CompositeLit
	ast.Inspect(w.file, func(node ast.Node) bool {
		if x, ok := node.(*ast.CompositeLit); ok && x.Pos() >= w.main.Pos() {
			if cellOffset(w, x.Lbrace) < len(text) && len(text) <= cellOffset(w, x.Rbrace) {
				literal = x
			}
		}
		return true
	})
	if literal == nil || w.types.Types[literal].Type == nil {
		return
	}
	typ := w.types.Types[literal].Type.Underlying()
	if p, ok := typ.(*types.Pointer); ok { // of an element whose type is left out
		typ = p.Elem().Underlying()
	}
	s, ok := typ.(*types.Struct)
	if !ok {
		return
	}
	kinds.Fields(s, set)
	for _, e := range literal.Elts {
		if cellOffset(w, e.End()) > len(text) { // the text ends in a call or a list within this element
			clear(set)
			return
		}
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				delete(set, key.Name)
			}
		}
	}
}

// cellOffset returns the offset in the cell of a position in its program.
func cellOffset(w *rewriter, p token.Pos) int {
	offset := w.fset.Position(p).Offset
	if offset >= w.mainAt {
		return offset - w.mainAt
	}
	return offset - w.declAt
}

// packageNamed returns the import path of the package that a cell means by a name. Of several with that name it is the one that the
// notebook or the cell has imported, or the one preferred; "" if there is none.
func packageNamed(w *rewriter, name string) string {
	importPath := w.notebook.imports[name]
	for _, imp := range w.file.Imports {
		if w.notebook.importName(imp) == name {
			importPath = strings.Trim(imp.Path.Value, "`\"")
		}
	}
	if importPath == "" {
		if list := w.notebook.Packages.Named(name); len(list) > 0 {
			importPath = list[0]
		}
	}
	return importPath
}

// addPackageMembers adds the names that the package of a name exports.
func addPackageMembers(w *rewriter, name string, set map[string]bool) {
	importPath := packageNamed(w, name)
	if importPath == "" {
		return
	}
	pkg, err := w.notebook.Packages.Import(importPath)
	if err != nil {
		return
	}
	for _, member := range pkg.Scope().Names() {
		if token.IsExported(member) {
			set[member] = true
		}
	}
}
