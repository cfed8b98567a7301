package kinds

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Changes describes how a cell changes the value of a variable after its definition.
type Changes struct {
	// Statements are those that change this variable only, in their order: repeated after the definition, they remake the value.
	Statements []string
	// Variables are the other variables that Statements mention.
	Variables []string
	// Lost says that the cell changes the value in a way that cannot be repeated alone.
	Lost bool
}

// ChangesOf finds the statements at the top of main that change the value of a variable: assignments to it or to a part of it, calls of its
// methods that return nothing, such as p.Add(line), calls of functions named Add..., Set... or Style... that get it and return nothing or
// an error, and blocks of such statements that have no other effect. Methods that show, write or draw change nothing. textOf returns the
// text of a node in main, and isRandom whether it draws random numbers, which cannot be repeated.
func ChangesOf(file *ast.File, main *ast.FuncDecl, info *types.Info, name string, textOf func(ast.Node) string,
	isRandom func(ast.Node) bool) Changes {
	f := finder{info: info, name: name}
	var c Changes
	others := make(map[string]bool)
	for _, d := range file.Decls {
		if d != ast.Decl(main) && f.assigns(d) {
			c.Lost = true
		}
	}
	for _, stmt := range main.Body.List {
		if !f.changes(stmt) {
			continue
		}
		text := ""
		switch s := stmt.(type) {
		case *ast.ExprStmt:
			if f.hasOtherEffects(s) {
				continue // a tool that is called with a function that has effects of its own
			}
			text = textOf(s)
		case *ast.AssignStmt:
			if len(s.Rhs) == 1 && f.isChangingCall(s.Rhs[0]) && len(s.Lhs) == 1 { // err := plotutil.AddLines(p)
				text = "_ = " + textOf(s.Rhs[0])
			} else if len(s.Lhs) == 1 && s.Tok != token.DEFINE && f.isRoot(s.Lhs[0]) {
				text = textOf(s)
			}
		case *ast.IncDecStmt, *ast.ForStmt, *ast.RangeStmt, *ast.IfStmt, *ast.SwitchStmt, *ast.BlockStmt:
			if !f.hasOtherEffects(s) {
				text = textOf(s)
			}
		}
		if text == "" || isRandom(stmt) {
			c.Lost = true
			continue
		}
		c.Statements = append(c.Statements, text)
		Variables(info.Uses, stmt, others, true)
	}
	delete(others, name)
	c.Variables = slices.Sorted(maps.Keys(others))
	return c
}

// A finder looks for changes of the value of one variable.
type finder struct {
	info *types.Info
	name string
}

// isRoot reports whether an expression is the variable or a part of it, and does not define it.
func (f *finder) isRoot(x ast.Expr) bool {
	id := Root(x)
	return id != nil && id.Name == f.name && f.info.Defs[id] == nil
}

// changes reports whether a node changes the value. Calls within functions that it defines do not count, as they may never be made.
func (f *finder) changes(node ast.Node) (changed bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			changed = changed || f.isChangingCall(call)
		}
		_, function := n.(*ast.FuncLit)
		return !function && !changed
	})
	return changed || f.assigns(node)
}

// assigns reports whether a node assigns to the variable or to a part of it, or takes its address.
func (f *finder) assigns(node ast.Node) (assigned bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			assigned = assigned || slices.ContainsFunc(n.Lhs, f.isRoot)
		case *ast.IncDecStmt:
			assigned = assigned || f.isRoot(n.X)
		case *ast.UnaryExpr:
			assigned = assigned || n.Op == token.AND && f.isRoot(n.X)
		}
		return !assigned
	})
	return assigned
}

// changerPrefixes begin the names of functions that change their argument.
var changerPrefixes = []string{"add", "set", "style"}

// readerPrefixes begin the names of methods that change nothing, though they return nothing.
var readerPrefixes = []string{"close", "display", "draw", "dump", "log", "print", "save", "show", "write"}

// isChangingCall reports whether an expression is a call that changes the value.
func (f *finder) isChangingCall(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	sig, ok := f.info.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return false
	}
	results := sig.Results().Len()
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		if method, ok := f.info.Uses[sel.Sel].(*types.Func); ok && method.Signature().Recv() != nil {
			return results == 0 && f.isRoot(sel.X) && !hasPrefixOf(sel.Sel.Name, readerPrefixes)
		}
	}
	noValue := results == 0 || results == 1 && types.Identical(sig.Results().At(0).Type(), types.Universe.Lookup("error").Type())
	return noValue && hasPrefixOf(Callee(call.Fun), changerPrefixes) && slices.ContainsFunc(call.Args, f.isRoot)
}

// Callee returns the name of a called function, without its package or receiver; "" if it has none.
func Callee(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

// hasPrefixOf reports whether a name begins with one of the prefixes, in upper or lower case.
func hasPrefixOf(name string, list []string) bool {
	return slices.ContainsFunc(list, func(p string) bool { return strings.HasPrefix(strings.ToLower(name), p) })
}

// hasOtherEffects reports whether a statement has effects beside changing f's variable: it assigns to another variable that is defined
// outside of it, or takes its address, receives from or sends to a channel, starts a goroutine, defers a call, prints, or returns from
// main.
func (f *finder) hasOtherEffects(stmt ast.Stmt) (found bool) {
	isOther := func(x ast.Expr) bool { // another variable, from outside of the statement
		id := Root(x)
		if id == nil || id.Name == "_" || f.info.Defs[id] != nil {
			return false
		}
		v := f.info.Uses[id]
		return v == nil || id.Name != f.name && !within(v, stmt)
	}
	ast.Inspect(stmt, func(n ast.Node) bool {
		_, function := n.(*ast.FuncLit) // a return in it does not return from main
		_, isReturn := n.(*ast.ReturnStmt)
		found = found || isReturn
		return !function && !found
	})
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			found = found || slices.ContainsFunc(n.Lhs, isOther)
		case *ast.IncDecStmt:
			found = found || isOther(n.X)
		case *ast.RangeStmt:
			found = found || n.Key != nil && isOther(n.Key) || n.Value != nil && isOther(n.Value)
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW || n.Op == token.AND && isOther(n.X)
		case *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt:
			found = true
		case *ast.CallExpr:
			name := Callee(n.Fun)
			found = found || hasPrefixOf(name, readerPrefixes) || hasPrefixOf(name, []string{"fprint"})
		}
		return !found
	})
	return found
}

// TypedExpr returns the expression of a definition that names a type, as a value of that type: var x any = 3 is an interface when it is
// evaluated again, too.
func TypedExpr(spec *ast.ValueSpec, textOf func(ast.Node) string) string {
	typ := textOf(spec.Type)
	conversion := "(" + typ + ")"
	switch spec.Type.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		conversion = typ
	}
	var values []string
	for _, x := range spec.Values {
		values = append(values, conversion+"("+textOf(x)+")")
	}
	switch len(values) {
	case 0:
		return "*new(" + typ + ")"
	case len(spec.Names):
		return strings.Join(values, ", ")
	}
	results := strings.TrimSuffix(strings.Repeat(typ+", ", len(spec.Names)), ", ") // one call returns all values
	return "func() (" + results + ") { return " + textOf(spec.Values[0]) + " }()"
}
