package kinds

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Changes are what a cell does to a value of a variable after its definition.
type Changes struct {
	// Statements change it and nothing else, in their order: done again after the definition, they give the value once more.
	Statements []string
	// Variables are others that they mention.
	Variables []string
	// Lost tells that the cell does to the value what cannot be done again alone.
	Lost bool
}

// ChangesOf finds the statements at the top of main that change the value of a variable: assignments to a part of it, calls of its methods that return
// nothing, as p.Add(line), calls of functions named Add..., Set... or Style... that get it and return nothing or an error, and blocks of such
// statements that assign to no variable from outside. Methods that show, write or draw are none. textOf is the text of a node in main.
func ChangesOf(file *ast.File, main *ast.FuncDecl, info *types.Info, name string, textOf func(ast.Node) string) Changes {
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
			if f.touchesOthers(s) {
				continue // a tool that is called with a function
			}
			text = textOf(s)
		case *ast.AssignStmt:
			if len(s.Rhs) == 1 && f.call(s.Rhs[0]) && len(s.Lhs) == 1 { // err := plotutil.AddLines(p)
				text = "_ = " + textOf(s.Rhs[0])
			} else if len(s.Lhs) == 1 && s.Tok != token.DEFINE && f.isRoot(s.Lhs[0]) {
				text = textOf(s)
			}
		case *ast.IncDecStmt, *ast.ForStmt, *ast.RangeStmt, *ast.IfStmt, *ast.SwitchStmt, *ast.BlockStmt:
			if !f.touchesOthers(s) {
				text = textOf(s)
			}
		}
		if text == "" {
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

func (f *finder) isRoot(x ast.Expr) bool {
	id := root(x)
	return id != nil && id.Name == f.name && f.info.Defs[id] == nil
}

// changes reports whether a node changes the value. Calls within functions that it defines do not count, as they may never be made.
func (f *finder) changes(node ast.Node) (yes bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			yes = yes || f.call(call)
		}
		_, function := n.(*ast.FuncLit)
		return !function && !yes
	})
	return yes || f.assigns(node)
}

// assigns reports whether a node assigns to the variable or to a part of it, or takes its address.
func (f *finder) assigns(node ast.Node) (yes bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			yes = yes || slices.ContainsFunc(n.Lhs, f.isRoot)
		case *ast.IncDecStmt:
			yes = yes || f.isRoot(n.X)
		case *ast.UnaryExpr:
			yes = yes || n.Op == token.AND && f.isRoot(n.X)
		}
		return !yes
	})
	return yes
}

// adders begin the names of functions that change what they get.
var adders = []string{"add", "set", "style"}

// readers begin the names of methods that change nothing, though they return nothing.
var readers = []string{"close", "display", "draw", "dump", "log", "print", "save", "show", "write"}

// call reports whether an expression is a call that changes the value.
func (f *finder) call(x ast.Expr) bool {
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
			return results == 0 && f.isRoot(sel.X) && !begins(sel.Sel.Name, readers)
		}
	}
	quiet := results == 0 || results == 1 && types.Identical(sig.Results().At(0).Type(), types.Universe.Lookup("error").Type())
	return quiet && begins(nameOf(call.Fun), adders) && slices.ContainsFunc(call.Args, f.isRoot)
}

func nameOf(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

func begins(name string, list []string) bool {
	return slices.ContainsFunc(list, func(p string) bool { return strings.HasPrefix(strings.ToLower(name), p) })
}

// touchesOthers reports whether a statement assigns to a variable from outside that is not the one, or prints, or leaves the cell by return or a goroutine.
func (f *finder) touchesOthers(stmt ast.Stmt) (yes bool) {
	foreign := func(x ast.Expr) bool {
		id := root(x)
		if id == nil || id.Name == "_" || f.info.Defs[id] != nil {
			return false
		}
		v := f.info.Uses[id]
		return v == nil || id.Name != f.name && !within(v, stmt)
	}
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			yes = yes || slices.ContainsFunc(n.Lhs, foreign)
		case *ast.IncDecStmt:
			yes = yes || foreign(n.X)
		case *ast.RangeStmt:
			yes = yes || n.Key != nil && foreign(n.Key) || n.Value != nil && foreign(n.Value)
		case *ast.UnaryExpr:
			yes = yes || n.Op == token.ARROW || n.Op == token.AND && foreign(n.X)
		case *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt:
			yes = true
		case *ast.CallExpr:
			name := nameOf(n.Fun)
			yes = yes || begins(name, readers) || begins(name, []string{"fprint"})
		}
		return !yes
	})
	return yes
}
