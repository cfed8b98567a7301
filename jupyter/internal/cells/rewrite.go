package cells

import (
	"errors"
	"fmt"
	"go/ast"
	"go/scanner"
	"slices"
	"strings"
)

// A Cell is what Rewrite makes of the text of a cell.
type Cell struct {
	// Code is what GoNB is to run. Lines gives for each of its lines the line of
	// the original, both from 0; -1 if it has none.
	Code  string
	Lines []int
	// Said is the answer to a command of ours; GoNB then has nothing to run.
	Said string
	// Refused, if not empty, says why the cell cannot run.
	Refused string
	// Meant are questions after misspelt names, to be put behind the compiler's errors about them.
	Meant map[string]string

	source  string // for %source
	pending func(compiled, finished bool)
}

// untouched is a cell that GoNB gets byte for byte.
func untouched(text string) *Cell {
	n := strings.Count(text, "\n") + 1
	c := &Cell{Code: text, Lines: make([]int, n), source: text}
	for i := range c.Lines {
		c.Lines[i] = i
	}
	return c
}

// Rewrite makes a cell such as a notebook has it into one that GoNB can run:
// statements go into main, the last expression shows itself, and variables come
// from earlier cells and go to later ones. The package comment says how. A cell
// that has its own main ("%%") or belongs to another program ("%%bash") and
// mentions no variable of the notebook is not touched, nor is one that only
// declares. number is what Jupyter will show beside the cell.
//
// After the cell has run, Done must be told before the next call.
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

// Done takes over what the cell has defined. compiled tells that the program
// was made, which is when GoNB remembers declarations; finished that it ended well.
func (n *Notebook) Done(c *Cell, compiled, finished bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if c.pending != nil {
		c.pending(compiled || finished, finished)
	}
}

// rewrite takes a text one way: split, parse, check, emit.
func (n *Notebook) rewrite(text string, number int) *Cell {
	l := split(text)
	if l.magic {
		return untouched(text)
	}
	w := &work{n: n, text: text, layout: l, number: number}
	w.divide()
	if err := w.parse(); err != nil {
		if !w.ours {
			return untouched(text) // GoNB says what is wrong
		}
		return &Cell{Refused: where(w, err), source: text}
	}
	w.helper = w.helperName()
	if w.ours {
		w.check()
		for i := 0; i < maxMust && w.must(); i++ {
			w.check() // what rests on the variable has a type now
		}
	} else {
		w.added = misspelt(n, w.file)
	}
	return w.emit()
}

// where turns an error of the parser into a line of the cell.
func where(w *work, err error) string {
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

// An edit replaces a part of the cell by a text without line ends.
type edit struct {
	at, remove int
	insert     string
}

// emit makes what GoNB is to run. A cell of GoNB's own style is left as it is, unless it mentions variables of the notebook.
func (w *work) emit() *Cell {
	globals := w.globals()
	made := w.definitions(globals)
	need := w.n.needed(append(w.free(), sortedKeys(globals)...))
	c := untouched(w.text)
	if w.ours || len(need)+len(w.added) > 0 && (w.mainLine >= 0 || w.has(declaration)) {
		if msg := lostOnes(need, w.free()); msg != "" {
			return &Cell{Refused: msg, source: w.text}
		}
		out := linesOf(w, need, made, globals)
		c = &Cell{Code: out.b.String(), Lines: out.origin, source: out.b.String()}
	}
	c.Meant = w.meant
	made = append(made, changed(w, need)...)
	before := w.n.stamps(made)
	c.pending = func(compiled, finished bool) { w.commit(made, before, compiled, finished) }
	return c
}

// definitions prepares the statements of a cell of our own style: those that define variables, which it returns, and the last one, which shows itself.
func (w *work) definitions(globals map[string]bool) (made []*binding) {
	if !w.ours {
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
		if v.way == again && !redo(w, v) {
			v.way, v.why = lost, v.why+" that its cell changes"
		}
	}
	for _, v := range made {
		if v.way == again && rests(w, v.def.free, "", make(map[string]bool)) {
			v.way, v.why = lost, v.why+" made from what is not kept"
		}
	}
	return made
}

// changed are the variables of earlier cells that are made again and that this one changes, as they are from now on.
func changed(w *work, need []*binding) (made []*binding) {
	for _, v := range need {
		if v.way != again || !w.ours || variableOf(w, v.name) != v {
			continue
		}
		b := *v
		if !redo(w, &b) {
			b.way, b.why, b.def = lost, v.why+" that its cell changes", &definition{cell: w.number}
		}
		if b.def != v.def {
			made = append(made, &b)
		}
	}
	return made
}

// linesOf are those of the program of a cell.
func linesOf(w *work, need, made []*binding, globals map[string]bool) *output {
	names := make(map[string]bool)
	for _, v := range made {
		names[v.name] = true
	}
	loads := w.loads(need, globals, names) // before the imports, since it may want some
	out := &output{}
	if !w.ours {
		out.added(w.importLines(), w.globalLines(need, nil, globals))
		for i, line := range strings.Split(w.text, "\n") {
			out.add(line, i)
			if i == w.mainLine && w.body >= 0 {
				out.added(loads)
			}
		}
		return out
	}
	out.lines(w.special())
	out.lines(w.onlyClass(imports))
	out.added(w.importLines())
	out.lines(w.onlyClass(declaration))
	out.added(w.globalLines(need, made, globals), []string{"%%"}, loads, []string{"{"})
	out.lines(w.edited())
	out.add("}", -1)
	return out
}

// lostOnes is a message if the cell mentions variables that did not outlive theirs.
func lostOnes(need []*binding, free []string) string {
	var b strings.Builder
	for _, v := range need {
		if v.way == lost && slices.Contains(free, v.name) {
			fmt.Fprintf(&b, "%s is %s, and lived only in its own cell [%d]: define it again in this one\n", v.name, v.why, v.def.cell)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// An output collects lines with their origin.
type output struct {
	b      strings.Builder
	origin []int
}

func (o *output) add(line string, origin int) {
	if len(o.origin) > 0 {
		o.b.WriteByte('\n')
	}
	o.b.WriteString(line)
	o.origin = append(o.origin, origin)
}

// added adds lines of ours.
func (o *output) added(lists ...[]string) {
	for _, line := range slices.Concat(lists...) {
		o.add(line, -1)
	}
}

// lines adds those lines of a text, of as many lines as the cell, that are not blank.
func (o *output) lines(text string) {
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) != "" {
			o.add(strings.TrimRight(line, " \t\r"), i)
		}
	}
}
