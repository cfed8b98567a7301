package ranked

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/internal/arith"
)

// TestSumsBetweenKeptOnes adds up the sizes of all couples in order. In the table of the case and in the stratum,
// a search for the first and the last element of each couple must find the couple, although only every sumStep-th
// sum is stored.
func TestSumsBetweenKeptOnes(t *testing.T) {
	testkit.Medium(t)
	one := arith.U192{1}
	all := bothStrata()
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
			for _, number := range []arith.U192{{}, last} {
				element := arith.Add192(&x, &number)
				if got, left := p.coupleAt(&element); got != int(couple) || left != arith.Mul192(&number, lambda2) {
					t.Fatalf("stratum %d: element %v is in couple %d, %v/lambda^2, want %d, %v", h, element, got, left, couple, number)
				}
			}
			x = arith.Add192(&x, &size)
		}
		if sum := p.starts[len(p.starts)-1]; x != sum {
			t.Fatalf("stratum %d: couples have %v elements, want %v", h, x, sum)
		}
	}
}

// checkRows checks the sums of the white classes of a case in the same way.
func checkRows(t *testing.T, table *caseTable) {
	t.Helper()
	one := arith.U192{1}
	for whiteClassIndex := range table.white.classes {
		var x arith.U192
		for blackClassIndex := range table.black.classes {
			if got := table.sumBefore(whiteClassIndex, blackClassIndex); got != x {
				t.Fatalf("white class %d before black %d: %v, want %v", whiteClassIndex, blackClassIndex, got, x)
			}
			perWeight := table.perWeight(&table.white.classes[whiteClassIndex], &table.black.classes[blackClassIndex])
			next := arith.Add192(&x, &perWeight)
			if perWeight != (arith.U192{}) {
				last := arith.Sub192(&next, &one)
				for _, element := range []arith.U192{x, last} {
					if got, sum := table.blackAt(whiteClassIndex, &element); got != blackClassIndex || sum != x {
						t.Fatalf("white class %d: %v is in black class %d after %v, want %d after %v", whiteClassIndex, element, got, sum, blackClassIndex, x)
					}
				}
			}
			x = next
		}
		if row := table.sumsOf(whiteClassIndex); row[len(row)-1] != x {
			t.Fatalf("white class %d: sum %v, want %v", whiteClassIndex, row[len(row)-1], x)
		}
	}
}
