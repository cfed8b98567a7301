package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A drawKind has the properties on which the rates of a draw and its part in the estimate depend.
type drawKind struct {
	isInside     bool // in the domain
	weight, mult uint64
}

// rates are a probability for draws outside of the domain, and the same for those inside.
type rates struct{ outside, inside float64 }

func (r rates) of(kind drawKind) float64 {
	if kind.isInside {
		return r.inside
	}
	return r.outside
}

// A simulatedStratum has the probabilities of everything that can happen to a draw of a stratum, in a survey of three phases or more.
type simulatedStratum struct {
	plan    *plan.Stratum
	kinds   []drawKind
	survive []float64 // probability that a draw is of each kind and passes the first phase
	pass    []rates   // probability to pass, by phase between the first and the last
	class   []rates   // probability to be of each class, for draws that enter the last phase
	legal   []rates   // probability to be proven legal there, by class
}

// newSimulatedStratum returns a stratum with the frequencies of the first nodes of all draws and of the domain. Rates of the domain are mixed with
// those of all draws, so that a domain without judged draws has rates, too.
func newSimulatedStratum(p *plan.Plan, h int, whole, domain *design.Node) *simulatedStratum {
	s := &simulatedStratum{plan: &p.Strata[h]}
	n, outside := float64(whole.Draws()), countUnrefuted(whole)
	for _, c := range domain.Cells() {
		if c.Outcome != stats.Out {
			s.kinds, s.survive = append(s.kinds, drawKind{true, c.Weight, c.Mult}), append(s.survive, float64(c.Count)/n)
			outside -= float64(c.Count)
		}
	}
	s.kinds, s.survive = append(s.kinds, drawKind{false, 1, 1}), append(s.survive, outside/n)
	for range len(p.Phases) - 2 {
		whole, domain = whole.Child(0), domain.Child(0)
		s.pass = append(s.pass, rates{passRate(whole, whole, 0), passRate(domain, whole, 1)})
	}
	for g := range shards.ClassesOf(p) {
		share := float64(whole.Passed(g)) / float64(max(1, whole.Count(stats.Open)))
		s.class = append(s.class, rates{share, (float64(domain.Passed(g)) + share) / float64(domain.Count(stats.Open)+1)})
		judged := whole.Child(g)
		s.legal = append(s.legal, rates{passRate(judged, judged, 1), passRate(domain.Child(g), judged, 20)})
	}
	return s
}

// countUnrefuted returns the number of draws of a node that are not refuted.
func countUnrefuted(n *design.Node) float64 { return float64(n.Draws() - n.Count(stats.Out)) }

// passRate returns the share of the draws of a node that are not refuted. The share of the pooled node (after one draw more, half of which passes) counts
// like that of prior more draws.
func passRate(n, pooled *design.Node, prior float64) float64 {
	pooledRate := (countUnrefuted(pooled) + 0.5) / float64(pooled.Draws()+1)
	return (countUnrefuted(n) + prior*pooledRate) / (float64(n.Draws()) + prior)
}

// legalInDomain returns the number of legal positions of the stratum in the domain.
func (s *simulatedStratum) legalInDomain() float64 {
	rate := 0.0 // of draws of the domain that pass the first phase
	for g := range s.class {
		rate += s.class[g].inside * s.legal[g].inside
	}
	for _, pass := range s.pass {
		rate *= pass.inside
	}
	contribution := 0.0
	for i, kind := range s.kinds {
		if kind.isInside {
			contribution += s.survive[i] * float64(kind.weight) / float64(kind.mult)
		}
	}
	return shards.FloatOf(s.plan.N()) * contribution * rate
}

// A nodePair has a node for all draws and one for those of the domain.
type nodePair struct{ whole, domain *design.Node }

// add counts n draws of a kind.
func (p nodePair) add(kind drawKind, o stats.Outcome, class int, n float64) {
	cell := design.Cell{Outcome: o, Class: class, Weight: kind.weight, Mult: kind.mult, Count: uint64(n)}
	p.whole.AddCell(cell)
	if kind.isInside {
		p.domain.AddCell(cell)
	}
}

// child returns the nodes of the next phase for the draws of a class.
func (p nodePair) child(class int) nodePair {
	return nodePair{p.whole.Child(class), p.domain.Child(class)}
}

