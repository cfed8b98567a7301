package proof

import "slices"

// A propagator performs unit propagation: it sets each literal that is the only one of its clause that is not false. Each clause of two
// literals or more is watched by its first two, which are not false unless the clause is true or a unit.
type propagator struct {
	vars          int // literal l has the index vars + l
	clauses       [][]literal
	watched       [][]int32 // by index of the literal, the clauses that watch it
	value         []int8    // by index: 1 true, -1 false
	trail         []literal // true literals in the order in which they became so
	done          int       // the number of literals of the trail that were propagated
	contradictory bool      // whether unit propagation derives a contradiction from the clauses alone
}

// newPropagator returns a propagator with the clauses of a formula.
func newPropagator(f *formula) *propagator {
	p := &propagator{vars: f.vars, watched: make([][]int32, 2*f.vars+1), value: make([]int8, 2*f.vars+1)}
	for _, clause := range f.clauses {
		p.add(clause)
	}
	return p
}

// valueOf returns 1 if a literal is true, -1 if it is false, and else 0.
func (p *propagator) valueOf(l literal) int8 { return p.value[p.vars+int(l)] }

// setTrue makes a literal true and adds it to the trail, unless it is.
func (p *propagator) setTrue(l literal) {
	if p.valueOf(l) == 0 {
		p.value[p.vars+int(l)], p.value[p.vars-int(l)] = 1, -1
		p.trail = append(p.trail, l)
	}
}

// add adds a clause and propagates; nothing may be assumed. It drops duplicate literals and those that are already false, which is
// allowed since what follows from the clauses alone is never undone.
func (p *propagator) add(clause []literal) {
	var literals []literal
	for _, l := range clause {
		if p.contradictory || p.valueOf(l) > 0 {
			return
		}
		if p.valueOf(l) == 0 && !slices.Contains(literals, l) {
			literals = append(literals, l)
		}
	}
	switch len(literals) {
	case 0:
		p.contradictory = true
	case 1:
		p.contradictory = !p.assume(literals[0])
	default:
		p.clauses = append(p.clauses, literals)
		for _, l := range literals[:2] {
			p.watched[p.vars+int(l)] = append(p.watched[p.vars+int(l)], int32(len(p.clauses)-1))
		}
	}
}

// assume makes a literal true and sets all that follow. It reports false for a contradiction.
func (p *propagator) assume(l literal) bool {
	p.setTrue(l)
	consistent := p.valueOf(l) > 0
	for ; consistent && p.done < len(p.trail); p.done++ {
		consistent = p.falsify(-p.trail[p.done])
	}
	return consistent
}

// undo shortens the trail to its first n literals: the others have no value any more.
func (p *propagator) undo(n int) {
	for _, l := range p.trail[n:] {
		p.value[p.vars+int(l)], p.value[p.vars-int(l)] = 0, 0
	}
	p.trail, p.done = p.trail[:n], n
}

// falsify has the clauses that watch a literal that has become false watch another one. If there is none, the other watched literal is
// set. The result false is a contradiction.
func (p *propagator) falsify(falsified literal) bool {
	list := p.watched[p.vars+int(falsified)]
	kept := list[:0]
next:
	for i, n := range list {
		clause := p.clauses[n]
		if clause[0] == falsified {
			clause[0], clause[1] = clause[1], falsified
		}
		value := p.valueOf(clause[0])
		for k := 2; k < len(clause) && value <= 0; k++ {
			if l := clause[k]; p.valueOf(l) >= 0 {
				clause[1], clause[k] = l, falsified
				p.watched[p.vars+int(l)] = append(p.watched[p.vars+int(l)], n)
				continue next
			}
		}
		kept = append(kept, n)
		if value < 0 {
			p.watched[p.vars+int(falsified)] = append(kept, list[i+1:]...)
			return false
		}
		p.setTrue(clause[0])
	}
	p.watched[p.vars+int(falsified)] = kept
	return true
}

// refute refutes a formula by cases, or finds a model. It assumes each literal of a choice in turn and propagates units, and splits a
// case without a contradiction by the next choice. This is a SAT solver without learning (M. Davis, G. Logemann, D. Loveland, "A
// Machine Program for Theorem-proving", CACM 5, 1962) that splits by the choices of the formula only. Unit propagation must decide the
// formula once a literal of each choice is true.
//
// If there is no model, the refutation consists of clauses, one a line, that each follow from the earlier ones by unit propagation
// (reverse unit propagation, RUP, a part of the DRAT format). They are the negated cases, each after the cases into which it was split.
// Any DRAT checker can verify them, and checkRUP does. Then isTrue is nil; otherwise it reports what is true in a model.
func refute(f *formula) (isTrue func(literal) bool, refutation []byte, cases int) {
	p := newPropagator(f)
	var clause []literal // the literals that are assumed in the present case, negated
	// split refutes the present case by the choices from number i on. It reports false if it could not: the values are a model.
	var split func(i int) bool
	split = func(i int) bool {
		if i == len(f.choices) {
			return false
		}
		for _, l := range f.choices[i] {
			if p.valueOf(l) < 0 {
				continue // excluded by propagation
			}
			trail := len(p.trail)
			clause = append(clause, -l)
			cases++
			if p.assume(l) && !split(i+1) {
				return false
			}
			refutation = appendClause(refutation, clause)
			clause = clause[:i]
			p.undo(trail)
		}
		return true
	}
	if !p.contradictory && !split(0) {
		return func(l literal) bool { return p.valueOf(l) > 0 }, nil, cases
	}
	return nil, appendClause(refutation, nil), cases
}
