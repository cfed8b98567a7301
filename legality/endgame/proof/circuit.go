package proof

import (
	"encoding/binary"
	"slices"
)

// A lit is a node of a circuit, or its negation if odd. Node 0 is the constant true.
type lit int32

const (
	yes lit = 0
	no  lit = 1
)

func (l lit) not() lit  { return l ^ 1 }
func (l lit) node() int { return int(l >> 1) }
func (l lit) neg() bool { return l&1 == 1 }

// A circuit is a directed graph of conjunctions over inputs. Equal gates are
// one node, so rules that are asked for twice cost nothing the second time.
type circuit struct {
	gates  [][]lit // nil for inputs and the constant; sorted otherwise
	shared map[string]int
	key    []byte
	args   []lit
}

func newCircuit() *circuit {
	return &circuit{gates: [][]lit{nil}, shared: map[string]int{}}
}

// input returns a new free variable.
func (c *circuit) input() lit {
	c.gates = append(c.gates, nil)
	return lit(2 * (len(c.gates) - 1))
}

// and returns the conjunction of the given literals; of none it is true.
func (c *circuit) and(of ...lit) lit {
	args := c.args[:0]
	for _, l := range of {
		if l == no {
			return no
		}
		if l != yes {
			args = append(args, l)
		}
	}
	slices.Sort(args)
	args = slices.Compact(args)
	c.args = args
	for i := 1; i < len(args); i++ {
		if args[i] == args[i-1].not() {
			return no
		}
	}
	switch len(args) {
	case 0:
		return yes
	case 1:
		return args[0]
	}
	c.key = c.key[:0]
	for _, l := range args {
		c.key = binary.LittleEndian.AppendUint32(c.key, uint32(l))
	}
	if n, ok := c.shared[string(c.key)]; ok {
		return lit(2 * n)
	}
	n := len(c.gates)
	c.gates = append(c.gates, slices.Clone(args))
	c.shared[string(c.key)] = n
	return lit(2 * n)
}

// or returns the disjunction of the given literals; of none it is false.
func (c *circuit) or(of ...lit) lit {
	flipped := make([]lit, len(of))
	for i, l := range of {
		flipped[i] = l.not()
	}
	return c.and(flipped...).not()
}

// eval computes 64 assignments at once: values holds a word for every node, with those
// of the inputs set by the caller, and is completed. Nodes before from are complete.
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
func word(values []uint64, l lit) uint64 {
	if l.neg() {
		return ^values[l.node()]
	}
	return values[l.node()]
}