// sample makes a number of random draws, judges them in all phases, and counts them in the nodes.
func (s *simulatedStratum) sample(draws float64, nodes nodePair, rng *rand.Rand) {
	counts := multinomial(draws, append(s.survive, 0), rng) // the last ones are those that the first phase refutes
	refuted := counts[len(s.kinds)]
	nodes.whole.AddOut(uint64(refuted))
	for i, kind := range s.kinds {
		nodes.add(kind, stats.Open, 0, counts[i])
	}
	for k, pass := range s.pass {
		counts = subsample(counts[:len(s.kinds)], s.plan.Fractions[k], rng)
		nodes = nodes.child(0)
		for i, kind := range s.kinds {
			passed := binomial(counts[i], pass.of(kind), rng)
			nodes.add(kind, stats.Out, 0, counts[i]-passed)
			if k < len(s.pass)-1 { // else they are counted by class
				nodes.add(kind, stats.Open, 0, passed)
			}
			counts[i] = passed
		}
	}
	s.sampleLastPhase(counts, nodes, rng)
}

// sampleLastPhase divides draws, given by kind, into classes, and counts the outcomes of those that enter the last phase. The nodes are those of the phase
// before.
func (s *simulatedStratum) sampleLastPhase(counts []float64, nodes nodePair, rng *rand.Rand) {
	byClass := make([][]float64, len(s.class)) // numbers of draws by class and kind
	for i, kind := range s.kinds {
		var shares []float64
		for _, class := range s.class {
			shares = append(shares, class.of(kind))
		}
		for g, n := range multinomial(counts[i], shares, rng) {
			byClass[g] = append(byClass[g], n)
			nodes.add(kind, stats.Open, g, n)
		}
	}
	for g, passed := range byClass {
		judged, child := subsample(passed, s.plan.Classes[g], rng), nodes.child(g)
		for i, kind := range s.kinds {
			legal := binomial(judged[i], s.legal[g].of(kind), rng)
			child.add(kind, stats.In, 0, legal)
			child.add(kind, stats.Out, 0, judged[i]-legal)
		}
	}
}

// binomial returns a random number of successes in n trials with probability p. It accepts p outside of [0, 1], from rounding.
func binomial(n, p float64, rng *rand.Rand) float64 {
	switch {
	case n <= 0 || p <= 0:
		return 0
	case p >= 1:
		return n
	case n*p < 1e-3*n && n*p < 30: // a rare outcome, for which Poisson's law is nearly exact
		return math.Min(n, distuv.Poisson{Lambda: n * p, Src: rng}.Rand())
	}
	return distuv.Binomial{N: n, P: p, Src: rng}.Rand()
}

// multinomial returns how often each of several outcomes occurs in n trials. The last outcome has the probability that the others leave.
func multinomial(n float64, probabilities []float64, rng *rand.Rand) (counts []float64) {
	last, remaining := len(probabilities)-1, 1.0 // the probability of the outcomes to come
	for _, p := range probabilities[:last] {
		count := binomial(n, p/remaining, rng)
		counts = append(counts, count)
		n, remaining = n-count, remaining-p
	}
	return append(counts, n)
}

// maxExact is the largest number of draws of a kind of which subsample chooses one by one.
const maxExact = 2000

// subsample returns the numbers of draws by kind in a random subsample of a share of the draws, at least two. They have the hypergeometric distribution,
// or its normal approximation for kinds of more than maxExact draws.
func subsample(counts []float64, share float64, rng *rand.Rand) (chosen []float64) {
	rest := 0.0
	for _, n := range counts {
		rest += n
	}
	toChoose := math.Min(rest, math.Max(2, math.Ceil(share*rest)))
	for _, n := range counts {
		var k float64
		if n <= maxExact {
			for i := range int(n) {
				if rng.Float64()*(rest-float64(i)) < toChoose-k {
					k++
				}
			}
		} else {
			mean := toChoose * n / rest
			sd := math.Sqrt(mean * (1 - n/rest) * (1 - toChoose/rest) * rest / math.Max(1, rest-1))
			k = math.Round(mean + sd*rng.NormFloat64())
			k = math.Max(math.Max(0, toChoose-(rest-n)), math.Min(math.Min(n, toChoose), k))
		}
		chosen, rest, toChoose = append(chosen, k), rest-n, toChoose-k
	}
	return chosen
}

