package sat

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"

	gophersat "github.com/crillab/gophersat/solver"

	"chesscensus/legality/endgame/internal/sat/internal/rup"
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
	// What is left is to put the cases together, the last literal of the cubes first.
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

// certify refutes the formula together with the literals of a cube. Several goroutines may call it; they wait for each other.
func certify(out io.StringWriter, f *Formula, cube []int) error {
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
	if status != gophersat.Unsat {
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

// CheckRUP verifies that a formula has no model, from a refutation as Certify and other solvers write it: see package rup, which
// shares no code with any solver. Lines is the number of clauses checked.
func CheckRUP(f *Formula, refutation io.Reader) (lines int, err error) {
	return rup.Check(f.Vars, f.Clauses, refutation)
}
