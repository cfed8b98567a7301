package cells

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"chesscensus/jupyter/cells/kinds"
)

// Assist returns a cell, which may be half written, in a form that GoNB can give to
// gopls for help: a text is to be inserted at the offset at, after
// the declarations with which the cell begins. The text is empty if the cell
// is not of our style.
func (n *Notebook) Assist(cell string) (at int, insert string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	l := split(cell)
	if l.magic || l.mainLine >= 0 {
		return 0, ""
	}
	first := slices.IndexFunc(l.pieces, func(p piece) bool { return p.class == statement || p.class == variable })
	if first < 0 {
		return 0, ""
	}
	at = strings.LastIndexByte(cell[:l.pieces[first].from], '\n') + 1
	names := make(map[string]string)
	var vars strings.Builder
	seen := make(map[string]bool)
	for _, t := range tokens(l.code) {
		if v := n.vars[t.text]; v != nil && !seen[t.text] && kinds.Nameable(v.typ) {
			seen[t.text] = true
			fmt.Fprintf(&vars, "var %s %s; _ = %[1]s\n", t.text, types.TypeString(v.typ, qualifier(names)))
		}
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(&b, "import %s %q\n", name, names[name])
	}
	return at, b.String() + "%%\n" + vars.String()
}
