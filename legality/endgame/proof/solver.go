package proof

import (
	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// A solver is an incremental SAT solver, github.com/go-air/gini, over the variables from 1 up. It
// keeps learned clauses from one call of Solve to the next.
//
// It works round a fault of gini v1.0.4. After an unsatisfiable call, the next one first learns from the
// last conflict. If this shows that the clauses alone are contradictory, gini does not notice and stops the
// program with "internal error in solve". So Solve adds, after every unsatisfiable call, a clause that
// excludes the failed assumptions, which makes gini forget the conflict; see TestSolverUnderAssumptions.
type solver struct {
	gini          *gini.Gini
	contradictory bool
}

// newSolver returns a solver without clauses.
func newSolver() *solver { return &solver{gini: gini.New()} }

// Add adds clauses.
func (s *solver) Add(clauses [][]int) {
	for _, c := range clauses {
		for _, v := range c {
			s.gini.Add(z.Dimacs2Lit(v))
		}
		s.gini.Add(z.LitNull)
	}
}

// Solve reports whether all clauses can be true together with the assumptions.
func (s *solver) Solve(assume ...int) bool {
	if s.contradictory {
		return false
	}
	for _, v := range assume {
		s.gini.Assume(z.Dimacs2Lit(v))
	}
	if s.gini.Solve() == 1 {
		return true
	}
	failed := s.gini.Why(nil)
	s.contradictory = len(failed) == 0
	for _, m := range failed {
		s.gini.Add(m.Not())
	}
	if !s.contradictory {
		s.gini.Add(z.LitNull)
	}
	return false
}

// Value returns a value of the last model.
func (s *solver) Value(v int) bool { return s.gini.Value(z.Dimacs2Lit(v)) }
