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

// helperPath is the package by which cells keep and show values.
const helperPath = "chesscensus/jupyter/cell"

// useHelper adds the import of package cell.
func (w *work) useHelper() { w.add(w.helper, helperPath) }

// keeper is the package whose functions Keep, Load and Find a variable of a type is stored with.
func keeper(w *work, t types.Type) string {
	if !kinds.IsFrame(t) {
		w.useHelper()
		return w.helper
	}
	name := w.helper + "Frames"
	w.add(name, "chesscensus/jupyter/forms/frames")
	return name
}

// read is the call that gives the stored value of a variable, by the function Load or Find.
func read(w *work, v *binding, function string) string {
	argument := ""
	if !kinds.IsFrame(v.typ) {
		argument = "[" + w.types.typeText(v.typ) + "]"
	}
	return fmt.Sprintf("%s.%s%s(%q)", keeper(w, v.typ), function, argument, v.name)
}

// add adds an import to the cell.
func (w *work) add(name, path string) {
	if w.newImports == nil {
		w.newImports = make(map[string]string)
	}
	w.newImports[name] = path
}

// loads are the lines by which the variables of earlier cells come into main.
// Those that the cell defines anew are not kept a second time.
func (w *work) loads(need []*binding, globals, anew map[string]bool) (lines []string) {
	if lines = w.n.notes(w.helper, need); len(lines) > 0 {
		w.useHelper()
	}
	done := make(map[*definition]bool)
	for _, v := range need {
		switch {
		case v.way == stored && globals[v.name]:
			if !anew[v.name] {
				lines = append(lines, fmt.Sprintf("defer %s.Keep(%q, &%s)", keeper(w, v.typ), v.name, v.name))
			}
		case v.way == stored:
			use := "_ = " + v.name
			if !anew[v.name] {
				use = fmt.Sprintf("defer %s.Keep(%q, &%s)", keeper(w, v.typ), v.name, v.name)
			}
			lines = append(lines, fmt.Sprintf("%s := %s; %s", v.name, read(w, v, "Load"), use))
		case v.way == again && !globals[v.name] && !done[v.def]:
			done[v.def] = true
			left, used := w.current(v.def)
			lines = append(lines, strings.Split(left+" := "+value(w, v)+"; "+used, "\n")...)
		}
	}
	return lines
}

// value is the expression that makes the value of a variable again.
func value(w *work, v *binding) string {
	if len(v.def.changes) == 0 {
		return v.def.expr
	}
	left := strings.Join(v.def.names, ", ")
	return fmt.Sprintf("func() %s { %s := %s\n%s\nreturn %s }()", w.types.typeText(v.typ), left, v.def.expr, strings.Join(v.def.changes, "\n"), v.name)
}

// current is the left side of a definition, with "_" for names that have been
// defined anew since, and a statement that uses the others.
func (w *work) current(def *definition) (left, use string) {
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
		if v := w.n.vars[name]; v != nil && v.def == def && v.way == again {
			names[i] = name
			used = append(used, name)
		}
	}
	blanks := strings.TrimSuffix(strings.Repeat("_, ", len(used)), ", ")
	return strings.Join(names, ", "), blanks + " = " + strings.Join(used, ", ")
}

// globalLines are the variables of the program that functions mention: those of
// earlier cells with their values, and those that the cell is to set.
func (w *work) globalLines(need, made []*binding, globals map[string]bool) (lines []string) {
	anew := make(map[string]bool)
	for _, v := range made {
		if !globals[v.name] || anew[v.name] {
			continue
		}
		anew[v.name] = true
		if v.way == stored {
			lines = append(lines, w.find(v))
		} else {
			lines = append(lines, "var "+v.name+" "+w.types.typeText(v.typ))
		}
	}
	done := make(map[*definition]bool)
	for _, v := range need {
		switch {
		case !globals[v.name] || anew[v.name]:
		case v.way == stored:
			lines = append(lines, w.find(v))
		case v.way == again && !done[v.def]:
			done[v.def] = true
			left, _ := w.current(v.def)
			lines = append(lines, strings.Split("var "+left+" = "+value(w, v), "\n")...)
		}
	}
	return lines
}

func (w *work) find(v *binding) string {
	return "var " + v.name + " = " + read(w, v, "Find")
}

// importLines are the imports that the cell lacks: of packages that it uses, of
// those in the types of variables, and of package cell.
func (w *work) importLines() (lines []string) {
	all := maps.Clone(w.newImports)
	if all == nil {
		all = make(map[string]string)
	}
	maps.Copy(all, w.types.qualified)
	w.n.Packages.Load(slices.Collect(maps.Values(all)))
	own := make(map[string]bool)
	for _, imp := range w.file.Imports {
		if where := strings.Trim(imp.Path.Value, "`\""); w.newImports[w.n.importName(imp)] != where {
			own[w.n.importName(imp)] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		switch where := all[name]; {
		case own[name]:
		case path.Base(where) == name:
			lines = append(lines, fmt.Sprintf("import %q", where))
		default:
			lines = append(lines, fmt.Sprintf("import %s %q", name, where))
		}
	}
	return lines
}
