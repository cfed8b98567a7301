package proof

// A checker propagates units over clauses, each watched by two of its literals that are not
// known to be false, the first two. A literal v has the index 2v, its negation 2v+1.
type checker struct {
	clauses [][]int32
	watched [][]int32 // by literal, the clauses that watch it
	value   []int8    // by literal: 1 true, -1 false
	trail   []int32   // true literals in the order in which they became so
	next    int       // where propagation goes on in the trail
	refuted bool      // the clauses alone are contradictory
}

func newChecker(vars int) *checker {
	return &checker{watched: make([][]int32, 2*vars+2), value: make([]int8, 2*vars+2)}
}

func index(v int) int32 {
	if v < 0 {
		return int32(-2*v + 1)
	}
	return int32(2 * v)
}

func (c *checker) set(l int32) {
	c.value[l], c.value[l^1] = 1, -1
	c.trail = append(c.trail, l)
}

// add takes a clause in. What is known to be false or twice in it is left out: nothing that is
// set between two lines is ever taken back.
func (c *checker) add(clause []int) {
	var kept []int32
	for _, v := range clause {
		l := index(v)
		if c.value[l] > 0 {
			return
		}
		if c.value[l] == 0 {
			kept = insert(kept, l)
		}
	}
	switch len(kept) {
	case 0:
		c.refuted = true
	case 1:
		c.set(kept[0])
		c.refuted = !c.propagate()
	default:
		n := int32(len(c.clauses))
		c.clauses = append(c.clauses, kept)
		c.watched[kept[0]] = append(c.watched[kept[0]], n)
		c.watched[kept[1]] = append(c.watched[kept[1]], n)
	}
}

func insert(list []int32, l int32) []int32 {
	for _, k := range list {
		if k == l {
			return list
		}
	}
	return append(list, l)
}

// follows reports whether assuming the negation of a clause leads to a contradiction. It
// takes back what it has assumed.
func (c *checker) follows(clause []int) bool {
	start := len(c.trail)
	ok := false
	for _, v := range clause {
		l := index(v)
		if c.value[l] > 0 {
			ok = true
			break
		}
		if c.value[l] == 0 {
			c.set(l ^ 1)
		}
	}
	ok = ok || !c.propagate()
	for _, l := range c.trail[start:] {
		c.value[l], c.value[l^1] = 0, 0
	}
	c.trail = c.trail[:start]
	c.next = start
	return ok
}

// propagate sets what follows and reports false for a contradiction.
func (c *checker) propagate() bool {
	for ; c.next < len(c.trail); c.next++ {
		falsified := c.trail[c.next] ^ 1
		list := c.watched[falsified]
		kept := list[:0]
		for i, n := range list {
			if c.rewatch(n, falsified) {
				continue
			}
			kept = append(kept, n)
			first := c.clauses[n][0]
			if c.value[first] < 0 {
				kept = append(kept, list[i+1:]...)
				c.watched[falsified] = kept
				return false
			}
			if c.value[first] == 0 {
				c.set(first)
			}
		}
		c.watched[falsified] = kept
	}
	return true
}

// rewatch looks for another literal of clause n to watch instead of one that has become false. If
// there is none it puts the other watched literal first and reports false.
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
