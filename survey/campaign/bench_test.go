package campaign

import (
	"context"
	"runtime"
	"testing"

	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// benchPlan returns a plan of the repaired set with one shard.
func benchPlan(b *testing.B, space sampler.Set, draws uint64, efforts ...verdict.Effort) *plan.Plan {
	b.Helper()
	p := &plan.Plan{Format: plan.Format, Space: space.Name(), Size: space.Size().String(), Stratification: shards.Finest, Redraw: true, Seed: 7, Shards: 1}
	for _, e := range efforts {
		p.Phases = append(p.Phases, plan.Phase{Name: e.String(), Effort: e.String()})
	}
	strata := testkit.Must(shards.StrataOf(space, shards.Finest))(b)
	for _, s := range strata {
		s.Draws = draws / uint64(len(strata))
		for range efforts[1:] {
			s.Fractions, s.Diagrams = append(s.Fractions, 0.4), diagramShare
		}
		p.Strata = append(p.Strata, s)
	}
	return p
}

// BenchmarkShard does a shard of 200 000 draws, and the same draws and judgements
// without anything around them (work=raw). The difference is what a survey costs
// beyond its work: counting, by-products, diagrams, plain draws, encoding.
func BenchmarkShard(b *testing.B) {
	space := ranked.NewRepaired().Stratify()
	for _, c := range []struct {
		name    string
		efforts []verdict.Effort
	}{{"filter", []verdict.Effort{verdict.Static}}, {"kernel", []verdict.Effort{verdict.Static, verdict.Kernel}}} {
		p := benchPlan(b, space, 200_000, c.efforts...)
		source := testkit.Must(shards.NewSource(space, p))(b)
		b.Run("phases="+c.name+"/work=raw", func(b *testing.B) {
			runtime.LockOSThread() // for the clock
			defer runtime.UnlockOSThread()
			start, judged := cputime.Thread(), uint64(0)
			for b.Loop() {
				judged = rawWork(b, p, source)
			}
			measure(b, p, start, judged)
		})
		b.Run("phases="+c.name+"/work=shard", func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			w := testkit.Must(newWorker(p, source, nil))(b)
			start, judged := cputime.Thread(), uint64(0)
			for b.Loop() {
				r, err := w.Do(context.Background(), Job{})
				if err != nil || r.Draws != p.Draws() {
					b.Fatalf("%v, %d draws", err, r.Draws)
				}
				judged = r.Judged[len(r.Judged)-1]
			}
			measure(b, p, start, judged)
		})
	}
}

// measure reports rates by processor time of the thread, which other work on the
// machine disturbs less.
func measure(b *testing.B, p *plan.Plan, start float64, judged uint64) {
	cpu := cputime.Thread() - start
	b.ReportMetric(cpu/float64(b.N)*1e6/float64(p.Draws()), "cpu-us/draw")
	b.ReportMetric(float64(judged), "judged/op")
}

// rawWork draws and judges as a shard does, and returns how many draws the last phase
// has judged.
func rawWork(b *testing.B, p *plan.Plan, source loop.Source) (judged uint64) {
	var engines []*legality.Engine
	for _, ph := range p.Phases {
		effort := testkit.Must(verdict.ParseEffort(ph.Effort))(b)
		e := testkit.Must(legality.New(legality.Options{Effort: effort}))(b)
		engines = append(engines, e)
	}
	var d sampler.Draw
	for h := range p.Strata {
		take := design.NewSystematicSample(append(p.Strata[h].Fractions, 0)[0])
		for i := range p.Strata[h].Draws {
			if !source.Redraw(&d, h, i) {
				judged += uint64(2 - len(engines)) // by the filter
				continue
			}
			v := engines[0].Judge(context.Background(), d.Setup)
			if len(engines) == 1 {
				judged++
			} else if v.Outcome == verdict.Unknown && take.Next() {
				engines[1].Judge(context.Background(), d.Setup)
				judged++
			}
		}
	}
	return judged
}
