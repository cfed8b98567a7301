package kinds

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Changed reports whether a cell may change a variable after its definition, so that the definition, evaluated again, would give another
// value. That is so if the cell assigns to it or to a part of it or takes its address. If countCalls is set, it is also so if the cell
// calls a method that gets its address, or passes a slice or map on, which the callee may fill. Variables are compared by name; in doubt
// the answer is yes. Changes through a pointer elsewhere are not noticed: spaces and engines, which keep tables, are used in this way.
// Values that cannot be stored are mostly tools, which are called and passed on: for them countCalls is false.
func Changed(file *ast.File, info *types.Info, name string, typ types.Type, countCalls bool) bool {
	s := changeSearch{name: name, typ: typ, defs: info.Defs, uses: info.Uses, countCalls: countCalls, shared: countCalls && isShared(typ)}
	s.nested = s.shared && isShared(elementOf(typ))
	ast.Inspect(file, s.visit)
	return s.changed
}

// Variables adds to a set the variables that a node mentions and does not define. Function literals in the node count only if bodies is
// true.
func Variables(uses map[*ast.Ident]types.Object, node ast.Node, set map[string]bool, bodies bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok && !bodies {
			return false
		}
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := uses[id].(*types.Var); ok && !v.IsField() && !within(v, node) {
				set[id.Name] = true
			}
		}
		return true
	})
}

// within reports whether a variable is defined in a node.
func within(v types.Object, node ast.Node) bool { return node.Pos() <= v.Pos() && v.Pos() < node.End() }

// A changeSearch looks for changes of a variable in a program; visit is its function for ast.Inspect.
type changeSearch struct {
	name string
	typ  types.Type
	defs map[*ast.Ident]types.Object
	uses map[*ast.Ident]types.Object

	countCalls bool       // see Changed
	shared     bool       // the value is a slice or map, so a copy of it can change its elements
	nested     bool       // its elements are slices or maps, too
	harmless   []ast.Expr // mentions that do not pass the value on
	changed    bool
}

// visit examines one node. It is passed to ast.Inspect.
func (s *changeSearch) visit(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.AssignStmt:
		for _, x := range node.Lhs {
			s.recordAssignment(x)
		}
	case *ast.IncDecStmt:
		s.recordAssignment(node.X)
	case *ast.RangeStmt:
		s.recordElementRead(node.X)
		s.recordAssignment(node.Key)
		s.recordAssignment(node.Value)
	case *ast.UnaryExpr:
		s.changed = s.changed || node.Op == token.AND && s.isRoot(node.X)
	case *ast.SliceExpr:
		s.changed = s.changed || s.countCalls && s.isRoot(node.X) // a slice of an array shares its elements, too
	case *ast.IndexExpr:
		s.recordElementRead(node.X)
	case *ast.SelectorExpr:
		s.harmless = append(s.harmless, node.Sel)
		s.changed = s.changed || s.countCalls && s.isRoot(node.X) && s.takesAddress(node.Sel)
	case *ast.KeyValueExpr:
		s.harmless = append(s.harmless, node.Key)
	case *ast.CallExpr:
		if f, ok := node.Fun.(*ast.Ident); ok && (f.Name == "len" || f.Name == "cap") {
			s.harmless = append(s.harmless, node.Args...)
		}
	case *ast.ExprStmt:
		s.harmless = append(s.harmless, node.X) // the last expression, which is shown
	case *ast.Ident:
		if s.shared && node.Name == s.name && s.defs[node] == nil && !slices.Contains(s.harmless, ast.Expr(node)) {
			s.changed = true
		}
	}
	return !s.changed
}

// recordElementRead records that the elements of x are read, which is harmless unless they can be changed themselves.
func (s *changeSearch) recordElementRead(x ast.Expr) {
	if !s.nested {
		s.harmless = append(s.harmless, x)
	}
}

// takesAddress reports whether a method gets the address of the variable.
func (s *changeSearch) takesAddress(method *ast.Ident) bool {
	f, ok := s.uses[method].(*types.Func)
	if !ok || isPointer(s.typ) || f.Signature().Recv() == nil {
		return false
	}
	return isPointer(f.Signature().Recv().Type())
}

// recordAssignment records an assignment to x. The definition of a new name is no change.
func (s *changeSearch) recordAssignment(x ast.Expr) {
	if id, ok := x.(*ast.Ident); ok && s.defs[id] != nil {
		return
	}
	s.changed = s.changed || s.isRoot(x)
}

// isRoot reports whether an expression is the variable or a part of it.
func (s *changeSearch) isRoot(x ast.Expr) bool {
	id := Root(x)
	return id != nil && id.Name == s.name
}

// Root returns the variable that an expression is, or is a part of; nil if it is neither.
func Root(x ast.Expr) *ast.Ident {
	for ; x != nil; x = whole(x) {
		if id, ok := x.(*ast.Ident); ok {
			return id
		}
	}
	return nil
}

// whole returns the expression that x is a part of, or has parentheses around: b for b[1], b[1:], b.next, *b and (b); nil for any other x.
func whole(x ast.Expr) ast.Expr {
	switch e := x.(type) {
	case *ast.ParenExpr:
		return e.X
	case *ast.IndexExpr:
		return e.X
	case *ast.SliceExpr:
		return e.X
	case *ast.SelectorExpr:
		return e.X
	case *ast.StarExpr:
		return e.X
	}
	return nil
}

// isShared reports whether a copy of a value of the type shares its elements.
func isShared(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// elementOf returns the type of the elements of a slice or map.
func elementOf(t types.Type) types.Type {
	return t.Underlying().(interface{ Elem() types.Type }).Elem()
}

// isPointer reports whether a type is a pointer, named or not.
func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
