package ranked

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/internal/arith"
)

// TestSumsBetweenKeptOnes adds up, in 192 bits and in order, all that a search between kept sums adds in parts: the first
// and the last element of each couple of classes lie in it, in the table of the case and in its stratum.
func TestSumsBetweenKeptOnes(t *testing.T) {
	testkit.Medium(t)
	one := arith.U192{1}
	all := stratified()
	s := all[len(all)-1]
	for _, k := range []int{0, 4, 9, 17} {
		checkRows(t, s.cases[1][k])
	}
	for h := range s.parts {
		p := &s.parts[h][len(s.parts[h])-1]
		nb := len(p.table.black.classes)
		var x arith.U192
		for _, couple := range p.couples {
			size := p.table.coupleSize(&p.table.white.classes[int(couple)/nb], &p.table.black.classes[int(couple)%nb])
			last := arith.Sub192(&size, &one)
			for _, in := range []arith.U192{{}, last} {
				at := arith.Add192(&x, &in)
				if got, left := p.coupleAt(&at); got != int(couple) || left != arith.Mul192(&in, lambda2) {
					t.Fatalf("stratum %d: element %v is in couple %d, %v/lambda^2, want %d, %v", h, at, got, left, couple, in)
				}
			}
			x = arith.Add192(&x, &size)
		}
		if sum := p.cum[len(p.cum)-1]; x != sum {
			t.Fatalf("stratum %d: couples have %v elements, want %v", h, x, sum)
		}
	}
}

// checkRows does so for the white classes of a case.
func checkRows(t *testing.T, table *caseTable) {
	t.Helper()
	one := arith.U192{1}
	for wi := range table.white.classes {
		var x arith.U192
		for bi := range table.black.classes {
			if got := table.before(wi, bi); got != x {
				t.Fatalf("white class %d before black %d: %v, want %v", wi, bi, got, x)
			}
			each := table.each(&table.white.classes[wi], &table.black.classes[bi])
			next := arith.Add192(&x, &each)
			if each != (arith.U192{}) {
				last := arith.Sub192(&next, &one)
				for _, at := range []arith.U192{x, last} {
					if got, sum := table.blackAt(wi, &at); got != bi || sum != x {
						t.Fatalf("white class %d: %v is in black class %d after %v, want %d after %v", wi, at, got, sum, bi, x)
					}
				}
			}
			x = next
		}
		if row := table.row(wi); row[len(row)-1] != x {
			t.Fatalf("white class %d: sum %v, want %v", wi, row[len(row)-1], x)
		}
	}
}
