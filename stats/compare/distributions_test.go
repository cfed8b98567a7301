package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// A law holds the shares of the categories of objects, and the shares of the multiplicities 1, 2, ... in each category.
type law struct {
	categoryShares []float64
	multiplicities [][]float64
}

// draw returns a histogram of n hits and 9n other draws. An object of multiplicity m is drawn
// m times as often as one of multiplicity 1.
func (l *law) draw(src *rand.Rand, n int) *stats.Histogram {
	type member struct{ category, mult int }
	var members []member
	var sums []float64
	sum := 0.0
	for k, p := range l.categoryShares {
		for m, q := range l.multiplicities[k%len(l.multiplicities)] {
			sum += p * q * float64(m+1)
			members, sums = append(members, member{k, m + 1}), append(sums, sum)
		}
	}
	h := &stats.Histogram{}
	for range n {
		i, _ := slices.BinarySearch(sums, src.Float64()*sum)
		h.Add(members[i].category, stats.Open, 1, uint64(members[i].mult))
	}
	h.AddOut(uint64(9 * n))
	return h
}

var (
	plainLaw = law{[]float64{0.02, 0.1, 0.3, 0.35, 0.15, 0.08}, [][]float64{{1}}}
	heavyLaw = law{plainLaw.categoryShares, [][]float64{{0.5, 0.3, 0.2}, {0.2, 0.2, 0.1, 0.5}, {0, 0, 0, 0, 1}}}
	otherLaw = law{[]float64{0.04, 0.16, 0.33, 0.28, 0.12, 0.07}, heavyLaw.multiplicities}
)

// compareLaws compares samples of n hits of several laws.
func compareLaws(t *testing.T, src *rand.Rand, opt Options, n int, laws ...*law) *Shares {
	t.Helper()
	var samples []Counted
	for i, l := range laws {
		samples = append(samples, Counted{string(rune('a' + i)), l.draw(src, n)})
	}
	return testkit.Must(Distributions(samples, opt))(t)
}

// TestLevelAndPowerOfDistributions repeats comparisons of spaces with different multiplicities. With the same
// objects the tests must keep the level; with others they must nearly always reject.
func TestLevelAndPowerOfDistributions(t *testing.T) {
	testkit.Medium(t)
	const level = 0.05
	repetitions := testkit.Size(150, 1500)
	share := func(n int) float64 { return float64(n) / float64(repetitions) }
	src := rand.New(rand.NewPCG(9, 3))
	for _, third := range []*law{&heavyLaw, &otherLaw} {
		all, x2, ks := 0, 0, 0
		for i := range uint64(repetitions) {
			sh := compareLaws(t, src, Options{Level: level, replicates: 199, Seed: i}, 1000, &plainLaw, third)
			d := sh.Differences[0]
			if sh.Agree != (d.X2P >= level) {
				t.Errorf("of the only pair p = %v, and that of all agrees: %v at level %v", d.X2P, sh.Agree, level)
			}
			if !sh.Agree {
				all++
			}
			if d.X2Rejected {
				x2++
			}
			if d.KSRejected {
				ks++
			}
		}
		t.Logf("chi-squared of all rejects in %.3f, of a pair in %.3f, KS in %.3f", share(all), share(x2), share(ks))
		if third == &heavyLaw {
			checkRate(t, "chi-squared of all", all, repetitions, level)
			checkRate(t, "chi-squared", x2, repetitions, level/2) // two tests share the level
			checkRate(t, "KS", ks, repetitions, level/2)
		} else if x2 < repetitions*95/100 || ks < repetitions*95/100 {
			t.Errorf("chi-squared sees the difference %d times, KS %d times of %d", x2, ks, repetitions)
		}
	}
}

// TestLevelOfThreeDistributions checks the level of chi-squared of three samples together.
func TestLevelOfThreeDistributions(t *testing.T) {
	const level = 0.05
	repetitions := testkit.Size(150, 1500)
	src := rand.New(rand.NewPCG(9, 4))
	rejected := 0
	for range repetitions {
		sh := compareLaws(t, src, Options{Level: level, replicates: 1}, 1500, &plainLaw, &heavyLaw, &plainLaw)
		if !sh.Agree {
			rejected++
		}
		if sh.DF != 2*(len(sh.Merged)-1) || len(sh.Differences) != 3 {
			t.Fatalf("%d degrees of freedom, %d pairs", sh.DF, len(sh.Differences))
		}
	}
	checkRate(t, "chi-squared of three", rejected, repetitions, level)
}

