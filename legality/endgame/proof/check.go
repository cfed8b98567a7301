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

// errSatisfiable is returned if a formula has a model, so that there is no refutation.
var errSatisfiable = errors.New("proof: the formula has a model")

// writeRefutation writes a refutation of the formula: clauses, one a line, each of which follows from
// the earlier ones by unit propagation (reverse unit propagation, RUP, a part of the DRAT
// format). The solver gophersat finds it; checkRUP or any DRAT checker can verify it.
//
// Each cube is refuted by itself, which is faster: every line for a cube ends with the negation of
// the cube, and so follows from the whole formula. The cubes must all have the same length and cover all
// cases, as those of a Proof do. Without cubes the formula is refuted at once.
func writeRefutation(w io.Writer, f *formula, cubes [][]int) error {
	out := bufio.NewWriter(w)
	if len(cubes) == 0 {
		cubes = [][]int{nil}
	}
	for _, cube := range cubes {
		if err := certifyCube(out, f, cube); err != nil {
			return err
		}
	}
	// Join the cases: the negated cubes with a common prefix imply the negated prefix, one literal shorter.
	for n := len(cubes[0]) - 1; n >= 0; n-- {
		last := ""
		for _, cube := range cubes {
			if line := negatedCube(cube[:n]); line != last {
				if _, err := out.WriteString(line + "\n"); err != nil {
					return err
				}
				last = line
			}
		}
	}
	return out.Flush()
}

// negatedCube returns the line of the clause that excludes a cube.
func negatedCube(cube []int) string {
	var line []byte
	for _, v := range cube {
		line = append(strconv.AppendInt(line, int64(-v), 10), ' ')
	}
	return string(append(line, '0'))
}

// gophersatMutex is held while a solver of gophersat works. Its solvers share a global buffer of literals
// (bufLits), so that two at a time would learn clauses that do not follow.
var gophersatMutex sync.Mutex

// certifyCube refutes the formula together with the literals of a cube. Several goroutines may call it; they wait for each other.
func certifyCube(out io.StringWriter, f *formula, cube []int) error {
	clauses := f.copy()
	for _, v := range cube {
		clauses = append(clauses, []int{v})
	}
	tail := negatedCube(cube)
	problem := gophersat.ParseSlice(clauses)
	if problem.Status == gophersat.Unsat {
		_, err := out.WriteString(tail + "\n")
		return err
	}
	gophersatMutex.Lock()
	defer gophersatMutex.Unlock()
	s := gophersat.New(problem)
	s.Certified, s.CertChan = true, make(chan string, 1024)
	status := gophersat.Indet
	go func() {
		status = s.Solve()
		close(s.CertChan)
	}()
	var writeErr error // of the first failed write; the channel is read to its end, or the solver would block
	for line := range s.CertChan {
		line, _ = strings.CutSuffix(line, "0")
		if writeErr == nil {
			_, writeErr = out.WriteString(line + tail + "\n")
		}
	}
	if writeErr != nil {
		return writeErr
	}
	if status != gophersat.Unsat {
		return errSatisfiable
	}
	return nil
}

// checkRUP verifies that a formula has no model, from a refutation as writeRefutation and other solvers write it.
// Each line is a clause, literals separated by blanks with 0 at the end, that follows from the earlier clauses by unit
// propagation. The last is the empty clause. Lines that delete clauses are skipped, since additional clauses do no
// harm. The error names the line that does not follow, or is that of the reader. The result lines is the number of
// clauses checked.
//
// checkRUP shares no code with any solver and contains no chess: it only propagates units (propagate.go).
//
// Source: E. Goldberg, Y. Novikov, "Verification of Proofs of Unsatisfiability for CNF Formulas", DATE 2003.
func checkRUP(f *formula, refutation io.Reader) (lines int, err error) {
	c := newChecker(f.Vars)
	for _, clause := range f.Clauses {
		if c.add(clause); c.contradictory {
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
		if c.add(clause); c.contradictory {
			return lines, nil
		}
	}
	if err := scan.Err(); err != nil {
		return lines, fmt.Errorf("proof: refutation: %w", err)
	}
	return lines, errors.New("proof: refutation: ends without the empty clause")
}
