package proof

import (
	"bytes"
	"testing"
)

// BenchmarkRefutation measures solving the last formula of KRK, White to move, writing its refutation, and
// checking the refutation.
func BenchmarkRefutation(b *testing.B) {
	a := newTheorem(b, "KRK").assertions()[0]
	_, proofs := decideBoth(b, &a, solverOptions{})
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
			if err := writeRefutation(&refutation, f, proofs[0].cubes); err != nil {
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
