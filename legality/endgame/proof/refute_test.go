package proof

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
		var c []literal
		for range 1 + rng.IntN(3) {
			v := literal(1 + rng.IntN(f.Vars))
			if rng.IntN(2) == 0 {
				v = -v
			}
			c = append(c, v)
		}
		f.Clauses = append(f.Clauses, c)
	}
	return f
}

// TestRefuterAgreesWithBruteForce compares refute, which may choose any variable, with brute force on random formulas.
// The checker must accept the refutations, and reject random clauses as a refutation of formulas with a model.
func TestRefuterAgreesWithBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	refuted := 0
	n := testkit.Size(600, 3000)
	for range n {
		f := randomFormula(rng)
		var choices []choice
		for v := literal(1); int(v) <= f.Vars; v++ {
			choices = append(choices, choice{v, -v})
		}
		var refutation bytes.Buffer
		isTrue, _, err := refute(f, choices, &refutation)
		testkit.OK(t, err)
		if want := hasModel(f); (isTrue != nil) != want {
			t.Fatalf("%v has a model: %v, want %v", f.Clauses, isTrue != nil, want)
		}
		if isTrue != nil {
			if clause := falseClause(f, isTrue); clause != nil {
				t.Fatalf("%v: %v is false in the model", f.Clauses, clause)
			}
			if junk := randomLines(rng); checks(f, junk) {
				t.Fatalf("%v: %q accepted as a refutation", f.Clauses, junk)
			}
			continue
		}
		refuted++
		if !checks(f, refutation.String()) {
			t.Fatalf("%v: the refutation %q was not accepted", f.Clauses, refutation.String())
		}
	}
	if refuted < n/6 {
		t.Fatalf("only %d formulas without a model", refuted)
	}
}

// falseClause returns a clause that is false in a model, or nil.
func falseClause(f *formula, isTrue func(literal) bool) []literal {
	i := slices.IndexFunc(f.Clauses, func(clause []literal) bool { return !slices.ContainsFunc(clause, isTrue) })
	if i < 0 {
		return nil
	}
	return f.Clauses[i]
}

// checks reports whether checkRUP accepts a refutation of f.
func checks(f *formula, refutation string) bool {
	_, err := checkRUP(f, strings.NewReader(refutation))
	return err == nil
}

// randomLines returns 20 clauses of up to 2 literals over 3 variables.
func randomLines(rng *rand.Rand) string {
	var lines strings.Builder
	for range 20 {
		for range rng.IntN(3) {
			lines.WriteString([]string{"1 ", "-1 ", "2 ", "-2 ", "3 "}[rng.IntN(5)])
		}
		lines.WriteString("0\n")
	}
	return lines.String()
}

// TestRefuteNeedsAllCases checks that a choice that leaves out cases is an error, since the model may be in one of them.
func TestRefuteNeedsAllCases(t *testing.T) {
	f := &formula{2, [][]literal{{-1, 2}, {-1, -2}}} // its models have -1
	for _, choices := range [][]choice{{{1}}, {{1, -1}, {1}}, {{}}} {
		if isTrue, _, err := refute(f, choices, io.Discard); isTrue != nil || err == nil {
			t.Errorf("choices %v: a model %v, %v, want an error", choices, isTrue != nil, err)
		}
	}
	if isTrue, _, err := refute(f, []choice{{1, -1}}, io.Discard); isTrue == nil || err != nil {
		t.Errorf("both values of 1: a model %v, %v, want a model", isTrue != nil, err)
	}
}

// TestRefuteReportsAFullDisk checks that an error of the writer is returned.
func TestRefuteReportsAFullDisk(t *testing.T) {
	f := &formula{2, [][]literal{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}}
	diskFull := errors.New("disk full")
	if _, _, err := refute(f, []choice{{1, -1}}, &fullWriter{0, diskFull}); !errors.Is(err, diskFull) {
		t.Errorf("error %v, want %v", err, diskFull)
	}
}

// closerKRK returns the proof of the theorem for KRK with White to move.
func closerKRK(t *testing.T) *Proof {
	t.Helper()
	p := decideOne(t, &newTheorem(t, "KRK").assertions()[0].Claim, chess.White)
	if !p.Proven {
		t.Fatalf("not proven: %v", p.counterexample)
	}
	return p
}

// TestTheoremForKRKHasACheckedRefutation has the refutation verified line by line: all of it is accepted, and not a quarter.
func TestTheoremForKRKHasACheckedRefutation(t *testing.T) {
	testkit.Long(t)
	q := closerKRK(t).question
	var refutation bytes.Buffer
	_, cases, err := refute(&q.formula, q.choices(), &refutation)
	testkit.OK(t, err)
	text := refutation.String()
	if !checks(&q.formula, text) {
		t.Error("the refutation was not accepted")
	}
	quarter := strings.Join(strings.SplitAfter(text, "\n")[:cases/4], "")
	if checks(&q.formula, quarter) {
		t.Error("a quarter of the refutation was accepted")
	}
}

// TestFormulaNeedsItsWays leaves out a way back of the formula for KRK. The formula must have a model if the search knows of a
// position from which only this way leads closer, and the model must be such a position.
func TestFormulaNeedsItsWays(t *testing.T) {
	testkit.Medium(t)
	th := newTheorem(t, "KRK")
	claim := &th.assertions()[0].Claim
	s := newSearch(newPlacementTable(th.Material), claim, chess.White)
	all := s.cover().patterns
	models := 0
	for _, i := range []int{0, len(all) / 2, len(all) - 1} {
		q := newQuestion(claim, chess.White)
		others := slices.Delete(slices.Clone(all), i, i+1)
		for _, way := range others {
			q.assert(-q.openWay(way))
		}
		isTrue, _, err := refute(&q.formula, q.choices(), io.Discard)
		testkit.OK(t, err)
		leadsCloser := func(index int) bool {
			return slices.ContainsFunc(others, func(way pattern) bool { return s.isOpen(way, index) })
		}
		if isTrue != nil {
			models++
			if p := q.read(isTrue)[0]; !s.given[s.index(p)] || leadsCloser(s.index(p)) {
				t.Errorf("without way %d: the model %v is no position without another way", i, th.Material.setup(p))
			}
			continue
		}
		for index, given := range s.given {
			if p := s.placement(index, chess.White); given && s.scale.of(&p) > 0 && !leadsCloser(index) {
				t.Fatalf("without way %d: no model, but %v has no other way", i, th.Material.setup(p))
			}
		}
	}
	if models == 0 {
		t.Error("no way of the three is needed")
	}
}

// TestForeignSolversAgree has solvers in other languages refute the formula for KRK.
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
	path := filepath.Join(t.TempDir(), "krk.cnf")
	file := testkit.Must(os.Create(path))(t)
	testkit.OK(t, errors.Join(closerKRK(t).question.writeDIMACS(file, "KRK"), file.Close()))
	for _, program := range programs {
		err := exec.Command(program, path).Run()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 20 { // 20 is UNSATISFIABLE
			t.Errorf("%s: %v, want exit status 20", program, err)
		}
	}
}
