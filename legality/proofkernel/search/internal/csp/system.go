package csp

// Min and Max bound the values of all variables.
const (
	Min = -16
	Max = 31
)

// A Var names a variable of one [System]: 0 for the first that was created, then 1, and so on. It is valid until the level in
// which it was created is popped.
type Var int32

// none ends a list of edges.
const none = -1

// The parities of a variable. The parity of an even or odd one is its constant minus even.
const (
	free = iota
	even
	odd
)

// A variable is the state of a Var. Its two lists of edges are linked through edge.nextOut and edge.nextIn, newest first.
type variable struct {
	lo, hi  int8
	parity  uint8 // free, even or odd
	dirty   uint8 // bounds that have moved and are not yet propagated: loMoved, hiMoved
	order   Order
	out, in int32  // newest edge in which it is u, and newest in which it is v
	stamp   uint64 // stamp of the newest level that saved its old state on the trail
}

// An edge is the constraint u <= v + k.
type edge struct {
	u, v            Var
	k               int32
	nextOut, nextIn int32
}

// A System is a set of variables and constraints. The zero value is empty and ready. A System is for one goroutine at a time.
//
// Constraints move the bounds of the variables that they name at once; [System.Propagate] does the rest. As soon as some variable
// has no value left the system has failed, further constraints are ignored, and only [System.Pop] or [System.Reset] help.
type System struct {
	vars   []variable
	edges  []edge
	queue  []Var // variables with dirty bounds
	trail  []savedVariable
	levels []level
	stamp  uint64 // stamp of the current level, 0 below all levels
	stamps uint64 // the last stamp given
	failed bool
}

// Reset removes all variables, constraints and levels and keeps the memory.
func (s *System) Reset() {
	s.vars, s.edges, s.queue = s.vars[:0], s.edges[:0], s.queue[:0]
	s.trail, s.levels = s.trail[:0], s.levels[:0]
	s.stamp, s.failed = 0, false
}

// NewVar creates a variable with the given bounds, which are cut to [Min, Max]. If lo > hi the system fails.
func (s *System) NewVar(lo, hi int) Var {
	lo, hi = max(lo, Min), min(hi, Max)
	if lo > hi {
		s.failed = true
		lo, hi = Min, Max
	}
	s.vars = append(s.vars, variable{lo: int8(lo), hi: int8(hi), out: none, in: none, stamp: s.stamp})
	return Var(len(s.vars) - 1)
}

// Failed reports whether the system is known to have no solution. Without a call of [System.Propagate] after the last constraint,
// false means nothing.
func (s *System) Failed() bool { return s.failed }

// Lo returns the lower bound of v. After a successful [System.Propagate] it is the value of v in the least solution.
func (s *System) Lo(v Var) int { return int(s.vars[v].lo) }

// Hi returns the upper bound of v, the value in the greatest solution.
func (s *System) Hi(v Var) int { return int(s.vars[v].hi) }

// Le adds the constraint u <= v + k.
func (s *System) Le(u, v Var, k int) {
	if s.failed {
		return
	}
	k = min(max(k, Min-Max-1), Max-Min+1) // beyond these a constraint says the same
	e := int32(len(s.edges))
	x, y := &s.vars[u], &s.vars[v]
	s.edges = append(s.edges, edge{u, v, int32(k), x.out, y.in})
	x.out, y.in = e, e
	s.raise(v, int(x.lo)-k)
	s.lower(u, int(y.hi)+k)
}

// Eq adds the constraint u = v + k.
func (s *System) Eq(u, v Var, k int) {
	k = min(max(k, Min-Max-1), Max-Min+1)
	s.Le(u, v, k)
	s.Le(v, u, -k)
}

// AtLeast adds the constraint v >= lo.
func (s *System) AtLeast(v Var, lo int) {
	if !s.failed {
		s.raise(v, lo)
	}
}

// AtMost adds the constraint v <= hi.
func (s *System) AtMost(v Var, hi int) {
	if !s.failed {
		s.lower(v, hi)
	}
}

// Fix adds the constraint v = value.
func (s *System) Fix(v Var, value int) {
	s.AtLeast(v, value)
	s.AtMost(v, value)
}

// Parity adds the constraint that v is even (parity 0) or odd (parity 1); only the low bit of the parity counts.
func (s *System) Parity(v Var, parity int) {
	if s.failed {
		return
	}
	p := uint8(even + parity&1)
	x := &s.vars[v]
	if x.parity == p {
		return
	}
	if x.parity != free {
		s.failed = true
		return
	}
	s.save(v, x)
	x.parity = p
	s.raise(v, int(x.lo)+(int(x.lo)^parity)&1)
	s.lower(v, int(x.hi)-(int(x.hi)^parity)&1)
}
