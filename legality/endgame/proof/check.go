package proof

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	gophersat "github.com/crillab/gophersat/solver"
)

// errSatisfiable says that a formula has a model, so that there is no refutation.
var errSatisfiable = errors.New("proof: the formula has a model")

// certify writes a refutation of the formula: clauses, one a line, each of which follows from
// those before by unit propagation (reverse unit propagation, RUP, a part of the DRAT
// format). It is found by gophersat; checkRUP or any DRAT checker can verify it.
//
// With cubes, each is refuted by itself, which is faster: every line for a cube ends with the negation of
// the cube, and so follows from the whole formula. The cubes must all have the same length and cover all
// cases, as those of a Proof do.
func certify(w io.Writer, f *formula, cubes [][]int) error {
	out := bufio.NewWriter(w)
	if len(cubes) == 0 {
		cubes = [][]int{nil}
	}
	for _, cube := range cubes {
		if err := certifyCube(out, f, cube); err != nil {
			return err
		}
	}
	// Join the cases: the negations of all cubes with a common prefix give that of the prefix, one literal shorter.
	for n := len(cubes[0]) - 1; n >= 0; n-- {
		last := ""
		for _, cube := range cubes {
			if line := negated(cube[:n]); line != last {
				if _, err := out.WriteString(line + "\n"); err != nil {
					return err
				}
				last = line
			}
		}
	}
	return out.Flush()
}

// negated writes a clause that excludes a cube.
func negated(cube []int) string {
	var line []byte
	for _, v := range cube {
		line = append(strconv.AppendInt(line, int64(-v), 10), ' ')
	}
	return string(append(line, '0'))
}

// oneAtATime is held while a solver of gophersat is at work: all solvers of a process share a buffer of literals there (bufLits), so that two at a time
// learn clauses that do not follow.
var oneAtATime sync.Mutex

// certifyCube refutes the formula together with the literals of a cube. Several goroutines may call it; they wait for each other.
func certifyCube(out io.StringWriter, f *formula, cube []int) error {
	clauses := f.copy()
	for _, v := range cube {
		clauses = append(clauses, []int{v})
	}
	tail := negated(cube)
	problem := gophersat.ParseSlice(clauses)
	if problem.Status == gophersat.Unsat {
		_, err := out.WriteString(tail + "\n")
		return err
	}
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	s := gophersat.New(problem)
	s.Certified, s.CertChan = true, make(chan string, 1024)
	status := gophersat.Indet
	go func() {
		status = s.Solve()
		close(s.CertChan)
	}()
	var failed error // of the first write; the channel is read to its end all the same, or the solver would block
	for line := range s.CertChan {
		line, _ = strings.CutSuffix(line, "0")
		if failed == nil {
			_, failed = out.WriteString(line + tail + "\n")
		}
	}
	if failed != nil {
		return failed
	}
	if status != gophersat.Unsat {
		return errSatisfiable
	}
	return nil
}

// checkRUP verifies that a formula has no model, from a refutation as certify and other solvers write it: clauses, a line each, the literals with
// blanks between them and 0 at the end, each of which follows from those before by unit propagation, to the empty one.
// Lines that delete clauses are skipped, since a clause too many harms no proof. The error names the line that does not
// follow, or is that of the reader. Lines is the number of clauses checked.
//
// It shares no code with any solver and knows nothing of chess: all it does is propagate units (propagate.go).
//
// Source: E. Goldberg, Y. Novikov, "Verification of Proofs of Unsatisfiability for CNF Formulas", DATE 2003.
func checkRUP(f *formula, refutation io.Reader) (lines int, err error) {
	c := newChecker(f.Vars)
	for _, clause := range f.Clauses {
		if c.add(clause); c.refuted {
			return 0, nil
		}
	}
	scan := bufio.NewScanner(refutation)
	scan.Buffer(nil, 1<<24)
	for n := 1; scan.Scan(); n++ {
		words := bytes.Fields(scan.Bytes())
		if len(words) == 0 || string(words[0]) == "d" || string(words[0]) == "c" {
			continue
		}
		var clause []int
		for i, w := range words {
			v, err := strconv.Atoi(string(w))
			if err != nil || max(v, -v) > f.Vars || (v == 0) != (i == len(words)-1) {
				return lines, fmt.Errorf("proof: refutation, line %d: %.40q is no clause over %d variables that ends in 0", n, scan.Text(), f.Vars)
			}
			if v != 0 {
				clause = append(clause, v)
			}
		}
		if !c.follows(clause) {
			return lines, fmt.Errorf("proof: refutation, line %d: %.60q does not follow by unit propagation", n, scan.Text())
		}
		lines++
		if c.add(clause); c.refuted {
			return lines, nil
		}
	}
	if err := scan.Err(); err != nil {
		return lines, fmt.Errorf("proof: refutation: %w", err)
	}
	return lines, errors.New("proof: refutation: ends without the empty clause")
}
