package proof

import (
	"bufio"
	"fmt"
	"io"
)

// A choice is a list of literals of which at least one is true in each model of a formula, such as the
// eight files of a man.
type choice []literal

// A refuter refutes a formula by cases: it assumes each literal of a choice in turn and propagates units, and splits a
// case without a contradiction by the next choice.
type refuter struct {
	*propagator
	choices []choice
	assumed []literal // the literals of the present case
	cases   int
	out     *bufio.Writer
}

// refute refutes a formula, or finds a model. It is a SAT solver without learning (M. Davis, G. Logemann,
// D. Loveland, "A Machine Program for Theorem-proving", CACM 5, 1962) that splits by the given choices only. Unit
// propagation must decide the formula once a literal of each choice is true; so it is if the choices fix all inputs of
// a circuit.
//
// If there is no model, refute has written a refutation to w: clauses, one a line, that each follow from the earlier
// ones by unit propagation (reverse unit propagation, RUP, a part of the DRAT format). They are the negated cases, each
// after the cases into which it was split. Any DRAT checker can verify them, and checkRUP does.
//
// The result isTrue is nil if there is no model, and otherwise reports whether a literal is true in a model; cases
// is the number of cases. An error is of w, or names a choice that does not follow from the formula by unit propagation:
// its cases might not be all.
func refute(f *formula, choices []choice, w io.Writer) (isTrue func(literal) bool, cases int, err error) {
	r := &refuter{propagator: newPropagator(f), choices: choices, out: bufio.NewWriter(w)}
	for _, c := range choices {
		if !r.follows(c) {
			return nil, 0, fmt.Errorf("proof: the formula does not say that one of the literals %v is true", c)
		}
	}
	if r.contradictory || r.refuteFrom(0) {
		r.writeNegation()
		return nil, r.cases, r.out.Flush()
	}
	return func(l literal) bool { return r.value[l.index()] > 0 }, r.cases, nil
}

// refuteFrom refutes the present case by its choices from number i on, and reports whether it could. If not, the values
// are those of a model.
func (r *refuter) refuteFrom(i int) bool {
	if i == len(r.choices) {
		return false
	}
	for _, l := range r.choices[i] {
		if r.value[l.index()] < 0 {
			continue // excluded by propagation
		}
		trail := len(r.trail)
		r.assumed = append(r.assumed, l)
		r.cases++
		if r.assume(l) && !r.refuteFrom(i+1) {
			return false
		}
		r.writeNegation()
		r.assumed = r.assumed[:len(r.assumed)-1]
		r.undo(trail)
	}
	return true
}

// writeNegation writes the clause that excludes the present case.
func (r *refuter) writeNegation() {
	var clause []literal
	for _, l := range r.assumed {
		clause = append(clause, -l)
	}
	writeClause(r.out, clause)
}
