package kinds

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A Share says that a variable shares memory with another one.
type Share struct {
	Of, With string
	Whole    bool // Of points to the variable With itself, so that an assignment to With changes what Of points to
	Inside   bool // only a part of Of does, such as a field of a struct or an element of a slice
}

// SharesIn lists what variables, or parts of them, share after a definition or assignment: b and a for b := a[1:], p = &a, b := T{next: a},
// b.next = a and b = append(b, a), if these values are pointers, slices or maps. A value that another call returns counts as new.
func SharesIn(stmt ast.Stmt, info *types.Info) (list []Share) {
	add := func(targets, values []ast.Expr) {
		if len(targets) != len(values) {
			return
		}
		for i, x := range targets {
			id := Root(x)
			if id == nil {
				continue
			}
			for _, s := range sharesOf(values[i], info) {
				s.Of, s.Inside = id.Name, s.Inside || x != ast.Expr(id)
				list = append(list, s)
			}
		}
	}
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		add(stmt.Lhs, stmt.Rhs)
	case *ast.DeclStmt:
		for _, spec := range stmt.Decl.(*ast.GenDecl).Specs {
			if spec, ok := spec.(*ast.ValueSpec); ok {
				var names []ast.Expr
				for _, id := range spec.Names {
					names = append(names, id)
				}
				add(names, spec.Values)
			}
		}
	}
	return list
}

// sharesOf lists what a variable with the value of an expression shares, without its name.
func sharesOf(x ast.Expr, info *types.Info) (list []Share) {
	addInside := func(parts []ast.Expr) {
		for _, part := range parts {
			if pair, ok := part.(*ast.KeyValueExpr); ok {
				part = pair.Value
			}
			for _, s := range sharesOf(part, info) {
				s.Inside = true
				list = append(list, s)
			}
		}
	}
	x = ast.Unparen(x)
	address, isAddress := x.(*ast.UnaryExpr)
	if isAddress = isAddress && address.Op == token.AND; isAddress {
		x = ast.Unparen(address.X)
	}
	switch e := x.(type) {
	case *ast.CompositeLit:
		addInside(e.Elts)
		return list
	case *ast.CallExpr:
		f, _ := e.Fun.(*ast.Ident)
		if _, isBuiltin := info.Uses[f].(*types.Builtin); isBuiltin && f.Name == "append" && !e.Ellipsis.IsValid() {
			addInside(e.Args[1:])
		}
		return list
	}
	part, isSlice := x.(*ast.SliceExpr)
	isPart := isSlice && !refers(info.TypeOf(part.X)) // of an array, or of a string, which nobody can change
	if id := Root(x); id != nil && (isAddress || refers(info.TypeOf(x))) {
		list = append(list, Share{With: id.Name, Whole: isAddress || isPart})
	}
	return list
}

// refers reports whether a copy of a value of the type, which may be nil, shares memory with it.
func refers(t types.Type) bool { return t != nil && (isShared(t) || isPointer(t)) }

// ChangesShared reports whether a cell changes what two variables shared.
func ChangesShared(file *ast.File, info *types.Info, s Share) bool {
	of, with := parts, parts
	if s.Inside {
		of = inside
	}
	if s.Whole {
		with = whole
	}
	return changesPart(file, info, s.Of, of) || changesPart(file, info, s.With, with)
}

// An extent says which changes of a variable count.
type extent int

const (
	parts  extent = iota // of a part of the variable, or of what it points to
	whole                // of these, and of the variable itself
	inside               // of what its parts point to
)

// changesPart reports whether a cell assigns to the given extent of a variable, or calls a method that gets the address of such a part and
// returns nothing.
func changesPart(file *ast.File, info *types.Info, name string, e extent) (changes bool) {
	isVariable := func(id *ast.Ident) bool { // and no parameter or local variable of this name
		if id == nil || id.Name != name {
			return false
		}
		o := info.Uses[id]
		return o != nil && o.Pkg() != nil && o.Parent() == o.Pkg().Scope()
	}
	assigned := func(x ast.Expr) {
		id := Root(x)
		counts := e == whole || x != ast.Expr(id)
		if e == inside {
			counts = passesReference(x, info)
		}
		changes = changes || isVariable(id) && counts
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				assigned(x)
			}
		case *ast.IncDecStmt:
			assigned(n.X)
		case *ast.ExprStmt:
			call, _ := n.X.(*ast.CallExpr)
			if call == nil {
				break
			}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
				f, ok := info.Uses[sel.Sel].(*types.Func)
				counts := e != inside || passesReference(sel, info)
				changes = changes || ok && counts && isVariable(Root(sel.X)) && f.Signature().Recv() != nil && isPointer(f.Signature().Recv().Type()) &&
					f.Signature().Results().Len() == 0
			}
		}
		return !changes
	})
	return changes
}

// passesReference reports whether the way from a variable to a part of it leads through a pointer, slice or map that is a part of it, too.
func passesReference(x ast.Expr, info *types.Info) bool {
	for {
		switch e := x.(type) {
		case *ast.ParenExpr:
			x = e.X
			continue
		case *ast.IndexExpr:
			x = e.X
		case *ast.SelectorExpr:
			x = e.X
		case *ast.StarExpr:
			x = e.X
		default:
			return false
		}
		if _, isVariable := ast.Unparen(x).(*ast.Ident); !isVariable && refers(info.TypeOf(x)) {
			return true
		}
	}
}
