package proof

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// checkRUP verifies that a formula has no model, from a refutation as [refute] and many solvers write it. Each line is a clause, literals
// separated by blanks with 0 at the end, that follows from the earlier clauses by reverse unit propagation: its negation leads to a
// contradiction. The last is the empty clause. Lines that delete clauses are skipped, since additional clauses do no harm. The error
// names the line that does not follow. The result lines is the number of clauses checked. Source: E. Goldberg, Y. Novikov,
// "Verification of Proofs of Unsatisfiability for CNF Formulas", DATE 2003.
func checkRUP(f *formula, refutation []byte) (lines int, err error) {
	p := newPropagator(f)
	for n, line := range bytes.Split(refutation, []byte("\n")) {
		words := bytes.Fields(line)
		if p.contradictory || len(words) == 0 || string(words[0]) == "d" || string(words[0]) == "c" {
			continue
		}
		var clause []literal
		for i, w := range words {
			v, err := strconv.ParseInt(string(w), 10, 32)
			if err != nil || max(v, -v) > int64(f.vars) || (v == 0) != (i == len(words)-1) {
				return lines, fmt.Errorf("proof: refutation, line %d: %.40q is no clause over %d variables that ends in 0", n+1, line, f.vars)
			}
			clause = append(clause, literal(v))
		}
		clause = clause[:len(words)-1]
		if !p.follows(clause) {
			return lines, fmt.Errorf("proof: refutation, line %d: %.60q does not follow by unit propagation", n+1, line)
		}
		lines++
		p.add(clause)
	}
	if !p.contradictory {
		err = errors.New("proof: refutation: ends without the empty clause")
	}
	return lines, err
}

// follows reports whether unit propagation derives a contradiction from the negation of the clause.
func (p *propagator) follows(clause []literal) bool {
	trail, consistent := len(p.trail), !p.contradictory
	for _, l := range clause {
		consistent = consistent && p.assume(-l)
	}
	p.undo(trail)
	return !consistent
}
