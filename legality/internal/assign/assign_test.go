package assign

import (
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// cheapest returns the least cost of assigning the rows from i on to columns that are
// not used, by trying all assignments.
func (p *Problem) cheapest(i int, usedColumns uint32) int {
	if i == p.N {
		return 0
	}
	least := 1 << 30
	for j := range p.N {
		if usedColumns>>j&1 == 0 {
			least = min(least, int(price(p.Cost[i][j]))+p.cheapest(i+1, usedColumns|1<<j))
		}
	}
	return least
}

// TestLeastOfAll checks that the total is the least of all assignments for any initial prices,
// and with a forced pair it is at least larger by the reduced cost of the pair.
func TestLeastOfAll(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	var p Problem
	var v Prices
	for trial := range 3000 {
		p.N = 1 + src.IntN(6)
		maxCost, forbiddenEighths := 1+src.IntN(12), src.IntN(4)
		for i := range p.N {
			for j := range p.N {
				if p.Cost[i][j] = uint8(src.IntN(maxCost)); src.IntN(8) < forbiddenEighths {
					p.Cost[i][j] = Never
				}
			}
		}
		switch trial % 3 {
		case 0:
			v = Prices{}
		case 1:
			for j := range v {
				v[j] = int32(src.IntN(2*Forbidden) - Forbidden)
			}
		} // else those of the trial before
		want := p.cheapest(0, 0)
		if got := p.Solve(&v); got != want {
			t.Fatalf("total %d, want %d: %v", got, want, p.Cost[:p.N])
		}
		sum := 0
		var rows uint32
		for j := range p.N {
			sum += int(price(p.Cost[p.Row[j]][j]))
			rows |= 1 << p.Row[j]
		}
		if sum != want || rows != 1<<p.N-1 {
			t.Fatalf("rows %v are no assignment of cost %d", p.Row[:p.N], want)
		}
		i, j := src.IntN(p.N), src.IntN(p.N)
		least := want + p.Reduced(i, j, &v)
		if p.Reduced(i, j, &v) < 0 {
			t.Fatalf("reduced cost %d", p.Reduced(i, j, &v))
		}
		for k := range p.N {
			if k != j {
				p.Cost[i][k] = Never
			}
		}
		if forced := p.cheapest(0, 0); forced < min(least, Forbidden) {
			t.Fatalf("pair %d %d costs %d, bounded by %d", i, j, forced, least)
		}
	}
}

// TestPricesStaySmall checks that prices stay in range in a series of problems without a
// solution.
func TestPricesStaySmall(t *testing.T) {
	testkit.Medium(t)
	src := rand.New(rand.NewPCG(1, 2))
	var p Problem
	var v Prices
	p.N = Max
	for range 20_000 {
		for i := range p.Cost {
			for j := range p.Cost[i] {
				if p.Cost[i][j] = uint8(src.IntN(9)); src.IntN(2) == 0 || i < 3 && j > 0 {
					p.Cost[i][j] = Never
				}
			}
		}
		if total := p.Solve(&v); total < 2*Forbidden {
			t.Fatalf("total %d, but three rows share a column", total)
		}
		for _, x := range v {
			if x < -1<<20 || x > 1<<20 {
				t.Fatalf("price %d", x)
			}
		}
	}
}
