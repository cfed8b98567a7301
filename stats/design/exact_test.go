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

// y returns the true contribution. An element that no phase decides counts as In if undecided is true, else as Out.
func (e *element) y(undecided bool) *big.Rat {
	last := e.verdicts[len(e.verdicts)-1]
	if last == in || last == open && undecided {
		return ratio(e.weight, e.mult)
	}
	return new(big.Rat)
}

// judge counts the draws of one stratum in a shard, in order. The fraction that is judged further after phase j+1
// is takes[j], by class after phase 1.
func judge(root *Node, draws []*element, takes [][]float64) {
	taken := map[string]*SystematicSample{}
	for _, e := range draws {
		n, path := root, ""
		for j, v := range e.verdicts {
			class := 0
			if j == 0 {
				class = e.class
			}
			if v != open {
				n.Add(v, e.weight, e.mult)
				break
			}
			n.AddCell(Cell{Outcome: stats.Open, Class: class, Weight: e.weight, Mult: e.mult, Count: 1})
			if j == len(takes) {
				break
			}
			path += fmt.Sprint(class, ".")
			if taken[path] == nil {
				f := takes[j]
				t := NewSystematicSample(f[min(class, len(f)-1)])
				taken[path] = &t
			}
			if !taken[path].Next() {
				break
			}
			n = n.Child(class)
		}
	}
}

// samples calls yield for every sequence of n draws from the population; all are equally likely.
func samples(pop []element, n int, yield func(draws []*element)) {
	draws := make([]*element, n)
	var rec func(i int)
	rec = func(i int) {
		if i == n {
			yield(draws)
			return
		}
		for k := range pop {
			draws[i] = &pop[k]
			rec(i + 1)
		}
	}
	rec(0)
}

type exactCase struct {
	name   string
	pop    []element
	n      []int // draws in each shard
	takes  [][]float64
	known  []float64
	phases int
}

func oneDraw(m uint64, v ...stats.Outcome) element { return element{verdicts: v, weight: 1, mult: m} }

func classed(class int, m uint64, v ...stats.Outcome) element {
	return element{verdicts: v, class: class, weight: 1, mult: m}
}

var exactCases = []exactCase{
	{"simple", []element{oneDraw(1, in), oneDraw(2, in), oneDraw(3, in), oneDraw(1, out)}, []int{4}, nil, nil, 1},
	{"simple two draws", []element{oneDraw(1, in), oneDraw(7, in), oneDraw(1, out)}, []int{2}, nil, nil, 1},
	{"importance weighted", []element{{[]stats.Outcome{in}, 0, 5, 3}, {[]stats.Outcome{in}, 0, 1, 8}, oneDraw(1, out)}, []int{4}, nil, nil, 1},
	{"two phases", []element{oneDraw(1, open, in), oneDraw(2, open, out), oneDraw(3, open, in), oneDraw(1, out)}, []int{6}, [][]float64{{0}}, nil, 2},
	{"two phases all pass", []element{oneDraw(1, open, in), oneDraw(2, open, out), oneDraw(3, open, in)}, []int{6}, [][]float64{{0}}, nil, 2},
	{"two phases two shards", []element{oneDraw(1, open, in), oneDraw(2, open, out), oneDraw(1, out)}, []int{3, 4}, [][]float64{{0.3}}, nil, 2},
	{"two phases all taken", []element{oneDraw(1, open, in), oneDraw(2, open, out), oneDraw(1, out)}, []int{5}, [][]float64{{1}}, nil, 2},
	{"two phases known", []element{oneDraw(1, open, in), oneDraw(2, open, out), oneDraw(3, open, in), oneDraw(1, out)}, []int{6}, [][]float64{{0.4}}, []float64{0.5}, 2},
	{"decided early", []element{oneDraw(1, in), oneDraw(2, open, in), oneDraw(1, open, out), oneDraw(1, out)}, []int{6}, [][]float64{{0}}, []float64{0.25}, 2},
	{"double sampling for stratification", []element{classed(0, 1, open, in), classed(1, 2, open, in), classed(1, 1, open, out), oneDraw(1, out)}, []int{6}, [][]float64{{0, 0.7}}, nil, 2},
	{"three classes", []element{classed(0, 1, open, in), classed(1, 2, open, in), classed(2, 1, open, out), classed(2, 5, open, in)}, []int{6}, [][]float64{{0, 0.7, 0.5}}, []float64{0.25}, 2},
	{"classes known", []element{classed(0, 1, open, in), classed(1, 2, open, in), classed(1, 1, open, out), classed(0, 3, open, out)}, []int{5}, [][]float64{{0, 0.7}}, []float64{0.75}, 2},
	{"three phases", []element{oneDraw(1, open, open, in), oneDraw(2, open, open, out), oneDraw(1, open, out)}, []int{8}, [][]float64{{0.5}, {0}}, nil, 3},
	{"three phases known", []element{oneDraw(1, open, open, in), oneDraw(2, open, open, out), oneDraw(3, open, out)}, []int{8}, [][]float64{{0.6}, {0}}, []float64{0.5, 1}, 3},
	{"three phases two shards", []element{oneDraw(1, open, open, in), oneDraw(2, open, open, out), oneDraw(1, out)}, []int{4, 4}, [][]float64{{0.75}, {0.1}}, []float64{0, 1}, 3},
	{"undecided", []element{oneDraw(1, open, open), oneDraw(2, open, in), oneDraw(1, out)}, []int{6}, [][]float64{{0.2}}, []float64{0.5}, 2},
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
			draws := 0
			for _, n := range c.n {
				draws += n
			}
			if n := math.Pow(float64(len(c.pop)), float64(draws)); n > most {
				t.Skipf("%.0f samples: not with -short", n)
			}
			checkExact(t, &c, false)
			if slices.ContainsFunc(c.pop, func(e element) bool { return e.verdicts[len(e.verdicts)-1] == open }) {
				checkExact(t, &c, true)
			}
		})
	}
}

