package design

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"chesscensus/stats"
)

// An element is an element of a tiny population, with the outcome of each phase.
type element struct {
	verdicts     []stats.Outcome // by phase, up to the first that is not Open
	class        int             // if it passes phase 1
	weight, mult uint64
}

const (
	in   = stats.In
	out  = stats.Out
	open = stats.Open
)

// contribution returns the true contribution. An element that no phase decides counts as In if undecided is true, else as Out.
func (e *element) contribution(undecided bool) *big.Rat {
	lastVerdict := e.verdicts[len(e.verdicts)-1]
	if lastVerdict == in || lastVerdict == open && undecided {
		return ratio(e.weight, e.mult)
	}
	return new(big.Rat)
}

// judge counts the draws of one stratum in a shard, in order. The fraction that is judged further after phase j+1
// is shares[j], by class after phase 1.
func judge(root *Node, draws []*element, shares [][]float64) {
	chosen := map[string]*SystematicSample{}
	for _, element := range draws {
		node, path := root, ""
		for phase, verdict := range element.verdicts {
			class := 0
			if phase == 0 {
				class = element.class
			}
			if verdict != open {
				node.Add(verdict, element.weight, element.mult)
				break
			}
			node.AddCell(Cell{Outcome: stats.Open, Class: class, Weight: element.weight, Mult: element.mult, Count: 1})
			if phase == len(shares) {
				break
			}
			path += fmt.Sprint(class, ".")
			if chosen[path] == nil {
				phaseShares := shares[phase]
				choice := NewSystematicSample(phaseShares[min(class, len(phaseShares)-1)])
				chosen[path] = &choice
			}
			if !chosen[path].Next() {
				break
			}
			node = node.Child(class)
		}
	}
}

// forAllSamples calls yield for every sequence of n draws from the elements; all are equally likely.
func forAllSamples(elements []element, n int, yield func(draws []*element)) {
	draws := make([]*element, n)
	var extend func(i int)
	extend = func(i int) {
		if i == n {
			yield(draws)
			return
		}
		for j := range elements {
			draws[i] = &elements[j]
			extend(i + 1)
		}
	}
	extend(0)
}

// An exactCase is a design for a population of one stratum.
type exactCase struct {
	name     string
	elements []element
	shards   []int       // draws in each shard
	shares   [][]float64 // as in judge
	known    []float64   // coefficients of Design.Known
	phases   int
}

// draws returns the number of draws of all shards.
func (c *exactCase) draws() (n int) {
	for _, draws := range c.shards {
		n += draws
	}
	return n
}

// oneDraw returns an element of class 0 and weight 1.
func oneDraw(mult uint64, verdicts ...stats.Outcome) element {
	return element{verdicts: verdicts, weight: 1, mult: mult}
}

// classed returns an element of a class, of weight 1.
func classed(class int, mult uint64, verdicts ...stats.Outcome) element {
	return element{verdicts: verdicts, class: class, weight: 1, mult: mult}
}

// Some elements of several populations: a number after the phase that decides them is their multiplicity.
var (
	outFirst                       = oneDraw(1, out)
	inSecond, inSecond2, inSecond3 = oneDraw(1, open, in), oneDraw(2, open, in), oneDraw(3, open, in)
	outSecond, outSecond2          = oneDraw(1, open, out), oneDraw(2, open, out)
	inThird, outThird2             = oneDraw(1, open, open, in), oneDraw(2, open, open, out)
)

