package cells

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"chesscensus/jupyter/internal/cells/kinds"
)

// resources are packages whose functions reach outside of the program: what they
// return is not made again behind the user's back.
var resources = []string{"os", "net", "io", "bufio", "syscall", "database/sql", "time"}

// define prepares what a statement at the top of a cell defines for the cells
// that follow, and returns it.
func (w *work) define(stmt ast.Stmt, globals map[string]bool) (made []*binding) {
	var idents []*ast.Ident
	def := &definition{cell: w.number}
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			return nil
		}
		for _, x := range s.Lhs {
			if id, ok := x.(*ast.Ident); ok {
				idents = append(idents, id)
				def.names = append(def.names, id.Name)
			}
		}
		w.describe(def, s.Rhs)
	case *ast.DeclStmt:
		d, ok := s.Decl.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			return nil
		}
		for _, spec := range d.Specs {
			idents = append(idents, spec.(*ast.ValueSpec).Names...)
		}
		if len(d.Specs) == 1 {
			spec := d.Specs[0].(*ast.ValueSpec)
			for _, id := range spec.Names {
				def.names = append(def.names, id.Name)
			}
			w.describe(def, spec.Values)
			if len(spec.Values) == 0 {
				def.expr = "*new(" + w.textOf(spec.Type) + ")"
			}
		}
	default:
		return nil
	}
	var promoted bool
	for _, id := range idents {
		if v := w.bind(id, def); v != nil {
			made, w.made = append(made, v), append(w.made, v)
			promoted = promoted || globals[id.Name]
		}
	}
	if promoted {
		promoted = w.promote(stmt, made, globals)
	}
	var tail strings.Builder
	for _, id := range idents {
		tail.WriteString(w.afterDefinition(id, made, promoted))
	}
	w.edits = append(w.edits, edit{at: w.offset(stmt.End()), insert: tail.String()})
	return made
}

// describe notes how a definition is made again.
func (w *work) describe(def *definition, values []ast.Expr) {
	var texts []string
	free, taken := make(map[string]bool), make(map[string]bool)
	for _, x := range values {
		texts = append(texts, w.textOf(x))
		kinds.Variables(w.types.Uses, x, free, true)
		kinds.Variables(w.types.Uses, x, taken, false)
	}
	def.expr, def.free, def.taken = strings.Join(texts, ", "), sortedKeys(free), sortedKeys(taken)
}

// textOf is the text of a node in main.
func (w *work) textOf(x ast.Node) string {
	if x == nil {
		return ""
	}
	return w.text[w.offset(x.Pos()):w.offset(x.End())]
}

// bind says in which way a new variable comes into later cells; nil if the name
// is not new, or of no known type.
func (w *work) bind(id *ast.Ident, def *definition) *binding {
	v, ok := w.types.Defs[id].(*types.Var)
	if !ok || id.Name == "_" || !valid(v.Type()) {
		return nil
	}
	b := &binding{name: id.Name, typ: kinds.Unalias(v.Type()), def: def}
	ok, b.why = kinds.Storable(b.typ)
	switch {
	case !ok && (kinds.IsChannel(b.typ) || !w.replayable(def)):
		b.way = lost
	case !ok:
		b.way = again
	case !kinds.Nameable(b.typ):
		b.way, b.why = again, "of a type without a name here"
	}
	return b
}

// redo notes the statements of the cell that change a value which is made again, so that they are done again too. It reports false if they cannot be.
func redo(w *work, b *binding) bool {
	if slices.Contains(b.def.free, b.name) {
		return false
	}
	c := kinds.ChangesOf(w.file, w.main, &w.types.Info, b.name, w.textOf)
	if len(c.Statements) == 0 || c.Lost {
		return !c.Lost
	}
	free := slices.Concat(b.def.free, c.Variables)
	if !kinds.Nameable(b.typ) || rests(w, free, b.name, make(map[string]bool)) || slices.ContainsFunc(c.Variables, func(name string) bool {
		v := variableOf(w, name)
		return (v == nil || v.way == stored) && kinds.Changed(w.file, &w.types.Info, name, types.Typ[types.Int], false)
	}) {
		return false
	}
	def := *b.def
	for i, name := range def.names {
		if name != b.name {
			def.names = slices.Clone(def.names)
			def.names[i] = "_"
		}
	}
	def.changes, def.free, def.taken = slices.Concat(def.changes, c.Statements), free, slices.Concat(def.taken, c.Variables)
	b.def = &def
	return true
}

// rests reports whether one of the names is the given one, or that of a variable that is gone or is made from it.
func rests(w *work, names []string, on string, seen map[string]bool) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		v, before := variableOf(w, name), seen[name]
		seen[name] = true
		return name == on || !before && v != nil && (v.way == lost || v.way == again && rests(w, v.def.free, on, seen))
	})
}

// variableOf is that of a name, of this cell as far as it was read, or of an earlier one; nil if there is none.
func variableOf(w *work, name string) *binding {
	for _, v := range slices.Backward(w.made) {
		if v.name == name {
			return v
		}
	}
	return w.n.vars[name]
}

