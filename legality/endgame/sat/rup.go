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

// ErrSatisfiable says that a formula has a model, so that there is no refutation.
var ErrSatisfiable = errors.New("sat: the formula has a model")

// Certify writes a refutation of the formula: clauses, one a line, each of which follows from
// those before by unit propagation (reverse unit propagation, RUP, a part of the DRAT
// format). It is found by gophersat; CheckRUP or any DRAT checker can verify it.
func Certify(w io.Writer, f *Formula) error {
	out := bufio.NewWriter(w)
	problem := solver.ParseSlice(f.copy())
	if problem.Status == solver.Unsat {
		fmt.Fprintln(out, "0")
		return out.Flush()
	}
	s := solver.New(problem)
	s.Certified, s.CertChan = true, make(chan string, 1024)
	status := solver.Indet
	go func() {
		status = s.Solve()
		close(s.CertChan)
	}()
	for line := range s.CertChan {
		out.WriteString(line)
		out.WriteByte('\n')
	}
	if status != solver.Unsat {
		return ErrSatisfiable
	}
	return out.Flush()
}

// copy returns the clauses as slices that a solver may keep.
func (f *Formula) copy() [][]int {
	list := make([][]int, len(f.Clauses))
	for i, c := range f.Clauses {
		list[i] = append([]int(nil), c...)
	}
	return list
}

// A RefutationError says which line of a refutation does not follow.
type RefutationError struct {
	Line int // from 1, or 0 for the whole
	Msg  string
}

func (e *RefutationError) Error() string {
	if e.Line == 0 {
		return "sat: refutation: " + e.Msg
	}
	return fmt.Sprintf("sat: refutation, line %d: %s", e.Line, e.Msg)
}

// CheckRUP verifies that a formula has no model, from a refutation as Certify and other
// solvers write it. It shares no code with any solver: all it can do is propagate units.
// Lines that delete clauses are read over, since a clause too many harms no proof. The
// error is a *RefutationError or that of the reader. Lines is the number of clauses checked.
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
				return lines, &RefutationError{n, fmt.Sprintf("%.40q is no clause over %d variables that ends in 0", scan.Text(), f.Vars)}
			}
			if v != 0 {
				clause = append(clause, v)
			}
		}
		if !c.follows(clause) {
			return lines, &RefutationError{n, fmt.Sprintf("%.60q does not follow by unit propagation", scan.Text())}
		}
		lines++
		if c.add(clause); c.refuted {
			return lines, nil
		}
	}
	if err := scan.Err(); err != nil {
		return lines, fmt.Errorf("sat: refutation: %w", err)
	}
	return lines, &RefutationError{0, "ends without the empty clause"}
}
