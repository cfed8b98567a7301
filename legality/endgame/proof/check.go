package proof

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// checkRUP verifies that a formula has no model, from a refutation as [refute] and many solvers write it.
// Each line is a clause, literals separated by blanks with 0 at the end, that follows from the earlier clauses by
// reverse unit propagation: its negation leads to a contradiction. The last is the empty clause. Lines that delete
// clauses are skipped, since additional clauses do no harm. The error names the line that does not follow, or is that
// of the reader. The result lines is the number of clauses checked.
//
// Source: E. Goldberg, Y. Novikov, "Verification of Proofs of Unsatisfiability for CNF Formulas", DATE 2003.
func checkRUP(f *formula, refutation io.Reader) (lines int, err error) {
	p := newPropagator(f)
	scan := bufio.NewScanner(refutation)
	scan.Buffer(nil, 1<<24)
	for n := 1; !p.contradictory && scan.Scan(); n++ {
		words := bytes.Fields(scan.Bytes())
		if len(words) == 0 || string(words[0]) == "d" || string(words[0]) == "c" {
			continue
		}
		clause, ok := parseClause(words, f.Vars)
		if !ok {
			return lines, fmt.Errorf("proof: refutation, line %d: %.40q is no clause over %d variables that ends in 0", n, scan.Text(), f.Vars)
		}
		if !p.follows(clause) {
			return lines, fmt.Errorf("proof: refutation, line %d: %.60q does not follow by unit propagation", n, scan.Text())
		}
		lines++
		p.add(clause)
	}
	switch {
	case p.contradictory:
		return lines, nil
	case scan.Err() != nil:
		return lines, fmt.Errorf("proof: refutation: %w", scan.Err())
	}
	return lines, errors.New("proof: refutation: ends without the empty clause")
}

// parseClause reads the literals of a clause over the variables 1 to vars, and reports whether 0 is the last number and
// no other.
func parseClause(words [][]byte, vars int) (clause []literal, ok bool) {
	for i, w := range words {
		v, err := strconv.Atoi(string(w))
		if err != nil || max(v, -v) > vars || (v == 0) != (i == len(words)-1) {
			return nil, false
		}
		if v != 0 {
			clause = append(clause, literal(v))
		}
	}
	return clause, true
}