var exactCases = []exactCase{
	{"simple", []element{oneDraw(1, in), oneDraw(2, in), oneDraw(3, in), outFirst}, []int{4}, nil, nil, 1},
	{"simple two draws", []element{oneDraw(1, in), oneDraw(7, in), outFirst}, []int{2}, nil, nil, 1},
	{"importance weighted", []element{{[]stats.Outcome{in}, 0, 5, 3}, {[]stats.Outcome{in}, 0, 1, 8}, outFirst}, []int{4}, nil, nil, 1},
	{"two phases", []element{inSecond, outSecond2, inSecond3, outFirst}, []int{6}, [][]float64{{0}}, nil, 2},
	{"two phases all pass", []element{inSecond, outSecond2, inSecond3}, []int{6}, [][]float64{{0}}, nil, 2},
	{"two phases two shards", []element{inSecond, outSecond2, outFirst}, []int{3, 4}, [][]float64{{0.3}}, nil, 2},
	{"two phases all taken", []element{inSecond, outSecond2, outFirst}, []int{5}, [][]float64{{1}}, nil, 2},
	{"two phases known", []element{inSecond, outSecond2, inSecond3, outFirst}, []int{6}, [][]float64{{0.4}}, []float64{0.5}, 2},
	{"decided early", []element{oneDraw(1, in), inSecond2, outSecond, outFirst}, []int{6}, [][]float64{{0}}, []float64{0.25}, 2},
	{"double sampling for stratification",
		[]element{classed(0, 1, open, in), classed(1, 2, open, in), classed(1, 1, open, out), outFirst}, []int{6}, [][]float64{{0, 0.7}}, nil, 2},
	{"three classes",
		[]element{classed(0, 1, open, in), classed(1, 2, open, in), classed(2, 1, open, out), classed(2, 5, open, in)},
		[]int{6}, [][]float64{{0, 0.7, 0.5}}, []float64{0.25}, 2},
	{"classes known",
		[]element{classed(0, 1, open, in), classed(1, 2, open, in), classed(1, 1, open, out), classed(0, 3, open, out)},
		[]int{5}, [][]float64{{0, 0.7}}, []float64{0.75}, 2},
	{"three phases", []element{inThird, outThird2, outSecond}, []int{8}, [][]float64{{0.5}, {0}}, nil, 3},
	{"three phases known", []element{inThird, outThird2, oneDraw(3, open, out)}, []int{8}, [][]float64{{0.6}, {0}}, []float64{0.5, 1}, 3},
	{"three phases two shards", []element{inThird, outThird2, outFirst}, []int{4, 4}, [][]float64{{0.75}, {0.1}}, []float64{0, 1}, 3},
	{"undecided", []element{oneDraw(1, open, open), inSecond2, outFirst}, []int{6}, [][]float64{{0.2}}, []float64{0.5}, 2},
}

// TestEveryDesignIsUnbiased lists all samples of tiny populations. The mean of the estimates must be exactly the
// true mean, and the mean of the estimated variances the true variance, also for the high estimate if an element is
// undecided. The parts by phase must add up to the variance.
func TestEveryDesignIsUnbiased(t *testing.T) {
	most := math.Inf(1)
	if testing.Short() {
		most = 800 // samples: six designs of one phase and of two
	}
	for _, c := range exactCases {
		t.Run(c.name, func(t *testing.T) {
			if n := math.Pow(float64(len(c.elements)), float64(c.draws())); n > most {
				t.Skipf("%.0f samples: not with -short", n)
			}
			checkExact(t, &c, false)
			if slices.ContainsFunc(c.elements, func(e element) bool { return e.verdicts[len(e.verdicts)-1] == open }) {
				checkExact(t, &c, true)
			}
		})
	}
}

// averages are the means over all samples of the values that an evaluator returns.
type averages struct {
	mean, squareOfMean, variance, meanSquare *big.Rat
	phases                                   []*big.Rat
}

// all returns the numbers to which a sample adds, in the order of the fields.
func (a *averages) all() []*big.Rat {
	return append([]*big.Rat{a.mean, a.squareOfMean, a.variance, a.meanSquare}, a.phases...)
}

