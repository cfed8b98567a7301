package compare

import (
	"math"
	"math/rand/v2"
	"slices"
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
func (l *law) draw(random *rand.Rand, n int) *stats.Histogram {
	type member struct{ category, mult int }
	var members []member
	var sums []float64
	sum := 0.0
	for category, share := range l.categoryShares {
		for i, multShare := range l.multiplicities[category%len(l.multiplicities)] {
			mult := i + 1
			sum += share * multShare * float64(mult)
			members, sums = append(members, member{category, mult}), append(sums, sum)
		}
	}
	histogram := &stats.Histogram{}
	for range n {
		i, _ := slices.BinarySearch(sums, random.Float64()*sum)
		histogram.Add(members[i].category, stats.Open, 1, uint64(members[i].mult))
	}
	histogram.AddOut(uint64(9 * n))
	return histogram
}

var (
	plainLaw = law{[]float64{0.02, 0.1, 0.3, 0.35, 0.15, 0.08}, [][]float64{{1}}}
	heavyLaw = law{plainLaw.categoryShares, [][]float64{{0.5, 0.3, 0.2}, {0.2, 0.2, 0.1, 0.5}, {0, 0, 0, 0, 1}}}
	otherLaw = law{[]float64{0.04, 0.16, 0.33, 0.28, 0.12, 0.07}, heavyLaw.multiplicities}
)

// compareLaws compares samples of n hits of several laws.
func compareLaws(t *testing.T, random *rand.Rand, opt Options, n int, laws ...*law) *Shares {
	t.Helper()
	var samples []Counted
	for i, l := range laws {
		samples = append(samples, Counted{string(rune('a' + i)), l.draw(random, n)})
	}
	return testkit.Must(Distributions(samples, opt))(t)
}

// TestLevelAndPowerOfDistributions repeats comparisons of spaces with different multiplicities. With the same
// objects the tests must keep the level; with others they must nearly always reject.
func TestLevelAndPowerOfDistributions(t *testing.T) {
	testkit.Medium(t)
	const level = 0.05
	repetitions := testkit.Size(150, 1500)
	rate := func(n int) float64 { return float64(n) / float64(repetitions) }
	random := rand.New(rand.NewPCG(9, 3))
	for _, third := range []*law{&heavyLaw, &otherLaw} {
		all, chiSquared, kolmogorov := 0, 0, 0
		for i := range uint64(repetitions) {
			shares := compareLaws(t, random, Options{Level: level, replicates: 199, Seed: i}, 1000, &plainLaw, third)
			difference := shares.Differences[0]
			if shares.Agree != (difference.X2P >= level) {
				t.Errorf("of the only pair p = %v, and that of all agrees: %v at level %v", difference.X2P, shares.Agree, level)
			}
			if !shares.Agree {
				all++
			}
			if difference.X2Rejected {
				chiSquared++
			}
			if difference.KSRejected {
				kolmogorov++
			}
		}
		t.Logf("chi-squared of all rejects in %.3f, of a pair in %.3f, KS in %.3f", rate(all), rate(chiSquared), rate(kolmogorov))
		if third == &heavyLaw {
			checkRate(t, "chi-squared of all", all, repetitions, level)
			checkRate(t, "chi-squared", chiSquared, repetitions, level/2) // two tests share the level
			checkRate(t, "KS", kolmogorov, repetitions, level/2)
		} else if chiSquared < repetitions*95/100 || kolmogorov < repetitions*95/100 {
			t.Errorf("chi-squared sees the difference %d times, KS %d times of %d", chiSquared, kolmogorov, repetitions)
		}
	}
}

// TestLevelOfThreeDistributions checks the level of chi-squared of three samples together.
func TestLevelOfThreeDistributions(t *testing.T) {
	const level = 0.05
	repetitions := testkit.Size(150, 1500)
	random := rand.New(rand.NewPCG(9, 4))
	rejected := 0
	for range repetitions {
		shares := compareLaws(t, random, Options{Level: level, replicates: 1}, 1500, &plainLaw, &heavyLaw, &plainLaw)
		if !shares.Agree {
			rejected++
		}
		if shares.DF != 2*(len(shares.Merged)-1) || len(shares.Differences) != 3 {
			t.Fatalf("%d degrees of freedom, %d pairs", shares.DF, len(shares.Differences))
		}
	}
	checkRate(t, "chi-squared of three", rejected, repetitions, level)
}

// TestCovarianceByDraws compares covariances of shares with the sums, over all draws, of the products of their linearized residuals.
func TestCovarianceByDraws(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 5))
	histogram := heavyLaw.draw(random, 200)
	keys := valuesIn([]Counted{{"", histogram}})
	cells := cellsOf(histogram, keys)
	parts := momentsOf(cells, len(keys))
	shares, covariances := sharesOf(parts), covariance(parts)
	sum := 0.0
	for _, cell := range cells {
		sum += cell.y * cell.count
	}
	for k := range shares.Len() {
		for l := range shares.Len() {
			want := 0.0
			for _, cell := range cells {
				residual := func(k int) float64 {
					if cell.category == k {
						return cell.y * (1 - shares.AtVec(k)) / sum
					}
					return -cell.y * shares.AtVec(k) / sum
				}
				want += cell.count * residual(k) * residual(l)
			}
			near(t, "covariance", covariances.At(k, l), want)
		}
	}
}

