package ranked_test

import (
	"context"
	"math"
	"math/big"
	"testing"
	"time"

	"chesscensus/internal/cputime"
	"chesscensus/legality"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/stats"
	"chesscensus/stats/design"
)

// designDraws is how many draws BenchmarkDesigns makes, in half a minute of CPU.
const designDraws = 2_000_000

// A pilot is a proportional sample of all strata, of whose candidates three in ten are
// judged at effort kernel, with the cost of each phase in CPU seconds.
type pilot struct {
	sample   *design.Sample
	filter   float64   // of making and filtering a draw
	kernel   float64   // of a candidate
	byKernel []float64 // of a candidate of each stratum
	judged   []float64 // candidates of each stratum
}

func makePilot(t testing.TB, stream *sampler.StratifiedStream, draws []uint64, redrawn bool) (p pilot) {
	p.sample = design.NewSample(len(draws))
	filter, judge := engine(t, verdict.Static), engine(t, verdict.Kernel)
	var t1, t2 time.Duration
	var n1, n2 float64
	const batch = 1000
	var candidates [batch]sampler.Draw
	for h, n := range draws {
		node, take := &p.sample.Strata[h], design.NewSystematicSample(0.3)
		var spent time.Duration
		var judged float64
		for i := uint64(0); i < n; i += batch {
			k, start := 0, cputime.Used()
			for j := range min(batch, n-i) {
				if filtered(stream, filter, &candidates[k], h, i+j, redrawn) {
					k++
				} else {
					node.AddOut(1)
				}
				n1++
			}
			t1 += cputime.Used() - start
			start = cputime.Used()
			for j := range k {
				d := &candidates[j]
				w, m := uint64(d.Weight), uint64(d.Multiplicity)
				if node.Add(stats.Open, w, m); take.Next() {
					judged++
					o := stats.In
					if judge.Judge(context.Background(), d.Setup).Outcome == verdict.Illegal {
						o = stats.Out
					}
					node.Child(0).Add(o, w, m)
				}
			}
			spent += cputime.Used() - start
		}
		p.byKernel = append(p.byKernel, spent.Seconds()/max(1, judged))
		p.judged = append(p.judged, judged)
		t2 += spent
		n2 += judged
	}
	p.filter, p.kernel = t1.Seconds()/n1, t2.Seconds()/n2
	return p
}

