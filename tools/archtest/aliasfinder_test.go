package archtest

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A typedPackage is a package with its syntax and types.
type typedPackage struct {
	Files []*ast.File
	Info  *types.Info
}

// An aliasFinding is an alias that lives across an append: its position, and "function: slice".
type aliasFinding struct {
	Pos  token.Pos
	Name string
}

// A sliceKey identifies slices: a variable or field, and how often it is indexed. The key of x[i].f is that of the field f; of x[i], x with depth 1.
type sliceKey struct {
	obj   types.Object // nil if the expression names no variable
	depth int          // number of indices
}

// A keySet is a set of keys.
type keySet map[sliceKey]bool

// A checker knows to which slices each function appends, and of which it returns aliases.
type checker struct {
	appendedBy, returnedBy map[types.Object]keySet // by function
	appendedAnywhere       keySet                  // keys to which some function appends
	changed                bool                    // one of the three sets has grown in this round
	findings               []aliasFinding
}

// findAliases finds pointers and subslices into a slice that are alive across an append to it. The append may move the array:
// a later write through the pointer changes the old array and is lost. (The tables of a space once lost states in this way.)
//
// The key of a slice is its variable or field, of whatever struct, and how often it is indexed. Appends to a key are
// x = f(x, ...), for append and any other function, and calls of functions that do so. Aliases are &x[i], &x[i].f, x[i:j],
// literals that contain an alias, and results of functions that return one. There are three kinds of findings:
//
//   - a variable that is set to an alias, and used after a later append, in the order of the text or around a loop;
//   - an alias that is ranged over, or passed to a call, during an append;
//   - an alias that is stored in a field, an element or a package variable, if any function appends to its key.
//
// It does not follow calls of interface methods and of function values, nor two names of one slice (y := x). It ignores branches, so a
// branch that appends and returns is a false alarm, which belongs into the list of audited places.
//
// The types of all packages must have been checked together.
func findAliases(packages []typedPackage) []aliasFinding {
	c := &checker{appendedBy: map[types.Object]keySet{}, returnedBy: map[types.Object]keySet{}, appendedAnywhere: keySet{}, changed: true}
	for c.changed { // until the effects of calls of calls are known; findings of earlier rounds are found again
		c.changed, c.findings = false, nil
		for _, p := range packages {
			for _, file := range p.Files {
				for _, d := range file.Decls {
					if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
						(&scan{checker: c, Info: p.Info, decl: f, aliasesOf: map[types.Object]keySet{}}).run()
					}
				}
			}
		}
	}
	return c.findings
}

// add adds a key to the set of an object, and records in changed if it is new.
func (c *checker) add(m map[types.Object]keySet, o types.Object, k sliceKey) {
	if m[o] == nil {
		m[o] = keySet{}
	}
	c.changed = c.changed || !m[o][k]
	m[o][k] = true
}

// A place is a position where a variable is set or used, or where an append to keys ends.
type place struct {
	obj   types.Object // the variable; a call or loop has an artificial one
	keys  keySet       // of the aliases that it is set to, or of the append; nil for a use
	pos   token.Pos
	stack []ast.Node // enclosing nodes, outermost first
}

// A scan checks one function with the function literals in it.
type scan struct {
	*checker
	*types.Info
	decl                *ast.FuncDecl
	aliasesOf           map[types.Object]keySet // keys of the aliases that each variable has been set to somewhere
	sets, uses, appends []place
	stack               []ast.Node // enclosing nodes of the node that is visited
}

// run visits the function twice, since a variable may be set below the line that uses it, and reports its findings.
func (s *scan) run() {
	for range 2 {
		s.sets, s.uses, s.appends = nil, nil, nil
		ast.PreorderStack(s.decl.Body, nil, func(n ast.Node, stack []ast.Node) bool {
			s.stack = slices.Clone(stack)
			s.visit(n)
			return true
		})
	}
	for _, a := range s.appends {
		for k := range a.keys {
			// A slice that is cut from itself, x = x[i:j], is no finding.
			if slices.ContainsFunc(s.sets, func(set place) bool { return set.keys[k] && k.obj != set.obj && s.usedAfter(set, a) }) {
				s.report(a.pos, k)
			}
		}
	}
}

// report adds a finding.
func (s *scan) report(pos token.Pos, k sliceKey) {
	s.findings = append(s.findings, aliasFinding{pos, s.Defs[s.decl.Name].(*types.Func).FullName() + ": " + k.obj.Name()})
}

