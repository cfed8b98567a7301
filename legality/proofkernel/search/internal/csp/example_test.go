package csp_test

import (
	"fmt"

	"chesscensus/legality/proofkernel/search/internal/csp"
)

// A chain of three rows between 1 and 6, the middle one odd.
func Example() {
	var s csp.System
	a, b, c := s.NewVar(1, 6), s.NewVar(1, 6), s.NewVar(1, 6)
	s.Le(a, b, -1) // a < b
	s.Le(b, c, -1)
	s.Parity(b, 1)
	s.Propagate()
	fmt.Println(s.Lo(b), s.Hi(b))

	s.Push()
	s.AtLeast(a, 5)
	fmt.Println(s.Propagate())
	s.Pop()

	s.Prefer(c, csp.Descending)
	fmt.Println(s.Solve(nil))
	// Output:
	// 3 5
	// false
	// [1 3 6] true
}
