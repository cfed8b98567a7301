package proof

import (
	"bytes"
	"testing"
)

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
