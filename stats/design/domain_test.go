package design

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
)

// split puts every draw of a sample in one of k domains at random. A draw is in the same domain in all its phases.
func split(whole *Sample, k int, rng *rand.Rand) []*Sample {
	parts := make([]*Sample, k)
	for i := range parts {
		parts[i] = NewSample(len(whole.Strata))
	}
	for h := range whole.Strata {
		nodes := make([]*Node, k)
		for i := range nodes {
			nodes[i] = &parts[i].Strata[h]
		}
		deal(&whole.Strata[h], nodes, rng)
	}
	return parts
}

// deal splits a node and the nodes below it. The draws that pass and are judged further have the domain of the node
// below, and the others a random one.
func deal(n *Node, parts []*Node, rng *rand.Rand) {
	below := map[kind][]uint64{}
	for class, child := range n.next {
		if child == nil {
			continue
		}
		sub := make([]*Node, len(parts))
		for i := range parts {
			sub[i] = parts[i].Child(class)
		}
		deal(child, sub, rng)
		for i := range sub {
			for _, c := range sub[i].Cells() {
				k := kind{open, class, c.Weight, c.Mult}
				if below[k] == nil {
					below[k] = make([]uint64, len(parts))
				}
				below[k][i] += c.Count
			}
		}
	}
	for _, c := range n.Cells() {
		left := c.Count
		for i, count := range below[c.kind()] {
			left -= count
			c.Count = count
			parts[i].AddCell(c)
		}
		c.Count = 1
		for range left {
			parts[rng.IntN(len(parts))].AddCell(c)
		}
	}
}

// TestDomainsAddUp splits a sample into domains. Their estimates must add up to that of the whole, low and high,
// and their shares to 1.
func TestDomainsAddUp(t *testing.T) {
	d, s := twoStrata()
	whole := estimate(t, &d, s)
	var low, high, share float64
	for _, part := range split(s, 4, rand.New(rand.NewPCG(7, 8))) {
		r := testkit.Must(d.Domain(s, part, stats.Options{}))(t)
		low, high = low+r.Low.Value, high+r.High.Value
		if r.Low.Draws != whole.Low.Draws || r.Low.Relative() < whole.Low.Relative() {
			t.Errorf("domain: %+v", r.Low)
		}
		q := testkit.Must(d.Share(s, part, stats.Options{}))(t)
		near(t, "share", q.Value, r.Low.Value/whole.Low.Value, 1e-12)
		share += q.Value
	}
	near(t, "low", low, whole.Low.Value, 1e-12)
	near(t, "high", high, whole.High.Value, 1e-12)
	near(t, "shares", share, 1, 1e-12)
}

// TestBadDomains checks that Domain and Share return errors for domains that do not fit the sample.
func TestBadDomains(t *testing.T) {
	d, s := twoStrata()
	outside := NewSample(2)
	outside.Strata[1].AddCell(Cell{in, 0, 1, 2, 10000})
	noClass := NewSample(2)
	noClass.Strata[1].Child(7).Add(in, 1, 1)
	late := s.Clone()
	late.Strata[0].fast, late.Strata[0].rest, late.Strata[0].n = [3][fastMult]uint64{}, nil, 0
	testkit.Fails(d.Domain(s, outside, stats.Options{}))(t, strconv.Quote(d.Strata[1].Name))
	for name, domain := range map[string]*Sample{
		"other number of strata": NewSample(1), "draws that the whole lacks": outside, "a class that the whole lacks": noClass,
		"draws in phase 2, but not those that pass to it": late,
	} {
		testkit.Fails(d.Domain(s, domain, stats.Options{}))(t, "", name)
		testkit.Fails(d.Share(s, domain, stats.Options{}))(t, "", name)
	}
}

