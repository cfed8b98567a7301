package proof

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// A literal is a variable from 1 up, or its negation if negative, as in the DIMACS format.
type literal int

// Variable 1 of a circuit is always true.
const (
	constTrue  literal = 1
	constFalse literal = -1
)

// A formula is a conjunction of clauses over the variables 1 to Vars. A clause is a disjunction of literals.
type formula struct {
	Vars    int
	Clauses [][]literal
}

// addClause adds the disjunction of the literals.
func (f *formula) addClause(literals ...literal) { f.Clauses = append(f.Clauses, literals) }

// writeDIMACS writes the formula in the format that all SAT solvers read, after a line of comment.
func (f *formula) writeDIMACS(w io.Writer, comment string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "c %s\np cnf %d %d\n", comment, f.Vars, len(f.Clauses))
	for _, clause := range f.Clauses {
		writeClause(out, clause)
	}
	return out.Flush()
}

// writeClause writes a clause as a line that ends in 0. The caller flushes out, which returns the error.
func writeClause(out *bufio.Writer, clause []literal) {
	line := out.AvailableBuffer()
	for _, l := range clause {
		line = append(strconv.AppendInt(line, int64(l), 10), ' ')
	}
	_, _ = out.Write(append(line, '0', '\n'))
}

// A circuit is a formula with gates, which are conjunctions of literals. Equal gates are one variable, so a rule that is
// built twice adds nothing the second time. The clauses of a gate are added when it is needed, and only in the direction
// in which it is needed (D. A. Plaisted and S. Greenbaum, "A Structure-preserving Clause Form Translation", 1986).
// If all inputs are set, unit propagation decides whether the asserted literals can be true.
type circuit struct {
	formula
	args    map[literal][]literal // of each gate, sorted
	gates   map[string]literal    // by their args
	implied map[literal]bool      // those of which imply has added the clauses
}

// newCircuit returns a circuit with the constant only.
func newCircuit() *circuit {
	c := &circuit{args: map[literal][]literal{}, gates: map[string]literal{}, implied: map[literal]bool{}}
	c.addClause(c.input())
	return c
}

// input adds a free variable and returns it.
func (c *circuit) input() literal {
	c.Vars++
	return literal(c.Vars)
}

// and returns the conjunction of the given literals; of none it is true.
func (c *circuit) and(literals ...literal) literal {
	args := slices.Clone(literals)
	slices.Sort(args)
	args = slices.DeleteFunc(slices.Compact(args), func(l literal) bool { return l == constTrue })
	for _, l := range args {
		if _, both := slices.BinarySearch(args, -l); both || l == constFalse {
			return constFalse
		}
	}
	switch len(args) {
	case 0:
		return constTrue
	case 1:
		return args[0]
	}
	key := fmt.Sprint(args)
	if gate, ok := c.gates[key]; ok {
		return gate
	}
	gate := c.input()
	c.gates[key], c.args[gate] = gate, args
	return gate
}

// or returns the disjunction of the given literals; of none it is false.
func (c *circuit) or(literals ...literal) literal {
	negated := make([]literal, len(literals))
	for i, l := range literals {
		negated[i] = -l
	}
	return -c.and(negated...)
}

// assert adds clauses that require l to be true.
func (c *circuit) assert(l literal) {
	c.addClause(l)
	c.imply(l)
}

// imply adds the clauses by which a gate implies its conjunction, or a negated gate the negation, unless they are there.
// It returns l.
func (c *circuit) imply(l literal) literal {
	args := c.args[max(l, -l)]
	if args == nil || c.implied[l] {
		return l
	}
	c.implied[l] = true
	if l > 0 {
		for _, a := range args {
			c.addClause(-l, c.imply(a))
		}
		return l
	}
	clause := []literal{-l}
	for _, a := range args {
		clause = append(clause, c.imply(-a))
	}
	c.addClause(clause...)
	return l
}
