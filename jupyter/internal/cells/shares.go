package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"

	"chesscensus/jupyter/internal/cells/kinds"
)

// A sharing says that a variable shared memory with another one in a cell. In later cells each is a copy.
type sharing struct {
	kinds.Share
	of, with *binding
	cell     int // number shown beside it
}

// recordShares records that a variable shares memory with those that an expression mentions. The variable has the value of the expression,
// or inside is set and a part of it has.
func (w *work) recordShares(of *binding, x ast.Expr, inside bool) {
	for _, s := range kinds.SharesOf(x, &w.types.Info) {
		s.Inside = s.Inside || inside
		if with := variableOf(w, s.Name); of != nil && with != nil && of != with {
			w.shares = append(w.shares, sharing{s, of, with, w.number})
		}
	}
}

// recordAssignedShares records what variables, and parts of them, share after an assignment.
func (w *work) recordAssignedShares(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) {
		return
	}
	for i, x := range s.Lhs {
		if id := kinds.Root(x); id != nil {
			w.recordShares(variableOf(w, id.Name), s.Rhs[i], x != ast.Expr(id))
		}
	}
}

// commitShares records in the notebook what the variables of a cell share.
func (w *work) commitShares() {
	for _, s := range w.shares {
		s.of.shares = slices.DeleteFunc(s.of.shares, func(before sharing) bool { return before.with == s.with })
		s.of.shares = append(s.of.shares, s)
	}
}

// apartNotices returns the lines by which a cell tells the user that a variable which it changes is no longer one value with another, as it
// was in an earlier cell: each variable is stored by itself. Each pair is told once, and not by a cell that makes them one value again.
func apartNotices(w *work, redefined map[string]bool) (lines []string) {
	for _, name := range slices.Sorted(maps.Keys(w.n.vars)) {
		v := w.n.vars[name]
		v.shares = slices.DeleteFunc(v.shares, func(s sharing) bool {
			other := s.with
			sharesAgain := slices.ContainsFunc(w.shares, func(now sharing) bool { return now.of == v && now.with == other })
			if w.n.vars[other.name] != other || v.way != stored || other.way != stored || redefined[v.name] || redefined[other.name] || sharesAgain {
				return false
			}
			extent, otherExtent := kinds.Parts, kinds.Parts
			if s.Inside {
				extent = kinds.Inside
			}
			if s.Whole {
				otherExtent = kinds.Whole
			}
			changes := func(v *binding, extent kinds.Extent) bool {
				return kinds.ChangesPart(w.file, &w.types.Info, v.name, extent)
			}
			if !changes(v, extent) && !changes(other, otherExtent) {
				return false
			}
			w.useHelper()
			lines = append(lines, fmt.Sprintf("%s.Apart(%q, %q, %d)", w.helper, v.name, other.name, s.cell))
			return true
		})
	}
	return lines
}
