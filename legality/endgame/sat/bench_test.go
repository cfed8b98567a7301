package sat

import (
	"bytes"
	"testing"

	"chesscensus/internal/cputime"
)

// BenchmarkTheorem proves the needed assertion for both sides to move.
func BenchmarkTheorem(b *testing.B) {
	for _, name := range []string{"KRK", "KQK"} { // with 4 men it takes many minutes
		b.Run("material="+name, func(b *testing.B) {
			a := theorem(b, name).Assertions()[0]
			measure(b, &a, Options{})
		})
	}
}

// BenchmarkEncodings is where the default encoding comes from, and the number of parts.
func BenchmarkEncodings(b *testing.B) {
	a := theorem(b, "KRK").Assertions()[0]
	for _, e := range encodings {
		b.Run("encoding="+e.String(), func(b *testing.B) { measure(b, &a, Options{encoding: e}) })
	}
	for _, cubes := range []string{"1", "4096"} {
		b.Run("cubes="+cubes, func(b *testing.B) {
			measure(b, &a, Options{Cubes: map[string]int{"1": 1, "4096": 4096}[cubes]})
		})
	}
}

func measure(b *testing.B, a *Assertion, o Options) {
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
			vars += p.Formula.Vars
			clauses += len(p.Formula.Clauses)
			ways += len(p.Patterns)
			calls += p.Calls
		}
		n++
	}
	b.ReportMetric((cputime.Used()-start).Seconds()/float64(n), "cpu-s/theorem")
	b.ReportMetric(float64(vars), "vars")
	b.ReportMetric(float64(clauses), "clauses")
	b.ReportMetric(float64(ways), "ways")
	b.ReportMetric(float64(calls), "calls")
}

// BenchmarkSolvers refutes the last formula of KRK, White to move, from the beginning: what a single question
// costs, and a certificate with its check.
func BenchmarkSolvers(b *testing.B) {
	a := theorem(b, "KRK").Assertions()[0]
	_, proofs := prove(b, &a, Options{})
	f := proofs[0].Formula
	for name, s := range map[string]func() satSolver{"gini": func() satSolver { return newGini() }, "gophersat": func() satSolver { return newGophersat() }} {
		b.Run("solver="+name, func(b *testing.B) {
			for b.Loop() {
				solver := s()
				solver.Add(f.copy())
				if solver.Solve() {
					b.Fatal("has a model")
				}
			}
		})
	}
	var refutation bytes.Buffer
	b.Run("certify", func(b *testing.B) {
		for b.Loop() {
			refutation.Reset()
			if err := Certify(&refutation, f, proofs[0].Cubes); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(refutation.Len()), "B/refutation")
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if _, err := CheckRUP(f, bytes.NewReader(refutation.Bytes())); err != nil {
				b.Fatal(err)
			}
		}
	})
}
