package cells

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"chesscensus/jupyter/internal/cells/kinds"
	"chesscensus/jupyter/internal/cells/syntax"
)

// statementOf returns the statement at the top of the cell that is a definition, nil if there is none.
func statementOf(w *rewriter, def *definition) ast.Stmt {
	for _, stmt := range w.main.Body.List {
		if slices.Equal(syntax.Defined(stmt), def.names) {
			return stmt
		}
	}
	return nil
}

// replayable reports whether the expression of a definition may be evaluated again: it receives from no channel and mentions no resource.
func (w *rewriter) replayable(def *definition) bool {
	stmt := statementOf(w, def)
	if def.expr == "" || stmt == nil {
		return def.expr != ""
	}
	ok := true
	ast.Inspect(stmt, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncLit:
			return false // the function is not called here
		case *ast.UnaryExpr:
			ok = ok && node.Op != token.ARROW
		case *ast.SelectorExpr:
			ok = ok && !kinds.IsResource(w.types.Uses[node.Sel])
		}
		return ok
	})
	return ok
}

// isRandom reports whether the evaluation of a node draws random numbers, so that it would have another value when evaluated again.
func (w *rewriter) isRandom(node ast.Node) bool {
	if node == nil {
		return false
	}
	calls := kinds.CallsOf(&w.types.Info, node)
	return calls.Random || drawRandom(w, calls.Own, make(map[string]bool))
}

// drawRandom reports whether one of the names is a function of the notebook that draws random numbers, or calls one that does, or uses a
// generator of the notebook. seen holds the names that were examined.
func drawRandom(w *rewriter, names []string, seen map[string]bool) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		d := declaredFunc(w, name)
		if d == nil || seen[name] {
			return false
		}
		seen[name] = true
		usesGenerator := func(name string) bool {
			return w.notebook.vars[name] != nil && kinds.IsGenerator(w.notebook.vars[name].typ)
		}
		return d.random || slices.ContainsFunc(d.free, usesGenerator) || drawRandom(w, d.mentions, seen)
	})
}

// declaredFunc returns the declaration of a function, or of a method "Type.Method", in this cell or an earlier one; nil if there is none.
func declaredFunc(w *rewriter, name string) *remembered {
	for _, d := range w.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && syntax.FuncKey(f) == name {
			return rememberedFunc(w.file, f, "")
		}
	}
	return w.notebook.decls[name]
}

// rememberedFunc returns what is remembered of a function of a file.
func rememberedFunc(file *ast.File, d *ast.FuncDecl, text string) *remembered {
	return &remembered{text: text, free: syntax.Free(file, d), mentions: syntax.Mentioned(file, d), random: syntax.DrawsRandom(d), remembers: syntax.Remembers(d)}
}

// isQuick reports whether the evaluation of a definition calls no functions of the notebook, which may take any time.
func isQuick(w *rewriter, def *definition) bool {
	stmt := statementOf(w, def)
	return stmt != nil && len(kinds.CallsOf(&w.types.Info, stmt).Own) == 0
}

// forgets reports whether a value of type t, made again by its definition, has lost what it remembered: a generator whose source is not
// among the inputs of the definition, or a function that changes a variable of its own.
func forgets(w *rewriter, t types.Type, def *definition) bool {
	stmt := statementOf(w, def)
	if _, isFunc := t.Underlying().(*types.Signature); isFunc && stmt != nil {
		return slices.ContainsFunc(kinds.CallsOf(&w.types.Info, stmt).Own, func(name string) bool {
			d := declaredFunc(w, name)
			return name == "" && syntax.Remembers(stmt) || d != nil && d.remembers
		})
	}
	isSource := func(name string) bool {
		v := variableOf(w, name)
		return v != nil && kinds.IsGenerator(v.typ)
	}
	return kinds.IsGenerator(t) && !slices.ContainsFunc(def.inputs, isSource)
}

// separateSources gives each source of random numbers within the definition of a value that cannot be stored a variable of its own, which is
// stored: else the stream of the value would begin anew in every cell. It reports whether it changed the text and could parse the cell anew.
func (w *rewriter) separateSources() bool {
	var edits []edit
	for _, stmt := range w.main.Body.List {
		if !isRemade(w, stmt) {
			continue
		}
		name := syntax.Defined(stmt)[0] + "Source"
		ast.Inspect(stmt, func(node ast.Node) bool {
			x, isExpr := node.(*ast.CallExpr)
			if isExpr && w.types.Types[x].Type != nil && kinds.IsSource(w.types.Types[x].Type) && !strings.Contains(w.textOf(x), "//") {
				for w.isWritten(name) || w.notebook.vars[name] != nil && !kinds.IsSource(w.notebook.vars[name].typ) {
					name += "_"
				}
				text := strings.ReplaceAll(w.textOf(x), "\n", " ")
				edits = append(edits, edit{w.offset(stmt.Pos()), 0, name + " := " + text + "; "}, edit{w.offset(x.Pos()), len(w.textOf(x)), name})
				name += "2"
			}
			_, isFunc := node.(*ast.FuncLit)
			return !isFunc
		})
	}
	return len(edits) > 0 && w.change(edits)
}

// isRemade reports whether a statement defines a variable that cannot be stored.
func isRemade(w *rewriter, stmt ast.Stmt) (remade bool) {
	names := syntax.Defined(stmt)
	ast.Inspect(stmt, func(node ast.Node) bool {
		id, ok := node.(*ast.Ident)
		if v, isVar := w.types.Defs[id].(*types.Var); ok && isVar && slices.Contains(names, id.Name) {
			storable, _ := kinds.Storable(v.Type())
			remade = remade || !storable
		}
		return !remade
	})
	return remade
}

// isWritten reports whether the cell has a name, or the notebook declares it.
func (w *rewriter) isWritten(name string) bool {
	return w.notebook.decls[name] != nil || slices.ContainsFunc(syntax.Tokens(w.Code), func(t syntax.Token) bool { return t.Text == name })
}
