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
	cells []struct {
		count int64
		e     element
	}
}

func (l *law) add(count int64, e element) {
	l.size += count
	l.cells = append(l.cells, struct {
		count int64
		e     element
	}{count, e})
}

func (l *law) draw(rng *rand.Rand) *element {
	x := rng.Int64N(l.size)
	for i := range l.cells {
		if x -= l.cells[i].count; x < 0 {
			return &l.cells[i].e
		}
	}
	panic("unreachable")
}

// A population has strata with a known total, and the parameters of a survey.
type population struct {
	strata []law
	phases int
	known  []float64
	draws  []int
	takes  [][]float64
	// If post, draws are made in the whole population and counted by stratum.
	post bool
}

func (p *population) design() Design {
	d := Design{Phases: p.phases, Known: p.known}
	for h := range p.strata {
		d.Strata = append(d.Strata, Stratum{string(rune('a' + h)), big.NewInt(p.strata[h].size)})
	}
	return d
}

func (p *population) truth() (sum float64) {
	for h := range p.strata {
		for _, c := range p.strata[h].cells {
			y, _ := c.e.y(false).Float64()
			sum += float64(c.count) * y
		}
	}
	return sum
}

// sample draws one survey in two shards.
func (p *population) sample(rng *rand.Rand) *Sample {
	total := NewSample(len(p.strata))
	for range 2 {
		shard := NewSample(len(p.strata))
		for h, draws := range p.draw(rng) {
			judge(&shard.Strata[h], draws, p.takes)
		}
		if err := total.Merge(shard); err != nil {
			panic(err)
		}
	}
	return total
}

// draw returns the draws of one of two shards by stratum.
func (p *population) draw(rng *rand.Rand) [][]*element {
	list := make([][]*element, len(p.strata))
	var size int64
	for h := range p.strata {
		size += p.strata[h].size
	}
	for h := range p.strata {
		for range p.draws[h] / 2 {
			k := h
			if p.post {
				x := rng.Int64N(size)
				for k = 0; x >= p.strata[k].size; k++ {
					x -= p.strata[k].size
				}
			}
			list[k] = append(list[k], p.strata[k].draw(rng))
		}
	}
	return list
}

// rare returns a population that resembles the ranked set. It has three strata; about a tenth of the members passes
// phase 1, about half of these phase 2, and a hundredth of these is Out in phase 3. Some members have multiplicity
// 2.
func rare(draws []int, takes [][]float64, known []float64) *population {
	p := &population{phases: 3, known: known, draws: draws, takes: takes}
	for h, pass := range []int64{300, 900, 1500} {
		var l law
		l.add(10000-pass, oneDraw(1, out))
		half := pass * int64(3+2*h) / 10
		l.add(pass-half, oneDraw(1, open, out))
		l.add(half/100+1, oneDraw(1, open, open, out))
		l.add(half/20, oneDraw(2, open, open, in))
		l.add(half-half/100-1-half/20, oneDraw(1, open, open, in))
		p.strata = append(p.strata, l)
	}
	return p
}

var coverageCases = map[string]func() *population{
	"stratified one phase": func() *population {
		p := rare([]int{1000, 2000, 2000}, nil, nil)
		p.phases = 1
		for h := range p.strata {
			for i := range p.strata[h].cells {
				v := p.strata[h].cells[i].e.verdicts
				p.strata[h].cells[i].e.verdicts = v[len(v)-1:]
			}
		}
		return p
	},
	"three phases":       func() *population { return rare([]int{2000, 3000, 4000}, [][]float64{{0.5}, {0.5}}, nil) },
	"three phases known": func() *population { return rare([]int{2000, 3000, 4000}, [][]float64{{0.5}, {0.3}}, []float64{0.6, 1}) },
	"post-stratified": func() *population {
		p := rare([]int{1000, 1000, 1000}, [][]float64{{0.5}, {0.5}}, []float64{0.6, 1})
		p.post = true
		return p
	},
	"rare losses": func() *population {
		return rare([]int{3000, 4000, 5000}, [][]float64{{0.8}, {0.6}}, []float64{0.6, 1})
	},
	"three phases few hits": func() *population { return rare([]int{300, 400, 500}, [][]float64{{0.6}, {0.5}}, []float64{0.5, 1}) },
}

// TestIntervalsCover repeats surveys of populations whose total is known. Intervals of 95 % must cover it in 94 to
// 96 % of 2000 repetitions or more; with fewer repetitions, 4 standard errors of the binomial law are allowed
// around that range. Intervals for few hits are those of Clopper and Pearson, which may cover in 98 %. The test
// also compares mean and variance of the estimates with the true total and the mean estimated variance.
func TestIntervalsCover(t *testing.T) {
	testkit.Medium(t)
	replications := testkit.Size(100, 2000)
	for name, make := range coverageCases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, rng := make(), rand.New(rand.NewPCG(11, 12))
			d, truth := p.design(), p.truth()
			var cover, mean, square, variance float64
			n := float64(replications)
			for range replications {
				r := testkit.Must(d.Estimate(p.sample(rng), stats.Options{}))(t)
				if r.Low.Lo <= truth && truth <= r.Low.Hi {
					cover++
				}
				mean += r.Low.Value / n
				square += r.Low.Value * r.Low.Value / n
				variance += r.Low.StdErr * r.Low.StdErr / n
			}
			cover /= n
			slack := 4 * math.Sqrt(0.05*0.95/n)
			if replications >= 2000 {
				slack = 0
			}
			t.Logf("coverage %.4f, mean/truth %.4f, variance ratio %.3f", cover, mean/truth, variance/(square-mean*mean))
			most := 0.96
			if name == "three phases few hits" {
				most = 0.98
			}
			if cover < 0.94-slack || cover > most+slack {
				t.Errorf("coverage %.4f of %v", cover, replications)
			}
			if z := (mean - truth) / math.Sqrt(variance/n); math.Abs(z) > 4.5 {
				t.Errorf("mean %v, truth %v: %.1f standard errors", mean, truth, z)
			}
			if q := variance / (square - mean*mean); math.Abs(q-1) > 7/math.Sqrt(n) {
				t.Errorf("mean variance / spread of the estimates = %.3f", q)
			}
		})
	}
}
