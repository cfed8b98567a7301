package cells

import (
	"fmt"
	"maps"
	"slices"

	"chesscensus/jupyter/internal/cells/kinds"
)

// A sharing says that a variable shared memory with another one in a cell. In later cells each is a copy.
type sharing struct {
	kinds.Share
	with *binding
	cell int // number shown beside it
}

// commitShares records in the notebook what the variables of a cell share.
func commitShares(w *work) {
	for _, s := range w.shares {
		of, with := w.n.vars[s.Of], w.n.vars[s.With]
		if of == nil || with == nil || of == with {
			continue
		}
		of.shares = slices.DeleteFunc(of.shares, func(before sharing) bool { return before.with == with })
		of.shares = append(of.shares, sharing{s, with, w.number})
	}
}

// apartNotices returns the lines by which a cell tells the user that a variable which it changes is no longer one value with another, as it
// was in an earlier cell: each variable is stored by itself. Each pair is told once, and not by a cell that makes them one value again.
func apartNotices(w *work, redefined map[string]bool) (lines []string) {
	for _, name := range slices.Sorted(maps.Keys(w.n.vars)) {
		v := w.n.vars[name]
		v.shares = slices.DeleteFunc(v.shares, func(s sharing) bool {
			isCurrent := w.n.vars[s.With] == s.with && v.way == stored && s.with.way == stored && !redefined[name] && !redefined[s.With]
			sharesAgain := slices.ContainsFunc(w.shares, func(now kinds.Share) bool { return now.Of == name && now.With == s.With })
			if !isCurrent || sharesAgain || !kinds.ChangesShared(w.file, &w.types.Info, s.Share) {
				return false
			}
			w.useHelper()
			lines = append(lines, fmt.Sprintf("%s.Apart(%q, %q, %d)", w.helper, name, s.With, s.cell))
			return true
		})
	}
	return lines
}
