package proof

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// hasModel reports whether a formula of a few variables has a model, by trying all assignments.
func hasModel(f *formula) bool {
next:
	for bits := range 1 << f.vars {
		for _, c := range f.clauses {
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
	f := &formula{vars: 3 + rng.IntN(6)}
	for range f.vars * (2 + rng.IntN(5)) {
		var c []literal
		for range 1 + rng.IntN(3) {
			v := literal(1 + rng.IntN(f.vars))
			if rng.IntN(2) == 0 {
				v = -v
			}
			c = append(c, v)
		}
		f.clauses = append(f.clauses, c)
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
		for v := literal(1); int(v) <= f.vars; v++ {
			f.choices = append(f.choices, []literal{v, -v})
		}
		isTrue, refutation, _ := refute(f)
		if want := hasModel(f); (isTrue != nil) != want {
			t.Fatalf("%v has a model: %v, want %v", f.clauses, isTrue != nil, want)
		}
		if isTrue != nil {
			if clause := falseClause(f, isTrue); clause != nil {
				t.Fatalf("%v: %v is false in the model", f.clauses, clause)
			}
			if junk := randomLines(rng); checks(f, junk) {
				t.Fatalf("%v: %q accepted as a refutation", f.clauses, junk)
			}
			continue
		}
		refuted++
		if !checks(f, string(refutation)) {
			t.Fatalf("%v: the refutation %q was not accepted", f.clauses, refutation)
		}
	}
	if refuted < n/6 {
		t.Fatalf("only %d formulas without a model", refuted)
	}
}

// falseClause returns a clause that is false in a model, or nil.
func falseClause(f *formula, isTrue func(literal) bool) []literal {
	i := slices.IndexFunc(f.clauses, func(clause []literal) bool { return !slices.ContainsFunc(clause, isTrue) })
	if i < 0 {
		return nil
	}
	return f.clauses[i]
}

// checks reports whether checkRUP accepts a refutation of f.
func checks(f *formula, refutation string) bool {
	_, err := checkRUP(f, []byte(refutation))
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
