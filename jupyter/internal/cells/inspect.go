package cells

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chesscensus/jupyter/internal/cells/kinds"
	"chesscensus/jupyter/internal/cells/lookup"
	"chesscensus/jupyter/internal/cells/syntax"
)

// Inspect returns the declaration and the doc comment of the name at an offset of a cell, or if none is there, of the function in
// whose arguments the offset is. It reports false if there is no such name or nothing is known of it. A package is read the first
// time that one of its names is asked for. docs/LABORATORY.md has the time of Shift-Tab.
func (n *Notebook) Inspect(cell string, cursor int) (lookup.Text, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.inspect(cell, cursor)
}

// inspect is Inspect for callers that hold n.mu.
func (n *Notebook) inspect(cell string, cursor int) (lookup.Text, bool) {
	end := nameEnd(cell, cursor)
	if end < 0 {
		return lookup.Text{}, false
	}
	text := cell[:end]
	l := syntax.Split(text)
	if l.Magic || slices.Contains(l.SpecialLines, strings.Count(text, "\n")) || endsInLiteral(l.Code) {
		return lookup.Text{}, false
	}
	closing := closingBrackets(text)
	programs := []string{cell} // the whole cell first: only in a whole one a name before a colon is known to be a field
	for _, tail := range tails {
		programs = append(programs, text+tail+closing)
	}
	for _, program := range programs {
		w, ok := n.analyzeFallible(program)
		if !ok {
			continue
		}
		if id := nameAt(w, end); id != nil {
			return n.describe(w, id)
		}
	}
	return lookup.Text{}, false
}

// nameEnd returns the offset of the end of the name at the cursor, or of that of the function in whose arguments the cursor is; -1 if there
// is neither.
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

// callee returns the offset of the end of the name of the function in whose arguments a text ends, -1 if it ends in no arguments.
func callee(text string) int {
	depth := 0
	list := syntax.Tokens(syntax.Split(text).Code)
	for i, t := range slices.Backward(list) {
		switch t.Token {
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth++
		case token.LBRACK, token.LBRACE:
			depth = max(0, depth-1) // a bracket that is still open may be in the arguments
		case token.LPAREN:
			if depth--; depth < 0 && i > 0 && list[i-1].Token == token.IDENT {
				return list[i-1].To
			}
		}
	}
	return -1
}

// nameAt returns the name that ends at an offset of the cell, nil if none does.
func nameAt(w *rewriter, end int) (found *ast.Ident) {
	ast.Inspect(w.file, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok && cellOffset(w, id.End()) == end && id.Pos() >= w.main.Pos() {
			found = id
		}
		return true
	})
	return found
}

// describe returns the text on a name in the program, and reports whether there is one.
func (n *Notebook) describe(w *rewriter, id *ast.Ident) (lookup.Text, bool) {
	o := w.types.Uses[id]
	if o == nil {
		o = w.types.Defs[id]
	}
	if o == nil {
		if path := packageNamed(w, id.Name); path != "" {
			return n.lookUp(path, "", "")
		}
		return lookup.Text{}, false
	}
	if p, ok := o.(*types.PkgName); ok {
		return n.lookUp(p.Imported().Path(), "", "")
	}
	switch {
	case o.Pkg() == nil:
		return n.lookUp("builtin", o.Name(), "")
	case o.Pkg().Path() == mainPath:
		return n.describeOwn(o)
	}
	owner := lookup.Owner(o)
	if owner == "" {
		t, ok := n.lookUp(o.Pkg().Path(), o.Name(), "")
		if target, isAlias := documentedAlias(n, o); ok && isAlias {
			target.Declaration = t.Declaration + "\n\n" + target.Declaration
			return target, true
		}
		return t, ok
	}
	if t, ok := n.lookUp(o.Pkg().Path(), owner, o.Name()); ok {
		return t, true
	}
	// The library does not know, for example, a method promoted from an unexported embedded type.
	return lookup.Text{Declaration: types.ObjectString(o, (*types.Package).Name)}, true
}

// documentedAlias returns the text on the type for which o stands, and reports whether o is an alias of a type that the library knows.
func documentedAlias(n *Notebook, o types.Object) (lookup.Text, bool) {
	_, isType := o.(*types.TypeName)
	named, isNamed := types.Unalias(o.Type()).(*types.Named)
	if !isType || !isNamed || named.Obj() == o || named.Obj().Pkg() == nil {
		return lookup.Text{}, false
	}
	return n.lookUp(named.Obj().Pkg().Path(), named.Obj().Name(), "")
}

// describeOwn returns the text on an object that the notebook itself declares: the object with its type, and the doc comment of that type.
func (n *Notebook) describeOwn(o types.Object) (lookup.Text, bool) {
	if !kinds.IsKnown(o.Type()) {
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
		if target, ok := n.lookUp(named.Obj().Pkg().Path(), named.Obj().Name(), ""); ok {
			t.Comment, t.Markup = target.Comment, target.Markup
		}
	}
	return t, true
}

// lookUp returns the text of the library, see [lookup.Library.Find], and reports whether there is one.
func (n *Notebook) lookUp(path, name, member string) (lookup.Text, bool) {
	t, err := n.library.Find(path, name, member)
	return t, err == nil
}
