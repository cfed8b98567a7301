package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A typedPackage is what the checker reads of one.
type typedPackage struct {
	Files []*ast.File
	Info  *types.Info
}

// A aliasFinding is an alias that lives across an append: where, and "function: slice".
type aliasFinding struct {
	Pos  token.Pos
	Name string
}

type key struct {
	obj   types.Object // nil for what is no slice with a name
	depth int          // number of indices
}

type keys map[key]bool

// A checker knows to which keys functions append, and of which they return aliases.
type checker struct {
	appends, returns map[types.Object]keys
	anywhere         keys // appended to by any function
	changed          bool
	found            []aliasFinding
}

// findAliases finds pointers and subslices into a slice that are alive across an append to it. The append may move the array:
// what is then written through the pointer goes into the old one and is lost. (So the tables of a space once lost states.)
//
// The key of a slice is its variable or field, of whatever struct, and how often it is indexed. A key is appended to by
// x = f(x, ...), for append and any other function, and by calls of functions that do so. An alias of it is &x[i], &x[i].f, x[i:j], a
// literal that contains one, and the result of a function that returns one. It finds variables that are used after an append
// that follows their setting, in the text or around a loop; aliases that are ranged over or handed to a call meanwhile; and aliases
// stored in a field, an element or a package variable, if their key is appended to anywhere.
//
// It does not follow calls of interface methods and of function values, two names of one slice (y := x), and branches: a branch that
// appends and returns is a false alarm, for the list of audited places in the test.
//
// The types of the packages were checked together.
func findAliases(packages []typedPackage) []aliasFinding {
	c := &checker{appends: map[types.Object]keys{}, returns: map[types.Object]keys{}, anywhere: keys{}, changed: true}
	for c.changed { // until calls of calls are known
		c.changed, c.found = false, nil
		for _, p := range packages {
			for _, file := range p.Files {
				for _, d := range file.Decls {
					if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
						(&scan{checker: c, Info: p.Info, decl: f, holds: map[types.Object]keys{}}).run()
					}
				}
			}
		}
	}
	return c.found
}

func (c *checker) add(m map[types.Object]keys, o types.Object, k key) {
	if m[o] == nil {
		m[o] = keys{}
	}
	c.changed = c.changed || !m[o][k]
	m[o][k] = true
}

// A place is where a variable is set or used, or keys are appended to.
type place struct {
	obj   types.Object // of the variable; calls and loops have one of their own
	keys  keys
	pos   token.Pos
	stack []ast.Node // around it, outermost first
}

// A scan reads one function, with the literals in it.
type scan struct {
	*checker
	*types.Info
	decl              *ast.FuncDecl
	holds             map[types.Object]keys // aliases that variables have held
	sets, uses, grown []place
	stack             []ast.Node
}

func (s *scan) run() {
	for range 2 { // variables may be set below where they are used
		s.sets, s.uses, s.grown = nil, nil, nil
		ast.PreorderStack(s.decl.Body, nil, func(n ast.Node, stack []ast.Node) bool {
			s.stack = slices.Clone(stack)
			s.visit(n)
			return true
		})
	}
	for _, a := range s.grown {
		for k := range a.keys {
			if slices.ContainsFunc(s.sets, func(set place) bool { return set.keys[k] && k.obj != set.obj && s.usedAfter(set, a) }) {
				s.report(a.pos, k)
			}
		}
	}
}

func (s *scan) report(pos token.Pos, k key) {
	s.found = append(s.found, aliasFinding{pos, s.Defs[s.decl.Name].(*types.Func).FullName() + ": " + k.obj.Name()})
}

func (s *scan) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			from := n.Rhs[min(i, len(n.Rhs)-1)]
			s.set(to, s.aliases(from), n.End())
			call, ok := ast.Unparen(from).(*ast.CallExpr)
			k := s.keyOf(to)
			if ok && s.isSlice(to) && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return s.keyOf(arg) == k && s.isSlice(arg) }) {
				s.grow(keys{k: true}, n.End())
			}
		}
	case *ast.RangeStmt:
		s.during(s.aliases(n.X), n.Body.Pos(), n.Body.End())
	case *ast.ReturnStmt:
		for _, e := range n.Results {
			s.note(s.returns, s.aliases(e))
		}
	case *ast.CallExpr:
		global, handed := s.of(s.appends, n)
		s.grow(global, n.End())
		s.grow(handed, n.End())
		list := n.Args
		if sel, ok := n.Fun.(*ast.SelectorExpr); ok && s.Selections[sel] != nil {
			list = append(slices.Clip(list), sel.X, &ast.UnaryExpr{Op: token.AND, X: sel.X})
		}
		for _, e := range list {
			held := s.aliases(e)
			if held[s.keyOf(e)] && !global[s.keyOf(e)] {
				continue // f(x[i:j]) that appends to it: as append itself
			}
			s.during(held, n.Pos(), n.End())
		}
	case *ast.Ident:
		a, _ := s.stack[len(s.stack)-1].(*ast.AssignStmt)
		if o := s.Uses[n]; s.holds[o] != nil && (a == nil || !slices.Contains(a.Lhs, ast.Expr(n))) {
			s.uses = append(s.uses, place{o, nil, n.Pos(), s.stack})
		}
	}
}

