package proof

import (
	"fmt"
	"slices"
	"strconv"
)

// A literal is a variable from 1 up, or its negation if negative, as in the DIMACS format.
type literal int32

// Variable 1 of a formula made by newFormula is always true.
const constTrue, constFalse literal = 1, -1

// A formula is a conjunction of clauses over the variables 1 to vars. A clause is a disjunction of literals.
//
// A variable is free, or a gate: a conjunction of earlier literals. Equal gates are one variable, so a rule that is built twice adds
// nothing the second time. The clauses of a gate are added when it is asserted, and only in the direction in which it is needed (D. A.
// Plaisted and S. Greenbaum, "A Structure-preserving Clause Form Translation", 1986). If all free variables have values, unit
// propagation decides whether the asserted literals can be true.
type formula struct {
	vars    int
	clauses [][]literal
	choices [][]literal           // clauses of free variables, by which a refutation splits into cases
	args    map[literal][]literal // of each gate, sorted
	gates   map[string]literal    // by their args
	implied map[literal]bool      // those of which imply has added the clauses
}

// newFormula returns a formula with the constant only.
func newFormula() *formula {
	return &formula{1, [][]literal{{constTrue}}, nil, map[literal][]literal{}, map[string]literal{}, map[literal]bool{}}
}

// choice adds n free variables of which exactly one is true.
func (f *formula) choice(n int) (list []literal) {
	for range n {
		f.vars++
		v := literal(f.vars)
		for _, other := range list {
			f.assert(-v, -other)
		}
		list = append(list, v)
	}
	f.assert(list...)
	f.choices = append(f.choices, list)
	return list
}

// and returns the conjunction of the given literals; of none it is true.
func (f *formula) and(literals ...literal) literal {
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
	key := string(appendClause(nil, args))
	if f.gates[key] == 0 {
		f.vars++
		f.gates[key], f.args[literal(f.vars)] = literal(f.vars), args
	}
	return f.gates[key]
}

// or returns the disjunction of the given literals; of none it is false.
func (f *formula) or(literals ...literal) literal { return -f.and(negated(literals)...) }

// negated returns the negations of the literals.
func negated(literals []literal) (list []literal) {
	for _, l := range literals {
		list = append(list, -l)
	}
	return list
}

// assert adds the disjunction of the literals as a clause, with the clauses of its gates.
func (f *formula) assert(clause ...literal) {
	f.clauses = append(f.clauses, clause)
	for _, l := range clause {
		f.imply(l)
	}
}

// imply adds the clauses by which a gate implies its conjunction, or a negated gate the negation, unless they are there.
func (f *formula) imply(l literal) {
	args := f.args[max(l, -l)]
	if args == nil || f.implied[l] {
		return
	}
	f.implied[l] = true
	if l < 0 {
		f.clauses = append(f.clauses, append(negated(args), -l))
	}
	for _, a := range args {
		if l > 0 {
			f.clauses = append(f.clauses, []literal{-l, a})
			f.imply(a)
		} else {
			f.imply(-a)
		}
	}
}

// dimacs returns the formula in the format that all SAT solvers read, after a line of comment.
func (f *formula) dimacs(comment string) []byte {
	text := fmt.Appendf(nil, "c %s\np cnf %d %d\n", comment, f.vars, len(f.clauses))
	for _, clause := range f.clauses {
		text = appendClause(text, clause)
	}
	return text
}

// appendClause appends a clause to a text as a line that ends in 0.
func appendClause(text []byte, clause []literal) []byte {
	for _, l := range clause {
		text = append(strconv.AppendInt(text, int64(l), 10), ' ')
	}
	return append(text, "0\n"...)
}