func valid(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return !ok || b.Kind() != types.Invalid && b.Kind() != types.UntypedNil
}

// replayable reports whether the expression of a definition may be evaluated
// again: it receives from no channel and calls nothing that reaches outside.
func (w *work) replayable(def *definition) bool {
	if def.expr == "" {
		return false
	}
	ok := true
	for _, stmt := range w.main.Body.List {
		if names := defined(stmt); !slices.Equal(names, def.names) {
			continue
		}
		ast.Inspect(stmt, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.FuncLit:
				return false // only made, not called
			case *ast.UnaryExpr:
				ok = ok && node.Op != token.ARROW
			case *ast.SelectorExpr:
				if used := w.types.Uses[node.Sel]; used != nil && used.Pkg() != nil {
					ok = ok && !slices.Contains(resources, strings.SplitN(used.Pkg().Path(), "/", 2)[0]) && !strings.HasPrefix(used.Pkg().Path(), "database/sql")
				}
			}
			return ok
		})
	}
	return ok
}

// promote makes a statement set variables of the program instead of defining
// some of main, since functions mention them. It reports whether it could.
func (w *work) promote(stmt ast.Stmt, made []*binding, globals map[string]bool) bool {
	for _, v := range made {
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
	for _, v := range made {
		globals[v.name] = true
	}
	return true
}

// afterDefinition is what follows the statement that defines a name.
func (w *work) afterDefinition(id *ast.Ident, made []*binding, promoted bool) string {
	i := slices.IndexFunc(made, func(v *binding) bool { return v.name == id.Name })
	switch {
	case id.Name == "_" || promoted && (i < 0 || made[i].way != stored):
		return ""
	case i < 0 && w.types.Defs[id] == nil && len(w.types.Defs) > 0:
		return "" // not new
	case i < 0 || made[i].way != stored:
		return "; _ = " + id.Name
	}
	keep := "Keep"
	if !kinds.IsFrame(made[i].typ) && w.replayable(made[i].def) && !slices.Contains(made[i].def.free, id.Name) && !kinds.Changed(w.file, &w.types.Info, id.Name, made[i].typ, true) {
		keep = "KeepSmall"
	}
	return fmt.Sprintf("; defer %s.%s(%q, &%s)", keeper(w, made[i].typ), keep, id.Name, id.Name)
}

// show makes the last expression of a cell show itself.
func (w *work) show(e *ast.ExprStmt) {
	from, to := w.offset(e.X.Pos()), w.offset(e.X.End())
	wrap := func(before, after string) {
		w.edits = append(w.edits, edit{at: from, insert: before}, edit{at: to, insert: after})
	}
	tv, known := w.types.Types[e.X]
	_, isCall := ast.Unparen(e.X).(*ast.CallExpr)
	last := w.pieces[len(w.pieces)-1]
	for _, p := range w.pieces {
		if p.class == statement {
			last = p
		}
	}
	switch {
	case known && (tv.IsVoid() || tv.IsType()), !known && isCall, known && tv.Type != nil && !valid(tv.Type) && isCall:
		return
	case last.semi:
		if !isCall {
			wrap("_ = ", "")
		}
		return
	}
	open := w.shower(tv.Type) + ".Show("
	if tuple, ok := tv.Type.(*types.Tuple); ok && tuple.Len() == 2 && isError(tuple.At(1).Type()) {
		if counts(e.X) {
			return
		}
		w.useHelper()
		wrap(open+w.helper+".Must(", "))")
		return
	}
	switch {
	case isCall && tv.Type != nil && isError(tv.Type):
		w.useHelper()
		wrap(w.helper+".Check(", ")")
	case tv.Value != nil && tv.Value.Kind() == constant.Int && isUntyped(tv.Type) && !fitsInt(tv.Value):
		w.edits = append(w.edits, edit{from, to - from, open + strconv.Quote(tv.Value.ExactString()) + ")"})
	default:
		wrap(open, ")")
	}
}

// shower is the package whose Show is called: package census, which knows the
// rich forms, for values of this project or data frames; else the small package cell.
func (w *work) shower(t types.Type) string {
	const name, path = "census", "chesscensus/census"
	taken := w.n.vars[name] != nil || w.n.decls[name] != nil || w.defines(name)
	if !taken && kinds.HasForm(t) {
		w.add(name, path)
		return name
	}
	w.useHelper()
	return w.helper
}

// counts reports whether a call returns the number of bytes that it wrote, as
// fmt.Println does. Nobody wants to see that.
func counts(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	name := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	return slices.ContainsFunc([]string{"Print", "Fprint", "Write"}, func(p string) bool { return strings.HasPrefix(name, p) })
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func isUntyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && (b.Info()&types.IsUntyped != 0 || b.Kind() == types.Int)
}

func fitsInt(v constant.Value) bool {
	_, exact := constant.Int64Val(v)
	return exact
}
