package cells

import (
	"errors"
	"fmt"
	"go/ast"
	"go/scanner"
	"slices"
	"strings"

	"chesscensus/jupyter/internal/cells/kinds"
	"chesscensus/jupyter/internal/cells/syntax"
)

// A Cell is the result of Rewrite.
type Cell struct {
	// Code is the text for GoNB. Lines[i] is the line of the cell from which line i of Code comes, both from 0, or -1 if line i was added.
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

// verbatimCell returns a cell whose text GoNB gets unchanged.
func verbatimCell(text string) *Cell {
	n := strings.Count(text, "\n") + 1
	c := &Cell{Code: text, Lines: make([]int, n), source: text}
	for i := range c.Lines {
		c.Lines[i] = i
	}
	return c
}

// Rewrite turns the text of a cell into a cell that GoNB can run: statements go into main, the value of the last expression is shown, and
// variables come from earlier cells and go to later ones, as the package comment describes. A cell for another program ("%%bash") is not
// touched. Nor is a cell with a main line of GoNB's ("%%") or of declarations alone, unless it mentions a variable of the notebook or a
// member that its package lacks. number is what Jupyter will show beside the cell.
//
// After the cell has run, Done must be called before the next Rewrite.
func (n *Notebook) Rewrite(text string, number int) *Cell {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.Packages.Refresh()
	text = strings.TrimPrefix(text, "\ufeff") // a byte order mark
	if c := n.command(text, number); c != nil {
		return c
	}
	c := n.rewrite(text, number)
	n.source = c.source
	return c
}

// Done records the definitions of a cell that has run in the notebook. compiled says that the
// program was built, after which GoNB remembers its declarations; finished says that the program ended without an error.
func (n *Notebook) Done(c *Cell, compiled, finished bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if c.pending != nil {
		c.pending(compiled || finished, finished)
	}
}

// rewrite returns the program that a text becomes.
func (n *Notebook) rewrite(text string, number int) *Cell {
	if syntax.Split(text).Magic {
		if word := strings.Fields(strings.TrimPrefix(strings.TrimSpace(text), "//gonb:"))[0]; !slices.Contains(programWords, word) {
			return &Cell{Refused: word + " is no word of this kernel (%help lists them)", source: text}
		}
		return verbatimCell(text)
	}
	w := &rewriter{notebook: n, text: syntax.Plain(text), number: number}
	c := w.rewrite(text, false)
	if w.OnlyDeclares && w.StatementStyle && c.Refused == "" && !keepable(w) {
		w = &rewriter{notebook: n, text: syntax.Plain(text), number: number}
		c = w.rewrite(text, true)
	}
	return c
}

// keepable reports whether the variables of a cell without other statements can be kept, and are defined before they are mentioned. Else they
// are left to GoNB, which repeats their declarations in every program. Random values are not repeated.
func keepable(w *rewriter) bool {
	early := slices.ContainsFunc(w.file.Unresolved, func(id *ast.Ident) bool {
		return w.main.Pos() <= id.Pos() && id.Pos() < w.main.End() && w.defines(id.Name)
	})
	return !early && !slices.ContainsFunc(w.newVars, func(v *binding) bool { return v.way == lost && !w.isRandom(statementOf(w, v.def)) })
}

// rewrite takes a cell through the steps; text is what the user has written, and declare is of [syntax.Layout.Divide].
func (w *rewriter) rewrite(text string, declare bool) *Cell {
	w.Layout = syntax.Split(w.text)
	w.Divide(declare)
	if err := w.parse(); err != nil {
		if !w.StatementStyle {
			return verbatimCell(text) // GoNB reports the error
		}
		return &Cell{Refused: describeSyntaxError(w, err, text), source: text}
	}
	w.helper = w.helperName()
	if w.StatementStyle {
		w.check()
		for i := 0; i < maxMust && w.wrapFallibleCalls(); i++ {
			w.check() // variables defined from the one before now have a type
		}
		if w.separateSources() {
			w.check()
		}
	} else {
		w.newImports = importsLackingMembers(w.notebook, w.file)
	}
	return w.emit()
}

// programWords are GoNB's words for a cell that is no Go.
var programWords = []string{"%%bash", "%%gx", "%%script", "%%sh", "%%writefile"}

// describeSyntaxError returns the message of a parser's error, with the line of the user's text in which it is. A cell that ends too early
// or has a closing bracket too many is described in words, since the parser is speaking of the program around it.
func describeSyntaxError(w *rewriter, err error, text string) string {
	var list scanner.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return err.Error()
	}
	msg, offset := list[0].Msg, list[0].Pos.Offset-w.mainAt
	if offset < 0 {
		offset = list[0].Pos.Offset - w.declAt
	}
	open, wrong := syntax.Brackets(w.Code)
	switch atEnd := offset >= len(w.text) || strings.HasSuffix(msg, "'EOF'"); {
	case wrong >= 0 && (atEnd || strings.HasPrefix(msg, "expected declaration")):
		offset, msg = wrong, "no bracket is open that this "+w.Code[wrong:wrong+1]+" could close"
	case atEnd && len(open) > 0:
		offset, msg = open[len(open)-1].From, "the bracket "+open[len(open)-1].Text+" is not closed"
	case atEnd:
		offset, msg = len(strings.TrimRight(w.text, " \t\r\n")), "the cell ends within an expression"
	}
	line := strings.Count(w.text[:min(max(offset, 0), len(w.text))], "\n")
	return fmt.Sprintf("line %d: %s\n    %s", line+1, msg, strings.TrimSpace(strings.Split(text, "\n")[line]))
}