// during notes aliases that are in use from one position to another.
func (s *scan) during(held keys, from, to token.Pos) {
	o := types.NewVar(from, nil, "", nil)
	s.sets, s.uses = append(s.sets, place{o, held, from, s.stack}), append(s.uses, place{o, nil, to, s.stack})
}

// grow notes an append.
func (s *scan) grow(all keys, pos token.Pos) {
	s.grown = append(s.grown, place{nil, all, pos, s.stack})
	for k := range all {
		s.changed = s.changed || !s.anywhere[k]
		s.anywhere[k] = true
	}
	s.note(s.appends, all)
}

func isGlobal(k key) bool {
	v := k.obj.(*types.Var)
	return v.IsField() || v.Parent() == v.Pkg().Scope()
}

// note notes what callers of the function see: fields, package variables and parameters.
func (s *scan) note(m map[types.Object]keys, all keys) {
	for k := range all {
		if isGlobal(k) || k.obj.Pos() < s.decl.Body.Pos() {
			s.add(m, s.Defs[s.decl.Name], k)
		}
	}
}

// of returns what is noted of the function that is called; for parameters what is handed over.
func (s *scan) of(m map[types.Object]keys, call *ast.CallExpr) (global, handed keys) {
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
	global, handed = keys{}, keys{}
	params := fn.Origin().Signature().Params()
	for k := range m[fn.Origin()] {
		if isGlobal(k) {
			global[k] = true
		}
		for i := range min(params.Len(), len(call.Args)) {
			if arg := s.keyOf(call.Args[i]); arg.obj != nil && params.At(i) == k.obj {
				handed[key{arg.obj, arg.depth + k.depth}] = true
			}
		}
	}
	return global, handed
}

// set notes what a variable is set to, or that an alias is stored elsewhere.
func (s *scan) set(to ast.Expr, held keys, pos token.Pos) {
	if id, ok := to.(*ast.Ident); ok && (s.ObjectOf(id) == nil || !isGlobal(s.keyOf(id))) {
		for k := range held {
			(&checker{}).add(s.holds, s.ObjectOf(id), k)
		}
		s.sets = append(s.sets, place{s.ObjectOf(id), held, pos, s.stack})
		return
	}
	for k := range held {
		if k != s.keyOf(to) && s.anywhere[k] {
			s.report(pos, k)
		}
	}
}

// usedAfter reports whether the value that a place sets may be used after an append: further down, or around a loop.
func (s *scan) usedAfter(set, a place) bool {
	return set.obj != nil && slices.ContainsFunc(s.uses, func(u place) bool { // the blank name is not used
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

// setBetween reports whether a variable is set anew after a position and before a use, in a block around the use.
func (s *scan) setBetween(after token.Pos, u place) bool {
	return slices.ContainsFunc(s.sets, func(set place) bool {
		later := set.pos > after || set.pos == after && len(set.keys) == 0
		return set.obj == u.obj && later && set.pos <= u.pos && slices.Contains(u.stack, set.stack[len(set.stack)-1])
	})
}

// keyOf returns the key of a slice expression.
func (s *scan) keyOf(e ast.Expr) (k key) {
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
			return key{v.Origin(), 0}
		}
	}
	return k
}

func (s *scan) isSlice(e ast.Expr) bool {
	if t := s.TypeOf(e); t != nil {
		_, ok := t.Underlying().(*types.Slice)
		return ok
	}
	return false
}

// aliases returns the keys into whose slices the value of e points, or e itself lies if it is what & is taken of.
func (s *scan) aliases(e ast.Expr) keys {
	all := keys{}
	join := func(list ...ast.Expr) {
		for _, x := range list {
			for k := range s.aliases(x) {
				all[k] = true
			}
		}
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.holds[s.ObjectOf(e)]
	case *ast.UnaryExpr:
		if _, ok := e.X.(*ast.CompositeLit); ok {
			join(e.X)
		} else if e.Op == token.AND {
			return s.around(e.X)
		}
	case *ast.SliceExpr:
		high, ok := e.High.(*ast.BasicLit)
		if k := s.keyOf(e.X); s.isSlice(e.X) && k.obj != nil && (!ok || high.Value != "0") { // x[:0] is x to be filled anew
			all[k] = true
		} else if !s.isSlice(e.X) {
			return s.around(e.X)
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
		global, handed := s.of(s.returns, e)
		for _, m := range []keys{global, handed} {
			for k := range m {
				all[k] = true
			}
		}
	}
	return all
}

// around returns the keys of the slices that hold the variable e, an element or a part of one.
func (s *scan) around(e ast.Expr) keys {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return s.aliases(e.X)
	case *ast.IndexExpr:
		if k := s.keyOf(e.X); k.obj != nil && s.isSlice(e.X) {
			return keys{k: true}
		}
		return s.around(e.X)
	case *ast.SelectorExpr:
		if _, pointer := s.TypeOf(e.X).Underlying().(*types.Pointer); pointer {
			return s.aliases(e.X)
		}
		return s.around(e.X)
	}
	return nil
}
