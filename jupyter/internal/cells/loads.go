package cells

import (
	"fmt"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"

	"chesscensus/jupyter/internal/cells/kinds"
)

// helperPath is the import path of the package by which cells keep and show values.
const helperPath = "chesscensus/jupyter/cell"

// rootPath is the import path of the package that most cells use.
const rootPath = "chesscensus/census"

// useHelper adds the import of package cell.
func (w *rewriter) useHelper() { w.addImport(w.helper, helperPath) }

// keeperPackage returns the name of the package whose Keep, Load and Find store a type, and adds its import.
func keeperPackage(w *rewriter, t types.Type) string {
	if !kinds.IsFrame(t) {
		w.useHelper()
		return w.helper
	}
	name := w.helper + "Frames"
	w.addImport(name, "chesscensus/jupyter/forms/frames")
	return name
}

// readCall returns the call of the function, Load or Find, that returns the stored value of a variable.
func readCall(w *rewriter, v *binding, function string) string {
	argument := ""
	if !kinds.IsFrame(v.typ) {
		argument = "[" + w.types.typeText(v.typ) + "]"
	}
	return fmt.Sprintf("%s.%s%s(%q)", keeperPackage(w, v.typ), function, argument, v.name)
}

// addImport adds an import to the cell.
func (w *rewriter) addImport(name, path string) {
	if w.newImports == nil {
		w.newImports = make(map[string]string)
	}
	w.newImports[name] = path
}

// loadLines returns the lines by which main gets the variables of earlier cells. Those that the cell redefines are not kept a second time.
func (w *rewriter) loadLines(needs []*binding, globals, redefined map[string]bool) (lines []string) {
	if lines = w.notebook.changeNotices(w.helper, needs); len(lines) > 0 {
		w.useHelper()
	}
	lines = append(lines, apartNotices(w, redefined)...)
	done := make(map[*definition]bool)
	for _, v := range needs {
		switch {
		case v.way == stored && globals[v.name]:
			if !redefined[v.name] {
				lines = append(lines, fmt.Sprintf("defer %s.Keep(%q, &%s)", keeperPackage(w, v.typ), v.name, v.name))
			}
		case v.way == stored:
			use := "_ = " + v.name
			if !redefined[v.name] {
				use = fmt.Sprintf("defer %s.Keep(%q, &%s)", keeperPackage(w, v.typ), v.name, v.name)
			}
			lines = append(lines, fmt.Sprintf("%s := %s; %s", v.name, readCall(w, v, "Load"), use))
		case v.way == remade && !globals[v.name] && !done[v.def]:
			done[v.def] = true
			left, used := w.remakeTargets(v.def)
			lines = append(lines, strings.Split(left+" := "+remakeExpression(w, v)+"; "+used, "\n")...)
		}
	}
	return lines
}

// remakeExpression returns the expression that remakes the value of a variable: the expression of its definition,
// or a function that evaluates it and repeats the changes since.
func remakeExpression(w *rewriter, v *binding) string {
	if len(v.def.changes) == 0 {
		return v.def.expr
	}
	left := strings.Join(v.def.names, ", ")
	return fmt.Sprintf("func() %s { %s := %s\n%s\nreturn %s }()", w.types.typeText(v.typ), left, v.def.expr, strings.Join(v.def.changes, "\n"), v.name)
}

// remakeTargets returns the left side of a definition, with "_" for names that were
// redefined since, and a statement that uses the other names.
func (w *rewriter) remakeTargets(def *definition) (left, use string) {
	if len(def.changes) > 0 {
		for _, name := range def.names {
			if name != "_" {
				return name, "_ = " + name
			}
		}
	}
	names := make([]string, len(def.names))
	var used []string
	for i, name := range def.names {
		names[i] = "_"
		if v := w.notebook.vars[name]; v != nil && v.def == def && v.way == remade {
			names[i] = name
			used = append(used, name)
		}
	}
	blanks := strings.TrimSuffix(strings.Repeat("_, ", len(used)), ", ")
	return strings.Join(names, ", "), blanks + " = " + strings.Join(used, ", ")
}

// globalLines returns the declarations of the variables of the program that functions mention: those of
// earlier cells with their values, and those that the cell sets.
func (w *rewriter) globalLines(needs, newVars []*binding, globals map[string]bool) (lines []string) {
	redefined := make(map[string]bool)
	for _, v := range newVars {
		if !globals[v.name] || redefined[v.name] {
			continue
		}
		redefined[v.name] = true
		if v.way == stored {
			lines = append(lines, w.findLine(v))
		} else {
			lines = append(lines, "var "+v.name+" "+w.types.typeText(v.typ))
		}
	}
	done := make(map[*definition]bool)
	for _, v := range needs {
		switch {
		case !globals[v.name] || redefined[v.name]:
		case v.way == stored:
			lines = append(lines, w.findLine(v))
		case v.way == remade && !done[v.def]:
			done[v.def] = true
			left, _ := w.remakeTargets(v.def)
			lines = append(lines, strings.Split("var "+left+" = "+remakeExpression(w, v), "\n")...)
		}
	}
	return lines
}

// dotLines returns, for each package that the cell is the first to import with a dot, a declaration that uses it. GoNB repeats both in later
// programs.
func dotLines(w *rewriter) (lines []string) {
	for _, imp := range w.file.Imports {
		importPath := strings.Trim(imp.Path.Value, "`\"")
		if w.notebook.importName(imp) != "." || slices.Contains(w.notebook.dotImports, importPath) {
			continue
		}
		pkg, err := w.notebook.Packages.Import(importPath)
		if err != nil {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			f, ok := pkg.Scope().Lookup(name).(*types.Func)
			if ok && f.Exported() && f.Signature().TypeParams() == nil {
				lines = append(lines, "var _ = "+name)
				break
			}
		}
	}
	return lines
}

// findLine returns the declaration of a variable of the program with its stored value.
func (w *rewriter) findLine(v *binding) string {
	return "var " + v.name + " = " + readCall(w, v, "Find")
}

// importLines returns the imports that the cell lacks: of packages that it uses, of those in the types of variables, and of package cell.
func (w *rewriter) importLines() (lines []string) {
	all := maps.Clone(w.newImports)
	if all == nil {
		all = make(map[string]string)
	}
	maps.Copy(all, w.types.named)
	w.notebook.Packages.Load(slices.Collect(maps.Values(all)))
	imported := make(map[string]bool) // by the cell itself
	for _, imp := range w.file.Imports {
		if importPath := strings.Trim(imp.Path.Value, "`\""); w.newImports[w.notebook.importName(imp)] != importPath {
			imported[w.notebook.importName(imp)] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		switch importPath := all[name]; {
		case imported[name]:
		case path.Base(importPath) == name:
			lines = append(lines, fmt.Sprintf("import %q", importPath))
		default:
			lines = append(lines, fmt.Sprintf("import %s %q", name, importPath))
		}
	}
	return lines
}
