package proof

import "slices"

// A checker performs unit propagation with watched literals: each clause is watched by its first
// two literals, which are not false unless the clause is true or a unit. Variable v has the literal
// 2v, and its negation the literal 2v+1.
type checker struct {
	clauses       [][]int32
	watched       [][]int32 // by literal, the clauses that watch it
	value         []int8    // by literal: 1 true, -1 false
	trail         []int32   // true literals in the order in which they became so
	unpropagated  int       // where propagation goes on in the trail
	contradictory bool      // the clauses alone are contradictory
}

// newChecker returns a checker without clauses for the variables 1 to vars.
func newChecker(vars int) *checker {
	return &checker{watched: make([][]int32, 2*vars+2), value: make([]int8, 2*vars+2)}
}

// literalIndex converts a literal in DIMACS form, v or -v, to the form of the checker.
func literalIndex(v int) int32 {
	if v < 0 {
		return int32(-2*v + 1)
	}
	return int32(2 * v)
}

// setTrue makes a literal true and adds it to the trail.
func (c *checker) setTrue(l int32) {
	c.value[l], c.value[l^1] = 1, -1
	c.trail = append(c.trail, l)
}

// add adds a clause and propagates. It drops duplicate literals and those that are already false,
// which is allowed since values set between two lines are never undone.
func (c *checker) add(clause []int) {
	var literals []int32
	for _, v := range clause {
		l := literalIndex(v)
		if c.value[l] > 0 {
			return
		}
		if c.value[l] == 0 && !slices.Contains(literals, l) {
			literals = append(literals, l)
		}
	}
	switch len(literals) {
	case 0:
		c.contradictory = true
	case 1:
		c.setTrue(literals[0])
		c.contradictory = !c.propagate()
	default:
		n := int32(len(c.clauses))
		c.clauses = append(c.clauses, literals)
		c.watched[literals[0]] = append(c.watched[literals[0]], n)
		c.watched[literals[1]] = append(c.watched[literals[1]], n)
	}
}

// follows reports whether the negation of the clause leads to a contradiction by unit propagation. It
// undoes the values that it has set.
func (c *checker) follows(clause []int) bool {
	start := len(c.trail)
	ok := false
	for _, v := range clause {
		l := literalIndex(v)
		if c.value[l] > 0 {
			ok = true
			break
		}
		if c.value[l] == 0 {
			c.setTrue(l ^ 1)
		}
	}
	ok = ok || !c.propagate()
	for _, l := range c.trail[start:] {
		c.value[l], c.value[l^1] = 0, 0
	}
	c.trail = c.trail[:start]
	c.unpropagated = start
	return ok
}

// propagate sets all literals that follow from the trail, and reports false for a contradiction.
func (c *checker) propagate() bool {
	for ; c.unpropagated < len(c.trail); c.unpropagated++ {
		falsified := c.trail[c.unpropagated] ^ 1
		list := c.watched[falsified]
		watching := list[:0]
		for i, n := range list {
			if c.rewatch(n, falsified) {
				continue
			}
			watching = append(watching, n)
			first := c.clauses[n][0]
			if c.value[first] < 0 {
				watching = append(watching, list[i+1:]...)
				c.watched[falsified] = watching
				return false
			}
			if c.value[first] == 0 {
				c.setTrue(first)
			}
		}
		c.watched[falsified] = watching
	}
	return true
}

// rewatch makes clause n watch another literal instead of one that has become false, and reports whether
// it could. If not, the other watched literal is the first.
func (c *checker) rewatch(n, falsified int32) bool {
	clause := c.clauses[n]
	if clause[0] == falsified {
		clause[0], clause[1] = clause[1], clause[0]
	}
	if c.value[clause[0]] > 0 {
		return false
	}
	for k := 2; k < len(clause); k++ {
		if l := clause[k]; c.value[l] >= 0 {
			clause[1], clause[k] = l, clause[1]
			c.watched[l] = append(c.watched[l], n)
			return true
		}
	}
	return false
}
