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

// audited are the findings of findAliases that were examined, each with the reason why it is no mistake.
var audited = map[string]string{}

// TestNoPointersAcrossAppends: no function uses a pointer or subslice into a slice after an append to it, but for the audited ones.
func TestNoPointersAcrossAppends(t *testing.T) {
	found := map[string]bool{}
	for _, f := range testkit.Must(sourceFiles())(t) {
		for _, d := range f.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Body == nil {
				continue
			}
			for _, pos := range findAliases(d) {
				name := f.folder + "." + d.Name.Name
				if found[name] = true; audited[name] == "" {
					t.Errorf("%v: in %s a pointer or subslice is used after this append; use an index, or say in the list of audited places why it is right",
						f.Position(pos), name)
				}
			}
		}
	}
	for name := range audited {
		if !found[name] {
			t.Errorf("%s: is found no more: take it from the list", name)
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
func findAliases(f *ast.FuncDecl) (found []token.Pos) {
	pointsInto := map[string]map[string]bool{} // by variable: the slices
	outdated := map[string]token.Pos{}         // by variable: the append since which it has not been set
	noUse := map[*ast.Ident]bool{}             // variables that are set, and names of fields
	type event struct {
		pos    token.Pos
		handle func()
	}
	var events []event
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if id, ok := to.(*ast.Ident); ok {
					noUse[id] = true
				}
				name, from := types.ExprString(to), ast.Unparen(n.Rhs[min(i, len(n.Rhs)-1)])
				events = append(events, event{n.End(), func() {
					call, ok := from.(*ast.CallExpr)
					isAppend := ok && len(call.Args) > 0 && types.ExprString(call.Args[0]) == name
					for variable, into := range pointsInto {
						if isAppend && into[name] && variable != name {
							outdated[variable] = n.Pos()
						}
					}
					delete(outdated, name)
					if pointsInto[name] == nil || n.Tok == token.DEFINE {
						pointsInto[name] = map[string]bool{}
					}
					maps.Copy(pointsInto[name], slicesBehind(from, pointsInto))
				}})
			}
		case *ast.SelectorExpr:
			noUse[n.Sel] = true
		case *ast.Ident:
			if !noUse[n] {
				events = append(events, event{n.Pos(), func() {
					if pos, ok := outdated[n.Name]; ok {
						found = append(found, pos)
						delete(outdated, n.Name)
					}
				}})
			}
		}
		return true
	})
	slices.SortStableFunc(events, func(a, b event) int { return int(a.pos - b.pos) })
	for _, e := range events {
		e.handle()
	}
	return found
}

// slicesBehind returns the slices that an expression points into, given those of each variable.
func slicesBehind(e ast.Expr, pointsInto map[string]map[string]bool) map[string]bool {
	switch x := e.(type) {
	case *ast.Ident:
		return pointsInto[x.Name]
	case *ast.SliceExpr:
		return map[string]bool{types.ExprString(x.X): true}
	}
	address, ok := e.(*ast.UnaryExpr)
	if !ok || address.Op != token.AND {
		return nil
	}
	for e = address.X; ; {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			return map[string]bool{types.ExprString(x.X): true}
		case *ast.Ident:
			return pointsInto[x.Name]
		default:
			return nil
		}
	}
}
