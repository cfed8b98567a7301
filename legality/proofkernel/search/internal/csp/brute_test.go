package csp

import "math/rand/v2"

// A program is a small system written down twice over: it can be given to a System and to the brute force below.
type program struct {
	vars  []domain
	rules []rule
}

// A domain is a variable: bounds and the order of its values.
type domain struct {
	lo, hi int
	order  Order
}

// A rule is one constraint; kind picks the fields that matter.
type rule struct {
	kind kind
	u, v Var
	k    int
}

// A kind is a kind of constraint.
type kind uint8

const (
	le      kind = iota // u <= v + k
	eq                  // u = v + k
	atLeast             // u >= k
	atMost              // u <= k
	fix                 // u = k
	parity              // u is even or odd as k
	kinds
)

// apply adds the rule to the system.
func (r rule) apply(s *System) {
	switch r.kind {
	case le:
		s.Le(r.u, r.v, r.k)
	case eq:
		s.Eq(r.u, r.v, r.k)
	case atLeast:
		s.AtLeast(r.u, r.k)
	case atMost:
		s.AtMost(r.u, r.k)
	case fix:
		s.Fix(r.u, r.k)
	case parity:
		s.Parity(r.u, r.k)
	}
}

// holds reports whether the assignment x satisfies the rule.
func (r rule) holds(x []int) bool {
	switch r.kind {
	case le:
		return x[r.u] <= x[r.v]+r.k
	case eq:
		return x[r.u] == x[r.v]+r.k
	case atLeast:
		return x[r.u] >= r.k
	case atMost:
		return x[r.u] <= r.k
	case fix:
		return x[r.u] == r.k
	}
	return (x[r.u]-r.k)%2 == 0
}

// build adds the whole program to the system.
func (p *program) build(s *System) {
	for _, d := range p.vars {
		s.Prefer(s.NewVar(d.lo, d.hi), d.order)
	}
	for _, r := range p.rules {
		r.apply(s)
	}
}

// An answer is everything that a system can be asked.
type answer struct {
	feasible bool
	lo, hi   []int
	first    []int // the first solution by the orders
}

// brute returns the answer by trying all assignments, each variable's values in its order of preference.
func (p *program) brute() answer {
	a := answer{lo: make([]int, len(p.vars)), hi: make([]int, len(p.vars))}
	x := make([]int, len(p.vars))
	var rec func(v int)
	rec = func(v int) {
		if v < len(p.vars) {
			for _, value := range p.vars[v].values() {
				x[v] = value
				rec(v + 1)
			}
			return
		}
		for _, r := range p.rules {
			if !r.holds(x) {
				return
			}
		}
		if !a.feasible {
			a.feasible = true
			a.first = append(a.first, x...)
			copy(a.lo, x)
			copy(a.hi, x)
		}
		for i, value := range x {
			a.lo[i], a.hi[i] = min(a.lo[i], value), max(a.hi[i], value)
		}
	}
	rec(0)
	return a
}

// values returns the values of the domain in its order. It is written independently of Solve.
func (d domain) values() (list []int) {
	add := func(x int) {
		if d.lo <= x && x <= d.hi && x >= Min && x <= Max {
			list = append(list, x)
		}
	}
	start, step := int(d.order.Start), int(d.order.Step)
	if step == 0 {
		start, step = Min, 1
	}
	for i := 0; i <= 2*(Max-Min); i++ {
		add(start + i*step)
	}
	for i := 1; i <= 2*(Max-Min); i++ {
		add(start - i*step)
	}
	return list
}

// answerOf returns the answer of a system.
func answerOf(s *System) answer {
	values, solved := s.Solve(nil)
	a := answer{feasible: s.Propagate()}
	if solved != a.feasible {
		panic("csp: a solution without feasibility, or none with it")
	}
	if !a.feasible {
		return answer{}
	}
	for v := range s.vars {
		a.lo, a.hi = append(a.lo, s.Lo(Var(v))), append(a.hi, s.Hi(Var(v)))
	}
	for _, x := range values {
		a.first = append(a.first, int(x))
	}
	return a
}

// randomProgram returns a system of up to 5 variables with small domains anywhere in the allowed range, sometimes at its ends,
// and up to 9 constraints.
func randomProgram(rnd *rand.Rand) (p program) {
	base := Min + rnd.IntN(Max-Min-6)
	for range 1 + rnd.IntN(5) {
		lo := base + rnd.IntN(3)
		d := domain{lo: lo, hi: lo + rnd.IntN(6)}
		if rnd.IntN(3) > 0 {
			d.order = Order{int8(base + rnd.IntN(9) - 1), int8(rnd.IntN(3) - 1)}
		}
		p.vars = append(p.vars, d)
	}
	for range rnd.IntN(10) {
		r := rule{kind: kind(rnd.IntN(int(kinds))), u: Var(rnd.IntN(len(p.vars))), v: Var(rnd.IntN(len(p.vars)))}
		switch r.kind {
		case le, eq:
			r.k = rnd.IntN(9) - 4
		case parity:
			r.k = rnd.IntN(2)
		default:
			r.k = base + rnd.IntN(8)
		}
		if r.kind == fix && rnd.IntN(2) == 0 { // too many fixed variables leave no solution
			r.kind = le
			r.k = rnd.IntN(3) - 1
		}
		p.rules = append(p.rules, r)
	}
	return p
}