// visit records what a node sets, uses and appends.
func (s *scan) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			from := n.Rhs[min(i, len(n.Rhs)-1)]
			s.recordSet(to, s.aliases(from), n.End())
			call, ok := ast.Unparen(from).(*ast.CallExpr)
			k := s.keyOf(to)
			if ok && s.isSlice(to) && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return s.keyOf(arg) == k && s.isSlice(arg) }) {
				s.recordAppend(keySet{k: true}, n.End())
			}
		}
	case *ast.RangeStmt:
		s.recordUse(s.aliases(n.X), n.Body.Pos(), n.Body.End())
	case *ast.ReturnStmt:
		for _, e := range n.Results {
			s.recordForCallers(s.returnedBy, s.aliases(e))
		}
	case *ast.CallExpr:
		global, handed := s.keysOfCall(s.appendedBy, n)
		s.recordAppend(global, n.End())
		s.recordAppend(handed, n.End())
		list := n.Args
		if sel, ok := n.Fun.(*ast.SelectorExpr); ok && s.Selections[sel] != nil {
			list = append(slices.Clip(list), sel.X, &ast.UnaryExpr{Op: token.AND, X: sel.X})
		}
		for _, e := range list {
			held := s.aliases(e)
			if held[s.keyOf(e)] && !global[s.keyOf(e)] {
				continue // like append itself: f(x[i:j]) appends to a parameter
			}
			s.recordUse(held, n.Pos(), n.End())
		}
	case *ast.Ident:
		a, _ := s.stack[len(s.stack)-1].(*ast.AssignStmt)
		if o := s.Uses[n]; s.aliasesOf[o] != nil && (a == nil || !slices.Contains(a.Lhs, ast.Expr(n))) {
			s.uses = append(s.uses, place{o, nil, n.Pos(), s.stack})
		}
	}
}

// recordUse records that aliases are in use between two positions, as if a variable of its own were set to them and used at the end.
func (s *scan) recordUse(held keySet, from, to token.Pos) {
	o := types.NewVar(from, nil, "", nil)
	s.sets, s.uses = append(s.sets, place{o, held, from, s.stack}), append(s.uses, place{o, nil, to, s.stack})
}

// recordAppend records an append to keys.
func (s *scan) recordAppend(all keySet, pos token.Pos) {
	s.appends = append(s.appends, place{nil, all, pos, s.stack})
	for k := range all {
		s.changed = s.changed || !s.appendedAnywhere[k]
		s.appendedAnywhere[k] = true
	}
	s.recordForCallers(s.appendedBy, all)
}

// isGlobal reports whether a key is a field or package variable, which other functions can see.
func isGlobal(k sliceKey) bool {
	v := k.obj.(*types.Var)
	return v.IsField() || v.Parent() == v.Pkg().Scope()
}

// recordForCallers adds to m the keys that callers of the function can see: fields, package variables and parameters, which stand before its body.
func (s *scan) recordForCallers(m map[types.Object]keySet, all keySet) {
	for k := range all {
		if isGlobal(k) || k.obj.Pos() < s.decl.Body.Pos() {
			s.add(m, s.Defs[s.decl.Name], k)
		}
	}
}

// keysOfCall returns the keys that m has for the called function: global ones, and for parameters those of the arguments. They are nil for calls of
// function values and built-in functions.
func (s *scan) keysOfCall(m map[types.Object]keySet, call *ast.CallExpr) (global, handed keySet) {
	fun := ast.Unparen(call.Fun)
	if g, ok := fun.(*ast.IndexExpr); ok {
		fun = g.X
	}
	if g, ok := fun.(*ast.SelectorExpr); ok {
		fun = g.Sel
	}
	id, _ := fun.(*ast.Ident)
	fn, _ := s.ObjectOf(id).(*types.Func)
	if fn == nil {
		return nil, nil
	}
	global, handed = keySet{}, keySet{}
	params := fn.Origin().Signature().Params()
	for k := range m[fn.Origin()] {
		if isGlobal(k) {
			global[k] = true
		}
		for i := range min(params.Len(), len(call.Args)) {
			if arg := s.keyOf(call.Args[i]); arg.obj != nil && params.At(i) == k.obj {
				handed[sliceKey{arg.obj, arg.depth + k.depth}] = true
			}
		}
	}
	return global, handed
}

// recordSet records the aliases that a variable is set to, or reports an alias that is stored elsewhere.
func (s *scan) recordSet(to ast.Expr, held keySet, pos token.Pos) {
	if id, ok := to.(*ast.Ident); ok && (s.ObjectOf(id) == nil || !isGlobal(s.keyOf(id))) {
		for k := range held {
			(&checker{}).add(s.aliasesOf, s.ObjectOf(id), k) // another checker, as this is no effect of the function
		}
		s.sets = append(s.sets, place{s.ObjectOf(id), held, pos, s.stack})
		return
	}
	for k := range held {
		if k != s.keyOf(to) && s.appendedAnywhere[k] {
			s.report(pos, k)
		}
	}
}

