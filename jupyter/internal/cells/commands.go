package cells

import (
	"fmt"
	"regexp"
	"strings"
)

// commandHelp is the answer to %help.
const commandHelp = `A cell is Go: statements, declarations and imports in any order. Its last expression shows itself, and an
error that nothing takes ends it. Packages of this project, gonum and the standard library need no import.
Tab completes a name, Shift-Tab explains it.

Words of this kernel, each on the first line of a cell:
  ?NAME, NAME?     explains a name: ?census.Judge
  %source          shows what became of the last cell; with a cell below it, what would become of that
  %variables       lists the variables of the notebook, and in which way each comes into the next cell
  %ls              lists the variables, and the declarations that cells have made
  %forget [NAME]   forgets variables, all if none is named
  %reset           forgets variables and declarations
  !COMMAND         runs a command of the shell
  %help gonb       lists the words of GoNB, which compiles the cells; they work too
`

// question matches a cell that asks about a name: ?NAME, ??NAME or NAME?.
var question = regexp.MustCompile(`^\?{1,2}\s*([\pL_][\pL\d_.]*)$|^([\pL_][\pL\d_.]*)\s*\?{1,2}$`)

// command answers a cell that begins with a command of this kernel, such as %source. Commands that GoNB has to execute, too, such as %reset,
// become a cell for GoNB that changes the notebook when it has run. It returns nil for any other cell.
func (n *Notebook) command(text string, number int) *Cell {
	first, rest, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n")
	words := strings.Fields(first)
	if len(words) == 0 {
		return nil
	}
	if groups := question.FindStringSubmatch(strings.TrimSpace(text)); groups != nil {
		name := groups[1] + groups[2] // one of the two forms matched, the other group is empty
		about, ok := n.inspect(name, len(name))
		if !ok {
			return &Cell{Refused: "nothing is known of " + name}
		}
		return &Cell{Answer: about.Plain() + "\n"}
	}
	switch words[0] {
	case "%source":
		return sourceOf(n, rest, number)
	case "%variables", "%who":
		return &Cell{Answer: n.variables()}
	case "%forget":
		if unknown := n.Forget(words[1:]...); len(unknown) > 0 {
			return &Cell{Refused: fmt.Sprintf("no variable %s", strings.Join(unknown, ", "))}
		}
		return &Cell{}
	case "%words":
		return &Cell{Answer: commandHelp}
	case "%help":
		if len(words) > 1 {
			return verbatimCell("%help")
		}
		return &Cell{Answer: commandHelp}
	case "%ls", "%list":
		return &Cell{Answer: n.variables() + declared(n)}
	case "%reset":
		c := verbatimCell(text)
		c.pending = func(bool, bool) {
			n.Forget()
			n.forgetAll()
		}
		return c
	case "%rm", "%remove":
		for _, name := range words[1:] { // .~PATH is GoNB's name of an import with a dot, on which a declaration of dotLines depends
			if path, isDot := strings.CutPrefix(name, ".~"); isDot {
				return &Cell{Refused: fmt.Sprintf("import . %q cannot be removed alone: %%reset removes all", path)}
			}
		}
		c := verbatimCell(text)
		c.pending = func(bool, bool) {
			for _, name := range words[1:] {
				delete(n.decls, name)
				delete(n.imports, name)
				delete(n.vars, name)
			}
		}
		return c
	}
	return nil
}

// sourceOf answers %source: with what a cell would become, or, if the cell is empty, with what became of the last one.
func sourceOf(n *Notebook, cell string, number int) *Cell {
	switch {
	case strings.TrimSpace(cell) == "" && n.source == "":
		return &Cell{Answer: "no cell has run yet\n"}
	case strings.TrimSpace(cell) == "":
		return &Cell{Answer: n.source + "\n"}
	}
	c := n.rewrite(cell, number)
	if c.Refused != "" {
		return &Cell{Refused: c.Refused}
	}
	return &Cell{Answer: c.source + "\n"}
}
