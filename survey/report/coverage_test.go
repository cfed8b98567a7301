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

// A weightedOutcome is one outcome of a draw in a phase, with its probability.
type weightedOutcome struct {
	cell   design.Cell
	domain bool // the draw is in the domain
	p      float64
}

// A population has exactly the frequencies of a stored survey: for each stratum and phase the probabilities of the outcomes of a draw inside and
// outside of a domain.
type population struct {
	plan *plan.Plan
	// first are the outcomes of the first phase by stratum.
	first [][]weightedOutcome
	// pass are the probabilities to pass the later phases, by stratum, phase, domain (see domainIndex) and, in the last phase, class.
	pass [][][2][]float64
	// classes are the shares of the classes among the draws that enter the last phase, by stratum and domain.
	classes [][2][]float64
	truth   float64 // number of legal positions in the domain
}

// countNode returns the number of draws of a node, and of those that are not refuted.
func countNode(n *design.Node) (all, left float64) {
	return float64(n.Draws()), float64(n.Draws() - n.Count(stats.Out))
}

// newPopulation returns the population with the frequencies of the samples of all draws and of a domain. Rates of the domain are mixed with those
// of all draws, so that a stratum without judged draws of the domain has rates, too.
func newPopulation(p *plan.Plan, whole, domain *design.Sample) *population {
	pop := &population{plan: p}
	phases, classes := len(p.Phases), shards.ClassesOf(p)
	// rate is the share of the draws of n that pass. The share of pooled (with half a pass more of one draw more) counts like prior further draws.
	rate := func(n, pooled *design.Node, prior float64) float64 {
		all, passed := countNode(n)
		pooledAll, pooledPassed := countNode(pooled)
		return (passed + prior*(pooledPassed+0.5)/(pooledAll+1)) / (all + prior)
	}
	for h := range whole.Strata {
		wholeNode, domainNode := &whole.Strata[h], &domain.Strata[h]
		var list []weightedOutcome
		probabilityLeft := 1.0
		for _, c := range domainNode.Cells() {
			if c.Outcome != stats.Out {
				x := float64(c.Count) / float64(wholeNode.Draws())
				list, probabilityLeft = append(list, weightedOutcome{design.Cell{Outcome: stats.Open, Weight: c.Weight, Mult: c.Mult}, true, x}), probabilityLeft-x
			}
		}
		_, survivors := countNode(wholeNode)
		_, inside := countNode(domainNode)
		outside := (survivors - inside) / float64(wholeNode.Draws())
		list = append(list, weightedOutcome{design.Cell{Outcome: stats.Open, Weight: 1, Mult: 1}, false, outside},
			weightedOutcome{design.Cell{Outcome: stats.Out, Weight: 1, Mult: 1}, false, probabilityLeft - outside})
		pop.first = append(pop.first, list)
		var pass [][2][]float64
		var shares [2][]float64
		for j := 1; j < phases; j++ {
			var q [2][]float64
			if j < phases-1 {
				wholeNode, domainNode = wholeNode.Child(0), domainNode.Child(0)
				q = [2][]float64{{rate(wholeNode, wholeNode, 0)}, {rate(domainNode, wholeNode, 1)}}
			} else {
				for g := range classes {
					shares[0] = append(shares[0], float64(wholeNode.Passed(g))/float64(max(1, wholeNode.Count(stats.Open))))
					x := float64(domainNode.Passed(g)) + shares[0][g]
					shares[1] = append(shares[1], x/(float64(domainNode.Count(stats.Open))+1))
					q[0], q[1] = append(q[0], rate(wholeNode.Child(g), wholeNode.Child(g), 1)), append(q[1], rate(domainNode.Child(g), wholeNode.Child(g), 20))
				}
			}
			pass = append(pass, q)
		}
		pop.pass, pop.classes = append(pop.pass, pass), append(pop.classes, shares)
		through := 0.0
		for g := range classes {
			through += shares[1][g] * pass[phases-2][1][g]
		}
		for j := range phases - 2 {
			through *= pass[j][1][0]
		}
		for _, c := range list {
			if c.domain {
				pop.truth += shards.FloatOf(p.Strata[h].N()) * c.p * through * float64(c.cell.Weight) / float64(c.cell.Mult)
			}
		}
	}
	return pop
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

// A drawKind has the properties of a draw on which its probabilities to pass and its part in the estimate depend.
type drawKind struct {
	domain       bool
	weight, mult uint64
}

// sample makes a random survey of the population, with the draws of the plan times scale. It returns the samples of all draws and of the domain.
func (pop *population) sample(scale float64, rng *rand.Rand) (whole, domain *design.Sample) {
	whole, domain = design.NewSample(len(pop.first)), design.NewSample(len(pop.first))
	phases := len(pop.plan.Phases)
	for h := range pop.first {
		stratum := &pop.plan.Strata[h]
		wholeNode, domainNode := &whole.Strata[h], &domain.Strata[h]
		order, counts := pop.firstPhase(h, math.Max(2, math.Round(scale*float64(stratum.Draws))), wholeNode, domainNode, rng)
		for k := 1; k < phases-1; k++ {
			counts = subsample(order, counts, stratum.Fractions[k-1], rng)
			wholeNode, domainNode = wholeNode.Child(0), domainNode.Child(0)
			next := map[drawKind]float64{}
			for _, kind := range order {
				passed := binomial(counts[kind], pop.pass[h][k-1][domainIndex(kind.domain)][0], rng)
				addDraws(wholeNode, domainNode, stats.Out, 0, kind, counts[kind]-passed)
				if k < phases-2 {
					addDraws(wholeNode, domainNode, stats.Open, 0, kind, passed)
				}
				next[kind] = passed
			}
			counts = next
		}
		if phases > 1 {
			pop.lastPhase(h, order, counts, wholeNode, domainNode, rng)
		}
	}
	return whole, domain
}

// firstPhase adds n draws of stratum h with their outcomes in the first phase. It returns the kinds of draws that pass, in the order of the outcomes, and
// their numbers.
func (pop *population) firstPhase(h int, n float64, whole, domain *design.Node, rng *rand.Rand) (order []drawKind, counts map[drawKind]float64) {
	counts = map[drawKind]float64{}
	remaining, p := n, 1.0 // draws without an outcome so far, and the probability of the outcomes to come
	for _, o := range pop.first[h] {
		x := binomial(remaining, o.p/p, rng)
		remaining, p = remaining-x, p-o.p
		if o.cell.Outcome == stats.Out {
			whole.AddOut(uint64(n) - whole.Draws())
			break
		}
		kind := drawKind{o.domain, o.cell.Weight, o.cell.Mult}
		if x > 0 {
			order, counts[kind] = append(order, kind), x
		}
		addDraws(whole, domain, stats.Open, 0, kind, x)
	}
	return order, counts
}

// lastPhase divides draws into classes, and adds the outcomes of those that enter the last phase.
func (pop *population) lastPhase(h int, order []drawKind, counts map[drawKind]float64, whole, domain *design.Node, rng *rand.Rand) {
	parts := make([]map[drawKind]float64, len(pop.classes[h][0]))
	for _, kind := range order {
		remaining, p := counts[kind], 1.0
		for g, q := range pop.classes[h][domainIndex(kind.domain)] {
			x := binomial(remaining, q/p, rng)
			if g == len(parts)-1 {
				x = remaining
			}
			remaining, p = remaining-x, p-q
			if parts[g] == nil {
				parts[g] = map[drawKind]float64{}
			}
			parts[g][kind] = x
			addDraws(whole, domain, stats.Open, g, kind, x)
		}
	}
	pass := pop.pass[h][len(pop.plan.Phases)-2]
	for g := range parts {
		judged := subsample(order, parts[g], pop.plan.Strata[h].Classes[g], rng)
		for _, kind := range order {
			in := binomial(judged[kind], pass[domainIndex(kind.domain)][g], rng)
			addDraws(whole.Child(g), domain.Child(g), stats.In, 0, kind, in)
			addDraws(whole.Child(g), domain.Child(g), stats.Out, 0, kind, judged[kind]-in)
		}
	}
}

// domainIndex returns 1 for draws of the domain and 0 for others.
func domainIndex(domain bool) int {
	if domain {
		return 1
	}
	return 0
}

// addDraws adds n draws of a kind to a node of all draws and, if they are of the domain, to the node of the domain.
func addDraws(whole, domain *design.Node, o stats.Outcome, class int, kind drawKind, n float64) {
	cell := design.Cell{Outcome: o, Class: class, Weight: kind.weight, Mult: kind.mult, Count: uint64(n)}
	whole.AddCell(cell)
	if kind.domain {
		domain.AddCell(cell)
	}
}

// subsample returns the numbers of draws by kind in a random subsample of a share of the draws, at least two.
func subsample(order []drawKind, counts map[drawKind]float64, share float64, rng *rand.Rand) map[drawKind]float64 {
	rest := 0.0
	for _, kind := range order {
		rest += counts[kind]
	}
	toChoose := math.Min(rest, math.Max(2, math.Ceil(share*rest)))
	chosen := map[drawKind]float64{}
	for _, kind := range order { // hypergeometric, exact up to 2000 draws and normal beyond
		n := counts[kind]
		var take float64
		if n <= 2000 {
			for i := range int(n) {
				if rng.Float64()*(rest-float64(i)) < toChoose-take {
					take++
				}
			}
		} else {
			sd := math.Sqrt(toChoose * (n / rest) * (1 - n/rest) * (1 - toChoose/rest) * rest / math.Max(1, rest-1))
			take = math.Round(toChoose*n/rest + sd*rng.NormFloat64())
			take = math.Max(math.Max(0, toChoose-(rest-n)), math.Min(math.Min(n, toChoose), take))
		}
		chosen[kind], rest, toChoose = take, rest-n, toChoose-take
	}
	return chosen
}

// coverageDomains are by-products with few draws. The last one has none in every second small survey.
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
	reader, err := Open(filepath.Join("..", "..", "records", "second"))
	testkit.OK(t, err)
	sum, _, err := reader.total(nil)
	testkit.OK(t, err)
	sum = sum.surveyAlone() // a supplement has a plan of its own
	d, runs := shards.DesignOf(reader.Plan), testkit.Size(50, 50)
	for _, part := range []float64{4000, 1000, 100} {
		for _, domain := range coverageDomains {
			pop := newPopulation(reader.Plan, sum.all, sum.domain(domain.property, domain.value))
			rng := testkit.Rand(fmt.Sprint(domain.name, part))
			// Surveys whose lower limit is above the truth, whose upper limit is below it, and without a draw of the domain; sums over the surveys of
			// the estimate and of its variance, in units of the truth.
			var below, above, none, mean, variance float64
			for range runs {
				whole, inside := pop.sample(1/part, rng)
				e := testkit.Must(d.Domain(whole, inside, stats.Options{}))(t)
				ratio := e.Low.Value / pop.truth
				mean, variance = mean+ratio, variance+math.Pow(e.Low.StdErr/pop.truth, 2)
				if e.Low.Lo > pop.truth {
					below++
				}
				if e.Low.Hi < pop.truth {
					above++
				}
				if e.Low.StdErr == 0 {
					none++
				}
			}
			n := float64(runs)
			mean /= n // its standard error is sqrt(variance)/n
			t.Logf("| %s | 1/%g | %.0f %% | %.1f %% | %.1f %% | %.1f %% |", domain.name, part, 100*math.Sqrt(variance/n), 100*none/n, 100*below/n, 100*above/n)
			if maxMisses := n*0.03 + 4*math.Sqrt(n*0.025*0.975); below > maxMisses || above > maxMisses {
				t.Errorf("%s, 1/%g of the draws: the lower limit misses %.0f times, the upper one %.0f times of %d", domain.name, part, below, above, runs)
			}
			if z := (mean - 1) / math.Sqrt(variance) * n; math.Abs(z) > 5 {
				t.Errorf("%s, 1/%g of the draws: the mean of the estimates is %.3f times the truth, z = %.1f", domain.name, part, mean, z)
			}
		}
	}
}
