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
)

// Warm finds the packages that cells can mean, and reads one that most do. What comes first, a cell
// or a request for help, would otherwise wait for it: a second, and more if the package is not compiled.
func (n *Notebook) Warm(where string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.Packages.Names()
	n.Packages.Load([]string{where})
	n.Packages.Import(where)
}

// Complete returns the names with which a word can go on that ends at an offset of a cell, sorted, and the
// offset at which it begins. After a dot these are the members of a package or of a value, also of a
// variable of an earlier cell; in a literal of a struct its fields; elsewhere names of the notebook, of the cell,
// of Go, and of packages. Within quotes these are the notebook's Words. No names means that it does not know: on a special line, or where the
// cell cannot be read so far. It takes some milliseconds once [Notebook.Warm] has been called, and asks no other program.
func (n *Notebook) Complete(cell string, cursor int) (from int, names []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if cursor < 0 || cursor > len(cell) {
		return 0, nil
	}
	before := cell[:cursor]
	l := split(before)
	if l.magic || slices.Contains(l.special, strings.Count(before, "\n")) {
		return 0, nil
	}
	if quoted(l.code) {
		return within(before, n.Words)
	}
	word := lastWord(before)
	from = cursor - len(word)
	set := make(map[string]bool)
	if dot, ok := strings.CutSuffix(before[:from], "."); ok {
		n.members(dot, set)
	} else if n.fields(before[:from], set); word != "" && !begins(set, word) {
		n.words(before[:from], set)
	}
	for name := range set {
		if !strings.HasPrefix(name, word) {
			delete(set, name)
		}
	}
	return from, slices.Sorted(maps.Keys(set))
}

// within returns those of the words with which a text goes on that ends within quotes.
func within(text string, words []string) (from int, names []string) {
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

// begins reports whether a word begins one of the names.
func begins(set map[string]bool, word string) bool {
	for name := range set {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}

// lastWord is the name, or the beginning of one, that a text ends with.
func lastWord(text string) string {
	at := len(text)
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		at -= size
	}
	if word := text[at:]; word == "" || !unicode.IsDigit(rune(word[0])) {
		return word
	}
	return ""
}

// quoted reports whether a text ends within a string, a rune or a comment.
func quoted(text string) bool {
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

// words adds the names that can stand alone after a text.
func (n *Notebook) words(text string, set map[string]bool) {
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
	for _, t := range tokens(split(text).code) {
		if t.Token == token.IDENT {
			set[t.text] = true
		}
	}
}

// tails make what comes before a dot a program that can be parsed, if brackets are closed as well.
var tails = []string{"", " {}", " {\ncase 0:}"}

// members adds the names that can follow a dot after a text.
func (n *Notebook) members(text string, set map[string]bool) {
	closing := closers(text)
	for _, tail := range tails {
		if w, ok := n.typed(text + tail + closing); ok {
			membersAt(w, len(w.text)-len(tail+closing), set)
			return
		}
	}
}

// typed is a cell with its types, if it can be parsed, and the errors of its functions dealt with.
func (n *Notebook) typed(cell string) (*work, bool) {
	w, ok := n.parsed(cell)
	for range maxMust {
		if !ok || !w.statementStyle || !w.must() {
			break
		}
		w.check()
	}
	return w, ok
}

// parsed is a cell with its types, if it can be parsed.
func (n *Notebook) parsed(cell string) (*work, bool) {
	w := &work{n: n, text: cell}
	w.layout = split(w.text)
	w.divide()
	if w.parse() != nil {
		return nil, false
	}
	w.helper = w.helperName()
	w.check()
	return w, true
}

// closers are the brackets that a text leaves open, closed.
func closers(text string) string {
	var open []string
	for _, t := range tokens(split(text).code) {
		switch t.Token {
		case token.LPAREN:
			open = append(open, ")")
		case token.LBRACK:
			open = append(open, "]")
		case token.LBRACE:
			open = append(open, "}") // on the same line: a literal may end without a comma
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
	slices.Reverse(open)
	return strings.Join(open, "")
}

// membersAt adds the members of the shortest expression that ends at an offset of the cell.
func membersAt(w *work, end int, set map[string]bool) {
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
			found = id // a package, or nothing that is known
		}
		return true
	})
	if id, ok := found.(*ast.Ident); ok && w.types.Types[id].Type == nil {
		packageMembers(w, id.Name, set)
		return
	}
	tv := w.types.Types[found]
	if found == nil || tv.Type == nil || !valid(tv.Type) {
		if id, ok := found.(*ast.Ident); ok {
			packageMembers(w, id.Name, set)
		}
		return
	}
	kinds.Members(tv.Type, set)
}

// fields adds the fields that can be set next in the literal of a struct that a text breaks off in: those it does not set yet.
func (n *Notebook) fields(text string, set map[string]bool) {
	trimmed := strings.TrimRight(text, " \t\n")
	if !strings.HasSuffix(trimmed, "{") && !strings.HasSuffix(trimmed, ",") {
		return
	}
	w, ok := n.parsed(text + closers(text)) // so its places are those of the text
	if !ok {
		return
	}
	var literal *ast.CompositeLit
	ast.Inspect(w.file, func(node ast.Node) bool {
		if x, ok := node.(*ast.CompositeLit); ok && x.Pos() >= w.main.Pos() && cellOffset(w, x.Lbrace) < len(text) && len(text) <= cellOffset(w, x.Rbrace) {
			literal = x
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
		if cellOffset(w, e.End()) > len(text) { // in a function or a list within
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

// cellOffset is the place in the cell of a position in its program.
func cellOffset(w *work, p token.Pos) int {
	at := w.fset.Position(p).Offset
	if at >= w.mainAt {
		return at - w.mainAt
	}
	return at - w.declAt
}

// packageNamed is the import path of the package that a cell means by a name. Of several with that name it is the one that the
// notebook or the cell has imported, or the one preferred; "" if there is none.
func packageNamed(w *work, name string) string {
	where := w.n.imports[name]
	for _, imp := range w.file.Imports {
		if w.n.importName(imp) == name {
			where = strings.Trim(imp.Path.Value, "`\"")
		}
	}
	if where == "" {
		if list := w.n.Packages.Named(name); len(list) > 0 {
			where = list[0]
		}
	}
	return where
}

// packageMembers adds what the package of a name exports.
func packageMembers(w *work, name string, set map[string]bool) {
	where := packageNamed(w, name)
	if where == "" {
		return
	}
	pkg, err := w.n.Packages.Import(where)
	if err != nil {
		return
	}
	for _, member := range pkg.Scope().Names() {
		if token.IsExported(member) {
			set[member] = true
		}
	}
}
