package proofkernel

import (
	"fmt"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestRowsDecide compares random systems with trying all values, before and after going back to a mark.
func TestRowsDecide(t *testing.T) {
	testkit.Medium(t)
	r := newRand(41)
	feasible := 0
	for range 3000 {
		var sys rows
		type constraint struct{ kind, u, v, k int }
		const n, size = 4, 5
		var list []constraint
		for range n {
			sys.add(0, size-1)
		}
		ok := true
		add := func(c constraint) {
			list = append(list, c)
			if !ok {
				return
			}
			u, v, k := variable(c.u), variable(c.v), int8(c.k)
			switch c.kind {
			case 0:
				ok = sys.requireDifference(u, k, v)
			case 1:
				ok = sys.requireEqual(u, k, v)
			case 2:
				ok = sys.requireAtMost(v, k)
			case 3:
				ok = sys.requireAtLeast(v, k)
			case 4:
				ok = sys.requireParity(v, k&1)
			}
		}
		// solve tries all values.
		solve := func() bool {
			var x [n]int
			for code := range size * size * size * size {
				for i, c := 0, code; i < n; i, c = i+1, c/size {
					x[i] = c % size
				}
				fits := true
				for _, c := range list {
					switch u, v := x[c.u], x[c.v]; c.kind {
					case 0:
						fits = fits && u+c.k <= v
					case 1:
						fits = fits && u+c.k == v
					case 2:
						fits = fits && v <= c.k
					case 3:
						fits = fits && v >= c.k
					case 4:
						fits = fits && v&1 == c.k&1
					}
				}
				if fits {
					return true
				}
			}
			return false
		}
		var parity [n]bool
		some := func(k int) {
			for range k {
				c := constraint{r.IntN(5), r.IntN(n), r.IntN(n), r.IntN(5) - 2}
				if c.kind == 2 || c.kind == 3 {
					c.k += 2
				}
				if c.kind == 4 {
					if parity[c.v] {
						continue
					}
					parity[c.v] = true
					c.k &= 1
				}
				add(c)
			}
		}
		check := func(what string) {
			if want := solve(); ok != want {
				t.Fatalf("%s %v: got %v, want %v", what, list, ok, want)
			}
		}
		some(3)
		check("at first")
		if !ok {
			continue
		}
		feasible++
		m, before := sys.mark(), fmt.Sprint(sys.least, sys.upper, sys.odd, sys.first)
		kept, keptParity := len(list), parity
		some(3)
		check("with more")
		sys.undo(m)
		if after := fmt.Sprint(sys.least, sys.upper, sys.odd, sys.first); after != before {
			t.Fatalf("after going back %s, was %s", after, before)
		}
		list, parity, ok = list[:kept], keptParity, true
		some(3)
		check("after going back")
	}
	if feasible < 500 {
		t.Errorf("only %d systems feasible", feasible)
	}
}
