package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"chesscensus/jupyter/internal/cells/kinds"
	"chesscensus/jupyter/internal/cells/syntax"
)

// define returns the variables that a statement at the top of a cell defines, and
// edits the statement so that the cells that follow get them.
func (w *rewriter) define(stmt ast.Stmt, globals map[string]bool) (newVars []*binding) {
	idents, def := definitionOf(w, stmt)
	if def == nil {
		return nil
	}
	inFunctions := false
	for _, id := range idents {
		if v := w.bind(id, def); v != nil {
			newVars, w.newVars = append(newVars, v), append(w.newVars, v)
			inFunctions = inFunctions || globals[id.Name]
		}
	}
	promoted := inFunctions && w.promote(stmt, newVars, globals)
	var tail strings.Builder
	for _, id := range idents {
		tail.WriteString(w.afterDefinition(id, newVars, promoted))
	}
	w.edits = append(w.edits, edit{from: w.offset(stmt.End()), insert: tail.String()})
	return newVars
}

// definitionOf returns the names that a statement defines, and how to make their values again. That is not known, and def names nothing, for
// var with several definitions in brackets. For a statement that defines nothing def is nil.
func definitionOf(w *rewriter, stmt ast.Stmt) (idents []*ast.Ident, def *definition) {
	def = &definition{cell: w.number}
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			return nil, nil
		}
		for _, x := range s.Lhs {
			if id, ok := x.(*ast.Ident); ok {
				idents = append(idents, id)
			}
		}
		w.describe(def, s.Rhs)
	case *ast.DeclStmt:
		d, ok := s.Decl.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			return nil, nil
		}
		for _, spec := range d.Specs {
			idents = append(idents, spec.(*ast.ValueSpec).Names...)
		}
		if len(d.Specs) != 1 {
			return idents, def
		}
		spec := d.Specs[0].(*ast.ValueSpec)
		if w.describe(def, spec.Values); spec.Type != nil {
			def.expr = kinds.TypedExpr(spec, w.textOf)
		}
	default:
		return nil, nil
	}
	for _, id := range idents {
		def.names = append(def.names, id.Name)
	}
	return idents, def
}

// describe sets the fields of def by which the definition is evaluated again: expr, free and inputs.
func (w *rewriter) describe(def *definition, values []ast.Expr) {
	var texts []string
	free, inputs := make(map[string]bool), make(map[string]bool)
	for _, x := range values {
		texts = append(texts, w.textOf(x))
		kinds.Variables(w.types.Uses, x, free, true)
		kinds.Variables(w.types.Uses, x, inputs, false)
	}
	def.expr, def.free, def.inputs = strings.Join(texts, ", "), sortedKeys(free), sortedKeys(inputs)
}

// textOf returns the text of a node in main, "" for nil.
func (w *rewriter) textOf(x ast.Node) string {
	if x == nil {
		return ""
	}
	return w.text[w.offset(x.Pos()):w.offset(x.End())]
}

// bind returns the binding of a new variable, with the way in which later cells get it;
// nil if the name is not new, or its type is not known.
func (w *rewriter) bind(id *ast.Ident, def *definition) *binding {
	v, ok := w.types.Defs[id].(*types.Var)
	if !ok || id.Name == "_" || !kinds.IsKnown(v.Type()) {
		return nil
	}
	b := &binding{name: id.Name, typ: kinds.Unalias(v.Type()), def: def}
	ok, b.why = kinds.Storable(b.typ)
	switch {
	case !ok && (kinds.IsChannel(b.typ) || !w.replayable(def)):
		b.way = lost
	case !ok:
		b.way = remade
	case !kinds.Nameable(b.typ):
		b.way, b.why = remade, "of a type without a name here"
	}
	if b.way == remade && w.isRandom(statementOf(w, def)) {
		b.way, b.why = lost, b.why+" made from random numbers that are in no variable"
	}
	b.forgets = b.way == remade && forgets(w, b.typ, def)
	return b
}

