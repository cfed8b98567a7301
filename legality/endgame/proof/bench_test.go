package proof

import (
	"bytes"
	"fmt"
	"testing"

	"chesscensus/internal/cputime"
)

// BenchmarkTheorem proves the needed assertion for both sides to move.
func BenchmarkTheorem(b *testing.B) {
	for _, name := range []string{"KRK", "KQK"} { // with 4 men it takes many minutes
		b.Run("material="+name, func(b *testing.B) {
			a := theorem(b, name).assertions()[0]
			measureProof(b, &a, solverOptions{})
		})
	}
}

// BenchmarkCubes is where the number of parts comes from.
func BenchmarkCubes(b *testing.B) {
	a := theorem(b, "KRK").assertions()[0]
	for _, cubes := range []int{1, 64, 4096} {
		b.Run(fmt.Sprintf("cubes=%d", cubes), func(b *testing.B) { measureProof(b, &a, solverOptions{Cubes: cubes}) })
	}
}

func measureProof(b *testing.B, a *assertion, o solverOptions) {
	var vars, clauses, ways, calls int
	start := cputime.Used()
	n := 0
	for b.Loop() {
		holds, proofs := prove(b, a, o)
		if !holds {
			b.Fatal("not proven")
		}
		vars, clauses, ways, calls = 0, 0, 0, 0
		for _, p := range proofs {
			vars += p.formula.Vars
			clauses += len(p.formula.Clauses)
			ways += len(p.patterns)
			calls += p.calls
		}
		n++
	}
	b.ReportMetric((cputime.Used()-start).Seconds()/float64(n), "cpu-s/theorem")
	b.ReportMetric(float64(vars), "vars")
	b.ReportMetric(float64(clauses), "clauses")
	b.ReportMetric(float64(ways), "ways")
	b.ReportMetric(float64(calls), "calls")
}

// BenchmarkRefutation refutes the last formula of KRK, White to move, from the beginning: what a single question
// costs, and a certificate with its check.
func BenchmarkRefutation(b *testing.B) {
	a := theorem(b, "KRK").assertions()[0]
	_, proofs := prove(b, &a, solverOptions{})
	f := proofs[0].formula
	b.Run("solve", func(b *testing.B) {
		for b.Loop() {
			solver := newSolver()
			solver.Add(f.copy())
			if solver.Solve() {
				b.Fatal("has a model")
			}
		}
	})
	var refutation bytes.Buffer
	b.Run("certify", func(b *testing.B) {
		for b.Loop() {
			refutation.Reset()
			if err := certify(&refutation, f, proofs[0].cubes); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(refutation.Len()), "B/refutation")
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if _, err := checkRUP(f, bytes.NewReader(refutation.Bytes())); err != nil {
				b.Fatal(err)
			}
		}
	})
}
