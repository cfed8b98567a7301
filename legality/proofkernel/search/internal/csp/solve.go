package csp

// An Order is the order in which [System.Solve] tries the values of a variable: Start, Start + Step, Start + 2 Step and so on to
// the end of the domain, which is a value of some solution. Step is 1 or -1; 0 stands for [Ascending], whatever Start.
type Order struct {
	Start, Step int8
}

// The simple orders.
var (
	Ascending  = Order{Min, 1}
	Descending = Order{Max, -1}
)

// Prefer sets the order for v, which is Ascending if it is never set. It is no constraint, and Pop does not take it back.
func (s *System) Prefer(v Var, o Order) { s.vars[v].order = o }

// Solve appends to dst one value for each variable, in order of creation, and reports whether there is a solution; if not, dst is
// returned as it came.
//
// The solution is the first one in lexicographic order, where the values of each variable are compared by its Order: variables
// are assigned in order of creation, each the first value with which a solution exists. Since propagation decides that, no
// assignment is ever taken back once it holds. The system is not changed.
//
// Solve costs at most one propagation for each value of each variable, usually one for each variable.
func (s *System) Solve(dst []int8) ([]int8, bool) {
	if !s.Propagate() {
		return dst, false
	}
	start := len(s.levels)
	for v := range s.vars {
		s.assign(Var(v))
	}
	for v := range s.vars {
		dst = append(dst, s.vars[v].lo)
	}
	for len(s.levels) > start {
		s.Pop()
	}
	return dst, true
}

// assign fixes v, in a level of its own, at the first of its values that has a solution. The system must be propagated and
// feasible. It is so afterwards.
func (s *System) assign(v Var) {
	lo, hi := s.Lo(v), s.Hi(v)
	if lo == hi {
		return
	}
	o := s.vars[v].order
	if o.Step == 0 {
		o = Ascending
	}
	first, step := min(max(int(o.Start), lo), hi), int(o.Step)
	for value := first; lo <= value && value <= hi; value += step {
		if s.tryValue(v, value) {
			return
		}
	}
	panic("csp: a bound of a propagated system was not a solution")
}

// tryValue opens a level in which v has the given value. If there is no solution it closes the level and returns false.
func (s *System) tryValue(v Var, value int) bool {
	s.Push()
	s.Fix(v, value)
	if s.Propagate() {
		return true
	}
	s.Pop()
	return false
}
