package placement

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/chesscounter"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/spacetest"
)

// drawCount returns the number of draws of a test.
func drawCount(standard int) int { return testkit.Size(standard/10, standard) }

// drawFuncs returns the two ways to draw from a space, which must have the same law.
func drawFuncs(s *Space) map[string]func(d *sampler.Draw) {
	stream, i := sampler.NewStream(s, 1), uint64(0)
	withoutStops := *s
	withoutStops.stops = Stops{}
	bulk := sampler.NewBulk(&withoutStops, 1)
	return map[string]func(*sampler.Draw){
		"unranked": func(d *sampler.Draw) { stream.Draw(d, i); i++ },
		"direct":   func(d *sampler.Draw) { bulk.Next(d) },
	}
}

// chiSquared is spacetest.ChiSquared for counts by name. It returns 0 if something occurs that is not expected at all.
func chiSquared(counts map[string]int, expected map[string]float64) float64 {
	var list, expectedList []float64
	for name, x := range expected {
		list, expectedList = append(list, float64(counts[name])), append(expectedList, x)
	}
	for name, n := range counts {
		if expected[name] == 0 && n > 0 {
			return 0
		}
	}
	return spacetest.ChiSquared(list, expectedList)
}

// TestCombinationLaw compares the numbers of men with the exact law, for both ways to draw; in the restricted spaces
// also all combinations of counts of both sides. Each of the twelve comparisons fails by chance with probability 1e-6;
// the seed is fixed. With CHESSCENSUS_TESTS=100 most of the 933 156 combinations are compared one by one.
func TestCombinationLaw(t *testing.T) {
	testkit.Medium(t)
	for b := range Bases {
		s := space(Base(b), Plain)
		n := drawCount(100_000)
		counts := exactCounts(Base(b))
		total := new(big.Rat).SetInt(s.Size())
		men := map[string]float64{}
		for k, x := range counts {
			p, _ := new(big.Rat).Quo(new(big.Rat).SetInt(x), total).Float64()
			men[pairKey(k)] = p * float64(n)
		}
		var combinations map[string]float64
		if Base(b) >= Restricted {
			combinations = combinationLaw(Base(b), float64(n))
		}
		for way, draw := range drawFuncs(s) {
			gotMen, gotCombinations := map[string]int{}, map[string]int{}
			var d sampler.Draw
			for range n {
				draw(&d)
				w, bl := d.Setup.Board.Colored(chess.White).Count()-1, d.Setup.Board.Colored(chess.Black).Count()-1
				if Base(b) == General {
					w, bl = w+bl, 0
				}
				gotMen[pairKey([2]int{w, bl})]++
				if combinations != nil {
					gotCombinations[countsKey(&d.Setup.Board)]++
				}
			}
			check := func(what string, got map[string]int, want map[string]float64) {
				t.Helper()
				p := chiSquared(got, want)
				t.Logf("%s, %s: %s of %d draws: probability %.3g", s.Name(), way, what, n, p)
				if p < 1e-6 {
					t.Errorf("%s, %s: the law of %s has probability %g", s.Name(), way, what, p)
				}
			}
			check("numbers of men", gotMen, men)
			if combinations != nil {
				check("combinations", gotCombinations, combinations)
			}
		}
	}
}

// pairKey returns two numbers of men as a key.
func pairKey(n [2]int) string { return string([]byte{byte(n[0]), byte(n[1])}) }

// countsKey returns the ten counts of a board as a key.
func countsKey(b *chess.Board) string {
	var key [10]byte
	for c := chess.White; c <= chess.Black; c++ {
		for r := chess.Pawn; r <= chess.Queen; r++ {
			key[5*int(c)+int(r-chess.Pawn)] = byte(b.Pieces(c, r).Count())
		}
	}
	return string(key[:])
}

// combinationLaw returns the expected number of draws of each combination, 62!/((62-t)! prod n_i!) in proportion.
func combinationLaw(base Base, n float64) map[string]float64 {
	logFactorial := func(k int) float64 { x, _ := math.Lgamma(float64(k) + 1); return x }
	want := map[string]float64{}
	size, _ := new(big.Float).SetInt(space(base, Plain).Size()).Float64()
	log := math.Log(size / 7224)
	list := vectors(base)
	for _, white := range list {
		for _, b := range list {
			var key [10]byte
			x, t := 0.0, 0
			for i, k := range slices.Concat(white[:], b[:]) {
				key[i] = byte(k)
				x -= logFactorial(k)
				t += k
			}
			want[string(key[:])] = n * math.Exp(x+logFactorial(62)-logFactorial(62-t)-log)
		}
	}
	return want
}