// TestCovarianceByDraws compares covariances with sums over single draws.
func TestCovarianceByDraws(t *testing.T) {
	src := rand.New(rand.NewPCG(9, 5))
	h := heavyLaw.draw(src, 200)
	keys := valuesIn([]Counted{{"", h}})
	cells := cellsOf(h, keys)
	parts := momentsOf(cells, len(keys))
	p, c := sharesOf(parts), covariance(parts)
	s := 0.0
	for _, x := range cells {
		s += x.y * x.count
	}
	for k := range p.Len() {
		for l := range p.Len() {
			want := 0.0
			for _, x := range cells {
				residual := func(k int) float64 {
					if x.category == k {
						return x.y * (1 - p.AtVec(k)) / s
					}
					return -x.y * p.AtVec(k) / s
				}
				want += x.count * residual(k) * residual(l)
			}
			near(t, "covariance", c.At(k, l), want)
		}
	}
}

// TestTwoCategoriesAreZ compares both statistics with the difference of a share, if there are two categories.
func TestTwoCategoriesAreZ(t *testing.T) {
	src := rand.New(rand.NewPCG(9, 6))
	a, b := law{[]float64{0.4, 0.6}, heavyLaw.multiplicities}, law{[]float64{0.5, 0.5}, [][]float64{{1}}}
	sh := compareLaws(t, src, Options{replicates: 50}, 500, &a, &b)
	c := sh.Categories[0]
	difference := c.Shares[0] - c.Shares[1]
	near(t, "KS", sh.Differences[0].KS, math.Abs(difference))
	near(t, "chi-squared", sh.Differences[0].X2, difference*difference/(c.StdErrs[0]*c.StdErrs[0]+c.StdErrs[1]*c.StdErrs[1]))
	near(t, "chi-squared of all", sh.X2, sh.Differences[0].X2)
}

// TestScaleOfContributionsDoesNotMatter multiplies all multiplicities by 7, which must change nothing.
func TestScaleOfContributionsDoesNotMatter(t *testing.T) {
	h := plainLaw.draw(rand.New(rand.NewPCG(9, 7)), 2000)
	scaled := &stats.Histogram{}
	for _, k := range h.Bins() {
		for c := range h.Tally(k).All() {
			if c.Outcome != stats.Out {
				scaled.AddCount(k, c.Outcome, c.Weight, 7*c.Mult, c.Count)
			}
		}
	}
	other := heavyLaw.draw(rand.New(rand.NewPCG(9, 8)), 2000)
	x := testkit.Must(Distributions([]Counted{{"a", h}, {"b", other}}, Options{Seed: 3, replicates: 300}))(t)
	y := testkit.Must(Distributions([]Counted{{"a", scaled}, {"b", other}}, Options{Seed: 3, replicates: 300}))(t)
	near(t, "chi-squared", x.X2, y.X2)
	near(t, "KS", x.Differences[0].KS, y.Differences[0].KS)
	near(t, "its probability", x.Differences[0].KSP, y.Differences[0].KSP)
	same, err := Distributions([]Counted{{"a", h}, {"b", scaled}}, Options{replicates: 100})
	if err != nil || same.X2 > 1e-9 || same.Differences[0].KS > 1e-12 || same.Differences[0].KSP < 0.99 || !same.Agree {
		t.Errorf("equal shares: %+v, %v", same, err)
	}
}