// recordChanges appends to the definition of a remade variable the statements of the cell that change its value, so that later cells
// repeat them. If the variable cannot be remade with them, it returns why, as words to follow b.why.
func recordChanges(w *rewriter, b *binding) (why string) {
	const changed = " that its cell changes"
	if slices.Contains(b.def.free, b.name) {
		return changed
	}
	c := kinds.ChangesOf(w.file, w.main, &w.types.Info, b.name, w.textOf, w.isRandom)
	switch {
	case c.Lost:
		return changed
	case len(c.Statements) == 0:
		return ""
	}
	free := slices.Concat(b.def.free, c.Variables)
	// The statements, done again, would see another value of a stored variable that the cell changes, too.
	changesToo := func(name string) bool {
		v := variableOf(w, name)
		return (v == nil || v.way == stored) && kinds.Changed(w.file, &w.types.Info, name, types.Typ[types.Int], false)
	}
	isLost := func(name string) bool { v := variableOf(w, name); return v != nil && v.way == lost }
	if i := slices.IndexFunc(free, isLost); i >= 0 {
		return " made from " + free[i] + ", which is not kept"
	}
	if !kinds.Nameable(b.typ) || dependsOn(w, free, b.name, make(map[string]bool)) || slices.ContainsFunc(c.Variables, changesToo) {
		return changed
	}
	def := *b.def
	for i, name := range def.names {
		if name != b.name {
			def.names = slices.Clone(def.names)
			def.names[i] = "_"
		}
	}
	def.changes, def.free, def.inputs = slices.Concat(def.changes, c.Statements), free, slices.Concat(def.inputs, c.Variables)
	b.def = &def
	return ""
}

// dependsOn reports whether one of the names is target, or names a lost variable, or a remade variable whose definition depends on target.
// seen holds the names that were already examined.
func dependsOn(w *rewriter, names []string, target string, seen map[string]bool) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		v, examined := variableOf(w, name), seen[name]
		seen[name] = true
		switch {
		case name == target:
			return true
		case examined || v == nil:
			return false
		}
		return v.way == lost || v.way == remade && dependsOn(w, v.def.free, target, seen)
	})
}

// variableOf returns the variable of a name: of this cell if one of the statements read so far defines it, else of an earlier cell; nil if
// there is none.
func variableOf(w *rewriter, name string) *binding {
	for _, v := range slices.Backward(w.newVars) {
		if v.name == name {
			return v
		}
	}
	return w.notebook.vars[name]
}

// promote changes a definition into assignments to variables of the program, instead of variables of main, because functions mention them.
// It reports false, and changes nothing, if a type has no name.
func (w *rewriter) promote(stmt ast.Stmt, newVars []*binding, globals map[string]bool) bool {
	for _, v := range newVars {
		if !kinds.Nameable(v.typ) {
			return false
		}
	}
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		w.edits = append(w.edits, edit{w.offset(s.TokPos), len(":="), "="})
	case *ast.DeclStmt:
		var parts []string
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			spec := spec.(*ast.ValueSpec)
			var names, zeros []string
			for _, id := range spec.Names {
				names = append(names, id.Name)
				zeros = append(zeros, "*new("+w.textOf(spec.Type)+")")
			}
			var values []string
			for _, x := range spec.Values {
				values = append(values, w.textOf(x))
			}
			if len(values) == 0 {
				values = zeros
			}
			parts = append(parts, strings.Join(names, ", ")+" = "+strings.Join(values, ", "))
		}
		from, to := w.offset(stmt.Pos()), w.offset(stmt.End())
		w.edits = append(w.edits, edit{from, to - from, strings.Join(parts, "; ")})
	}
	for _, v := range newVars {
		globals[v.name] = true
	}
	return true
}

// afterDefinition returns the text to insert behind the statement that defines a name.
func (w *rewriter) afterDefinition(id *ast.Ident, newVars []*binding, promoted bool) string {
	i := slices.IndexFunc(newVars, func(v *binding) bool { return v.name == id.Name })
	switch {
	case id.Name == "_" || promoted && (i < 0 || newVars[i].way != stored):
		return ""
	case i < 0 && w.types.Defs[id] == nil && len(w.types.Defs) > 0:
		return "" // not new
	case i < 0 || newVars[i].way != stored:
		return "; _ = " + id.Name
	}
	return fmt.Sprintf("; defer %s.%s(%q, &%s)", keeperPackage(w, newVars[i].typ), keepFunctionName(w, newVars[i]), id.Name, id.Name)
}

