package proof

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// hasModel reports whether a formula of a few variables has a model, by trying all assignments.
func hasModel(f *formula) bool {
next:
	for bits := range 1 << f.Vars {
		for _, c := range f.Clauses {
			ok := false
			for _, v := range c {
				ok = ok || (bits>>(max(v, -v)-1)&1 == 1) == (v > 0)
			}
			if !ok {
				continue next
			}
		}
		return true
	}
	return false
}

// randomFormula returns a formula of 3 to 8 variables with clauses of up to three literals.
func randomFormula(rng *rand.Rand) *formula {
	f := &formula{Vars: 3 + rng.IntN(6)}
	for range f.Vars * (2 + rng.IntN(5)) {
		var c []int
		for range 1 + rng.IntN(3) {
			v := 1 + rng.IntN(f.Vars)
			if rng.IntN(2) == 0 {
				v = -v
			}
			c = append(c, v)
		}
		f.Clauses = append(f.Clauses, c)
	}
	return f
}

// TestSolverAgreesWithBruteForce compares the solver with brute force on random formulas. The checker must
// accept the refutations, and reject random clauses as a refutation of formulas with a model.
func TestSolverAgreesWithBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	refuted := 0
	n := testkit.Size(600, 3000)
	for range n {
		f := randomFormula(rng)
		want := hasModel(f)
		s := newSolver()
		s.Add(f.copy())
		if got := s.Solve(); got != want {
			t.Fatalf("%v has a model: %v, want %v", f.Clauses, got, want)
		}
		var refutation bytes.Buffer
		err := writeRefutation(&refutation, f, nil)
		if want {
			if !errors.Is(err, errSatisfiable) {
				t.Fatalf("%v: refuted (%v) though it has a model", f.Clauses, err)
			}
			// A formula with a model has no refutation: the checker must reject random clauses.
			var junk strings.Builder
			for range 20 {
				for range rng.IntN(3) {
					junk.WriteString([]string{"1 ", "-1 ", "2 ", "-2 ", "3 "}[rng.IntN(5)])
				}
				junk.WriteString("0\n")
			}
			if _, err := checkRUP(f, strings.NewReader(junk.String())); err == nil {
				t.Fatalf("%v: %q accepted as a refutation", f.Clauses, junk.String())
			}
			continue
		}
		refuted++
		testkit.OK(t, err)
		if _, err := checkRUP(f, &refutation); err != nil {
			t.Fatalf("%v: %v", f.Clauses, err)
		}
	}
	if refuted < n/6 {
		t.Fatalf("only %d formulas without a model", refuted)
	}
}

// TestSolverUnderAssumptions adds clauses a few at a time and compares every answer with brute force.
func TestSolverUnderAssumptions(t *testing.T) {
	testkit.Medium(t)
	rng := rand.New(rand.NewPCG(7, 2))
	answers := map[bool]int{}
	n := testkit.Size(300, 1500)
	for range n {
		remaining := randomFormula(rng)
		f := &formula{Vars: remaining.Vars}
		s := newSolver()
		for len(remaining.Clauses) > 0 {
			n := min(1+rng.IntN(4), len(remaining.Clauses))
			s.Add(remaining.copy()[:n])
			f.Clauses = append(f.Clauses, remaining.Clauses[:n]...)
			remaining.Clauses = remaining.Clauses[n:]
			for range 3 {
				assumed := &formula{f.Vars, f.Clauses[:len(f.Clauses):len(f.Clauses)]}
				var assume []int
				for range rng.IntN(4) {
					v := (1 + rng.IntN(f.Vars)) * (1 - 2*rng.IntN(2))
					assume = append(assume, v)
					assumed.Clauses = append(assumed.Clauses, []int{v})
				}
				want := hasModel(assumed)
				answers[want]++
				if got := s.Solve(assume...); got != want {
					t.Fatalf("%v with %v has a model: %v, want %v", f.Clauses, assume, got, want)
				}
			}
		}
	}
	if answers[true] < n/2 || answers[false] < n/2 {
		t.Errorf("answers %v to %d formulas", answers, n)
	}
}

// krkProofs returns the proofs of the theorem for KRK: White to move, and with SAT_LONG=1 also Black, which takes
// 20 seconds of processor time with certificate and check.
func krkProofs(t *testing.T) []*Proof {
	t.Helper()
	th := testkit.Must(NewTheorem("KRK"))(t)
	var list []*Proof
	for turn := range chess.Color(2) {
		if turn == chess.Black && os.Getenv("SAT_LONG") == "" {
			break
		}
		p, err := decideClaim(context.Background(), &th.assertions()[0].Claim, turn, solverOptions{})
		if err != nil || !p.Proven {
			t.Fatalf("%v to move: %+v, %v", turn, p, err)
		}
		list = append(list, p)
	}
	return list
}

// TestTheoremForKRKHasACheckedRefutation proves the theorem without trust in a solver: unit
// propagation accepts a refutation of each formula.
func TestTheoremForKRKHasACheckedRefutation(t *testing.T) {
	testkit.Long(t)
	for _, p := range krkProofs(t) {
		f := p.formula
		var refutation bytes.Buffer
		testkit.OK(t, writeRefutation(&refutation, f, p.cubes))
		text := refutation.String()
		lines := testkit.Must(checkRUP(f, &refutation))(t)
		quarter := strings.Join(strings.SplitAfter(text, "\n")[:lines/4], "")
		if _, err := checkRUP(f, strings.NewReader(quarter)); err == nil {
			t.Error("a quarter of the refutation was accepted")
		}
	}
}

// TestForeignSolversAgree has solvers in other languages refute the formulas for KRK.
func TestForeignSolversAgree(t *testing.T) {
	var programs []string
	for _, name := range []string{"cadical", "minisat"} {
		if path, err := exec.LookPath(name); err == nil {
			programs = append(programs, path)
		}
	}
	if len(programs) == 0 || testing.Short() {
		t.Skip("needs cadical or minisat (Debian packages of these names) and seconds")
	}
	for i, p := range krkProofs(t) {
		path := filepath.Join(t.TempDir(), "krk.cnf")
		file := testkit.Must(os.Create(path))(t)
		testkit.OK(t, errors.Join(p.formula.writeDIMACS(file), file.Close()))
		for _, program := range programs {
			err := exec.Command(program, path).Run()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 20 { // 20 is UNSATISFIABLE
				t.Errorf("%s on formula %d: %v, want exit status 20", program, i, err)
			}
		}
	}
}