// TestTwoCategoriesAreZ compares both statistics of two categories with the difference of the shares of the first, in its own size and in
// standard errors.
func TestTwoCategoriesAreZ(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 6))
	a, b := law{[]float64{0.4, 0.6}, heavyLaw.multiplicities}, law{[]float64{0.5, 0.5}, [][]float64{{1}}}
	shares := compareLaws(t, random, Options{replicates: 50}, 500, &a, &b)
	category := shares.Categories[0]
	difference := category.Shares[0] - category.Shares[1]
	near(t, "KS", shares.Differences[0].KS, math.Abs(difference))
	variance := square(category.StdErrs[0]) + square(category.StdErrs[1])
	near(t, "chi-squared", shares.Differences[0].X2, square(difference)/variance)
	near(t, "chi-squared of all", shares.X2, shares.Differences[0].X2)
}

// TestScaleOfContributionsDoesNotMatter multiplies all multiplicities by 7, which must change nothing.
func TestScaleOfContributionsDoesNotMatter(t *testing.T) {
	histogram := plainLaw.draw(rand.New(rand.NewPCG(9, 7)), 2000)
	scaled := &stats.Histogram{}
	for _, key := range histogram.Bins() {
		for cell := range histogram.Tally(key).All() {
			if cell.Outcome != stats.Out {
				scaled.AddCount(key, cell.Outcome, cell.Weight, 7*cell.Mult, cell.Count)
			}
		}
	}
	other := heavyLaw.draw(rand.New(rand.NewPCG(9, 8)), 2000)
	plain := testkit.Must(Distributions([]Counted{{"a", histogram}, {"b", other}}, Options{Seed: 3, replicates: 300}))(t)
	multiplied := testkit.Must(Distributions([]Counted{{"a", scaled}, {"b", other}}, Options{Seed: 3, replicates: 300}))(t)
	near(t, "chi-squared", plain.X2, multiplied.X2)
	near(t, "KS", plain.Differences[0].KS, multiplied.Differences[0].KS)
	near(t, "its probability", plain.Differences[0].KSP, multiplied.Differences[0].KSP)
	same, err := Distributions([]Counted{{"a", histogram}, {"b", scaled}}, Options{replicates: 100})
	if err != nil || same.X2 > 1e-9 || same.Differences[0].KS > 1e-12 || same.Differences[0].KSP < 0.99 || !same.Agree {
		t.Errorf("equal shares: %+v, %v", same, err)
	}
}

// histogramOf returns a histogram with the given counts of hits of the categories 2, 5, 8, ...
func histogramOf(counts ...uint64) *stats.Histogram {
	histogram := &stats.Histogram{}
	for i, count := range counts {
		histogram.AddCount(2+3*i, stats.In, 1, 1, count)
	}
	return histogram
}

