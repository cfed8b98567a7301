package compare

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"chesscensus/stats"
)

// randomTable returns a table of n draws of a space whose elements are in the categories with the given shares. Every second
// element of the first category has multiplicity 2.
func randomTable(src *rand.Rand, n int, names []string, shares []float64) *stats.Table {
	t := stats.NewTable(names...)
	for range n {
		u := src.Float64()
		for i, share := range shares {
			if u -= share; u < 0 || i == len(shares)-1 {
				mult := uint64(1)
				if i == 0 && src.IntN(2) == 0 {
					mult = 2
				}
				t.Add(names[i], 1, mult)
				break
			}
		}
	}
	return t
}

// TestCausesOfOneLaw compares many pairs of samples of one space: z must have mean 0 and variance 1, and few categories may
// be rejected.
func TestCausesOfOneLaw(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	names, shares := []string{"a", "b", "c", "never"}, []float64{0.3, 0.1, 0.6}
	size := big.NewInt(1_000_000)
	sum, squares, n, rejected := 0.0, 0.0, 0, 0
	for range 400 {
		for _, c := range Causes(randomTable(src, 500, names, shares), randomTable(src, 700, names, shares), size, size) {
			if c.Name == "never" {
				t.Fatal("a category without a draw is compared")
			}
			sum, squares, n = sum+c.Z, squares+c.Z*c.Z, n+1
			if c.Adjusted < 0.01 {
				rejected++
			}
		}
	}
	// 400 independent pairs: the mean has a standard error of 0.05, the mean square one of at most 0.08, and at most 4 pairs are rejected on average.
	if mean, square := sum/float64(n), squares/float64(n); math.Abs(mean) > 0.25 || math.Abs(square-1) > 0.4 || rejected > 16 || n != 1200 {
		t.Errorf("%d categories: mean of z %v, of its square %v; %d rejected", n, mean, square, rejected)
	}
}

// TestCausesNameTheSuspect compares samples in one of which a wrong theorem refutes three in a hundred objects. It must be
// listed with the number of these objects.
func TestCausesNameTheSuspect(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 4))
	names := []string{"legal", "sound", "wrong"}
	a := randomTable(src, 20_000, names, []float64{0.47, 0.5, 0.03})
	b := randomTable(src, 20_000, names, []float64{0.25, 0.75, 0})
	list := Causes(a, b, big.NewInt(1_000_000), big.NewInt(2_000_000))
	if len(list) != 3 || list[0].Name != "sound" || list[1].Name != "wrong" && list[2].Name != "wrong" {
		t.Fatalf("%+v", list)
	}
	for _, c := range list {
		if c.Name == "wrong" && (c.B != 0 || math.Abs(c.A-30_000) > 5000 || c.Z < 10 || c.Adjusted > 1e-6) {
			t.Errorf("%+v", c)
		}
	}
	if got := Causes(stats.NewTable("a"), stats.NewTable("b"), big.NewInt(5), big.NewInt(5)); len(got) != 0 {
		t.Errorf("empty tables have causes: %+v", got)
	}
}
