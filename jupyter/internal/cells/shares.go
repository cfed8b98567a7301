package cells

import (
	"fmt"
	"slices"

	"chesscensus/jupyter/internal/cells/kinds"
)

// A sharing says that two variables shared memory in a cell. In later cells each is a copy.
type sharing struct {
	kinds.Share
	of, with *binding
	cell     int // number shown beside it
}

// commitShares records in the notebook what the variables of a cell share.
func commitShares(w *rewriter) {
	n := w.notebook
	n.shares = slices.DeleteFunc(n.shares, func(s sharing) bool { return slices.Contains(w.told, s) })
	for _, now := range w.shares {
		n.shares = slices.DeleteFunc(n.shares, func(s sharing) bool {
			return s.EndedBy(now) || s.Of == now.Of && s.With == now.With || n.vars[s.Of] != s.of || n.vars[s.With] != s.with
		})
		if of, with := n.vars[now.Of], n.vars[now.With]; of != nil && with != nil {
			n.shares = append(n.shares, sharing{now, of, with, w.number})
		}
	}
}

// apartNotices returns the lines by which a cell tells the user that a variable which it changes is no longer one value with another, as it
// was in an earlier cell: each variable is stored by itself. Each pair is told once, and not by a cell that makes them one value again, or
// gives one of them another value.
func apartNotices(w *rewriter, redefined map[string]bool) (lines []string) {
	for _, s := range w.notebook.shares {
		isCurrent := w.notebook.vars[s.Of] == s.of && w.notebook.vars[s.With] == s.with && s.of.way == stored && s.with.way == stored && !redefined[s.Of] && !redefined[s.With]
		isNew := slices.ContainsFunc(w.shares, func(now kinds.Share) bool { return s.EndedBy(now) || now.Of == s.Of && now.With == s.With })
		if isCurrent && !isNew && kinds.ChangesShared(w.file, &w.types.Info, s.Share) {
			w.useHelper()
			w.told = append(w.told, s)
			lines = append(lines, fmt.Sprintf("%s.Apart(%q, %q, %d)", w.helper, s.Of, s.With, s.cell))
		}
	}
	return lines
}