// A coverage sums the results of surveys of a domain whose true number of legal positions is known.
type coverage struct {
	name                     string  // of the domain
	divisor                  float64 // of the numbers of draws in the plan
	truth                    float64
	lowerMisses, upperMisses float64 // surveys whose lower limit is above the truth, and whose upper limit is below it
	empty                    float64 // surveys without a draw of the domain
	mean, variance           float64 // sums of the estimates and of their variances, in units of the truth
}

func (c *coverage) add(e *stats.Estimate) {
	c.mean += e.Value / c.truth
	c.variance += math.Pow(e.StdErr/c.truth, 2)
	if e.Lo > c.truth {
		c.lowerMisses++
	}
	if e.Hi < c.truth {
		c.upperMisses++
	}
	if e.StdErr == 0 {
		c.empty++
	}
}

// coverageDomains are by-products with few draws. The last one has none in nine of ten small surveys.
var coverageDomains = []struct{ name, property, value string }{
	{"by kind at least 1", shards.ByKind, "1"},
	{"rights KQ", shards.Castling, "KQ"},
	{"14 promoted", shards.Promotions, "14"},
	{"24 men", shards.Men, "24"},
	{"none promoted", shards.Promotions, "0"},
}

// TestCoverageOfFewHits: intervals of by-products cover a known truth in surveys like the second edition and smaller ones. The population has the
// frequencies of that edition, by stratum, phase and class. Each limit may miss in 2.5 % of the surveys; the test allows four standard errors
// more, and half a per cent. The runs include some without any draw of the domain, whose upper limit depends on the largest weight. With
// CHESSCENSUS_TESTS=20 the test logs the table of docs/METHODOLOGY.md.
func TestCoverageOfFewHits(t *testing.T) {
	testkit.Long(t)
	reader := testkit.Must(Open(filepath.Join("..", "..", "records", "second")))(t)
	stored, _, err := reader.total(nil)
	testkit.OK(t, err)
	stored = stored.surveyAlone() // a supplement has a plan of its own
	d, runs := shards.DesignOf(reader.Plan), testkit.Size(50, 50)
	for _, divisor := range []float64{4000, 1000, 100} {
		for _, domain := range coverageDomains {
			c := coverage{name: domain.name, divisor: divisor}
			var strata []*simulatedStratum
			frequencies := stored.domain(domain.property, domain.value)
			for h := range reader.Plan.Strata {
				s := newSimulatedStratum(reader.Plan, h, &stored.all.Strata[h], &frequencies.Strata[h])
				strata, c.truth = append(strata, s), c.truth+s.legalInDomain()
			}
			rng := testkit.Rand(fmt.Sprint(domain.name, divisor))
			for range runs {
				whole, inside := design.NewSample(len(strata)), design.NewSample(len(strata))
				for h, s := range strata {
					draws := math.Max(2, math.Round(float64(s.plan.Draws)/divisor))
					s.sample(draws, nodePair{&whole.Strata[h], &inside.Strata[h]}, rng)
				}
				r := testkit.Must(d.Domain(whole, inside, stats.Options{}))(t)
				c.add(&r.Low)
			}
			c.check(t, float64(runs))
		}
	}
}

// check logs the results of n surveys, and fails the test if a limit misses too often or the mean of the estimates is not the truth.
func (c *coverage) check(t *testing.T, n float64) {
	t.Helper()
	t.Logf("| %s | 1/%g | %.0f %% | %.1f %% | %.1f %% | %.1f %% |", c.name, c.divisor,
		100*math.Sqrt(c.variance/n), 100*c.empty/n, 100*c.lowerMisses/n, 100*c.upperMisses/n)
	if maxMisses := n*0.03 + 4*math.Sqrt(n*0.025*0.975); c.lowerMisses > maxMisses || c.upperMisses > maxMisses {
		t.Errorf("%s, 1/%g of the draws: the lower limit misses %.0f times, the upper one %.0f times of %.0f, want at most %.1f", c.name, c.divisor,
			c.lowerMisses, c.upperMisses, n, maxMisses)
	}
	mean := c.mean / n // its standard error is sqrt(c.variance)/n, which is 0 if no survey has a draw of the domain
	if z := (mean - 1) / math.Sqrt(c.variance) * n; math.Abs(z) > 5 && c.variance > 0 {
		t.Errorf("%s, 1/%g of the draws: the mean of the estimates is %.3f times the truth, z = %.1f, want -5 to 5", c.name, c.divisor, mean, z)
	}
}
