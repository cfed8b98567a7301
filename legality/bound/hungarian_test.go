package bound

import "testing"

// cheapest returns the least cost of assigning the rows from i on to columns that are
// not taken, by trying all.
func (h *hungarian) cheapest(i int, taken uint32) int {
	if i == h.n {
		return 0
	}
	least := 1 << 30
	for j := range h.n {
		if taken>>j&1 == 0 {
			least = min(least, int(price(h.cost[i][j]))+h.cheapest(i+1, taken|1<<j))
		}
	}
	return least
}

// TestHungarianBruteForce: the total is the least of all assignments, whatever the
// prices to start with, and reduced costs bound what a forced pair costs.
func TestHungarianBruteForce(t *testing.T) {
	src := random(t)
	var h hungarian
	var v prices
	for trial := range 3000 {
		h.n = 1 + src.IntN(6)
		top, holes := 1+src.IntN(12), src.IntN(4)
		for i := range h.n {
			for j := range h.n {
				if h.cost[i][j] = uint8(src.IntN(top)); src.IntN(8) < holes {
					h.cost[i][j] = unreachable
				}
			}
		}
		switch trial % 3 {
		case 0:
			v = prices{}
		case 1:
			for j := range v {
				v[j] = int32(src.IntN(2*forbidden) - forbidden)
			}
		} // else those of the trial before
		want := h.cheapest(0, 0)
		if got := h.solve(&v); got != want {
			t.Fatalf("total %d, want %d: %v", got, want, h.cost[:h.n])
		}
		sum := 0
		var rows uint32
		for j := range h.n {
			sum += int(price(h.cost[h.row[j]][j]))
			rows |= 1 << h.row[j]
		}
		if sum != want || rows != 1<<h.n-1 {
			t.Fatalf("rows %v are no assignment of cost %d", h.row[:h.n], want)
		}
		i, j := src.IntN(h.n), src.IntN(h.n)
		least := want + h.reduced(i, j, &v)
		if h.reduced(i, j, &v) < 0 {
			t.Fatalf("reduced cost %d", h.reduced(i, j, &v))
		}
		for k := range h.n {
			if k != j {
				h.cost[i][k] = unreachable
			}
		}
		if forced := h.cheapest(0, 0); forced < min(least, forbidden) {
			t.Fatalf("pair %d %d costs %d, bounded by %d", i, j, forced, least)
		}
	}
}

// TestPricesStaySmall: problems without a solution do not drive prices out of range.
func TestPricesStaySmall(t *testing.T) {
	src := random(t)
	var h hungarian
	var v prices
	h.n = maxColumns
	for range 20_000 {
		for i := range h.cost {
			for j := range h.cost[i] {
				if h.cost[i][j] = uint8(src.IntN(9)); src.IntN(2) == 0 || i < 3 && j > 0 {
					h.cost[i][j] = unreachable
				}
			}
		}
		if total := h.solve(&v); total < 2*forbidden {
			t.Fatalf("total %d, but three rows share a column", total)
		}
		for _, x := range v {
			if x < -1<<20 || x > 1<<20 {
				t.Fatalf("price %d", x)
			}
		}
	}
}
