package cells

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chesscensus/jupyter/internal/cells/lookup"
)

// Inspect returns what is known of the name at an offset of a cell: how it is declared, and its doc comment. Between names it is
// that of the function whose arguments are being written. It reports false where it does not know. It takes some milliseconds
// for a package that it was asked about before.
func (n *Notebook) Inspect(cell string, cursor int) (lookup.Text, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.inspect(cell, cursor)
}

func (n *Notebook) inspect(cell string, cursor int) (lookup.Text, bool) {
	end := nameEnd(cell, cursor)
	if end < 0 {
		return lookup.Text{}, false
	}
	text := cell[:end]
	l := split(text)
	if l.magic || slices.Contains(l.special, strings.Count(text, "\n")) || quoted(l.code) {
		return lookup.Text{}, false
	}
	closing := closers(text)
	forms := []string{cell} // whole, if it can be parsed: only then a name before a colon is known for a field
	for _, tail := range tails {
		forms = append(forms, text+tail+closing)
	}
	for _, form := range forms {
		w, ok := n.typed(form)
		if !ok {
			continue
		}
		if id := nameAt(w, end); id != nil {
			return n.about(w, id)
		}
	}
	return lookup.Text{}, false
}

// nameEnd is where the name ends that is meant at an offset, -1 if there is none.
func nameEnd(cell string, cursor int) int {
	if cursor < 0 || cursor > len(cell) {
		return -1
	}
	end := cursor
	for _, r := range cell[cursor:] {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		end += utf8.RuneLen(r)
	}
	if lastWord(cell[:end]) != "" {
		return end
	}
	return callee(cell[:cursor])
}

// callee is where the name of the function ends whose arguments a text is in, -1 if it is in none.
func callee(text string) int {
	depth := 0
	list := tokens(split(text).code)
	for i, t := range slices.Backward(list) {
		switch t.Token {
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth++
		case token.LBRACK, token.LBRACE:
			depth = max(0, depth-1) // one that is open may be an argument
		case token.LPAREN:
			if depth--; depth < 0 && i > 0 && list[i-1].Token == token.IDENT {
				return list[i-1].to
			}
		}
	}
	return -1
}

// nameAt is the name that ends at an offset of the cell, nil if none does.
func nameAt(w *work, end int) (found *ast.Ident) {
	ast.Inspect(w.file, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok && cellOffset(w, id.End()) == end && id.Pos() >= w.main.Pos() {
			found = id
		}
		return true
	})
	return found
}

// about is what is known of a name in the program.
func (n *Notebook) about(w *work, id *ast.Ident) (lookup.Text, bool) {
	o := w.types.Uses[id]
	if o == nil {
		o = w.types.Defs[id]
	}
	if o == nil {
		if where := packageNamed(w, id.Name); where != "" {
			return n.documented(where, "", "")
		}
		return lookup.Text{}, false
	}
	if p, ok := o.(*types.PkgName); ok {
		return n.documented(p.Imported().Path(), "", "")
	}
	switch {
	case o.Pkg() == nil:
		return n.documented("builtin", o.Name(), "")
	case o.Pkg().Path() == mainPath:
		return n.own(o)
	}
	owner := lookup.Owner(o)
	if owner == "" {
		t, ok := n.documented(o.Pkg().Path(), o.Name(), "")
		if named, is := types.Unalias(o.Type()).(*types.Named); ok && is && named.Obj() != o && named.Obj().Pkg() != nil {
			if _, alias := o.(*types.TypeName); alias { // what the type itself says
				if of, ok := n.documented(named.Obj().Pkg().Path(), named.Obj().Name(), ""); ok {
					of.Declaration = t.Declaration + "\n\n" + of.Declaration
					return of, true
				}
			}
		}
		return t, ok
	}
	if t, ok := n.documented(o.Pkg().Path(), owner, o.Name()); ok {
		return t, true
	}
	return lookup.Text{Declaration: types.ObjectString(o, (*types.Package).Name)}, true // as of a method that an unexported type lends
}

// own is what is known of something that the notebook itself has declared: its type, and what that is.
func (n *Notebook) own(o types.Object) (lookup.Text, bool) {
	if !valid(o.Type()) {
		return lookup.Text{}, false
	}
	t := lookup.Text{Declaration: types.ObjectString(o, func(p *types.Package) string {
		if p.Path() == mainPath {
			return ""
		}
		return p.Name()
	})}
	typ := o.Type()
	if p, ok := typ.(*types.Pointer); ok {
		typ = p.Elem()
	}
	if named, ok := types.Unalias(typ).(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() != mainPath {
		if of, ok := n.documented(named.Obj().Pkg().Path(), named.Obj().Name(), ""); ok {
			t.Comment, t.Markup = of.Comment, of.Markup
		}
	}
	return t, true
}

// documented asks the library.
func (n *Notebook) documented(where, name, member string) (lookup.Text, bool) {
	t, err := n.library.Find(where, name, member)
	return t, err == nil
}
