package proof

import "slices"

// A propagator performs unit propagation: it sets each literal that is the only one of its clause that is not false.
// Each clause of two literals or more is watched by its first two, which are not false unless the clause is true or a
// unit. Variable v has the literal 2v, and its negation the literal 2v+1.
type propagator struct {
	clauses       [][]int32
	watched       [][]int32 // by literal, the clauses that watch it
	value         []int8    // by literal: 1 true, -1 false
	trail         []int32   // true literals in the order in which they became so
	unpropagated  int       // where propagation goes on in the trail
	contradictory bool      // whether unit propagation derives a contradiction from the clauses alone
}

// newPropagator returns a propagator with the clauses of a formula.
func newPropagator(f *formula) *propagator {
	p := &propagator{watched: make([][]int32, 2*f.Vars+2), value: make([]int8, 2*f.Vars+2)}
	for _, clause := range f.Clauses {
		p.add(clause)
	}
	return p
}

// index returns the form of a literal that a propagator uses.
func (l literal) index() int32 {
	if l < 0 {
		return int32(-2*l + 1)
	}
	return int32(2 * l)
}

// setTrue makes a literal true and adds it to the trail.
func (p *propagator) setTrue(l int32) {
	p.value[l], p.value[l^1] = 1, -1
	p.trail = append(p.trail, l)
}

// add adds a clause and propagates; nothing may be assumed. It drops duplicate literals and those that are already false,
// which is allowed since what follows from the clauses alone is never undone.
func (p *propagator) add(clause []literal) {
	var literals []int32
	for _, v := range clause {
		l := v.index()
		if p.contradictory || p.value[l] > 0 {
			return
		}
		if p.value[l] == 0 && !slices.Contains(literals, l) {
			literals = append(literals, l)
		}
	}
	switch len(literals) {
	case 0:
		p.contradictory = true
	case 1:
		p.setTrue(literals[0])
		p.contradictory = !p.propagate()
	default:
		n := int32(len(p.clauses))
		p.clauses = append(p.clauses, literals)
		p.watched[literals[0]] = append(p.watched[literals[0]], n)
		p.watched[literals[1]] = append(p.watched[literals[1]], n)
	}
}

// assume makes a literal true and propagates. It reports false for a contradiction.
func (p *propagator) assume(v literal) bool {
	l := v.index()
	if p.value[l] == 0 {
		p.setTrue(l)
	}
	return p.value[l] > 0 && p.propagate()
}

// undo shortens the trail to its first n literals: the others have no value any more.
func (p *propagator) undo(n int) {
	for _, l := range p.trail[n:] {
		p.value[l], p.value[l^1] = 0, 0
	}
	p.trail = p.trail[:n]
	p.unpropagated = n
}

// follows reports whether unit propagation derives a contradiction from the negation of the clause.
func (p *propagator) follows(clause []literal) bool {
	defer p.undo(len(p.trail))
	for _, v := range clause {
		if !p.assume(-v) {
			return true
		}
	}
	return p.contradictory
}

// propagate sets all literals that follow from the trail, and reports false for a contradiction.
func (p *propagator) propagate() bool {
	for ; p.unpropagated < len(p.trail); p.unpropagated++ {
		falsified := p.trail[p.unpropagated] ^ 1
		list := p.watched[falsified]
		watching := list[:0]
		for i, n := range list {
			if p.rewatch(n, falsified) {
				continue
			}
			watching = append(watching, n)
			first := p.clauses[n][0]
			if p.value[first] < 0 {
				watching = append(watching, list[i+1:]...)
				p.watched[falsified] = watching
				return false
			}
			if p.value[first] == 0 {
				p.setTrue(first)
			}
		}
		p.watched[falsified] = watching
	}
	return true
}

// rewatch makes clause n watch another literal instead of one that has become false, and reports whether
// it could. If not, the other watched literal is the first.
func (p *propagator) rewatch(n, falsified int32) bool {
	clause := p.clauses[n]
	if clause[0] == falsified {
		clause[0], clause[1] = clause[1], clause[0]
	}
	if p.value[clause[0]] > 0 {
		return false
	}
	for k := 2; k < len(clause); k++ {
		if l := clause[k]; p.value[l] >= 0 {
			clause[1], clause[k] = l, clause[1]
			p.watched[l] = append(p.watched[l], n)
			return true
		}
	}
	return false
}