// An edit replaces the bytes of the cell from from to from+remove by a text without line ends.
type edit struct {
	from, remove int
	insert       string
}

// emit returns the Cell for GoNB.
func (w *rewriter) emit() *Cell {
	globals := w.globals()
	newVars := w.definitions(globals)
	needs := w.notebook.needed(append(w.free(), sortedKeys(globals)...))
	c := verbatimCell(w.text)
	if needsRewriting(w, needs) {
		if msg := lostMessage(needs, mentioned(w)); msg != "" {
			return &Cell{Refused: msg, source: w.text}
		}
		out := linesOf(w, needs, newVars, globals)
		c = &Cell{Code: out.b.String(), Lines: out.origin, source: out.b.String()}
	}
	c.Suggestions = w.suggestions
	newVars = append(newVars, changedBindings(w, needs)...)
	before := w.notebook.stamps(newVars)
	c.pending = func(compiled, finished bool) { w.commit(newVars, before, compiled, finished) }
	return c
}

// needsRewriting reports whether the cell is in statement style, or has a main line or a declaration and needs variables of earlier cells
// or imports.
func needsRewriting(w *rewriter, needs []*binding) bool {
	if w.StatementStyle {
		return true
	}
	lacks := len(needs) > 0 || len(w.newImports) > 0
	return lacks && (w.MainLine >= 0 || w.Has(syntax.Declaration)) || len(dotLines(w)) > 0
}

// definitions returns the variables that a cell in statement style defines. It edits their statements, so that later cells get the
// variables, and the last expression, so that its value is shown.
func (w *rewriter) definitions(globals map[string]bool) (newVars []*binding) {
	if !w.StatementStyle {
		return nil
	}
	body := w.main.Body.List
	for i, stmt := range body {
		newVars = append(newVars, w.define(stmt, globals)...)
		w.shares = append(w.shares, kinds.SharesIn(stmt, &w.types.Info)...)
		if e, ok := stmt.(*ast.ExprStmt); ok && i == len(body)-1 {
			w.show(e)
		}
	}
	for _, v := range newVars {
		if v.way != remade {
			continue
		}
		if why := recordChanges(w, v); why != "" {
			v.way, v.why = lost, v.why+why
		}
	}
	for _, v := range newVars {
		if v.way == remade && dependsOn(w, v.def.free, "", make(map[string]bool)) {
			v.way, v.why = lost, v.why+" made from what is not kept"
		}
	}
	return newVars
}

// changedBindings returns copies of the remade bindings in needs that this cell changes, each with the statements that
// change it appended; if the statements cannot be repeated, the copy is lost.
func changedBindings(w *rewriter, needs []*binding) (newVars []*binding) {
	for _, v := range needs {
		if v.way != remade || !w.StatementStyle || variableOf(w, v.name) != v {
			continue
		}
		b := *v
		if why := recordChanges(w, &b); why != "" {
			b.way, b.why, b.def = lost, v.why+why, &definition{cell: w.number}
		}
		if b.def != v.def {
			newVars = append(newVars, &b)
		}
	}
	return newVars
}

// linesOf returns the lines of the program of a cell, with the line of the cell from which each comes.
func linesOf(w *rewriter, needs, newVars []*binding, globals map[string]bool) *output {
	names := make(map[string]bool)
	for _, v := range newVars {
		names[v.name] = true
	}
	loads := w.loadLines(needs, globals, names) // before importLines, as loadLines may add imports
	if w.newImports[w.helper] == helperPath {
		loads = append([]string{"defer " + w.helper + ".Begin()()"}, loads...)
	}
	out := &output{}
	if !w.StatementStyle {
		out.addGenerated(w.importLines())
		imports := 0 // the number of lines up to the end of the cell's imports, which come before other declarations
		for _, p := range w.Pieces {
			if p.Class == syntax.Imports {
				imports = 1 + strings.Count(w.text[:p.To], "\n")
			}
		}
		declarations := [][]string{w.globalLines(needs, nil, globals), dotLines(w)}
		for i, line := range strings.Split(w.text, "\n") {
			if i == imports {
				out.addGenerated(declarations...)
				declarations = nil
			}
			out.add(line, i)
			if i == w.MainLine && w.Body >= 0 {
				out.addGenerated(loads)
			}
		}
		out.addGenerated(declarations...) // below imports alone
		return out
	}
	out.addNonBlank(w.OnlySpecialLines(w.text))
	out.addNonBlank(w.TextOfClass(syntax.Imports))
	out.addGenerated(w.importLines())
	out.addNonBlank(w.TextOfClass(syntax.Declaration))
	out.addGenerated(w.globalLines(needs, newVars, globals), dotLines(w), []string{"%%"}, loads, []string{"{"})
	out.addNonBlank(applyEdits(w.TextOfClass(syntax.Statement), w.edits))
	out.add("}", -1)
	return out
}

// lostMessage returns a line for each lost variable among the names in free, "" if there is none.
func lostMessage(needs []*binding, mentioned []string) string {
	var b strings.Builder
	for _, v := range needs {
		if v.way == lost && slices.Contains(mentioned, v.name) {
			fmt.Fprintf(&b, "%s is %s, and lived only in its own cell [%d]: define it again in this one\n", v.name, v.why, v.def.cell)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// An output collects the lines of a program. origin is Lines of [Cell].
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

// addGenerated adds lines that do not come from the cell.
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
