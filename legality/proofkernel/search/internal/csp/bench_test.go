package csp

import "testing"

// BenchmarkPushPropagatePop adds three constraints to a system of 40 variables and takes them back: one step of a search.
func BenchmarkPushPropagatePop(b *testing.B) {
	var s System
	var vars []Var
	for range 40 {
		vars = append(vars, s.NewVar(-6, 13))
	}
	for i := range 39 {
		if i%8 != 7 {
			s.Le(vars[i], vars[i+1], -1)
		}
	}
	s.Propagate()
	b.ReportAllocs()
	for b.Loop() {
		s.Push()
		s.AtLeast(vars[8], 0)
		s.Eq(vars[16], vars[12], 1)
		s.Parity(vars[16], 1)
		if !s.Propagate() || s.Lo(vars[16]) != 5 {
			b.Fatal(s.Lo(vars[16]))
		}
		s.Pop()
	}
}