// TestMerging compares the merged categories of samples with few effective hits.
func TestMerging(t *testing.T) {
	h := func(counts ...uint64) *stats.Histogram {
		h := &stats.Histogram{}
		for i, c := range counts {
			h.AddCount(2+3*i, stats.In, 1, 1, c)
		}
		return h
	}
	sh := testkit.Must(Distributions([]Counted{{"a", h(3, 5, 20, 40, 1)}, {"b", h(9, 3, 20, 9, 2)}}, Options{replicates: 10}))(t)
	var got [][2]int
	for _, c := range sh.Merged {
		got = append(got, [2]int{c.First, c.Last})
	}
	// 3+5 is too few in a, so 20 joins; 9 in b needs the last, and then there are 11.
	if want := [][2]int{{2, 8}, {11, 14}}; !slices.Equal(got, want) || len(sh.Categories) != 5 || sh.DF != 1 {
		t.Errorf("merged to %v, want %v", got, want)
	}
	sh, err := Distributions([]Counted{{"a", h(3)}, {"b", h(4)}}, Options{replicates: 10})
	if err != nil || len(sh.Warnings) != 1 || sh.DF != 0 || sh.P != 1 || !sh.Agree {
		t.Errorf("one category: %+v, %v", sh, err)
	}
	if _, err := Distributions([]Counted{{"a", h(3)}, {"b", &stats.Histogram{}}}, Options{}); err == nil || !strings.Contains(err.Error(), `"b" has no hits`) {
		t.Errorf("no hits: %v", err)
	}
	if _, err := Distributions([]Counted{{"a", h(3)}}, Options{}); err == nil {
		t.Error("one sample is compared")
	}
}

// TestAbsentCategoryIsSeen compares samples of which one lacks a category altogether, which must be rejected and not be merged away.
// (Before, a set without positions of more than 28 men had p = 0.17.)
func TestAbsentCategoryIsSeen(t *testing.T) {
	h := func(counts ...uint64) *stats.Histogram {
		h := &stats.Histogram{}
		for i, test := range counts {
			h.AddCount(26+i, stats.In, 1, 1, test)
		}
		return h
	}
	for _, test := range []struct {
		name   string
		a, b   *stats.Histogram
		absent int // the merged category that differs most
		reject bool
	}{
		{"the last is absent", h(300, 580, 100), h(340, 640, 0), 2, true},
		{"and in the other", h(340, 640, 0), h(300, 580, 100), 2, true},
		{"the first is absent", h(100, 580, 300), h(0, 640, 340), 0, true},
		{"few are absent", h(330, 640, 4), h(340, 640, 0), 0, false},
	} {
		sh := testkit.Must(Distributions([]Counted{{"a", test.a}, {"b", test.b}}, Options{replicates: 50}))(t)
		d := sh.Differences[0]
		if d.X2Rejected != test.reject || sh.Agree == test.reject || test.reject && (d.X2P > 1e-10 || d.Worst != test.absent || math.Abs(d.WorstZ) < 7) {
			t.Errorf("%s: %+v, merged to %+v", test.name, d, sh.Merged)
		}
		if test.reject && len(sh.Merged) != 3 {
			t.Errorf("%s: merged to %+v", test.name, sh.Merged)
		}
	}
}

// TestLevelWithThinCategories checks the level with categories of hardly enough expected hits, so that samples have few in some of
// them and variances are presumed. It is kept within a factor of 2.
func TestLevelWithThinCategories(t *testing.T) {
	testkit.Medium(t)
	const level = 0.05
	repetitions := testkit.Size(300, 3000)
	src := rand.New(rand.NewPCG(9, 22))
	thin := law{[]float64{0.011, 0.489, 0.489, 0.011}, [][]float64{{1}}}
	heavy := law{thin.categoryShares, [][]float64{{0.5, 0.3, 0.2}}}
	rejected := 0
	for range repetitions {
		if sh := compareLaws(t, src, Options{Level: level, replicates: 1}, 1000, &thin, &heavy); !sh.Agree {
			rejected++
		}
	}
	if n := float64(repetitions); float64(rejected) > 2*level*n+5*math.Sqrt(2*level*n) {
		t.Errorf("%d of %d rejected at level %v", rejected, repetitions, level)
	}
}

// TestSeedDecides repeats a comparison with the same seed, which must change nothing, and with others.
func TestSeedDecides(t *testing.T) {
	p := func(seed uint64) float64 {
		src := rand.New(rand.NewPCG(9, 9))
		return compareLaws(t, src, Options{Seed: seed, replicates: 500}, 300, &plainLaw, &heavyLaw).Differences[0].KSP
	}
	if p(1) != p(1) {
		t.Error("the same seed gives different probabilities")
	}
	if p(1) == p(2) && p(1) == p(3) {
		t.Error("the seed has no influence")
	}
}
