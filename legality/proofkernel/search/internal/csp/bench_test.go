package csp

import "testing"

// solvePawns builds and solves a system of the usual size and shape: chains of rows, one captured pawn after the other, in nested
// levels. It has 40 variables.
func solvePawns(s *System, dst []int8) []int8 {
	s.Reset()
	var last [16]Var
	for i := range last {
		row := 1 + 5*(i%2)
		last[i] = s.NewVar(row, row)
	}
	for i := range 8 {
		s.Push()
		from, to := s.NewVar(1, 6), s.NewVar(1, 6)
		s.Prefer(from, Order{3, -1})
		s.Le(last[2*i], from, 0)
		s.Le(from, last[2*i+1], -1)
		s.Eq(to, from, 1)
		next := s.NewVar(-6, 13)
		s.Le(next, last[(2*i+3)%16], 0)
		s.Le(to, next, -1)
		s.Parity(to, i)
		if !s.Propagate() {
			panic("infeasible")
		}
	}
	dst, _ = s.Solve(dst)
	for len(s.levels) > 0 {
		s.Pop()
	}
	return dst
}

// BenchmarkSystem builds a system of 40 variables in 8 levels, propagating in each, then solves it and takes it down.
func BenchmarkSystem(b *testing.B) {
	var s System
	var dst []int8
	b.ReportAllocs()
	for b.Loop() {
		if dst = solvePawns(&s, dst[:0]); len(dst) != 40 {
			b.Fatal(dst)
		}
	}
}

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