// usedAfter reports whether a value that a variable is set to may be used after append a: later in the text, or in the next round of a loop that
// contains the append and the use, but not the declaration of the variable.
func (s *scan) usedAfter(set, a place) bool {
	return set.obj != nil && slices.ContainsFunc(s.uses, func(u place) bool { // a nil object is the blank identifier
		return u.obj == set.obj && (set.pos <= a.pos && a.pos <= u.pos && !s.setBetween(a.pos, u) || slices.ContainsFunc(u.stack, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				inside := n.Pos() <= set.obj.Pos() && set.obj.Pos() < n.End()
				return !inside && slices.Contains(a.stack, n) && set.pos <= n.End() && !s.setBetween(n.Pos(), u)
			}
			return false
		}))
	})
}

// setBetween reports whether the variable of use u is set again between a position and u, in a block that encloses u. Set at the very position, by the
// append, it must be to no alias.
func (s *scan) setBetween(after token.Pos, u place) bool {
	return slices.ContainsFunc(s.sets, func(set place) bool {
		later := set.pos > after || set.pos == after && len(set.keys) == 0
		return set.obj == u.obj && later && set.pos <= u.pos && slices.Contains(u.stack, set.stack[len(set.stack)-1])
	})
}

// keyOf returns the key of a slice expression.
func (s *scan) keyOf(e ast.Expr) (k sliceKey) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return s.keyOf(e.X)
	case *ast.StarExpr:
		return s.keyOf(e.X)
	case *ast.SliceExpr:
		return s.keyOf(e.X)
	case *ast.UnaryExpr:
		return s.keyOf(e.X)
	case *ast.SelectorExpr:
		return s.keyOf(e.Sel)
	case *ast.IndexExpr:
		if k = s.keyOf(e.X); k.obj != nil {
			k.depth++
		}
	case *ast.Ident:
		if v, ok := s.ObjectOf(e).(*types.Var); ok {
			return sliceKey{v.Origin(), 0}
		}
	}
	return k
}

// isSlice reports whether an expression is a slice.
func (s *scan) isSlice(e ast.Expr) bool {
	if t := s.TypeOf(e); t != nil {
		_, ok := t.Underlying().(*types.Slice)
		return ok
	}
	return false
}

// aliases returns the keys of the slices into which the value of e points, or contains e itself if its address is taken.
func (s *scan) aliases(e ast.Expr) keySet {
	all := keySet{}
	join := func(list ...ast.Expr) {
		for _, x := range list {
			for k := range s.aliases(x) {
				all[k] = true
			}
		}
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.aliasesOf[s.ObjectOf(e)]
	case *ast.UnaryExpr:
		if _, ok := e.X.(*ast.CompositeLit); ok {
			join(e.X)
		} else if e.Op == token.AND {
			return s.enclosingSlices(e.X)
		}
	case *ast.SliceExpr:
		high, ok := e.High.(*ast.BasicLit)
		if k := s.keyOf(e.X); s.isSlice(e.X) && k.obj != nil && (!ok || high.Value != "0") { // x[:0] is x, emptied to be filled again
			all[k] = true
		} else if !s.isSlice(e.X) {
			return s.enclosingSlices(e.X)
		}
		join(e.X)
	case *ast.CompositeLit:
		join(e.Elts...)
	case *ast.KeyValueExpr:
		join(e.Value)
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok && id.Name == "append" && !e.Ellipsis.IsValid() {
			join(e.Args[1:]...)
		}
		global, handed := s.keysOfCall(s.returnedBy, e)
		for _, m := range []keySet{global, handed} {
			for k := range m {
				all[k] = true
			}
		}
	}
	return all
}

// enclosingSlices returns the keys of the slices of which the variable e is an element, or a part of an element.
func (s *scan) enclosingSlices(e ast.Expr) keySet {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return s.aliases(e.X)
	case *ast.IndexExpr:
		if k := s.keyOf(e.X); k.obj != nil && s.isSlice(e.X) {
			return keySet{k: true}
		}
		return s.enclosingSlices(e.X)
	case *ast.SelectorExpr:
		if _, pointer := s.TypeOf(e.X).Underlying().(*types.Pointer); pointer {
			return s.aliases(e.X)
		}
		return s.enclosingSlices(e.X)
	}
	return nil
}
