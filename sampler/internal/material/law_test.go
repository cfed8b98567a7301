package material

import (
	"math/big"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/spacetest"
)

// TestDrawsFollowTheLaw compares the couples of classes drawn, and the numbers of
// men, with their exact probabilities. False alarms have probability 1e-6.
func TestDrawsFollowTheLaw(t *testing.T) {
	testkit.Medium(t)
	s := space()
	size, _ := new(big.Float).SetInt(s.Size()).Float64()
	couples, men := cells{}, cells{}
	var rare cell // couples with few draws
	keys := func(n int, turn chess.Color, w, b *class) (couple, count [3]int) {
		n = 2*n + int(turn)
		i, j := w.pawns<<8|w.excess<<4|w.defect, b.pawns<<8|b.excess<<4|b.defect
		return [3]int{n, i, j}, [3]int{n % 4, 16 + w.excess - w.defect + w.pawns, b.excess - b.defect + b.pawns}
	}
	for n, c := range s.cases {
		for i := range c.white.classes {
			for j := range c.black.classes {
				w, b := &c.white.classes[i], &c.black.classes[j]
				if !compatible(w, b) {
					continue
				}
				n192 := c.coupleSize(w, b)
				x := float64(n192[0]) + 0x1p64*float64(n192[1]) + 0x1p128*float64(n192[2])
				expected := x / size * float64(draws())
				for turn := range chess.Color(2) {
					coupleKey, menKey := keys(n, turn, w, b)
					men.at(menKey).expected += expected
					if expected < 10 {
						rare.expected += expected
						continue
					}
					couples.at(coupleKey).expected += expected
				}
			}
		}
	}
	for _, d := range sampler.NewStream(s, 3).Draws(0, uint64(draws())) {
		k, n, _, err := s.locate(&d.Setup)
		testkit.OK(t, err)
		w, b := k.classes()
		coupleKey, menKey := keys(n, d.Setup.Turn, w, b)
		men.at(menKey).observed++
		if couple := couples[coupleKey]; couple != nil {
			couple.observed++
		} else {
			rare.observed++
		}
	}
	couples[[3]int{-1}] = &rare
	couples.check(t, "couples of classes")
	men.check(t, "men")
}

// A cell holds numbers of draws.
type cell struct{ observed, expected float64 }

type cells map[[3]int]*cell

// at returns the cell of a key, which is made at its first use.
func (c cells) at(key [3]int) *cell {
	if c[key] == nil {
		c[key] = &cell{}
	}
	return c[key]
}

// check compares observed and expected numbers by chi-squared.
func (c cells) check(t *testing.T, name string) {
	t.Helper()
	var observed, expected []float64
	for _, cell := range c {
		observed, expected = append(observed, cell.observed), append(expected, cell.expected)
	}
	if p := spacetest.ChiSquared(observed, expected); p < 1e-6 {
		t.Errorf("%s: chi-squared of %d cells has probability %g", name, len(c), p)
	}
}

// plainSize computes the size of a case from the definition: for each couple of (pawns, excess, piece defect) the sums
// of lambda over the factorials of the officers, added up by the numbers of pawns and free pieces in big integers.
func plainSize(whiteRooks, blackRooks, enPassant int) *big.Int {
	type key struct{ p, x, d, men int }
	table := func(f int) map[key]int64 {
		sums := map[key]int64{}
		for _, s := range allStates(f) {
			part := big.NewInt(lambda)
			for _, n := range []int64{int64(s.Q), int64(s.R) - int64(f), int64(s.B), int64(s.N)} {
				var rest big.Int
				if part.QuoRem(part, new(big.Int).MulRange(1, n), &rest); rest.Sign() != 0 {
					panic("lambda is not a multiple")
				}
			}
			sums[key{p: int(s.P), x: s.excess(), d: s.pieceDefect(), men: s.men()}] += part.Int64()
		}
		return sums
	}
	fixed := [3]int{0, 2, 3}
	sums := map[[3]int]*big.Int{}
	white, black := table(whiteRooks), table(blackRooks)
	for w, sw := range white {
		for b, sb := range black {
			mw, mb := 8-w.x-w.p, 8-b.x-b.p
			if w.x > 2*mb+b.d+w.d+mw || b.x > 2*mw+w.d+b.d+mb {
				continue
			}
			k := [3]int{w.p, b.p, w.men + b.men - w.p - b.p - fixed[whiteRooks] - fixed[blackRooks]}
			if sums[k] == nil {
				sums[k] = new(big.Int)
			}
			x := big.NewInt(sw)
			sums[k].Add(sums[k], x.Mul(x, big.NewInt(sb)))
		}
	}
	total := new(big.Int)
	for k, sum := range sums {
		squares := int64(64 - k[0] - k[1] - fixed[whiteRooks] - fixed[blackRooks] - 2*enPassant)
		sum.Mul(sum, new(big.Int).MulRange(squares-int64(k[2])+1, squares))
		total.Add(total, sum.Mul(sum, plainPawns(k[0], k[1], enPassant)))
	}
	ways := [3]int64{1, 2, 1}
	total.Mul(total, big.NewInt(ways[whiteRooks]*ways[blackRooks]))
	var rest big.Int
	if total.QuoRem(total, big.NewInt(lambda*lambda), &rest); rest.Sign() != 0 {
		panic("case size is not an integer")
	}
	return total
}

// plainPawns is the number of ways to place the pawns: with en passant a capturer
// on one of 14 sides, less the ways with capturers on both.
func plainPawns(w, b, e int) *big.Int {
	choose := func(n, k int) *big.Int {
		if k < 0 || k > n {
			return new(big.Int)
		}
		return new(big.Int).Binomial(int64(n), int64(k))
	}
	if e == 0 {
		x := choose(48, w)
		return x.Mul(x, choose(48-w, b))
	}
	x, both := choose(44, w-1), choose(43, w-2)
	x.Mul(x, big.NewInt(14)).Sub(x, both.Mul(both, big.NewInt(6)))
	return x.Mul(x, choose(45-w, b-1))
}