// TestWaysToDrawAgree compares the two ways to draw by the squares of White's men, kind by
// kind, and by weight and multiplicity, in three levels of the restricted space.
func TestWaysToDrawAgree(t *testing.T) {
	testkit.Medium(t)
	for _, l := range []Level{Conditioned, Feasible, Positions} {
		s := space(Restricted, l)
		n := drawCount(100_000)
		var hits [2][8][64]float64 // by way, role and square; role 7 stands for weight and multiplicity
		var total [2][8]float64
		i := 0
		for _, draw := range drawFuncs(s) {
			var d sampler.Draw
			for range n {
				draw(&d)
				b := &d.Setup.Board
				for r := chess.Pawn; r <= chess.King; r++ {
					for sq := range b.Pieces(chess.White, r).All() {
						hits[i][r][sq]++
						total[i][r]++
					}
				}
				hits[i][7][weightOf(&d)]++
				total[i][7]++
			}
			i++
		}
		for r := range hits[0] {
			x, k := 0.0, -1
			for sq := range 64 {
				a, b := hits[0][r][sq], hits[1][r][sq]
				if a+b < 10 {
					continue
				}
				diff := a/total[0][r] - b/total[1][r]
				p := (a + b) / (total[0][r] + total[1][r])
				x += diff * diff / (p * (1/total[0][r] + 1/total[1][r]))
				k++
			}
			// Counts of men of one draw are not independent; they repel each other,
			// which makes the statistic smaller, not larger.
			if k < 1 {
				continue
			}
			if p := (distuv.ChiSquared{K: float64(k)}).Survival(x); p < 1e-6 {
				t.Errorf("%s: the two ways differ for role %d (7: weights): probability %g", s.Name(), r, p)
			}
		}
	}
}

// weightOf returns weight and multiplicity of a draw as an index below 64.
func weightOf(d *sampler.Draw) int { return min(31, d.Weight) + 32*(d.Multiplicity-1) }

// stageTable holds the results of ChessCounter (section 5 of the description of its program): the number of draws;
// the fraction that survives the placing of pawns, which is exact, and each rule; the published mean 2w with its
// standard error; and the estimates as published and as defined.
var stageTable = [Bases]struct {
	draws, placed          float64
	survive                [11]float64
	mean, sd               float64
	published, defined     float64
	publishedSE, definedSE float64
}{
	{1.222e9, 0.2037768396, [11]float64{0, .03251, 8.29e-6, 2.314e-6, 2.255e-6, 2.255e-6, 1.931e-6, 1.715e-6, 1.279e-6, 1.214e-6},
		2.467e-6, .065e-6, 8.83e45, 4.42e45, .23e45, .12e45},
	{1.090e9, 0.2049013677, [11]float64{0, 0, 5.203e-5, 1.425e-5, 1.386e-5, 1.385e-5, 1.181e-5, 1.042e-5, 7.857e-6, 7.425e-6},
		1.509e-5, .017e-5, 8.57e45, 4.29e45, .10e45, .05e45},
	{1.316e9, 0.0139312007, [11]float64{0, 0, 8.635e-4, 2.699e-4, 2.586e-4, 2.568e-4, 7.577e-5, 6.960e-5, 5.421e-5, 5.127e-5, 2.827e-5},
		5.969e-5, .032e-5, 6.547e41, 3.273e41, .035e41, .017e41},
	{1.683e9, 0.0061309613, [11]float64{0, 0, 2.513e-3, 1.029e-3, 9.629e-4, 9.434e-4, 6.902e-5, 6.621e-5, 5.644e-5, 5.321e-5, 1.806e-5},
		3.914e-5, .023e-5, 8.317e38, 4.159e38, .049e38, .025e38},
}

