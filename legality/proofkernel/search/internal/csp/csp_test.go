package csp

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// checkAnswer compares the answer of a system with that of the brute force.
func checkAnswer(t *testing.T, p program, got answer) {
	t.Helper()
	want := p.brute()
	if !want.feasible {
		want = answer{}
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v:\n got %+v\nwant %+v", p, got, want)
	}
}

// testSize returns the number of random systems of a test: n, or a tenth with -short.
func testSize(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// TestAgreesWithBruteForce checks that feasibility, every bound and the first solution are exactly those found by trying all
// assignments.
func TestAgreesWithBruteForce(t *testing.T) {
	rnd := testkit.Rand("brute")
	var s System
	feasible, n := 0, testSize(30_000)
	for range n {
		p := randomProgram(rnd)
		s.Reset()
		p.build(&s)
		got := answerOf(&s)
		if got.feasible {
			feasible++
		}
		checkAnswer(t, p, got)
	}
	if feasible < n/5 || feasible > n*9/10 {
		t.Errorf("%d of %d systems feasible, want between a fifth and nine tenths", feasible, n)
	}
}

// TestLevels checks that a system on which levels have been pushed, filled and popped gives the same answers at every moment as
// one that was built from what is left.
func TestLevels(t *testing.T) {
	rnd := testkit.Rand("levels")
	var s System
	for range testSize(2000) {
		p := randomProgram(rnd)
		s.Reset()
		for _, d := range p.vars {
			s.Prefer(s.NewVar(d.lo, d.hi), d.order)
		}
		all := p.rules
		p.rules = nil
		type mark struct{ vars, rules int }
		var marks []mark
		for range 30 {
			switch op := rnd.IntN(6); {
			case op == 0:
				s.Push()
				marks = append(marks, mark{len(p.vars), len(p.rules)})
			case op == 1 && len(marks) > 0:
				s.Pop()
				m := marks[len(marks)-1]
				marks = marks[:len(marks)-1]
				p.vars, p.rules = p.vars[:m.vars], p.rules[:m.rules]
			case op == 2 && len(p.vars) < 5:
				d := domain{lo: p.vars[0].lo, hi: p.vars[0].lo + 4}
				s.NewVar(d.lo, d.hi)
				p.vars = append(slices.Clip(p.vars), d)
			case len(all) > 0:
				r := all[rnd.IntN(len(all))]
				r.apply(&s)
				p.rules = append(slices.Clip(p.rules), r)
				if rnd.IntN(2) == 0 {
					s.Propagate()
				}
			}
			if len(s.levels) != len(marks) || len(s.vars) != len(p.vars) {
				t.Fatalf("level %d, %d variables, want %d and %d", len(s.levels), len(s.vars), len(marks), len(p.vars))
			}
			if rnd.IntN(8) == 0 {
				checkAnswer(t, p, answerOf(&s))
			}
		}
		for len(s.levels) > 0 {
			s.Pop()
			m := marks[len(marks)-1]
			marks = marks[:len(marks)-1]
			p.vars, p.rules = p.vars[:m.vars], p.rules[:m.rules]
			checkAnswer(t, p, answerOf(&s))
		}
		if len(s.trail) != 0 {
			t.Fatalf("trail of %d after the last Pop", len(s.trail))
		}
	}
}

// TestLeastAndGreatest checks the theorem of the package documentation, on systems larger than brute force can handle: both
// vectors of bounds satisfy every rule.
func TestLeastAndGreatest(t *testing.T) {
	rnd := testkit.Rand("theorem")
	feasible := 0
	for range testSize(5000) {
		var p program
		for range 40 {
			p.vars = append(p.vars, domain{lo: rnd.IntN(4) - 2, hi: 8 + rnd.IntN(10)})
		}
		for range 45 {
			r := rule{kind: le, u: Var(rnd.IntN(40)), v: Var(rnd.IntN(40)), k: rnd.IntN(5) - 1}
			if rnd.IntN(4) == 0 {
				r = rule{kind: parity, u: r.u, k: rnd.IntN(2)}
			}
			p.rules = append(p.rules, r)
		}
		var s System
		p.build(&s)
		if !s.Propagate() {
			continue
		}
		feasible++
		least, greatest := make([]int, 40), make([]int, 40)
		for v := range 40 {
			least[v], greatest[v] = s.Lo(Var(v)), s.Hi(Var(v))
		}
		for _, r := range p.rules {
			if !r.holds(least) || !r.holds(greatest) {
				t.Fatalf("%+v: bounds %v %v break %+v", p, least, greatest, r)
			}
		}
	}
	if feasible == 0 {
		t.Error("no feasible system: nothing was checked")
	}
}

// TestEdgesOfTheRange checks bounds and constants at and beyond the ends of the range.
func TestEdgesOfTheRange(t *testing.T) {
	var s System
	u, v := s.NewVar(-1000, 1000), s.NewVar(Min, Max)
	if s.Lo(u) != Min || s.Hi(u) != Max {
		t.Errorf("bounds %d %d are not cut", s.Lo(u), s.Hi(u))
	}
	s.Prefer(v, Descending)
	if x, ok := s.Solve(nil); !ok || x[u] != Min || x[v] != Max {
		t.Errorf("the first solution is %d, want the least value and the greatest", x)
	}
	const far = math.MaxInt/2 + 1 // a power of two
	s.Le(u, v, far)               // always true
	s.Le(v, u, Max-Min)
	if !s.Propagate() || s.Lo(u) != Min || s.Hi(v) != Max {
		t.Error("constraints that say nothing have moved a bound")
	}
	s.Push()
	s.Le(u, v, Min-Max)
	if !s.Propagate() || s.Hi(u) != Min || s.Lo(v) != Max {
		t.Error("the tightest difference is wrong")
	}
	s.Pop()
	for _, k := range []int{Min - Max - 1, -far} {
		s.Push()
		s.Le(u, v, k)
		if s.Propagate() {
			t.Errorf("u <= v - %d accepted", -k)
		}
		s.Pop()
	}
	s.Push()
	if s.NewVar(3, 2); s.Propagate() {
		t.Error("an empty domain is accepted")
	}
	s.Pop()
	s.Push()
	s.Le(u, u, -1)
	if s.Propagate() {
		t.Error("u <= u - 1 is accepted")
	}
	s.Pop()
	if got, ok := s.Solve([]int8{7}); !ok || len(got) != 3 || got[0] != 7 {
		t.Errorf("Solve does not append: %v", got)
	}
	if s.constraints() != 2 {
		t.Errorf("%d constraints, want 2", s.constraints())
	}
}

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

// TestSteadyStateDoesNotAllocate checks that a System that has been used for a system as large needs no memory.
func TestSteadyStateDoesNotAllocate(t *testing.T) {
	var s System
	dst := make([]int8, 0, 100)
	if n := testing.AllocsPerRun(100, func() { dst = solvePawns(&s, dst[:0]) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
	if len(dst) != 40 {
		t.Errorf("%d values, want 40", len(dst))
	}
}

// constraints returns the number of differences; an equality counts as two.
func (s *System) constraints() int { return len(s.edges) }
