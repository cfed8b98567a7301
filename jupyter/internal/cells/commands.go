package cells

import (
	"fmt"
	"strings"
)

// commands are the words of ours that a cell may begin with.
const commandHelp = `Words of this kernel, each on the first line of a cell:
  %source          shows what became of the last cell; with a cell below it, what would become of that
  %variables       lists the variables of the notebook, and in which way each comes into the next cell
  %forget [NAME]   forgets variables, all if none is named
  %reset           forgets variables and declarations
  %help            lists the words of GoNB, which work too
`

// command answers a cell that is one of our own words. It returns nil for
// any other cell.
func (n *Notebook) command(text string, number int) *Cell {
	first, rest, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n")
	words := strings.Fields(first)
	if len(words) == 0 {
		return nil
	}
	switch words[0] {
	case "%source":
		if strings.TrimSpace(rest) != "" {
			c := n.rewrite(rest, number)
			if c.Refused != "" {
				return &Cell{Refused: c.Refused}
			}
			return &Cell{Said: c.source + "\n"}
		}
		if n.source == "" {
			return &Cell{Said: "no cell has run yet\n"}
		}
		return &Cell{Said: n.source + "\n"}
	case "%variables", "%who":
		return &Cell{Said: n.variables()}
	case "%forget":
		if unknown := n.Forget(words[1:]...); len(unknown) > 0 {
			return &Cell{Refused: fmt.Sprintf("no variable %s", strings.Join(unknown, ", "))}
		}
		return &Cell{Said: ""}
	case "%words":
		return &Cell{Said: commandHelp}
	case "%reset":
		c := untouched(text)
		c.pending = func(bool, bool) {
			n.Forget()
			n.forgetAll()
		}
		return c
	case "%rm", "%remove":
		c := untouched(text)
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
