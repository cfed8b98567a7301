package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestNoPointersAcrossAppends: no function uses a pointer or subslice into a slice after an append to it.
func TestNoPointersAcrossAppends(t *testing.T) {
	for _, f := range testkit.Must(sourceFiles())(t) {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				for _, pos := range findAliases(d) {
					t.Errorf("%v: after this append %s uses a pointer or subslice into the slice; use an index", f.Position(pos), d.Name.Name)
				}
			}
		}
	}
}

// TestFindAliases: the function that once lost states is found, at its last append.
func TestFindAliases(t *testing.T) {
	fset := token.NewFileSet()
	f := testkit.Must(parser.ParseFile(fset, filepath.Join("testdata", "joiner.go"), nil, parser.SkipObjectResolution))(t)
	found := findAliases(f.Decls[0].(*ast.FuncDecl))
	if len(found) != 1 || fset.Position(found[0]).Line != 21 {
		t.Errorf("%d findings, want one in line 21", len(found))
	}
}

// findAliases returns the appends to a slice in a function after which a variable is used that points into the slice. The append may
// have moved the array: then a write through the variable changes the old array and is lost.
//
// A slice is known by its text, such as b.nodes, and x = f(x, ...) is an append to x, for any f. A variable points into a slice if it was
// set to x[i:j], to &x[i] or a part of that, or to a part of what another such variable points to. A variable that is set
// again between the append and the use is right. Order is that of the text: calls, branches and the next round of a loop are not followed.
func findAliases(f *ast.FuncDecl) []token.Pos {
	s := aliasSearch{pointsInto: map[string]map[string]bool{}, outdated: map[string]token.Pos{}}
	s.visit(f.Body)
	return s.found
}

// An aliasSearch follows the variables of a function that point into slices.
type aliasSearch struct {
	pointsInto map[string]map[string]bool // by variable: the slices
	outdated   map[string]token.Pos       // by variable: the append since which it has not been set
	found      []token.Pos
}

// visit follows the assignments and uses of variables in a part of the function.
func (s *aliasSearch) visit(part ast.Node) {
	ast.Inspect(part, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, from := range n.Rhs {
				s.visit(from)
			}
			for i, to := range n.Lhs {
				if _, variable := to.(*ast.Ident); !variable {
					s.visit(to)
				}
				s.assign(n, types.ExprString(to), ast.Unparen(n.Rhs[min(i, len(n.Rhs)-1)]))
			}
			return false
		case *ast.SelectorExpr:
			s.visit(n.X) // what follows the dot is no variable
			return false
		case *ast.Ident:
			if pos, ok := s.outdated[n.Name]; ok {
				s.found = append(s.found, pos)
				delete(s.outdated, n.Name)
			}
		}
		return true
	})
}

// assign follows the part of an assignment that sets name to a value.
func (s *aliasSearch) assign(n *ast.AssignStmt, name string, value ast.Expr) {
	if call, ok := value.(*ast.CallExpr); ok && len(call.Args) > 0 && types.ExprString(call.Args[0]) == name {
		for variable, into := range s.pointsInto {
			if into[name] && variable != name {
				s.outdated[variable] = n.Pos()
			}
		}
	}
	delete(s.outdated, name)
	if s.pointsInto[name] == nil || n.Tok == token.DEFINE {
		s.pointsInto[name] = map[string]bool{}
	}
	for _, slice := range s.slicesBehind(value) {
		s.pointsInto[name][slice] = true
	}
}

// slicesBehind returns the slices that the value of an expression points into.
func (s *aliasSearch) slicesBehind(e ast.Expr) []string {
	switch x := e.(type) {
	case *ast.Ident:
		return slices.Collect(maps.Keys(s.pointsInto[x.Name]))
	case *ast.SliceExpr:
		return []string{types.ExprString(x.X)}
	}
	address, ok := e.(*ast.UnaryExpr)
	if !ok || address.Op != token.AND {
		return nil
	}
	for e = address.X; ; { // a part of an element, or of what a variable points to
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			return []string{types.ExprString(x.X)}
		default:
			return s.slicesBehind(e)
		}
	}
}