// TestStageTable judges direct draws of the plain spaces by ChessCounter's rules. The
// fraction that survives each stage must be that of ChessCounter within 5 standard errors
// of both together: with another seed a false alarm once in a million comparisons.
func TestStageTable(t *testing.T) {
	testkit.Medium(t)
	for b := range Bases {
		want := stageTable[b]
		s := space(Base(b), Plain)
		n := drawCount(2_000_000)
		bulk := sampler.NewBulk(s, 1)
		var survivors [11]int
		var d sampler.Draw
		var weights tally
		for range n {
			if !bulk.Next(&d) {
				continue
			}
			v := chesscounter.Options{}.Judge(&d.Setup, chesscounter.Space(b))
			last := 10
			if v.Rule > 0 {
				last = v.Rule - 1
			}
			for i := 0; i <= last; i++ {
				survivors[i]++
			}
			weights.add(v.Weight)
		}
		draws := float64(n)
		check := func(what string, got, want, se float64) {
			t.Helper()
			z := (got - want) / se
			t.Logf("%-24s %-12s got %.4e want %.4e z %+.1f", s.Name(), what, got, want, z)
			if !(math.Abs(z) <= 5) {
				t.Errorf("%s, %s: got %v, want %v: %.1f standard errors", s.Name(), what, got, want, z)
			}
		}
		check("placed", float64(survivors[0])/draws, want.placed, math.Sqrt(want.placed*(1-want.placed)/draws))
		for i := 1; i <= 10; i++ {
			p := want.survive[i]
			switch {
			case p == 0 && i == 10: // not a rule of this space
				p = want.survive[9]
			case p == 0:
				continue
			}
			check(fmt.Sprint("rule ", i), float64(survivors[i])/draws, p, math.Sqrt(p/draws+p/want.draws))
		}
		check("mean 2w", 2*weights.sum/draws, want.mean, math.Sqrt(want.sd*want.sd*want.draws/draws+want.sd*want.sd))
	}
}

// tally sums weights.
type tally struct{ sum, squares float64 }

func (t *tally) add(w int) {
	t.sum += float64(w)
	t.squares += float64(w) * float64(w)
}

// estimate returns size times the mean weight of n draws, and its standard error.
func (t *tally) estimate(s *Space, n int) (value, se float64) {
	size, _ := new(big.Float).SetInt(s.Size()).Float64()
	mean := t.sum / float64(n)
	return size * mean, size * math.Sqrt((t.squares/float64(n)-mean*mean)/float64(n))
}

// TestEstimatesAgree compares estimates by ChessCounter's rules from the conditioned and
// the feasible spaces, by direct draws and by ranks, with ChessCounter's own, as
// published (2w) and as defined (w), within 5 standard errors of both together.
func TestEstimatesAgree(t *testing.T) {
	testkit.Medium(t)
	for b := range Bases {
		want := stageTable[b]
		for _, l := range []Level{Conditioned, Feasible} {
			s := space(Base(b), l)
			stream := sampler.NewStream(s, 2)
			bulk := sampler.NewBulk(s, 2)
			for _, way := range []string{"direct", "unranked"} {
				n := drawCount(500_000)
				if way == "unranked" {
					n = drawCount(100_000)
				}
				var weights tally
				var d sampler.Draw
				for i := range uint64(n) {
					if way == "unranked" {
						stream.Draw(&d, i)
					} else if !bulk.Next(&d) {
						continue
					}
					weights.add(chesscounter.Options{}.Judge(&d.Setup, chesscounter.Space(b)).Weight)
				}
				got, se := weights.estimate(s, n)
				definedZ := (got - want.defined) / math.Hypot(se, want.definedSE)
				publishedZ := (2*got - want.published) / math.Hypot(2*se, want.publishedSE)
				t.Logf("%-32s %-8s as defined %.4g +- %.2g z %+.1f, as published %.4g z %+.1f", s.Name(), way, got, se, definedZ, 2*got, publishedZ)
				if weights.sum < 30 {
					continue // too few to have a normal law
				}
				if math.Abs(definedZ) > 5 || math.Abs(publishedZ) > 5 {
					t.Errorf("%s, %s: estimate %v, want %v: %.1f standard errors", s.Name(), way, got, want.defined, definedZ)
				}
			}
		}
	}
}
