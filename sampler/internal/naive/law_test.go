package naive

import (
	"math/big"
	"testing"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/spacetest"
)

// TestSetupsAndMultiplicities checks that the multiplicities of all setups add up to
// N, exactly, and that N times the mean of 1/m estimates the number of setups.
func TestSetupsAndMultiplicities(t *testing.T) {
	// Polynomials in the number of men: with n of a kind of c on the board there are
	// 1/n! arrangements of equal men, and c!/(n! (c-n)!) of different ones.
	setups, elements := []*big.Rat{big.NewRat(1, 1)}, []*big.Rat{big.NewRat(1, 1)}
	multiply := func(p []*big.Rat, c int, f func(n int64) *big.Rat) []*big.Rat {
		q := make([]*big.Rat, len(p)+c)
		for i := range q {
			q[i] = new(big.Rat)
		}
		for i := range p {
			for n := range c + 1 {
				x := f(int64(n))
				q[i+n].Add(q[i+n], x.Mul(x, p[i]))
			}
		}
		return q
	}
	for _, c := range []int{1, 2, 2, 2, 8, 1, 2, 2, 2, 8} {
		setups = multiply(setups, c, func(n int64) *big.Rat {
			return new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, n))
		})
		elements = multiply(elements, c, func(n int64) *big.Rat {
			return new(big.Rat).SetInt(new(big.Int).Binomial(int64(c), n))
		})
	}
	sum := func(p []*big.Rat) *big.Int {
		total := new(big.Rat)
		for k, x := range p {
			x.Mul(x, new(big.Rat).SetInt(permutations(64, k+2)))
			total.Add(total, x)
		}
		if !total.IsInt() {
			t.Fatal("the sum is no integer")
		}
		return total.Num()
	}
	s := NewKrinitskii()
	if n := sum(elements); n.Cmp(s.Size()) != 0 {
		t.Errorf("multiplicities add up to %v, the size is %v", n, s.Size())
	}
	want, _ := new(big.Float).SetInt(sum(setups)).Float64()
	size, _ := new(big.Float).SetInt(s.Size()).Float64()
	var mean, squares float64
	for _, d := range sampler.NewStream(s, 2).Draws(0, uint64(drawCount())) {
		y := 1 / float64(d.Multiplicity)
		mean += y
		squares += y * y
	}
	n := float64(drawCount())
	mean /= n
	variance := (squares/n - mean*mean) / n
	t.Logf("%.4g setups; estimate %.4g", want, mean*size)
	// Five standard errors; the law of 1/m is skew but bounded.
	if deviation := mean - want/size; deviation*deviation > 25*variance {
		t.Errorf("estimate of the number of setups %g, exactly %g", mean*size, want)
	}
}

// checkUniform is a chi-squared test of equal probabilities at level 1e-6.
func checkUniform(t *testing.T, what string, counts []int) {
	t.Helper()
	if p := spacetest.UniformChance(counts); p < 1e-6 {
		t.Errorf("%s: chi-squared of %d categories has probability %g", what, len(counts), p)
	}
}

// TestDrawsAreUniform compares the frequencies of things, annotations and squares, and of the numbers of men in Krinitskii's set, with
// their exact laws by chi-squared tests. A false alarm of each has probability 1e-6.
func TestDrawsAreUniform(t *testing.T) {
	var things, turns, rights, files, kings, queens [64]int
	for _, d := range sampler.NewStream(spaces()[0], 2).Draws(0, uint64(drawCount())) {
		for sq := chess.A1; sq <= chess.H8; sq++ {
			things[thingCodes[d.Setup.Board.At(sq)]]++
		}
		turns[d.Setup.Turn]++
		rights[d.Setup.Castling]++
		if d.Setup.EP == chess.NoSquare {
			files[8]++
		} else {
			files[d.Setup.EP.File()]++
		}
	}
	checkUniform(t, "things on squares", things[:13])
	checkUniform(t, "sides to move", turns[:2])
	checkUniform(t, "castling rights", rights[:16])
	checkUniform(t, "en passant files", files[:9])
	// In Krinitskii's set every man stands on each square with the same probability.
	k := NewKrinitskii()
	byMen := make([]float64, otherMen+1) // draws by number of men other than the kings
	size, _ := new(big.Float).SetInt(k.Size()).Float64()
	for _, d := range sampler.NewStream(k, 2).Draws(0, uint64(drawCount())) {
		byMen[d.Setup.Board.Men()-2]++
		kings[d.Setup.Board.King(chess.White)]++
		if q := d.Setup.Board.Pieces(chess.Black, chess.Queen); q != 0 {
			queens[q.First()]++
		}
	}
	checkUniform(t, "white kings", kings[:])
	checkUniform(t, "black queens", queens[:])
	var expected []float64
	for _, row := range table() {
		x, _ := new(big.Float).SetInt(row.Product).Float64()
		expected = append(expected, x/size*float64(drawCount()))
	}
	if p := spacetest.ChiSquared(byMen, expected); p < 1e-6 {
		t.Errorf("numbers of men: chi-squared has probability %g", p)
	}
}