func checkExact(t *testing.T, c *exactCase, high bool) {
	t.Helper()
	d := Design{Phases: c.phases, Known: c.known}
	ev := evaluator{known: d.known, high: high, bound: big.NewRat(1, 1)}
	var total int
	for _, n := range c.n {
		total += n
	}
	mean, square, variance, second := new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)
	phases := make([]*big.Rat, c.phases)
	for j := range phases {
		phases[j] = new(big.Rat)
	}
	var count int64
	plain := contributionForm()
	samples(c.pop, total, func(draws []*element) {
		var root Node
		first := 0
		for _, n := range c.n {
			var shard Node
			judge(&shard, draws[first:first+n], c.takes)
			root.merge(&shard)
			first += n
		}
		p, z2 := ev.evaluate(viewOf(&root, &root, &plain), 0, new(big.Rat))
		second.Add(second, z2)
		if p.isWeak {
			t.Fatal("weak variance")
		}
		if p.variance.Sign() < 0 && len(c.known) == 0 {
			t.Fatalf("variance %v is negative", p.variance)
		}
		count++
		mean.Add(mean, p.mean)
		square.Add(square, new(big.Rat).Mul(p.mean, p.mean))
		variance.Add(variance, p.variance)
		for j, x := range p.phases {
			phases[j].Add(phases[j], x)
		}
	})
	scale := big.NewRat(1, count)
	mean.Mul(mean, scale)
	square.Mul(square, scale)
	variance.Mul(variance, scale)
	want := new(big.Rat)
	for i := range c.pop {
		want.Add(want, c.pop[i].y(high))
	}
	want.Mul(want, big.NewRat(1, int64(len(c.pop))))
	if mean.Cmp(want) != 0 {
		t.Errorf("high %v: mean of the estimates %v, want %v", high, mean, want)
	}
	if wantSecond := trueSecond(c, high); second.Mul(second, scale).Cmp(wantSecond) != 0 {
		t.Errorf("high %v: mean of the estimated squares %v, want %v", high, second, wantSecond)
	}
	trueVariance := square.Sub(square, want.Mul(want, want))
	if variance.Cmp(trueVariance) != 0 {
		t.Errorf("high %v: mean of the variances %v, true variance %v", high, variance, trueVariance)
	}
	sum := new(big.Rat)
	for _, x := range phases {
		sum.Add(sum, x.Mul(x, scale))
	}
	if sum.Cmp(trueVariance) != 0 {
		t.Errorf("high %v: parts of the phases add up to %v, want %v", high, sum, trueVariance)
	}
	if c.allPass() {
		if want := firstPart(c, high); phases[0].Cmp(want) != 0 {
			t.Errorf("high %v: part of phase 1 %v, want %v", high, phases[0], want)
		}
	}
}

// trueSecond returns the true mean square of the contributions.
func trueSecond(c *exactCase, high bool) *big.Rat {
	sum := new(big.Rat)
	for i := range c.pop {
		y := c.pop[i].y(high)
		sum.Add(sum, y.Mul(y, y))
	}
	return sum.Mul(sum, big.NewRat(1, int64(len(c.pop))))
}

// allPass reports whether phase 1 passes all elements in one class, and no coefficient is known. Then no number of
// survivors is below 2, and the part of each phase is unbiased.
func (c *exactCase) allPass() bool {
	for i := range c.pop {
		if e := &c.pop[i]; e.verdicts[0] != open || e.class != 0 {
			return false
		}
	}
	return c.phases > 1 && len(c.known) == 0
}

// firstPart returns the variance of t in phase 1 divided by n: t is the mean of
// the class of an element that passes.
func firstPart(c *exactCase, high bool) *big.Rat {
	sums, counts := map[int]*big.Rat{}, map[int]int64{}
	group := func(i int) int {
		if c.pop[i].verdicts[0] != open {
			return -1 - i
		}
		return c.pop[i].class
	}
	for i := range c.pop {
		g := group(i)
		if sums[g] == nil {
			sums[g] = new(big.Rat)
		}
		sums[g].Add(sums[g], c.pop[i].y(high))
		counts[g]++
	}
	s1, s2 := new(big.Rat), new(big.Rat)
	for i := range c.pop {
		x := new(big.Rat).Mul(sums[group(i)], big.NewRat(1, counts[group(i)]))
		s1.Add(s1, x)
		s2.Add(s2, x.Mul(x, x))
	}
	k := big.NewRat(1, int64(len(c.pop)))
	s1.Mul(s1, k)
	s2.Mul(s2, k)
	s2.Sub(s2, s1.Mul(s1, s1))
	var n int64
	for _, x := range c.n {
		n += int64(x)
	}
	return s2.Mul(s2, big.NewRat(1, n))
}
