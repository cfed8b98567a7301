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

// satisfiable decides a formula of a few variables by trying all assignments.
func satisfiable(f *formula) bool {
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

// TestSolverAgreesWithBruteForce also takes refutations to the checker, and asks it about clauses
// that do not follow.
func TestSolverAgreesWithBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	refuted := 0
	n := testkit.Size(600, 3000)
	for range n {
		f := randomFormula(rng)
		want := satisfiable(f)
		s := newSolver()
		s.Add(f.copy())
		if got := s.Solve(); got != want {
			t.Fatalf("%v has a model: %v, want %v", f.Clauses, got, want)
		}
		var refutation bytes.Buffer
		err := certify(&refutation, f, nil)
		if want {
			if !errors.Is(err, errSatisfiable) {
				t.Fatalf("%v: refuted (%v) though it has a model", f.Clauses, err)
			}
			// Whatever is written down, a formula with a model is not refuted.
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

// TestSolverUnderAssumptions adds clauses little by little and asks again and again.
func TestSolverUnderAssumptions(t *testing.T) {
	testkit.Medium(t)
	rng := rand.New(rand.NewPCG(7, 2))
	answers := map[bool]int{}
	n := testkit.Size(300, 1500)
	for range n {
		whole := randomFormula(rng)
		f := &formula{Vars: whole.Vars}
		s := newSolver()
		for len(whole.Clauses) > 0 {
			n := min(1+rng.IntN(4), len(whole.Clauses))
			s.Add(whole.copy()[:n])
			f.Clauses = append(f.Clauses, whole.Clauses[:n]...)
			whole.Clauses = whole.Clauses[n:]
			for range 3 {
				assumed := &formula{f.Vars, f.Clauses[:len(f.Clauses):len(f.Clauses)]}
				var assume []int
				for range rng.IntN(4) {
					v := (1 + rng.IntN(f.Vars)) * (1 - 2*rng.IntN(2))
					assume = append(assume, v)
					assumed.Clauses = append(assumed.Clauses, []int{v})
				}
				want := satisfiable(assumed)
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
		p, err := refute(context.Background(), &th.assertions()[0].Claim, turn, solverOptions{})
		if err != nil || !p.Proven {
			t.Fatalf("%v to move: %+v, %v", turn, p, err)
		}
		list = append(list, p)
	}
	return list
}

// TestTheoremForKRKHasACheckedRefutation is the proof of the theorem that needs no trust
// in a solver: the formulas, and a refutation of each, accepted by unit propagation.
func TestTheoremForKRKHasACheckedRefutation(t *testing.T) {
	testkit.Long(t)
	for _, p := range krkProofs(t) {
		f := p.formula
		var refutation bytes.Buffer
		testkit.OK(t, certify(&refutation, f, p.cubes))
		text := refutation.String()
		lines := testkit.Must(checkRUP(f, &refutation))(t)
		// Without its second half it is none, unless that half was not needed.
		half := strings.Join(strings.SplitAfter(text, "\n")[:lines/4], "")
		if _, err := checkRUP(f, strings.NewReader(half)); err == nil {
			t.Error("a quarter of the refutation was accepted")
		}
	}
}

// TestForeignSolversAgree writes the formulas for KRK for solvers in other languages.
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
