package cells

import (
	"errors"
	"fmt"
	"go/ast"
	"go/scanner"
	"slices"
	"strings"
)

// A Cell is the result of Rewrite.
type Cell struct {
	// Code is the text for GoNB. Lines[i] is the line of the cell from which line i of
	// Code comes, both from 0, or -1 if line i was added.
	Code  string
	Lines []int
	// Answer is the reply to a command of this kernel, such as %source; GoNB then has nothing to run.
	Answer string
	// Refused, if not empty, says why the cell cannot run.
	Refused string
	// Suggestions are questions by misspelt name, such as "; did you mean Survey?" for Survy, to append to
	// the compiler's errors about the name.
	Suggestions map[string]string

	source  string                        // for %source
	pending func(compiled, finished bool) // called by Done; nil if there is nothing to do
}

// verbatimCell returns a cell that GoNB gets byte for byte.
func verbatimCell(text string) *Cell {
	n := strings.Count(text, "\n") + 1
	c := &Cell{Code: text, Lines: make([]int, n), source: text}
	for i := range c.Lines {
		c.Lines[i] = i
	}
	return c
}

// Rewrite turns the text of a cell into a cell that GoNB can run: statements go
// into main, the last expression shows itself, and variables come from earlier
// cells and go to later ones. The package comment says how. A cell for another
// program ("%%bash") is not touched. Nor is a cell with a main line of GoNB's
// ("%%") or of declarations alone, unless it mentions a variable of the notebook
// or a member that its package lacks. number is what Jupyter will show beside the cell.
//
// After the cell has run, Done must be called before the next Rewrite.
func (n *Notebook) Rewrite(text string, number int) *Cell {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.Packages.Refresh()
	if c := n.command(text, number); c != nil {
		return c
	}
	c := n.rewrite(text, number)
	n.source = c.source
	return c
}

// Done takes the definitions of the cell over into the notebook. compiled says that the
// program was made, which is when GoNB remembers declarations; finished, that the program ended well.
func (n *Notebook) Done(c *Cell, compiled, finished bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if c.pending != nil {
		c.pending(compiled || finished, finished)
	}
}

// rewrite takes a text through split, divide, parse, check and must, and emit.
func (n *Notebook) rewrite(text string, number int) *Cell {
	l := split(text)
	if l.magic {
		return verbatimCell(text)
	}
	w := &work{n: n, text: text, layout: l, number: number}
	w.divide()
	if err := w.parse(); err != nil {
		if !w.statementStyle {
			return verbatimCell(text) // GoNB reports the error
		}
		return &Cell{Refused: describeSyntaxError(w, err), source: text}
	}
	w.helper = w.helperName()
	if w.statementStyle {
		w.check()
		for i := 0; i < maxMust && w.must(); i++ {
			w.check() // names defined from the variable have a type now
		}
	} else {
		w.newImports = misspelt(n, w.file)
	}
	return w.emit()
}

// describeSyntaxError returns the message of an error of the parser, with the line of the cell in which it is.
func describeSyntaxError(w *work, err error) string {
	var list scanner.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return err.Error()
	}
	e := list[0]
	at := e.Pos.Offset - w.mainAt
	if at < 0 {
		at = e.Pos.Offset - w.declAt
	}
	at = min(max(at, 0), len(w.text))
	line := strings.Count(w.text[:at], "\n")
	return fmt.Sprintf("line %d: %s\n    %s", line+1, e.Msg, strings.TrimSpace(strings.Split(w.text, "\n")[line]))
}

// An edit replaces the bytes of the cell from at to at+remove by a text without line ends.
type edit struct {
	at, remove int
	insert     string
}

// emit makes the Cell for GoNB.
func (w *work) emit() *Cell {
	globals := w.globals()
	made := w.definitions(globals)
	need := w.n.needed(append(w.free(), sortedKeys(globals)...))
	c := verbatimCell(w.text)
	if needsRewriting(w, need) {
		if msg := lostMessage(need, w.free()); msg != "" {
			return &Cell{Refused: msg, source: w.text}
		}
		out := linesOf(w, need, made, globals)
		c = &Cell{Code: out.b.String(), Lines: out.origin, source: out.b.String()}
	}
	c.Suggestions = w.suggestions
	made = append(made, changedBindings(w, need)...)
	before := w.n.stamps(made)
	c.pending = func(compiled, finished bool) { w.commit(made, before, compiled, finished) }
	return c
}

