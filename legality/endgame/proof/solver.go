package proof

import (
	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// A solver is github.com/go-air/gini: clauses over the variables from 1 up are added, questions are asked. It keeps what it has learned from question
// to question.
//
// It works round a fault of gini v1.0.4: after a question that was answered no, the next begins by
// learning from the last conflict, and where that shows that the clauses alone are contradictory this is
// overlooked and the program ends with "internal error in solve". So every no is followed by a clause that
// says which assumptions failed, which makes gini forget the conflict; see TestSolverUnderAssumptions.
type solver struct {
	g       *gini.Gini
	refuted bool
}

// newSolver returns a solver without clauses.
func newSolver() *solver { return &solver{g: gini.New()} }

// Add adds clauses.
func (s *solver) Add(clauses [][]int) {
	for _, c := range clauses {
		for _, v := range c {
			s.g.Add(z.Dimacs2Lit(v))
		}
		s.g.Add(z.LitNull)
	}
}

// Solve asks whether all clauses can be true together with the assumptions.
func (s *solver) Solve(assume ...int) bool {
	if s.refuted {
		return false
	}
	for _, v := range assume {
		s.g.Assume(z.Dimacs2Lit(v))
	}
	if s.g.Solve() == 1 {
		return true
	}
	why := s.g.Why(nil)
	s.refuted = len(why) == 0
	for _, m := range why {
		s.g.Add(m.Not())
	}
	if !s.refuted {
		s.g.Add(z.LitNull)
	}
	return false
}

// Value returns a value of the last model.
func (s *solver) Value(v int) bool { return s.g.Value(z.Dimacs2Lit(v)) }
