package design

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// A law is a stratum as a list of elements with their numbers.
type law struct {
	size  int64
	cells []repeated
}

// A repeated element stands for a number of equal elements.
type repeated struct {
	count int64
	element
}

// add adds equal elements.
func (l *law) add(count int64, e element) {
	l.size += count
	l.cells = append(l.cells, repeated{count, e})
}

// draw returns a random element, each of the size ones with the same probability.
func (l *law) draw(random *rand.Rand) *element {
	place := random.Int64N(l.size)
	for i := range l.cells {
		if place -= l.cells[i].count; place < 0 {
			return &l.cells[i].element
		}
	}
	panic("unreachable")
}

// A population has strata with a known total, and the parameters of a survey.
type population struct {
	strata []law
	phases int
	known  []float64
	draws  []int       // of each stratum
	shares [][]float64 // as in judge
	// If postStratified is set, draws are made in the whole population and counted by stratum.
	postStratified bool
}

// design returns the design of surveys of the population.
func (p *population) design() Design {
	d := Design{Phases: p.phases, Known: p.known}
	for h := range p.strata {
		d.Strata = append(d.Strata, Stratum{string(rune('a' + h)), big.NewInt(p.strata[h].size)})
	}
	return d
}

// truth returns the total of the contributions of all elements.
func (p *population) truth() (sum float64) {
	for h := range p.strata {
		for _, c := range p.strata[h].cells {
			contribution, _ := c.contribution(false).Float64()
			sum += float64(c.count) * contribution
		}
	}
	return sum
}

// sample draws one survey in two shards.
func (p *population) sample(random *rand.Rand) *Sample {
	total := NewSample(len(p.strata))
	for range 2 {
		shard := NewSample(len(p.strata))
		for h, draws := range p.draw(random) {
			judge(&shard.Strata[h], draws, p.shares)
		}
		if err := total.Merge(shard); err != nil {
			panic(err)
		}
	}
	return total
}

// draw returns the draws of one of two shards by stratum.
func (p *population) draw(random *rand.Rand) [][]*element {
	list := make([][]*element, len(p.strata))
	var size int64
	for h := range p.strata {
		size += p.strata[h].size
	}
	for h := range p.strata {
		for range p.draws[h] / 2 {
			chosen := h
			if p.postStratified {
				place := random.Int64N(size)
				for chosen = 0; place >= p.strata[chosen].size; chosen++ {
					place -= p.strata[chosen].size
				}
			}
			list[chosen] = append(list[chosen], p.strata[chosen].draw(random))
		}
	}
	return list
}

// rarePopulation returns a population that resembles the ranked set. About a tenth of the members of its three strata
// passes phase 1, about half of these phase 2, and a hundredth of these is Out in phase 3. Some have multiplicity 2.
func rarePopulation(draws []int, shares [][]float64, known []float64) *population {
	population := &population{phases: 3, known: known, draws: draws, shares: shares}
	for h, pass := range []int64{300, 900, 1500} {
		var stratum law
		stratum.add(10000-pass, oneDraw(1, out))
		half := pass * int64(3+2*h) / 10
		stratum.add(pass-half, oneDraw(1, open, out))
		stratum.add(half/100+1, oneDraw(1, open, open, out))
		stratum.add(half/20, oneDraw(2, open, open, in))
		stratum.add(half-half/100-1-half/20, oneDraw(1, open, open, in))
		population.strata = append(population.strata, stratum)
	}
	return population
}

// inOnePhase lets the first phase decide all members as the last did.
func (p *population) inOnePhase() *population {
	p.phases = 1
	for h := range p.strata {
		for i := range p.strata[h].cells {
			verdicts := &p.strata[h].cells[i].verdicts
			*verdicts = (*verdicts)[len(*verdicts)-1:]
		}
	}
	return p
}

// drawnAsAWhole lets draws be made in the whole population.
func (p *population) drawnAsAWhole() *population {
	p.postStratified = true
	return p
}

var coverageCases = map[string]*population{
	"stratified one phase":  rarePopulation([]int{1000, 2000, 2000}, nil, nil).inOnePhase(),
	"three phases":          rarePopulation([]int{2000, 3000, 4000}, [][]float64{{0.5}, {0.5}}, nil),
	"three phases known":    rarePopulation([]int{2000, 3000, 4000}, [][]float64{{0.5}, {0.3}}, []float64{0.6, 1}),
	"post-stratified":       rarePopulation([]int{1000, 1000, 1000}, [][]float64{{0.5}, {0.5}}, []float64{0.6, 1}).drawnAsAWhole(),
	"rare losses":           rarePopulation([]int{3000, 4000, 5000}, [][]float64{{0.8}, {0.6}}, []float64{0.6, 1}),
	"three phases few hits": rarePopulation([]int{300, 400, 500}, [][]float64{{0.6}, {0.5}}, []float64{0.5, 1}),
}

// TestIntervalsCover repeats surveys of populations whose total is known. Intervals of 95 % must cover it in 94 to
// 96 % of 2000 repetitions or more; with fewer repetitions, 4 standard errors of the binomial law are allowed
// around that range. Intervals for few hits are those of Clopper and Pearson, which may cover in 98 %. The test
// also compares mean and variance of the estimates with the true total and the mean estimated variance.
func TestIntervalsCover(t *testing.T) {
	testkit.Medium(t)
	replications := testkit.Size(100, 2000)
	for name, population := range coverageCases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(11, 12))
			d, truth := population.design(), population.truth()
			var coverage, mean, square, variance float64
			n := float64(replications)
			for range replications {
				result := testkit.Must(d.Estimate(population.sample(random), stats.Options{}))(t)
				if result.Low.Lo <= truth && truth <= result.Low.Hi {
					coverage++
				}
				mean += result.Low.Value / n
				square += result.Low.Value * result.Low.Value / n
				variance += result.Low.StdErr * result.Low.StdErr / n
			}
			coverage /= n
			slack := 4 * math.Sqrt(0.05*0.95/n)
			if replications >= 2000 {
				slack = 0
			}
			t.Logf("coverage %.4f, mean/truth %.4f, variance ratio %.3f", coverage, mean/truth, variance/(square-mean*mean))
			most := 0.96
			if name == "three phases few hits" {
				most = 0.98
			}
			if coverage < 0.94-slack || coverage > most+slack {
				t.Errorf("%.4f of %v intervals cover, want 0.94 to %v, give or take %.3f", coverage, replications, most, slack)
			}
			if z := (mean - truth) / math.Sqrt(variance/n); math.Abs(z) > 4.5 {
				t.Errorf("mean %v, truth %v: %.1f standard errors", mean, truth, z)
			}
			if q := variance / (square - mean*mean); math.Abs(q-1) > 7/math.Sqrt(n) {
				t.Errorf("mean variance / variance of the estimates = %.3f, want 1, give or take %.3f", q, 7/math.Sqrt(n))
			}
		})
	}
}