// needsRewriting reports whether the cell is in statement style, or has a main line or a declaration and lacks variables of earlier cells or imports.
func needsRewriting(w *work, need []*binding) bool {
	if w.statementStyle {
		return true
	}
	lacks := len(need) > 0 || len(w.newImports) > 0
	return lacks && (w.mainLine >= 0 || w.has(declaration))
}

// definitions returns the variables that a cell in statement style defines. It edits their statements, so that later cells get the variables,
// and the last expression, so that it shows itself.
func (w *work) definitions(globals map[string]bool) (made []*binding) {
	if !w.statementStyle {
		return nil
	}
	body := w.main.Body.List
	for i, stmt := range body {
		made = append(made, w.define(stmt, globals)...)
		if e, ok := stmt.(*ast.ExprStmt); ok && i == len(body)-1 {
			w.show(e)
		}
	}
	for _, v := range made {
		if v.way == again && !recordChanges(w, v) {
			v.way, v.why = lost, v.why+" that its cell changes"
		}
	}
	for _, v := range made {
		if v.way == again && dependsOn(w, v.def.free, "", make(map[string]bool)) {
			v.way, v.why = lost, v.why+" made from what is not kept"
		}
	}
	return made
}

// changedBindings returns copies of the bindings in need that are made again and that this cell changes, each with the statements that
// change it appended; if they cannot be done again, the copy is lost.
func changedBindings(w *work, need []*binding) (made []*binding) {
	for _, v := range need {
		if v.way != again || !w.statementStyle || variableOf(w, v.name) != v {
			continue
		}
		b := *v
		if !recordChanges(w, &b) {
			b.way, b.why, b.def = lost, v.why+" that its cell changes", &definition{cell: w.number}
		}
		if b.def != v.def {
			made = append(made, &b)
		}
	}
	return made
}

// linesOf returns the lines of the program of a cell, with their origin.
func linesOf(w *work, need, made []*binding, globals map[string]bool) *output {
	names := make(map[string]bool)
	for _, v := range made {
		names[v.name] = true
	}
	loads := w.loads(need, globals, names) // before importLines, since it may add imports
	out := &output{}
	if !w.statementStyle {
		out.addGenerated(w.importLines(), w.globalLines(need, nil, globals))
		for i, line := range strings.Split(w.text, "\n") {
			out.add(line, i)
			if i == w.mainLine && w.body >= 0 {
				out.addGenerated(loads)
			}
		}
		return out
	}
	out.addNonBlank(w.special())
	out.addNonBlank(w.onlyClass(imports))
	out.addGenerated(w.importLines())
	out.addNonBlank(w.onlyClass(declaration))
	out.addGenerated(w.globalLines(need, made, globals), []string{"%%"}, loads, []string{"{"})
	out.addNonBlank(w.edited())
	out.add("}", -1)
	return out
}

// lostMessage returns a line for each name in free of a variable that was not kept after its own cell, "" if there is none.
func lostMessage(need []*binding, free []string) string {
	var b strings.Builder
	for _, v := range need {
		if v.way == lost && slices.Contains(free, v.name) {
			fmt.Fprintf(&b, "%s is %s, and lived only in its own cell [%d]: define it again in this one\n", v.name, v.why, v.def.cell)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// An output collects lines with their origin, as in Cell.
type output struct {
	b      strings.Builder
	origin []int
}

// add adds one line.
func (o *output) add(line string, origin int) {
	if len(o.origin) > 0 {
		o.b.WriteByte('\n')
	}
	o.b.WriteString(line)
	o.origin = append(o.origin, origin)
}

// addGenerated adds lines that are not of the cell.
func (o *output) addGenerated(lists ...[]string) {
	for _, line := range slices.Concat(lists...) {
		o.add(line, -1)
	}
}

// addNonBlank adds the lines of a text that are not blank. Line i of the text is line i of the cell.
func (o *output) addNonBlank(text string) {
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) != "" {
			o.add(strings.TrimRight(line, " \t\r"), i)
		}
	}
}
