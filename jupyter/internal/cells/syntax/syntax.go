// Package syntax reads cells before their types are known: the tokens, special lines, raw strings and brackets of any text, also of one that
// is no Go, and the names that parsed parts define and use.
package syntax

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// Parse parses a program. Its positions are the offsets in src.
func Parse(src []byte) (*token.FileSet, *ast.File, error) {
	fset := token.NewFileSet()
	file, err := ParseInto(fset, src)
	return fset, file, err
}

// ParseInto parses a program as a further file of a set.
func ParseInto(fset *token.FileSet, src []byte) (*ast.File, error) {
	return parser.ParseFile(fset, "", src, parser.ParseComments)
}

// FuncKey returns the name of a function, or "Type.Method" of a method.
func FuncKey(d *ast.FuncDecl) (key string) {
	if d.Recv != nil && len(d.Recv.List) > 0 {
		ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && key == "" {
				key = id.Name + "."
			}
			return key == ""
		})
	}
	return key + d.Name.Name
}

// Free returns the names in a node that nothing in the file defines, sorted.
func Free(file *ast.File, node ast.Node) []string {
	set := make(map[string]bool)
	for _, id := range file.Unresolved {
		if node.Pos() <= id.Pos() && id.Pos() < node.End() {
			set[id.Name] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// Mentioned returns the names in a node that are not defined within it, sorted: those of Free and those that the file declares.
func Mentioned(file *ast.File, node ast.Node) []string {
	names := Free(file, node)
	ast.Inspect(node, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if ok && id.Obj != nil && file.Scope.Lookup(id.Name) == id.Obj && !slices.Contains(names, id.Name) {
			names = append(names, id.Name)
		}
		return true
	})
	slices.Sort(names)
	return names
}

// Declared returns the names that a file declares outside of functions, methods as "Type.Method".
func Declared(file *ast.File) map[string]bool {
	set := make(map[string]bool)
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			set[FuncKey(d)] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					set[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						set[id.Name] = true
					}
				}
			}
		}
	}
	return set
}

// Defined returns the names that a statement defines in the block that it is in.
func Defined(s ast.Stmt) (names []string) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			for _, x := range s.Lhs {
				if id, ok := x.(*ast.Ident); ok {
					names = append(names, id.Name)
				}
			}
		}
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
			for _, spec := range d.Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// DrawsRandom reports whether the text of a function calls a function of a package named rand that makes no generator, or a method Rand, or
// has a parameter of such a package. It needs no types.
func DrawsRandom(d *ast.FuncDecl) (draws bool) {
	ofRand := func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		x, ok := sel.X.(*ast.Ident)
		return sel.Sel.Name == "Rand" || ok && x.Name == "rand" && !strings.HasPrefix(sel.Sel.Name, "New")
	}
	ast.Inspect(d.Type.Params, func(n ast.Node) bool {
		draws = draws || ofRand(n)
		return !draws
	})
	ast.Inspect(d, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		draws = draws || ok && ofRand(call.Fun)
		return !draws
	})
	return draws
}

// Remembers reports whether a node has a function literal that changes a variable of the node outside of the literal: the function
// remembers something between its calls. It needs no types.
func Remembers(node ast.Node) (remembers bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if !ok {
			return true
		}
		outside := func(x ast.Expr) bool {
			id, ok := x.(*ast.Ident)
			if !ok || id.Obj == nil {
				return false
			}
			at := token.Pos(id.Obj.Pos())
			return node.Pos() <= at && at < node.End() && (at < lit.Pos() || lit.End() <= at)
		}
		ast.Inspect(lit.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IncDecStmt:
				remembers = remembers || outside(n.X)
			case *ast.AssignStmt:
				remembers = remembers || n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, outside)
			}
			return !remembers
		})
		return !remembers
	})
	return remembers
}
