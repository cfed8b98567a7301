package proof

import (
	"encoding/binary"
	"slices"
)

// A literal is a node of a circuit, or its negation if odd. Node 0 is the constant true.
type literal int32

const (
	constTrue  literal = 0
	constFalse literal = 1
)

func (l literal) not() literal    { return l ^ 1 }
func (l literal) node() int       { return int(l >> 1) }
func (l literal) isNegated() bool { return l&1 == 1 }

// A circuit is a directed graph of conjunctions over inputs. Equal gates are
// one node, so a rule that is built twice adds no nodes the second time.
type circuit struct {
	gates  [][]literal // nil for inputs and the constant; sorted otherwise
	shared map[string]int
	key    []byte
	args   []literal
}

// newCircuit returns a circuit with the constant only.
func newCircuit() *circuit {
	return &circuit{gates: [][]literal{nil}, shared: map[string]int{}}
}

// input adds a free variable and returns it.
func (c *circuit) input() literal {
	c.gates = append(c.gates, nil)
	return literal(2 * (len(c.gates) - 1))
}

// and returns the conjunction of the given literals; of none it is true.
func (c *circuit) and(literals ...literal) literal {
	args := c.args[:0]
	for _, l := range literals {
		if l == constFalse {
			return constFalse
		}
		if l != constTrue {
			args = append(args, l)
		}
	}
	slices.Sort(args)
	args = slices.Compact(args)
	c.args = args
	for i := 1; i < len(args); i++ {
		if args[i] == args[i-1].not() {
			return constFalse
		}
	}
	switch len(args) {
	case 0:
		return constTrue
	case 1:
		return args[0]
	}
	c.key = c.key[:0]
	for _, l := range args {
		c.key = binary.LittleEndian.AppendUint32(c.key, uint32(l))
	}
	if n, ok := c.shared[string(c.key)]; ok {
		return literal(2 * n)
	}
	n := len(c.gates)
	c.gates = append(c.gates, slices.Clone(args))
	c.shared[string(c.key)] = n
	return literal(2 * n)
}

// or returns the disjunction of the given literals; of none it is false.
func (c *circuit) or(literals ...literal) literal {
	flipped := make([]literal, len(literals))
	for i, l := range literals {
		flipped[i] = l.not()
	}
	return c.and(flipped...).not()
}

// eval computes the values of all gates from node from on, for 64 assignments at once. The
// slice values holds one word for every node; the words of inputs and earlier nodes are set.
func (c *circuit) eval(values []uint64, from int) {
	values[0] = ^uint64(0)
	for n := max(from, 1); n < len(c.gates); n++ {
		if c.gates[n] == nil {
			continue
		}
		w := ^uint64(0)
		for _, l := range c.gates[n] {
			w &= word(values, l)
		}
		values[n] = w
	}
}

// word returns the values of a literal in 64 assignments.
func word(values []uint64, l literal) uint64 {
	if l.isNegated() {
		return ^values[l.node()]
	}
	return values[l.node()]
}
