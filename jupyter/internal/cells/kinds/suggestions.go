package kinds

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"chesscensus/internal/suggest"
)

// Suggestions returns, by misspelt name, a question about it, such as "; did you mean Survey?" for Survy. It looks at the places of errors
// that the type checker has reported. A name is in question if it is
//
//   - a member of a package or of a value, or a field of a struct literal, and a similar one exists;
//   - a member of the package root, if root is not nil, that is written without the package.
//
// If a member of a package is not exported, the question is under the name of the package, too: GoNB then takes the import away, and the
// compiler reports the package.
func Suggestions(file *ast.File, info *types.Info, errors []token.Pos, root *types.Package) map[string]string {
	if len(errors) == 0 {
		return nil
	}
	questions := make(map[string]string)
	isMember := make(map[*ast.Ident]bool)
	suggestFor := func(id *ast.Ident, names map[string]bool) {
		isMember[id] = true
		if (info.Uses[id] == nil || !id.IsExported()) && slices.Contains(errors, id.Pos()) {
			if question := suggest.Question(id.Name, slices.Sorted(maps.Keys(names))); question != "" {
				questions[id.Name] = question
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		names := make(map[string]bool)
		switch node := node.(type) {
		case *ast.Ident:
			inRoot := root != nil && node.IsExported() && root.Scope().Lookup(node.Name) != nil
			if inRoot && !isMember[node] && info.Uses[node] == nil && slices.Contains(errors, node.Pos()) {
				questions[node.Name] = "; did you mean " + root.Name() + "." + node.Name + "?"
			}
		case *ast.SelectorExpr:
			id, _ := node.X.(*ast.Ident)
			if pkg, ok := info.Uses[id].(*types.PkgName); id != nil && ok {
				for _, name := range pkg.Imported().Scope().Names() {
					names[name] = token.IsExported(name)
				}
				maps.DeleteFunc(names, func(_ string, exported bool) bool { return !exported })
			} else if t := info.Types[node.X].Type; t != nil {
				Members(t, names)
			}
			suggestFor(node.Sel, names)
			if question := questions[node.Sel.Name]; id != nil && question != "" && !token.IsExported(node.Sel.Name) {
				questions[id.Name] = fmt.Sprintf(": %s.%s is not exported%s", id.Name, node.Sel.Name, question)
			}
		case *ast.CompositeLit:
			if t := info.Types[node].Type; t != nil {
				if s, ok := t.Underlying().(*types.Struct); ok {
					Fields(s, names)
				}
			}
			for _, e := range node.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					if id, ok := pair.Key.(*ast.Ident); ok {
						suggestFor(id, names)
					}
				}
			}
		}
		return true
	})
	return questions
}