// keepFunctionName returns the name of the function that stores a variable: KeepSmall if a large value can be remade instead.
func keepFunctionName(w *rewriter, v *binding) string {
	canRemake := !kinds.IsFrame(v.typ) && w.replayable(v.def) && isQuick(w, v.def) && !w.isRandom(statementOf(w, v.def)) && !slices.Contains(v.def.free, v.name)
	if canRemake && !kinds.Changed(w.file, &w.types.Info, v.name, v.typ, true) {
		return "KeepSmall"
	}
	return "Keep"
}

// show edits the last expression of a cell so that its value is shown, unless it has no value or a semicolon follows.
func (w *rewriter) show(e *ast.ExprStmt) {
	switch {
	case !hasValue(w, e.X):
	case !endsInSemicolon(w):
		showValue(w, e.X)
	case !kinds.IsCall(e.X):
		w.wrap(e.X, "_ = ", "") // or Go would refuse the statement
	}
}

// hasValue reports whether an expression has a value to show. If its type is not known, a call counts as having none, and any other
// expression as having one.
func hasValue(w *rewriter, x ast.Expr) bool {
	tv, known := w.types.Types[x]
	typed := known && (tv.Type == nil || kinds.IsKnown(tv.Type))
	if !typed && kinds.IsCall(x) {
		return false
	}
	return !tv.IsVoid() && !tv.IsType()
}

// endsInSemicolon reports whether the last statement of the cell, or if it has none the last piece, is followed by a written semicolon.
func endsInSemicolon(w *rewriter) bool {
	for _, p := range slices.Backward(w.Pieces) {
		if p.Class == syntax.Statement {
			return p.Semi
		}
	}
	return w.Pieces[len(w.Pieces)-1].Semi
}

// showValue puts calls around an expression that show its value. An error, alone or beside a value, ends the cell instead.
func showValue(w *rewriter, x ast.Expr) {
	tv := w.types.Types[x]
	tuple, ok := tv.Type.(*types.Tuple)
	withError := ok && tuple.Len() == 2 && kinds.IsError(tuple.At(1).Type())
	switch {
	case ok && tuple.Len() > 2 && kinds.IsError(tuple.At(tuple.Len()-1).Type()):
		w.useHelper()
		w.wrap(x, w.showPackage(tv.Type)+".Show("+w.helper+".MustAll(", ")...)")
	case withError && kinds.ReturnsByteCount(x): // nothing to show
	case withError:
		w.useHelper()
		w.wrap(x, w.showPackage(tv.Type)+".Show("+w.helper+".Must(", "))")
	case kinds.IsCall(x) && tv.Type != nil && kinds.IsError(tv.Type):
		w.useHelper()
		w.wrap(x, w.helper+".Check(", ")")
	case kinds.OverflowsInt(tv):
		from, to := w.offset(x.Pos()), w.offset(x.End())
		w.edits = append(w.edits, edit{from, to - from, w.showPackage(tv.Type) + ".Show(" + strconv.Quote(tv.Value.ExactString()) + ")"})
	default:
		w.wrap(x, w.showPackage(tv.Type)+".Show(", ")")
	}
}

// wrap inserts texts before and after an expression.
func (w *rewriter) wrap(x ast.Expr, before, after string) {
	w.edits = append(w.edits, edit{from: w.offset(x.Pos()), insert: before}, edit{from: w.offset(x.End()), insert: after})
}

// showPackage returns the name of the package whose Show is called, and adds its import: package census, which knows the
// rich forms, for values of this project or data frames; else the small package cell.
func (w *rewriter) showPackage(t types.Type) string {
	const name, path = "census", rootPath
	nameTaken := w.notebook.vars[name] != nil || w.notebook.decls[name] != nil || w.defines(name)
	if !nameTaken && kinds.HasForm(t) {
		w.addImport(name, path)
		return name
	}
	w.useHelper()
	return w.helper
}