// TestMerging compares the merged categories of samples with few effective hits, and checks one category, no hits and one sample.
func TestMerging(t *testing.T) {
	samples := []Counted{{"a", histogramOf(3, 5, 20, 40, 1)}, {"b", histogramOf(9, 3, 20, 9, 2)}}
	shares := testkit.Must(Distributions(samples, Options{replicates: 10}))(t)
	var got [][2]int
	for _, c := range shares.Merged {
		got = append(got, [2]int{c.First, c.Last})
	}
	// 3+5 is too few in a, so 20 joins; 9 in b needs the last, and then there are 11.
	if want := [][2]int{{2, 8}, {11, 14}}; !slices.Equal(got, want) || len(shares.Categories) != 5 || shares.DF != 1 {
		t.Errorf("merged to %v, want %v", got, want)
	}
	shares, err := Distributions([]Counted{{"a", histogramOf(3)}, {"b", histogramOf(4)}}, Options{replicates: 10})
	if err != nil || len(shares.Warnings) != 1 || shares.DF != 0 || shares.P != 1 || !shares.Agree {
		t.Errorf("one category: %+v, %v", shares, err)
	}
	samples = []Counted{{"a", histogramOf(3)}, {"b", &stats.Histogram{}}}
	testkit.Fails(Distributions(samples, Options{}))(t, `"b" has no hits`, "no hits")
	testkit.Fails(Distributions([]Counted{{"a", histogramOf(3)}}, Options{}))(t, "", "one sample")
}

// TestAbsentCategoryIsSeen compares samples of which one lacks a category altogether. It must be rejected and not
// be merged away. (Before, a set without positions of more than 28 men had p = 0.17.)
func TestAbsentCategoryIsSeen(t *testing.T) {
	for _, test := range []struct {
		name   string
		a, b   *stats.Histogram
		absent int // the merged category that differs most
		reject bool
	}{
		{"the last is absent", histogramOf(300, 580, 100), histogramOf(340, 640, 0), 2, true},
		{"and in the other", histogramOf(340, 640, 0), histogramOf(300, 580, 100), 2, true},
		{"the first is absent", histogramOf(100, 580, 300), histogramOf(0, 640, 340), 0, true},
		{"few are absent", histogramOf(330, 640, 4), histogramOf(340, 640, 0), 0, false},
	} {
		shares := testkit.Must(Distributions([]Counted{{"a", test.a}, {"b", test.b}}, Options{replicates: 50}))(t, test.name)
		difference := shares.Differences[0]
		seen := difference.X2P <= 1e-10 && difference.Worst == test.absent && math.Abs(difference.WorstZ) >= 7
		if difference.X2Rejected != test.reject || shares.Agree == test.reject || test.reject && !seen {
			t.Errorf("%s: %+v, merged to %+v", test.name, difference, shares.Merged)
		}
		if test.reject && len(shares.Merged) != 3 {
			t.Errorf("%s: merged to %+v", test.name, shares.Merged)
		}
	}
}

// TestLevelWithThinCategories checks the level with categories of hardly enough expected hits, so that samples have few in some of
// them and variances are presumed. It is kept within a factor of 2.
func TestLevelWithThinCategories(t *testing.T) {
	testkit.Medium(t)
	const level = 0.05
	repetitions := testkit.Size(300, 3000)
	random := rand.New(rand.NewPCG(9, 22))
	thin := law{[]float64{0.011, 0.489, 0.489, 0.011}, [][]float64{{1}}}
	heavy := law{thin.categoryShares, [][]float64{{0.5, 0.3, 0.2}}}
	rejected := 0
	for range repetitions {
		if shares := compareLaws(t, random, Options{Level: level, replicates: 1}, 1000, &thin, &heavy); !shares.Agree {
			rejected++
		}
	}
	if n := float64(repetitions); float64(rejected) > 2*level*n+5*math.Sqrt(2*level*n) {
		t.Errorf("%d of %d rejected at level %v", rejected, repetitions, level)
	}
}

// TestSeedDecides repeats a comparison with the same seed, which must change nothing, and with others.
func TestSeedDecides(t *testing.T) {
	probability := func(seed uint64) float64 {
		random := rand.New(rand.NewPCG(9, 9))
		return compareLaws(t, random, Options{Seed: seed, replicates: 500}, 300, &plainLaw, &heavyLaw).Differences[0].KSP
	}
	if probability(1) != probability(1) {
		t.Error("the same seed gives different probabilities")
	}
	if probability(1) == probability(2) && probability(1) == probability(3) {
		t.Error("the seed has no influence")
	}
}
