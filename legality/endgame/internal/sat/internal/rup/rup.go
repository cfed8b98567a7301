// Package rup verifies refutations of propositional formulas by reverse unit propagation (RUP), the part of DRAT that solvers of today write.
// It shares no code with any solver, and knows nothing of chess: all it can do is propagate units.
//
// Source: E. Goldberg, Y. Novikov, "Verification of Proofs of Unsatisfiability for CNF Formulas", DATE 2003.
package rup

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A refutationError says which line of a refutation does not follow.
type refutationError struct {
	Line int // from 1, or 0 for the whole
	Msg  string
}

func (e *refutationError) Error() string {
	if e.Line == 0 {
		return "sat: refutation: " + e.Msg
	}
	return fmt.Sprintf("sat: refutation, line %d: %s", e.Line, e.Msg)
}

// Check verifies that clauses over variables 1 to vars have no model, from a refutation: clauses, a line each, the literals with
// blanks between them and 0 at the end, each of which follows from those before by unit propagation, to the empty one.
// Lines that delete clauses are read over, since a clause too many harms no proof. The error names the line that does not
// follow, or is that of the reader. Lines is the number of clauses checked.
func Check(vars int, clauses [][]int, refutation io.Reader) (lines int, err error) {
	c := newChecker(vars)
	for _, clause := range clauses {
		if c.add(clause); c.refuted {
			return 0, nil
		}
	}
	scan := bufio.NewScanner(refutation)
	scan.Buffer(nil, 1<<24)
	var clause []int
	for n := 1; scan.Scan(); n++ {
		words := strings.Fields(scan.Text())
		if len(words) == 0 || words[0] == "d" || words[0] == "c" {
			continue
		}
		clause = clause[:0]
		for i, w := range words {
			v, err := strconv.Atoi(w)
			if err != nil || max(v, -v) > vars || (v == 0) != (i == len(words)-1) {
				return lines, &refutationError{n, fmt.Sprintf("%.40q is no clause over %d variables that ends in 0", scan.Text(), vars)}
			}
			if v != 0 {
				clause = append(clause, v)
			}
		}
		if !c.follows(clause) {
			return lines, &refutationError{n, fmt.Sprintf("%.60q does not follow by unit propagation", scan.Text())}
		}
		lines++
		if c.add(clause); c.refuted {
			return lines, nil
		}
	}
	if err := scan.Err(); err != nil {
		return lines, fmt.Errorf("sat: refutation: %w", err)
	}
	return lines, &refutationError{0, "ends without the empty clause"}
}
