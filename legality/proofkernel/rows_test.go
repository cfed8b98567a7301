package proofkernel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// A rowConstraint is a constraint of a test.
type rowConstraint struct{ kind, u, v, k int }

// Kinds of constraints.
const (
	isDifference = iota // u + k <= v
	isEqual             // u + k = v
	isAtMost            // v <= k
	isAtLeast           // v >= k
	isParity            // v is even or odd as k
	constraintKinds
)

// The variables of a test have values from 0 to testValues-1.
const (
	testVariables = 4
	testValues    = 5
)

// A rowsTest is a system with the list of its constraints.
type rowsTest struct {
	system rows
	list   []rowConstraint
	parity [testVariables]bool // a parity was demanded
	ok     bool                // no method of system has returned false
}

// addRandom adds some random constraints.
func (r *rowsTest) addRandom(rnd *rand.Rand, n int) {
	for range n {
		c := rowConstraint{rnd.IntN(constraintKinds), rnd.IntN(testVariables), rnd.IntN(testVariables), rnd.IntN(5) - 2}
		if c.kind == isAtMost || c.kind == isAtLeast {
			c.k += 2 // a value, 0 to 4
		}
		if c.kind == isParity {
			if r.parity[c.v] {
				continue
			}
			r.parity[c.v] = true
			c.k &= 1
		}
		r.list = append(r.list, c)
		if !r.ok {
			continue
		}
		u, v, k := variable(c.u), variable(c.v), int8(c.k)
		switch c.kind {
		case isDifference:
			r.ok = r.system.requireDifference(u, k, v)
		case isEqual:
			r.ok = r.system.requireEqual(u, k, v)
		case isAtMost:
			r.ok = r.system.requireAtMost(v, k)
		case isAtLeast:
			r.ok = r.system.requireAtLeast(v, k)
		case isParity:
			r.ok = r.system.requireParity(v, k&1)
		}
	}
}

// hasSolution reports whether there is a solution, by a trial of all values.
func (r *rowsTest) hasSolution() bool {
	var x [testVariables]int
	for code := range testValues * testValues * testValues * testValues {
		for i, c := 0, code; i < testVariables; i, c = i+1, c/testValues {
			x[i] = c % testValues
		}
		fits := true
		for _, c := range r.list {
			u, v := x[c.u], x[c.v]
			fits = fits && [...]bool{isDifference: u+c.k <= v, isEqual: u+c.k == v, isAtMost: v <= c.k, isAtLeast: v >= c.k, isParity: v&1 == c.k&1}[c.kind]
		}
		if fits {
			return true
		}
	}
	return false
}

// check compares the system with hasSolution.
func (r *rowsTest) check(t *testing.T, when string) {
	t.Helper()
	if want := r.hasSolution(); r.ok != want {
		t.Fatalf("%s %v: got %v, want %v", when, r.list, r.ok, want)
	}
}

// TestRowsDecide compares random systems with a trial of all values, before and after going back to a mark.
func TestRowsDecide(t *testing.T) {
	testkit.Medium(t)
	rnd := newRand(41)
	feasible := 0
	for range 3000 {
		r := rowsTest{ok: true}
		for range testVariables {
			r.system.add(0, testValues-1)
		}
		r.addRandom(rnd, 3)
		r.check(t, "at first")
		if !r.ok {
			continue
		}
		feasible++
		state := func() string { return fmt.Sprint(r.system.least, r.system.upper, r.system.odd, r.system.first) }
		mark, before := r.system.mark(), state()
		length, parity := len(r.list), r.parity
		r.addRandom(rnd, 3)
		r.check(t, "with more")
		r.system.undo(mark)
		if after := state(); after != before {
			t.Fatalf("after going back %s, was %s", after, before)
		}
		r.list, r.parity, r.ok = r.list[:length], parity, true
		r.addRandom(rnd, 3)
		r.check(t, "after going back")
	}
	if feasible < 500 {
		t.Errorf("only %d of 3000 systems feasible, want 500 at least", feasible)
	}
}
