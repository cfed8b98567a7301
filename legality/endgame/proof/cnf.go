package proof

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// A formula is a conjunction of clauses over the variables 1 to Vars. A clause is a
// disjunction of variables, negative for negated ones, as in the DIMACS format.
type formula struct {
	Vars    int
	Clauses [][]int
}

// writeDIMACS writes the formula in the format that all SAT solvers read, each
// comment as a line of its own before it.
func (f *formula) writeDIMACS(w io.Writer, comments ...string) error {
	out := bufio.NewWriter(w)
	for _, c := range comments {
		fmt.Fprintf(out, "c %s\n", c)
	}
	fmt.Fprintf(out, "p cnf %d %d\n", f.Vars, len(f.Clauses))
	var line []byte
	for _, clause := range f.Clauses {
		line = line[:0]
		for _, v := range clause {
			line = append(strconv.AppendInt(line, int64(v), 10), ' ')
		}
		if _, err := out.Write(append(line, '0', '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// copy returns a copy of the clauses, which a solver may keep and change.
func (f *formula) copy() [][]int {
	list := make([][]int, len(f.Clauses))
	for i, c := range f.Clauses {
		list[i] = slices.Clone(c)
	}
	return list
}

// A translator translates a circuit to clauses, gate by gate as they are needed, and each only in the direction in
// which it is needed (D. A. Plaisted and S. Greenbaum, "A Structure-preserving Clause Form Translation", 1986).
type translator struct {
	*circuit
	formula
	vars    []int   // of each node, 0 if it has none yet
	defined []uint8 // bit 0: clauses for true are there, bit 1: for false
}

// variable returns the variable of the literal, negative if the literal is negated.
func (t *translator) variable(l literal) int {
	for len(t.vars) <= l.node() {
		t.vars = append(t.vars, 0)
		t.defined = append(t.defined, 0)
	}
	v := &t.vars[l.node()]
	if *v == 0 {
		t.Vars++
		*v = t.Vars
	}
	if l.isNegated() {
		return -*v
	}
	return *v
}

func (t *translator) addClause(c ...int) { t.Clauses = append(t.Clauses, c) }

// define adds the clauses by which the variable of l implies l, unless they are there, and returns that variable.
func (t *translator) define(l literal) int {
	v := t.variable(l)
	bit := uint8(1) << (l & 1)
	if t.defined[l.node()]&bit != 0 {
		return v
	}
	t.defined[l.node()] |= bit
	args := t.gates[l.node()]
	switch {
	case l.node() == 0:
		t.addClause(t.variable(constTrue))
	case args == nil:
	case l.isNegated():
		c := append(make([]int, 0, len(args)+1), -v)
		for _, a := range args {
			c = append(c, t.define(a.not()))
		}
		t.addClause(c...)
	default:
		for _, a := range args {
			t.addClause(-v, t.define(a))
		}
	}
	return v
}

// assert adds clauses that require l to be true.
func (t *translator) assert(l literal) {
	args := t.gates[l.node()]
	switch {
	case l == constTrue:
	case l == constFalse:
		t.addClause()
	case args == nil || t.isDefined(l):
		t.addClause(t.define(l))
	case l.isNegated():
		c := make([]int, 0, len(args))
		for _, a := range args {
			c = append(c, t.define(a.not()))
		}
		t.addClause(c...)
	default:
		for _, a := range args {
			t.assert(a)
		}
	}
}

// isDefined reports whether define has added the clauses of l, so that a unit clause is shortest.
func (t *translator) isDefined(l literal) bool {
	return l.node() < len(t.defined) && t.defined[l.node()]&(1<<(l&1)) != 0
}
