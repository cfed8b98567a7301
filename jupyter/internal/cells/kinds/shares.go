package kinds

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A Share says that a variable shares memory with another one. A share without With says instead that an assignment has ended others, see
// [Share.EndedBy].
type Share struct {
	Of, With string
	place    string // text of Of, or of the part of it that was assigned
	// The memory is reached from each variable through so many pointers, slices and maps. In an end, ofDepth is the most that it concerns.
	ofDepth, withDepth int
}

// allDepths is the depth of an end that concerns all shares.
const allDepths = 1 << 30

// SharesIn lists in order what variables share after a definition or assignment, and which shares it ends: b and a share memory after
// b := a[1:], b = &a, b := T{next: a}, b.next = a and b = append(b, a), if these values are pointers, slices or maps. A value that another
// call returns counts as new. Other statements may only end shares.
func SharesIn(stmt ast.Stmt, info *types.Info) (list []Share) {
	add := func(targets, values []ast.Expr) {
		for i, x := range targets {
			id := Root(x)
			if id == nil {
				continue
			}
			var shares []Share
			end := Share{Of: id.Name, place: types.ExprString(x), ofDepth: allDepths}
			if len(targets) == len(values) {
				shares = sharesOf(values[i], info)
				end.ofDepth = endOf(end, values[i], info)
			}
			list = append(list, end)
			for _, s := range shares {
				if s.Of, s.place = id.Name, end.place+s.place; s.With != s.Of {
					s.ofDepth += references(x, info)
					list = append(list, s)
				}
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
	default:
		ast.Inspect(stmt, func(n ast.Node) bool {
			if n, ok := n.(*ast.AssignStmt); ok && n.Tok == token.ASSIGN {
				add(n.Lhs, nil)
			}
			return true
		})
	}
	return list
}

// endOf returns the depth up to which the assignment of a value ends what its target shared: 0 for b = b[1:], 1 for b = append(b, a), whose
// elements are those of before, maybe elsewhere.
func endOf(target Share, value ast.Expr, info *types.Info) int {
	value = ast.Unparen(value)
	depth := 0
	if call, ok := value.(*ast.CallExpr); ok && isAppend(call, info) {
		value, depth = call.Args[0], 1
	} else if part, ok := value.(*ast.SliceExpr); ok {
		value = part.X
	}
	if types.ExprString(value) == target.place {
		return depth
	}
	return allDepths
}

// isAppend reports whether a call is one of append.
func isAppend(call *ast.CallExpr, info *types.Info) bool {
	f, _ := call.Fun.(*ast.Ident)
	_, isBuiltin := info.Uses[f].(*types.Builtin)
	return isBuiltin && f.Name == "append"
}

// EndedBy reports whether the assignment of an end has replaced, in one of the variables, what they shared.
func (s Share) EndedBy(end Share) bool {
	switch {
	case end.With != "":
		return false
	case end.place == s.With:
		return 0 < s.withDepth && s.withDepth <= end.ofDepth
	}
	return end.Of == s.Of && (end.place == s.Of || end.place == s.place) && s.ofDepth <= end.ofDepth
}

// sharesOf lists what a variable with the value of an expression shares. Of is missing, and place is the text behind its name.
func sharesOf(x ast.Expr, info *types.Info) (list []Share) {
	addInside := func(parts []ast.Expr, depth int) {
		for _, part := range parts {
			field := ""
			if pair, ok := part.(*ast.KeyValueExpr); ok {
				if id, ok := pair.Key.(*ast.Ident); ok {
					field = "." + id.Name
				}
				part = pair.Value
			}
			for _, s := range sharesOf(part, info) {
				s.place, s.ofDepth = field+s.place, s.ofDepth+depth
				list = append(list, s)
			}
		}
	}
	depth := 0 // of x in the value
	x = ast.Unparen(x)
	if address, ok := x.(*ast.UnaryExpr); ok && address.Op == token.AND {
		x, depth = ast.Unparen(address.X), 1
	}
	_, isSlice := x.(*ast.SliceExpr)
	switch e := x.(type) {
	case *ast.CompositeLit:
		if refers(info.TypeOf(e)) {
			depth++
		}
		addInside(e.Elts, depth)
	case *ast.CallExpr:
		if isAppend(e, info) && !e.Ellipsis.IsValid() {
			addInside(e.Args[1:], 1)
		}
	default:
		id := Root(x)
		if id == nil || depth == 0 && !refers(info.TypeOf(x)) {
			break
		}
		s := Share{With: id.Name, ofDepth: 1, withDepth: references(x, info)}
		if depth == 0 && !isSlice {
			s.withDepth++
		}
		list = append(list, s)
	}
	return list
}

// refers reports whether a copy of a value of the type, which may be nil, shares memory with it.
func refers(t types.Type) bool { return t != nil && (isShared(t) || isPointer(t)) }

// references returns through how many pointers, slices and maps the way from a variable to a part of it leads.
func references(x ast.Expr, info *types.Info) (n int) {
	for x = ast.Unparen(x); whole(x) != nil; {
		x = ast.Unparen(whole(x))
		if _, isSlice := x.(*ast.SliceExpr); !isSlice && refers(info.TypeOf(x)) { // a slice is no way of its own
			n++
		}
	}
	return n
}

// ChangesShared reports whether a cell assigns to what two variables shared, or calls a method that gets its address and returns nothing.
func ChangesShared(file *ast.File, info *types.Info, s Share) (changes bool) {
	changed := func(x ast.Expr, isMethod bool) {
		id := Root(x)
		if id == nil || id.Name != s.Of && id.Name != s.With {
			return
		}
		o := info.Uses[id]
		isVariable := o != nil && o.Pkg() != nil && o.Parent() == o.Pkg().Scope() // and no parameter or local variable of this name
		depth := references(x, info)
		if isMethod && refers(info.TypeOf(x)) {
			depth++
		}
		changes = changes || isVariable && (id.Name == s.Of && depth >= s.ofDepth || id.Name == s.With && depth >= s.withDepth)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				changed(x, false)
			}
		case *ast.IncDecStmt:
			changed(n.X, false)
		case *ast.ExprStmt:
			call, _ := n.X.(*ast.CallExpr)
			if call == nil {
				break
			}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
				f, ok := info.Uses[sel.Sel].(*types.Func)
				if ok && f.Signature().Recv() != nil && isPointer(f.Signature().Recv().Type()) && f.Signature().Results().Len() == 0 {
					changed(sel.X, true)
				}
			}
		}
		return !changes
	})
	return changes
}