// averages evaluates all samples of a case.
func (c *exactCase) averages(t *testing.T, high bool) *averages {
	t.Helper()
	d := Design{Phases: c.phases, Known: c.known}
	evaluator := evaluator{known: d.known, high: high, bound: big.NewRat(1, 1)}
	sums := &averages{new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat), make([]*big.Rat, c.phases)}
	for j := range sums.phases {
		sums.phases[j] = new(big.Rat)
	}
	var count int64
	plain, total := forAll(contribution), sums.all()
	forAllSamples(c.elements, c.draws(), func(draws []*element) {
		var root Node
		first := 0
		for _, n := range c.shards {
			var shard Node
			judge(&shard, draws[first:first+n], c.shares)
			root.merge(&shard)
			first += n
		}
		estimated, meanSquare := evaluator.evaluate(viewOf(&root, &root, plain), 0, new(big.Rat))
		if estimated.isWeak {
			t.Fatal("weak variance")
		}
		if estimated.variance.Sign() < 0 && len(c.known) == 0 {
			t.Fatalf("variance %v is negative", estimated.variance)
		}
		count++
		square := new(big.Rat).Mul(estimated.mean, estimated.mean)
		added := averages{estimated.mean, square, estimated.variance, meanSquare, estimated.phases}
		for i, x := range added.all() {
			total[i].Add(total[i], x)
		}
	})
	for _, sum := range total {
		sum.Mul(sum, big.NewRat(1, count))
	}
	return sums
}

// checkExact compares the averages of a case with the true values. If high is true, undecided elements count as In.
func checkExact(t *testing.T, c *exactCase, high bool) {
	t.Helper()
	got := c.averages(t, high)
	trueMean, trueSquare := c.trueMoments(high)
	sum := new(big.Rat)
	for _, part := range got.phases {
		sum.Add(sum, part)
	}
	check := func(what string, got, want *big.Rat) {
		t.Helper()
		if got.Cmp(want) != 0 {
			t.Errorf("high %v: %s is %v, want %v", high, what, got, want)
		}
	}
	check("mean of the estimates", got.mean, trueMean)
	check("mean of the estimated squares", got.meanSquare, trueSquare)
	trueVariance := new(big.Rat).Sub(got.squareOfMean, new(big.Rat).Mul(trueMean, trueMean))
	check("mean of the variances", got.variance, trueVariance)
	check("sum of the parts of the phases", sum, trueVariance)
	if c.allPass() {
		check("part of phase 1", got.phases[0], varianceOfFirstPhase(c, high))
	}
}

// trueMoments returns the true mean of the contributions and that of their squares.
func (c *exactCase) trueMoments(high bool) (mean, square *big.Rat) {
	mean, square = new(big.Rat), new(big.Rat)
	for i := range c.elements {
		contribution := c.elements[i].contribution(high)
		mean.Add(mean, contribution)
		square.Add(square, contribution.Mul(contribution, contribution))
	}
	scale := big.NewRat(1, int64(len(c.elements)))
	return mean.Mul(mean, scale), square.Mul(square, scale)
}

// allPass reports whether phase 1 passes all elements in one class, and no coefficient is known. Then no number of
// survivors is below 2, and the part of each phase is unbiased.
func (c *exactCase) allPass() bool {
	for i := range c.elements {
		if e := &c.elements[i]; e.verdicts[0] != open || e.class != 0 {
			return false
		}
	}
	return c.phases > 1 && len(c.known) == 0
}

// varianceOfFirstPhase returns the variance of phase 1 divided by the number of draws. Here an element that passes
// counts with the mean of its class.
func varianceOfFirstPhase(c *exactCase, high bool) *big.Rat {
	sums, counts := map[int]*big.Rat{}, map[int]int64{}
	groupOf := func(i int) int {
		if c.elements[i].verdicts[0] != open {
			return -1 - i
		}
		return c.elements[i].class
	}
	for i := range c.elements {
		g := groupOf(i)
		if sums[g] == nil {
			sums[g] = new(big.Rat)
		}
		sums[g].Add(sums[g], c.elements[i].contribution(high))
		counts[g]++
	}
	mean, square := new(big.Rat), new(big.Rat)
	for i := range c.elements {
		x := new(big.Rat).Mul(sums[groupOf(i)], big.NewRat(1, counts[groupOf(i)]))
		mean.Add(mean, x)
		square.Add(square, x.Mul(x, x))
	}
	scale := big.NewRat(1, int64(len(c.elements)))
	mean.Mul(mean, scale)
	square.Mul(square, scale)
	square.Sub(square, mean.Mul(mean, mean))
	return square.Mul(square, big.NewRat(1, int64(c.draws())))
}