func engine(t testing.TB, effort verdict.Effort) *legality.Engine {
	e, err := legality.New(legality.Options{Effort: effort})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// filtered makes draw i of stratum h and reports whether the rules cannot refute it.
func filtered(stream *sampler.StratifiedStream, filter *legality.Engine, d *sampler.Draw, h int, i uint64, redrawn bool) bool {
	if redrawn {
		if !stream.Redraw(d, h, i, func(d *sampler.Draw) bool { st := rules.Stats(&d.Setup); return st.Slack >= 0 }) {
			return false
		}
	} else {
		stream.Draw(d, h, i)
	}
	return filter.Judge(context.Background(), d.Setup).Outcome != verdict.Illegal
}

// withGames returns the sample with a third phase, in which one of a thousand draws that
// the kernel leaves is not legal; games are not searched here.
func withGames(s *design.Sample) *design.Sample {
	g, count := design.NewSample(len(s.Strata)), 0
	for h := range s.Strata {
		to, from := &g.Strata[h], &s.Strata[h]
		for _, c := range from.Cells() {
			to.AddCell(c)
		}
		for _, c := range from.Child(0).Cells() {
			if c.Outcome != stats.In {
				to.Child(0).AddCell(c)
				continue
			}
			for range c.Count {
				to.Child(0).Add(stats.Open, c.Weight, c.Mult)
				o := stats.In
				if count++; count%1000 == 0 {
					o = stats.Out
				}
				to.Child(0).Child(0).Add(o, c.Weight, c.Mult)
			}
		}
	}
	return g
}

// proportional divides n draws in proportion to the sizes of the strata, rounded down, with one more in the first ones, so that they add up to n.
func proportional(d *design.Design, n uint64) (draws []uint64) {
	left := n
	for _, s := range d.Strata {
		part := new(big.Int).Mul(s.Size, new(big.Int).SetUint64(n))
		draws = append(draws, part.Quo(part, d.Size()).Uint64())
		left -= draws[len(draws)-1]
	}
	for h := range left {
		draws[h]++
	}
	return draws
}

// gameCost is the CPU time of a game, in seconds, as the project's issues give it.
const gameCost = 12e-3

// compare prints variance times cost, relative to the square of the estimate, of the
// designs that a pilot can be used for, and returns those of the first and the last.
func (p *pilot) compare(t testing.TB, name string, d design.Design, kernel [][]float64, games bool) (simple, best float64, e stats.Estimate) {
	s, costs := p.sample, []float64{p.filter, p.mean(kernel)}
	if games {
		s, costs = withGames(s), append(costs, gameCost)
		d.Phases, d.Known = 3, append(d.Known, 1)
	}
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	r, err := d.Estimate(s, stats.Options{})
	ok(err)
	t.Logf("%sestimate from the pilot: %v", name, r.Low)
	one, pooled := d, design.NewSample(1)
	one.Strata = design.Simple(d.Size()).Strata
	for h := range s.Strata {
		pooled.Strata[0].Merge(&s.Strata[h])
	}
	oneModel, err := one.Model(pooled, costs, design.Knowledge{})
	ok(err)
	models, err := d.Model(s, costs, design.Knowledge{})
	ok(err)
	ok(design.SetCosts(models, kernel))
	show := func(what string, a design.Allocation, err error) {
		ok(err)
		rel := a.StdErr / r.Low.Value
		best = rel * rel * a.Cost
		t.Logf("%-40s variance*CPU %.3e s  +-%.4f %% in 10 h  by phase: variance %.2f CPU %.2f",
			name+what, best, 196*math.Sqrt(best/36000), a.Phases, a.Costs)
	}
	proportional := func(next []design.Fraction) (a design.Allocation) {
		for _, n := range proportional(&d, 1e9) {
			a.Strata = append(a.Strata, design.StratumPlan{Draws: n, Next: next})
		}
		return a
	}
	all := []design.Fraction{{Share: 1, Next: []design.Fraction{{Share: 1}}}}
	a, err := one.Predict(oneModel, design.Allocation{Strata: []design.StratumPlan{{Draws: 1e9, Next: all}}}, 1)
	show("simple", a, err)
	simple = best
	a, err = d.Predict(models, proportional(all), 1)
	show("proportional", a, err)
	a, err = d.Allocate(onePhase(models), design.AllocateOptions{Budget: 36000})
	show("Neyman", a, err)
	a, err = one.Allocate(oneModel, design.AllocateOptions{Budget: 36000})
	show("multi-phase", a, err)
	a, err = d.Predict(models, proportional(a.Strata[0].Next), 1)
	show("proportional, multi-phase", a, err)
	a, err = d.Allocate(models, design.AllocateOptions{Budget: 36000, Shards: 1000})
	show("Neyman, multi-phase", a, err)
	return simple, best, r.Low
}

// mean returns the mean cost of a candidate of a proportional sample.
func (p *pilot) mean(kernel [][]float64) float64 {
	var sum, n float64
	for h := range kernel {
		x := float64(p.sample.Strata[h].Count(stats.Open))
		sum, n = sum+x*kernel[h][1], n+x
	}
	return sum / n
}

// onePhase returns the models in which all that passes is judged to the end.
func onePhase(models []design.Model) (list []design.Model) {
	for _, m := range models {
		for next := m.Next; len(next) > 0; next = next[0].Next {
			m.Variance += next[0].Reach * next[0].Variance
			m.Cost += next[0].Reach * next[0].Cost
		}
		m.Next = nil
		list = append(list, m)
	}
	return list
}

// BenchmarkDesigns measures what designs are worth: variance times CPU of the estimate with
// plain and with redrawn draws, in one stratum and in many, by one phase and by several.
// The estimates of plain and redrawn draws must agree, and the best design must beat
// simple sampling. The log (-v) is the result.
func BenchmarkDesigns(b *testing.B) {
	for b.Loop() {
		measureDesigns(b)
	}
}

func measureDesigns(t testing.TB) {
	space := ranked.NewRepaired().Stratify()
	stream := sampler.NewStratifiedStream(space, 424242)
	d := design.Design{Phases: 2, Known: []float64{0.68}}
	for _, s := range space.Strata() {
		d.Strata = append(d.Strata, design.Stratum{Name: s.Name, Size: s.Size})
	}
	draws := proportional(&d, designDraws)
	plain, redrawn := makePilot(t, stream, draws, false), makePilot(t, stream, draws, true)
	t.Logf("CPU: plain draw and filter %.3g us, redrawn %.3g us; kernel %.3g us, of redrawn candidates %.3g us",
		1e6*plain.filter, 1e6*redrawn.filter, 1e6*plain.kernel, 1e6*redrawn.kernel)
	describe(t, d, space.Strata(), &plain, &redrawn)
	kernel := make([][]float64, len(draws)) // both pilots together
	for h := range kernel {
		n, m := plain.judged[h], redrawn.judged[h]
		kernel[h] = []float64{0, (n*plain.byKernel[h] + m*redrawn.byKernel[h]) / (n + m)}
	}
	for _, games := range []bool{false, true} {
		t.Logf("games: %v", games)
		simple, _, a := plain.compare(t, "", d, kernel, games)
		_, best, b := redrawn.compare(t, "redrawn, ", d, kernel, games)
		if z, _ := stats.ZTest(a, b); math.Abs(z) > 5 {
			t.Errorf("plain draws give %v, redrawn ones %v: z = %.1f", a, b, z)
		}
		if best > 0.7*simple {
			t.Errorf("variance*CPU %v of the best design, %v of simple sampling", best, simple)
		}
	}
}

// describe prints how strata differ.
func describe(t testing.TB, d design.Design, strata []sampler.Stratum, plain, redrawn *pilot) {
	for h, s := range strata {
		share, _ := new(big.Rat).SetFrac(s.Size, d.Size()).Float64()
		rate := func(p *pilot) (pass, left float64) {
			n := &p.sample.Strata[h]
			c := n.Child(0)
			return float64(n.Count(stats.Open)) / float64(n.Draws()), float64(c.Count(stats.In)) / float64(max(1, c.Draws()))
		}
		pass, left := rate(plain)
		passRedrawn, leftRedrawn := rate(redrawn)
		t.Logf("%-58s %.4f of the space; plain: %.3f candidates, %.3f of them left; redrawn: %.3f, %.3f, %.0f us",
			s.Name, share, pass, left, passRedrawn, leftRedrawn, 1e6*redrawn.byKernel[h])
	}
}

// BenchmarkSurveyKeepsItsPromise plans a survey of two phases from a pilot and makes it in 20
// shards: the half-width reached is the one predicted, within 15 %, and the CPU
// spent within 40 %.
func BenchmarkSurveyKeepsItsPromise(b *testing.B) {
	for b.Loop() {
		measurePromise(b)
	}
}

func measurePromise(t testing.TB) {
	space := ranked.NewRepaired().Stratify()
	d := design.Design{Phases: 2, Known: []float64{0.68}}
	for _, s := range space.Strata() {
		d.Strata = append(d.Strata, design.Stratum{Name: s.Name, Size: s.Size})
	}
	p := makePilot(t, sampler.NewStratifiedStream(space, 1), proportional(&d, designDraws/4), true)
	models, err := d.Model(p.sample, []float64{p.filter, p.kernel}, design.Knowledge{})
	if err != nil {
		t.Fatal(err)
	}
	costs := make([][]float64, len(models))
	for h := range costs {
		costs[h] = []float64{0, p.byKernel[h]}
	}
	if err := design.SetCosts(models, costs); err != nil {
		t.Fatal(err)
	}
	const shards = 20
	a, err := d.Allocate(models, design.AllocateOptions{Budget: 1e-5 * float64(designDraws), Shards: shards})
	if err != nil {
		t.Fatal(err)
	}
	stream, total, start := sampler.NewStratifiedStream(space, 2), design.NewSample(len(models)), cputime.Used()
	for k := range uint64(shards) {
		if err := total.Merge(shard(t, stream, a.Strata, k, shards)); err != nil {
			t.Fatal(err)
		}
	}
	spent := (cputime.Used() - start).Seconds()
	r, err := d.Estimate(total, stats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v; design effect %.3f, largest share %.2g, phases %+v, warnings %v", r.Low, r.DesignEffect, r.LargestShare, r.Phases, r.Low.Warnings)
	t.Logf("standard error reached/predicted %.3f, CPU spent/predicted %.3f of %.1f s", r.Low.StdErr/a.StdErr, spent/a.Cost, a.Cost)
	if q := r.Low.StdErr / a.StdErr; math.Abs(q-1) > 0.15 {
		t.Errorf("standard error %v, predicted %v", r.Low.StdErr, a.StdErr)
	}
	if q := spent / a.Cost; math.Abs(q-1) > 0.4 {
		t.Errorf("CPU %v s, predicted %v", spent, a.Cost)
	}
}

// shard makes shard k of a survey, which depends on plan and k alone.
func shard(t testing.TB, stream *sampler.StratifiedStream, plan []design.StratumPlan, k, shards uint64) *design.Sample {
	s := design.NewSample(len(plan))
	filter, judge := engine(t, verdict.Static), engine(t, verdict.Kernel)
	var d sampler.Draw
	for h := range plan {
		node, take := &s.Strata[h], design.NewSystematicSample(plan[h].Next[0].Share)
		for i := k * plan[h].Draws / shards; i < (k+1)*plan[h].Draws/shards; i++ {
			if !filtered(stream, filter, &d, h, i, true) {
				node.AddOut(1)
				continue
			}
			w, m := uint64(d.Weight), uint64(d.Multiplicity)
			node.Add(stats.Open, w, m)
			if !take.Next() {
				continue
			}
			o := stats.In
			if judge.Judge(context.Background(), d.Setup).Outcome == verdict.Illegal {
				o = stats.Out
			}
			node.Child(0).Add(o, w, m)
		}
	}
	return s
}
