package sat

import (
	"github.com/crillab/gophersat/solver"
	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// A satSolver is what a proof needs of a SAT solver: clauses are added, questions are asked.
type satSolver interface {
	// Add adds clauses over the variables from 1 up.
	Add(clauses [][]int)
	// Solve reports whether all clauses can be true together with the assumptions.
	Solve(assume ...int) bool
	// Value returns the value of a variable after Solve said true.
	Value(v int) bool
}

// giniSolver is github.com/go-air/gini as a satSolver. It keeps what it has learned from question
// to question.
//
// It works round a fault of gini v1.0.4: after a question that was answered no, the next begins by
// learning from the last conflict, and where that shows that the clauses alone are contradictory this is
// overlooked and the program ends with "internal error in solve". So every no is followed by a clause that
// says which assumptions failed, which makes gini forget the conflict; see TestSolversUnderAssumptions.
type giniSolver struct {
	g       *gini.Gini
	refuted bool
}

// newGini returns a solver without clauses.
func newGini() *giniSolver { return &giniSolver{g: gini.New()} }

// Add adds clauses.
func (s *giniSolver) Add(clauses [][]int) {
	for _, c := range clauses {
		for _, v := range c {
			s.g.Add(z.Dimacs2Lit(v))
		}
		s.g.Add(z.LitNull)
	}
}

// Solve asks whether there is a model.
func (s *giniSolver) Solve(assume ...int) bool {
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
func (s *giniSolver) Value(v int) bool { return s.g.Value(z.Dimacs2Lit(v)) }

// gophersat is github.com/crillab/gophersat as a satSolver. It begins anew with every
// question and can say why the answer is no, see Certify.
type gophersat struct {
	clauses [][]int
	model   []bool
}

// newGophersat returns a solver without clauses.
func newGophersat() *gophersat { return &gophersat{} }

// Add adds clauses.
func (s *gophersat) Add(clauses [][]int) { s.clauses = append(s.clauses, clauses...) }

// Solve asks whether there is a model.
func (s *gophersat) Solve(assume ...int) bool {
	all := s.clauses[:len(s.clauses):len(s.clauses)]
	for _, v := range assume {
		all = append(all, []int{v})
	}
	problem := solver.ParseSlice(all)
	if problem.Status == solver.Unsat {
		return false
	}
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	g := solver.New(problem)
	if g.Solve() != solver.Sat {
		return false
	}
	s.model = g.Model()
	return true
}

// Value returns a value of the last model.
func (s *gophersat) Value(v int) bool { return v <= len(s.model) && s.model[v-1] }