// TestRatiosCover repeats surveys of a known population and counts the intervals of the mean multiplicity, and of the share
// of the objects with multiplicity 2, that cover the truth. Slack are 2.5 binomial standard errors.
func TestRatiosCover(t *testing.T) {
	testkit.Medium(t)
	population, random := rarePopulation([]int{2000, 3000, 4000}, [][]float64{{0.5}, {0.5}}, []float64{0.6, 1}), rand.New(rand.NewPCG(21, 22))
	d := population.design()
	var objects, members, double float64
	for h := range population.strata {
		for _, c := range population.strata[h].cells {
			if y, _ := c.element.contribution(false).Float64(); y > 0 {
				objects += float64(c.count) * y
				members += float64(c.count)
				if y == 0.5 {
					double += float64(c.count) * y
				}
			}
		}
	}
	n := testkit.Size(120, 1000)
	var meansCovered, sharesCovered int
	for range n {
		s := population.sample(random)
		e := testkit.Must(d.MeanMultiplicity(s, stats.Options{}))(t)
		if truth := members / objects; e.Lo <= truth && truth <= e.Hi {
			meansCovered++
		}
		part := NewSample(len(s.Strata))
		for h := range part.Strata {
			onlyDouble(&part.Strata[h], &s.Strata[h])
		}
		e = testkit.Must(d.Share(s, part, stats.Options{}))(t)
		if truth := double / objects; e.Lo <= truth && truth <= e.Hi {
			sharesCovered++
		}
	}
	check := func(name string, covered int, least float64) {
		t.Helper()
		coverage := float64(covered) / float64(n)
		t.Logf("%s: coverage %.4f", name, coverage)
		if slack := 2.5 * math.Sqrt(0.05*0.95/float64(n)); coverage < least-slack || coverage > 0.96+slack {
			t.Errorf("%s: coverage %.4f, want %v to 0.96, give or take %.3f", name, coverage, least, slack)
		}
	}
	// About 40 hits of multiplicity 2 in a survey: the normal limit is rough there.
	check("mean multiplicity", meansCovered, 0.93)
	check("share", sharesCovered, 0.94)
}

// onlyDouble adds the draws of src with multiplicity 2 to dst.
func onlyDouble(dst, src *Node) {
	for _, c := range src.Cells() {
		if c.Mult == 2 {
			dst.AddCell(c)
		}
	}
	for class, child := range src.next {
		if child != nil {
			onlyDouble(dst.Child(class), child)
		}
	}
}

// TestNothingIsKnownWithoutObjects estimates ratios from a sample without hits: the share is anything from 0 to 1, and there are warnings.
func TestNothingIsKnownWithoutObjects(t *testing.T) {
	d, s := Simple(big.NewInt(10)), NewSample(1)
	s.Strata[0].AddOut(100)
	q, err := d.Share(s, NewSample(1), stats.Options{})
	if err != nil || q.Lo != 0 || q.Hi != 1 || len(q.Warnings) == 0 {
		t.Errorf("share: %+v, %v", q, err)
	}
	e, err := d.MeanMultiplicity(s, stats.Options{})
	if err != nil || e.Value != 0 || len(e.Warnings) == 0 {
		t.Errorf("mean multiplicity: %+v, %v", e, err)
	}
}

// TestDomainWithoutHits compares upper limits of domains without hits. If all draws of the domain are refuted in
// phase 2, where each stands for 1e6/1e5 * 4 members, this number counts, and not that of draws of phase 3 outside.
// Without draws in the domain the number for draws of phase 1 counts. By Clopper and Pearson there are at most
// -ln(0.025) = 3.69 draws if none is seen.
func TestDomainWithoutHits(t *testing.T) {
	d := Design{Phases: 3, Strata: []Stratum{{"all", big.NewInt(1e6)}}} // without Known, by which survivors would count
	whole := NewSample(1)
	first := &whole.Strata[0]
	first.AddOut(60_000)
	first.AddCell(Cell{open, 0, 1, 1, 40_000})
	second := first.Child(0)
	second.AddCell(Cell{out, 0, 1, 1, 2_000})
	second.AddCell(Cell{open, 0, 1, 1, 8_000})
	second.Child(0).AddCell(Cell{stats.In, 0, 1, 1, 80})
	domain := NewSample(1)
	domain.Strata[0].AddCell(Cell{open, 0, 1, 1, 40})
	domain.Strata[0].Child(0).AddCell(Cell{out, 0, 1, 1, 40})
	r, err := d.Domain(whole, domain, stats.Options{})
	if want := 3.69 * 10 * 4; err != nil || r.Low.Value != 0 || math.Abs(r.Low.Hi/want-1) > 0.01 {
		t.Errorf("%v: 0 of 40: %v up to %v, want 0 up to %v", err, r.Low.Value, r.Low.Hi, want)
	}
	r, err = d.Domain(whole, NewSample(1), stats.Options{})
	if want := 3.69 * 10.0; err != nil || r.Low.Value != 0 || math.Abs(r.Low.Hi/want-1) > 0.01 {
		t.Errorf("%v: no draws: %v up to %v, want 0 up to %v", err, r.Low.Value, r.Low.Hi, want)
	}
}
