package kinds

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Changed reports whether a cell may do more to a variable than its definition does, so that
// the definition, evaluated again, would give another value: the cell assigns to it or to a part
// of it, takes its address, or, if calls count, calls a method that gets its address,
// or hands a slice or map on, which whoever gets it may fill. It goes by the name, and rather says
// yes. That others change what a pointer leads to is not seen: spaces and engines, which keep
// tables, are used in this way. What cannot be stored is mostly a tool, which is called and handed on: for that, calls do not count.
func Changed(file *ast.File, info *types.Info, name string, typ types.Type, calls bool) bool {
	m := mentions{name: name, typ: typ, defs: info.Defs, uses: info.Uses, calls: calls, shared: calls && isShared(typ)}
	m.nested = m.shared && isShared(elementOf(typ))
	ast.Inspect(file, m.visit)
	return m.changed
}

// Variables adds to a set those that a node mentions and that are not defined within it, with or without the bodies of functions in it.
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

// mentions looks for changes of a variable in a program.
type mentions struct {
	name string
	typ  types.Type
	defs map[*ast.Ident]types.Object
	uses map[*ast.Ident]types.Object

	calls    bool       // methods count
	shared   bool       // the value is a slice or map: whoever has it can change it
	nested   bool       // and so are its elements
	harmless []ast.Expr // mentions that hand nothing on
	changed  bool
}

// visit is for ast.Inspect.
func (m *mentions) visit(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.AssignStmt:
		for _, x := range node.Lhs {
			m.set(x)
		}
	case *ast.IncDecStmt:
		m.set(node.X)
	case *ast.RangeStmt:
		m.read(node.X)
		m.set(node.Key)
		m.set(node.Value)
	case *ast.UnaryExpr:
		m.changed = m.changed || node.Op == token.AND && m.isRoot(node.X)
	case *ast.SliceExpr:
		m.changed = m.changed || m.calls && m.isRoot(node.X) // of an array it is shared, too
	case *ast.IndexExpr:
		m.read(node.X)
	case *ast.SelectorExpr:
		m.harmless = append(m.harmless, node.Sel)
		m.changed = m.changed || m.calls && m.isRoot(node.X) && m.changes(node.Sel)
	case *ast.KeyValueExpr:
		m.harmless = append(m.harmless, node.Key)
	case *ast.CallExpr:
		if f, ok := node.Fun.(*ast.Ident); ok && (f.Name == "len" || f.Name == "cap") {
			m.harmless = append(m.harmless, node.Args...)
		}
	case *ast.ExprStmt:
		m.harmless = append(m.harmless, node.X) // it shows itself
	case *ast.Ident:
		if m.shared && node.Name == m.name && m.defs[node] == nil && !slices.Contains(m.harmless, ast.Expr(node)) {
			m.changed = true
		}
	}
	return !m.changed
}

// read notes that elements are looked at.
func (m *mentions) read(x ast.Expr) {
	if !m.nested {
		m.harmless = append(m.harmless, x)
	}
}

// changes reports whether a name is that of a method that gets the address of a value.
func (m *mentions) changes(method *ast.Ident) bool {
	f, ok := m.uses[method].(*types.Func)
	if !ok || isPointer(m.typ) || f.Signature().Recv() == nil {
		return false
	}
	return isPointer(f.Signature().Recv().Type())
}

// set notes that something is assigned to. A name that is new is no change.
func (m *mentions) set(x ast.Expr) {
	if id, ok := x.(*ast.Ident); ok && m.defs[id] != nil {
		return
	}
	m.changed = m.changed || m.isRoot(x)
}

// isRoot reports whether an expression is the variable or a part of it.
func (m *mentions) isRoot(x ast.Expr) bool {
	id := root(x)
	return id != nil && id.Name == m.name
}

// root is the variable that an expression is, or is a part of; nil if it is neither.
func root(x ast.Expr) *ast.Ident {
	for {
		switch e := x.(type) {
		case *ast.Ident:
			return e
		case *ast.ParenExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.SliceExpr:
			x = e.X
		case *ast.SelectorExpr:
			x = e.X
		case *ast.StarExpr:
			x = e.X
		default:
			return nil
		}
	}
}

// isShared reports whether a copy of a value of the type shares its elements.
func isShared(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// elementOf is the type of the elements of a slice or map.
func elementOf(t types.Type) types.Type {
	return t.Underlying().(interface{ Elem() types.Type }).Elem()
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
