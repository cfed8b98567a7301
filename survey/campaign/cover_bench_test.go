package campaign

import (
	"context"
	"math/big"
	"runtime"
	"slices"
	"testing"

	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// coverShares are the shares of draws that enter the phases after the first, as in plans of the cover.
var coverShares = []float64{0.9, 0.45, 0.004}

// coverPlan returns a plan of one shard of the cover, with the phases and about the shares of surveys. The tables of
// the cover are read from the cache, or made in a minute.
func coverPlan(b *testing.B, draws int64) (sampler.Set, *plan.Plan) {
	b.Helper()
	set, err := new(spaces.Tables).Cover("cover")
	if err != nil {
		b.Skip("no tables of the kernel space can be had: ", err)
	}
	p := &plan.Plan{Format: plan.Format, Space: set.Name(), Size: set.Size().String(), Stratification: shards.Finest, Redraw: true, Seed: 7, Shards: 1}
	p.Phases = leanPhases([]plan.Phase{{Name: "filter", Effort: verdict.Static.String()}, {Name: "kernel", Effort: verdict.Kernel.String()},
		{Name: "game", Effort: verdict.Exhaustive.String(), Passes: 3}}, nil)
	if p.Strata, err = shards.StrataOf(set, shards.Finest); err != nil {
		b.Fatal(err)
	}
	for h := range p.Strata {
		s := &p.Strata[h]
		part := new(big.Int).Mul(s.N(), big.NewInt(draws))
		s.Draws = 1 + part.Div(part, p.N()).Uint64()
		s.Fractions, s.Diagrams = slices.Clone(coverShares), diagramShare
	}
	return set, p
}

// A timedJudge is a judge that measures the processor time of the thread for each judgement.
type timedJudge struct {
	judge     loop.Judge
	times     []float64 // in ms
	undecided int       // judgements that neither refute nor prove
}

func (s *timedJudge) Judge(ctx context.Context, d *sampler.Draw) (loop.Judgement, error) {
	start := cputime.Thread()
	j, err := s.judge.Judge(ctx, d)
	s.times = append(s.times, (cputime.Thread()-start)*1e3)
	if j.Outcome == stats.Open {
		s.undecided++
	}
	return j, err
}

// BenchmarkCover does shards of the cover as a survey does and reports the processor time of each phase: for the first
// three phases microseconds a draw; for games, one in 16 of which the foreign program replays, too, the mean, the median,
// the slowest, the share of the slowest hundredth in the time, and the share of undecided ones.
func BenchmarkCover(b *testing.B) {
	for _, c := range []struct {
		name  string
		draws int64
	}{{"draws=100k", 100_000}, {"draws=1M", 1_000_000}} {
		b.Run(c.name, func(b *testing.B) { benchmarkCover(b, c.draws) })
	}
}

// benchmarkCover is BenchmarkCover with about a number of draws in a shard.
func benchmarkCover(b *testing.B, draws int64) {
	set, p := coverPlan(b, draws)
	source := testkit.Must(shards.NewSource(set, p))(b)
	w := testkit.Must(newWorker(p, source, func() []legality.Stage { return legality.StagesWith(proofgame.Options{Foreign: 16}) }))(b)
	runtime.LockOSThread() // for the clock
	defer runtime.UnlockOSThread()
	game := &timedJudge{judge: w.loop.Phases[3]}
	cost, judged := make([]float64, len(p.Phases)), make([]uint64, len(p.Phases))
	for b.Loop() {
		for h := range w.loop.Cost {
			clear(w.loop.Cost[h])
		}
		clear(w.judged)
		w.loop.Phases[3] = game
		for h := range p.Strata {
			testkit.OK(b, w.doStratum(b.Context(), h, 0))
		}
		for k, s := range w.cpu() {
			cost[k] += s
			judged[k] += w.judged[k]
		}
	}
	for k, name := range []string{"us/filter", "us/last-moves", "us/kernel"} {
		b.ReportMetric(cost[k]*1e6/float64(judged[k]), name)
	}
	slices.Sort(game.times)
	n, all, slow := len(game.times), 0.0, 0.0
	for i, ms := range game.times {
		if all += ms; i >= n*99/100 {
			slow += ms
		}
	}
	b.ReportMetric(all/float64(n), "CPU-ms/game")
	b.ReportMetric(game.times[n/2], "median-ms")
	b.ReportMetric(game.times[n-1], "worst-ms")
	b.ReportMetric(100*slow/all, "%slowest-1%")
	b.ReportMetric(float64(n)/float64(b.N), "games/op")
	b.ReportMetric(float64(game.undecided)/float64(n), "open/game")
}
