package sat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/crillab/gophersat/solver"
)

// errSatisfiable says that a formula has a model, so that there is no refutation.
var errSatisfiable = errors.New("sat: the formula has a model")

// Certify writes a refutation of the formula: clauses, one a line, each of which follows from
// those before by unit propagation (reverse unit propagation, RUP, a part of the DRAT
// format). It is found by gophersat; CheckRUP or any DRAT checker can verify it.
//
// With cubes, each is refuted by itself, which is faster: every line of a cube ends with the negation of
// the cube, and is then a line for the whole. The cubes must be those of a Proof, or else in
// their order no prefix may be left with a case that is not there.
func Certify(w io.Writer, f *Formula, cubes [][]int) error {
	out := bufio.NewWriter(w)
	if len(cubes) == 0 {
		cubes = [][]int{nil}
	}
	for _, cube := range cubes {
		if err := certify(out, f, cube); err != nil {
			return err
		}
	}
	if err := JoinCases(out, cubes); err != nil {
		return err
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

// certify refutes the formula together with the literals of a cube.
func certify(out io.StringWriter, f *Formula, cube []int) error {
	clauses := f.copy()
	for _, v := range cube {
		clauses = append(clauses, []int{v})
	}
	tail := negated(cube)
	problem := solver.ParseSlice(clauses)
	if problem.Status == solver.Unsat {
		_, err := out.WriteString(tail + "\n")
		return err
	}
	s := solver.New(problem)
	s.Certified, s.CertChan = true, make(chan string, 1024)
	status := solver.Indet
	go func() {
		status = s.Solve()
		close(s.CertChan)
	}()
	var failed error // to be written; the solver is heard to its end
	for line := range s.CertChan {
		line, _ = strings.CutSuffix(line, "0")
		if failed == nil {
			_, failed = out.WriteString(line + tail + "\n")
		}
	}
	if failed != nil {
		return failed
	}
	if status != solver.Unsat {
		return errSatisfiable
	}
	return nil
}

// copy returns the clauses as slices that a solver may keep.
func (f *Formula) copy() [][]int {
	list := make([][]int, len(f.Clauses))
	for i, c := range f.Clauses {
		list[i] = append([]int(nil), c...)
	}
	return list
}

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

// CheckRUP verifies that a formula has no model, from a refutation as Certify and other
// solvers write it. It shares no code with any solver: all it can do is propagate units.
// Lines that delete clauses are read over, since a clause too many harms no proof. The
// error names the line that does not follow, or is that of the reader. Lines is the number of clauses checked.
func CheckRUP(f *Formula, refutation io.Reader) (lines int, err error) {
	c := newChecker(f.Vars)
	for _, clause := range f.Clauses {
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
			if err != nil || max(v, -v) > f.Vars || (v == 0) != (i == len(words)-1) {
				return lines, &refutationError{n, fmt.Sprintf("%.40q is no clause over %d variables that ends in 0", scan.Text(), f.Vars)}
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
